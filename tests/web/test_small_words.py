"""Small words of a table: turns, rounds, seats, cards and units are called as people call them."""

from random import Random

import pytest
from markupsafe import escape

from domain.kernel import Seat, Undone, titled
from domain.kernel.events import SeatAsked, SeatKept, SeatTaken
from domain.kernel.prose import prose
from domain.store import Holder
from tests.web.tables import new_table, sat_down
from web.base.security import seat_token

ALLIES, FRENCH = Seat("allied"), Seat("french")


def played_to(games, title, scenario, fits, first=()):
    """(game, desk) of a table at the first desk that fits; orders of the types `first` go before others."""
    game, _ = new_table(games, title, scenario)
    random = Random(7)
    while not fits(desk := games.desk(game)):
        assert not desk.is_over
        menu = desk.menu(desk.waiting[0])
        wanted = [order for order in menu if type(order).__name__ in first]
        games.order(game, desk.waiting[0], random.choice(wanted or menu))
    return game, desk


@pytest.mark.parametrize(("language", "word"), [("en", "Impulse 9"), ("it", "Impulso 9")])
def test_a_title_that_has_impulses_has_no_rounds(games, app, language, word):
    is_ninth = lambda desk: desk.standing.state.impulses == 9  # noqa: E731
    game, desk = played_to(games, "washingtons_war", "campaign", is_ninth)
    browser = sat_down(app, game, desk.waiting[0])
    browser.client.set_cookie("language", language)
    text = browser.open(f"/g/{game}").text
    assert f"· {word}</span>" in text and "Round 9" not in text


@pytest.mark.parametrize(("title", "scenario", "language", "turn"), [
    ("wellington", "1813", "en", "1813, 1 of "), ("wellington", "1813", "it", "1813, 1 di "),
    ("washingtons_war", "campaign", "en", "1775, 1 of "), ("waterloo", "short", "it", "Turno 1 di "),
])  # fmt: skip
def test_the_track_says_the_turn_as_its_title_does(games, app, title, scenario, language, turn):
    """It said "Turn 1 of 3" of the year 1813."""
    game, seats = new_table(games, title, scenario)
    browser = sat_down(app, game, seats[0])
    browser.client.set_cookie("language", language)
    assert f'<span class="turn">{turn}' in browser.open(f"/g/{game}").text


@pytest.mark.parametrize(("title", "scenario", "language", "alone", "within"), [
    ("wellington", "1813", "en", ">1813<", " · 1813"),
    ("waterloo", "short", "it", ">Turno 1 di ", " · turno 1 di "),
    ("washingtons_war", "campaign", "en", ">1775, 1 of 9<", " · 1775, 1 of 9"),
    ("napoleonics", "vimiero", "en", ">Turn 1<", " · turn 1"),
])  # fmt: skip
def test_lists_of_games_say_the_turn_as_its_title_does(
    games, app, title, scenario, language, alone, within
):
    """They said "Turn 1 of 9" of the year 1775."""
    game, seats = new_table(games, title, scenario)
    browser = sat_down(app, game, seats[0])
    browser.client.set_cookie("language", language)
    assert alone in browser.open("/games").text
    assert within in browser.open("/").text


@pytest.mark.parametrize(("title", "scenario", "turn"), [
    ("wellington", "1813", ", 1813: “"), ("washingtons_war", "campaign", ", 1775: “"),
    ("waterloo", "short", ", turn 1: “"), ("brandywine", "tournament", ": Set-up, turn 0."),
])  # fmt: skip
def test_a_hand_over_says_the_turn_as_its_title_does(games, app, open_browser, title, scenario, turn):
    game, seats = new_table(games, title, scenario)
    browser = open_browser()
    with app.test_request_context():
        links = [seat_token(game, seat) for seat in seats]
    for link in links:
        browser.open(f"/join/{link}")
    browser.open(f"/g/{game}/handover")
    assert turn in browser.text.split("Your decision")[1].split("</li>")[0]


