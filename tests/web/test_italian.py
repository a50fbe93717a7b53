"""A page in Italian tells the game in Italian: log, prompt, orders, timeline, refusals, rules."""

import io
from random import Random

import pytest

import domain.waterloo.title  # noqa: F401  (registers the title)
from domain.kernel import PUBLIC, Seat
from domain.kernel.events import SeatTaken, is_quiet
from domain.kernel.prose import prose
from projections.documents import event_document
from tests.web.conftest import Browser
from tests.web.test_waterloo import give_random_orders, hotseat_with_a_guest
from web.boards import counters, plan_of

ITALIAN = {"Accept-Language": "it-IT,it;q=0.9,en;q=0.5"}


@pytest.fixture
def table(open_browser, games):
    """(game, the French player's Italian browser) of a game that has gone on, to a line that the log tells,
    and asks the French."""
    game, host, _ = hotseat_with_a_guest(open_browser, games)
    random = Random(5)
    give_random_orders(games, game, random, 60)
    while "french" not in games.desk(game).waiting or is_quiet(games.recorded(game)[-1].body):
        give_random_orders(games, game, random, 1)
    host.client.set_cookie("language", "it")
    return game, host


def told(games, game, language):
    rule_set = games.rule_set(game)
    return [event_document(rule_set, each, PUBLIC, language)["text"] for each in games.recorded(game)]


def test_the_log_the_buttons_and_the_lobby_of_an_italian_page_are_italian(table, games):
    game, host = table
    page = host.open(f"/g/{game}").text
    italian, english = told(games, game, "it"), told(games, game, "en")
    assert italian[-1] in host.text and not any(text in page for text in english[-30:])
    desk, words = games.desk(game), prose("waterloo", "it")
    assert words.prompt(desk.decision.ask("french")) in host.text
    assert words.tables["phases"][games.rule_set(game).view(desk.standing.state, PUBLIC).phase] in host.text
    host.open("/")
    assert "Waterloo, breve: " in host.text and italian[-1] in host.text


def test_the_api_tells_events_titles_and_timelines_in_the_language_asked_for(table, games):
    game, host = table
    italian = told(games, game, "it")
    host.client.delete_cookie("language")
    events = host.client.get(f"/api/games/{game}/events?view=public", headers=ITALIAN).json
    timeline = host.client.get(f"/api/games/{game}/timeline?view=public", headers=ITALIAN).json
    assert [row["text"] for row in events] == italian[: len(events)]
    assert [row["text"] for row in timeline["rows"]] == italian
    titles = {each["id"]: each for each in host.client.get("/api/titles", headers=ITALIAN).json}
    assert [each["name"] for each in titles["waterloo"]["scenarios"]] == ["Partita Breve", "Partita Lunga"]


def test_a_refusal_is_italian_for_whoever_reads_italian_and_cites_a_rule(table):
    game, host = table
    host.open(f"/g/{game}")
    order = host.orders()[0]
    assert host.press(order).status_code == 200
    assert host.press(order).status_code == 409
    assert "Qualcuno è arrivato prima" in host.text and 'href="/rules/waterloo#4.0"' in host.page.text
    host.client.set_cookie("language", "en")
    host.press(order)
    assert "somebody was first" in host.text


def test_the_rules_are_italian_under_the_same_anchors_or_say_that_they_are_not(browser):
    browser.client.set_cookie("language", "it")
    browser.open("/rules/waterloo")
    assert "Carica della Cavalleria" in browser.text and 'id="11.4"' in browser.page.text
    page = browser.open("/rules/skirmish")
    assert '<article lang="en">' in page.text


def test_refusals_of_forms_and_files_are_italian_too(make_app, tmp_path):
    browser = Browser(make_app(simulations=tmp_path))
    browser.client.set_cookie("language", "it")
    browser.open("/new?title=waterloo")
    browser.send("/new", name="x" * 61)
    assert "ha 61 caratteri" in browser.text
    browser.open("/new?title=waterloo")
    browser.send("/new", watchers="soon")
    assert "Gli spettatori vedono la partita subito" in browser.text
    refusals = {
        "/new?title=chess": "Non c'è nessun gioco «chess»",
        "/new?title=waterloo&scenario=1812": "Waterloo non ha lo scenario «1812»",
        "/simulate/nothing": "Questa simulazione non c'è",
        "/compare?do=groups&a_since=soon&b_title=waterloo": "«soon» non è un giorno",
        "/g/nothing": "Non c'è nessuna partita «nothing»",
    }
    for address, told in refusals.items():
        assert told in browser.open(address).text.replace("&#39;", "'"), address
    browser.open("/import")
    archive = (io.BytesIO(b"hello\n"), "game.jsonl")
    assert "Riga 1: questa non è la riga di un archivio." in browser.send("/import", archive=archive).text


@pytest.mark.parametrize(
    ("level", "word"),
    [("recruit", "recluta"), ("veteran", "veterano"), ("marshal", "maresciallo"), ("greedy", "avido"),
     ("random", "casuale")],
)  # fmt: skip
def test_the_log_says_how_a_computer_plays_in_the_word_of_the_pages(level, word):
    taken = prose("waterloo", "it").event(SeatTaken(Seat("french"), "bot", level))
    assert taken == f"Il posto «Francesi» va al computer ({word})."


@pytest.mark.parametrize(
    ("title", "english", "italian"),
    [("waterloo", "FOUGHT", "ATTACC"), ("brandywine", "SHATT", "FRAMM")],
)
def test_the_bands_of_counters_are_lettered_in_the_readers_language(title, english, italian):
    plan, words = plan_of(title), prose(title, "it").tables["board"]
    drawn = counters.definitions(plan, words)
    assert f">{italian}<" in drawn and f">{english}<" not in drawn
    assert f">{english}<" in counters.definitions(plan)