@pytest.mark.parametrize("language", ["en", "it"])
def test_who_may_take_a_discarded_event_is_told_what_it_does(games, app, language):
    """6.32.C; whoever looks on is not asked."""
    is_asked = lambda desk: any(ask.prompt == "answer_swap" for ask in desk.decision.asks.values())  # noqa: E731
    game, desk = played_to(games, "washingtons_war", "campaign", is_asked, first=("DiscardEvent", "NoAction"))
    (asked,) = desk.decision.asks.values()
    words = prose("washingtons_war", language)
    browser = sat_down(app, game, asked.seat)
    browser.client.set_cookie("language", language)
    card = asked.about["card"]
    told = escape(f"{words.name(card)}: {words.texts[card]}")
    assert words.texts[card] and f'<p class="nudged known">{told}</p>' in browser.open(f"/g/{game}").text
    assert f"<p>{told}</p>" in browser.open(f"/g/{game}/text").text
    other = next(seat for seat in desk.standing.opened.seats if seat != asked.seat)
    assert "nudged known" not in sat_down(app, game, other).open(f"/g/{game}").text


def test_a_seat_is_taken_of_whoever_it_belongs_to():
    told = prose("wellington", "en").event(SeatTaken(Seat("french"), "person", "Anna"))
    assert told == "Anna takes the seat of the French."


@pytest.mark.parametrize(("event", "told"), [
    (SeatTaken(ALLIES, "open"), "The seat of the Allies is open to anybody."),
    (SeatAsked(ALLIES, "Bruno", by="Ada", pace="live"), "Ada asks for the seat of the Allies, which "),
    (SeatKept(ALLIES, "Bruno"), "Bruno is here and keeps the seat of the Allies."),
    (Undone(12, ALLIES), "The Allies: everything after event 12 is taken back."),
])  # fmt: skip
def test_a_side_of_several_has_no_verb_of_one(event, told):
    assert prose("wellington", "en").event(event).startswith(told)


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Won by the French."), ("it", "Vittoria: i Francesi.")]
)
def test_a_side_of_several_does_not_win_as_one(games, app, language, told):
    """The page said "The French wins"."""
    people = {seat: Holder("person", f"Player of {seat}") for seat in (ALLIES, FRENCH)}
    game = games.create("wellington", "1813", seats=[ALLIES, FRENCH], holders=people)
    games.resign(game, ALLIES, [ALLIES])
    watcher = app.test_client()
    watcher.set_cookie("language", language)
    assert told in watcher.get(f"/g/{game}/watch").text


def test_the_panel_names_the_cards_of_a_battle_that_have_no_value_alone(games, app):
    game, desk = played_to(
        games, "washingtons_war", "campaign",
        lambda desk: any(type(each.body).__name__ == "BattleCardUsed" for each in games.recorded(desk.game)),
        first=("PlayBattleCard", "DiscardForBattle", "March", "Sail", "ActivateGeneral"),
    )  # fmt: skip
    used = next(each.body for each in games.recorded(game) if type(each.body).__name__ == "BattleCardUsed")
    text = sat_down(app, game, desk.waiting[0]).open(f"/g/{game}").text
    called = prose("washingtons_war", "en").names[used.card].split(" (card")[0]
    cell = text.split('class="set-cards"')[1].split("</tr>")[0]
    assert f'<span class="laid-name">{called}</span>' in cell.replace("&#39;", "'")


def test_units_of_an_italian_battle_are_one_thing_and_their_numbers_are_numbers():
    names = prose(titled("napoleonics"), "it").names
    units = [name for unit, name in names.items() if unit[:3] in ("fr_", "br_", "pt_") and "-" in unit]
    assert units and all(" n. " in name for name in units)
    plural = ("Cavalleggeri", "Granatieri", "Corazzieri", "Fucilieri", "Caçadores")
    assert not [name for name in units if name.startswith(plural)]
