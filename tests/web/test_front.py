"""The front page: one press starts a game, what waits is asked there, hidden things stay hidden."""

import re
from random import Random

import pytest

import domain.titles  # noqa: F401  (registers the titles)
from domain.bots import USUAL_LEVEL
from domain.kernel import Seat, titled, titles
from domain.kernel.presentation import presentation_of
from domain.kernel.prose import prose
from domain.store import Holder, Terms
from replays.simulation import Run, kept_game, simulate
from tests.web.conftest import Browser
from tests.web.tables import SEED, new_table, play_some, sat_down

HOSTED = [each.id for each in titles() if (each.folder / "presentation.toml").exists()]
WAYS = ["Play", "Watch", "Tournaments", "Replays", "Statistics", "Simulate", "Rules", "Learn"]


def pressed(browser, title, play):
    """Presses one of a title's two quick starts; the address that it leads to."""
    browser.open("/")
    fields = next(fields for action, fields, _ in browser.forms()
                  if action == "/start" and fields["title"] == title)  # fmt: skip
    browser.page = browser.client.post("/start", data={**fields, "play": play})
    return browser.page


@pytest.mark.parametrize("title", HOSTED)
def test_one_press_plays_against_the_best_computer_never_a_random_one(browser, games, title):
    assert pressed(browser, title, "bot").status_code == 303
    (game,) = games.ids()
    usual, holders = presentation_of(title).start, games.holders(game)
    opened = games.standing(game).opened
    assert (opened.title, opened.scenario, opened.seats) == (title, usual.scenario, usual.seats)
    assert {holder.name for seat, holder in holders.items() if seat != usual.you} == {USUAL_LEVEL}
    assert holders[usual.you].kind == "person"
    browser.open(f"/g/{game}")
    assert browser.page.status_code == 200


@pytest.mark.parametrize("title", HOSTED)
def test_one_press_seats_all_at_this_screen(browser, games, title):
    assert pressed(browser, title, "hotseat").status_code == 303
    (game,) = games.ids()
    assert sorted(holder.kind for holder in games.holders(game).values()) == ["hotseat", "person"]
    assert "Pass the device to" in browser.open(browser.page.headers["Location"]).text or browser.orders()


def test_another_computer_or_no_token_starts_nothing(browser, games):
    assert pressed(browser, "waterloo", "random").status_code == 422
    assert browser.client.post("/start", data={"title": "waterloo", "play": "bot"}).status_code == 403
    assert games.ids() == []


def test_the_name_of_the_settings_is_used_at_new_tables(browser, games):
    browser.open("/settings")
    browser.send("/settings", called="Zoë")
    assert "Zoë" in browser.open("/").text
    pressed(browser, "waterloo", "bot")
    (game,) = games.ids()
    assert games.holders(game)[Seat("french")].name == "Zoë"
    browser.open("/new")
    assert 'value="Zoë"' in browser.text


def test_a_game_that_waits_asks_its_question_and_shows_its_place(app, games):
    game, _seats = new_table(games, "waterloo", "short")
    waiting = games.desk(game).waiting[0]
    browser = sat_down(app, game, waiting)
    browser.open("/")
    assert prose("waterloo", "en").prompt(games.desk(game).decision.ask(waiting)) in browser.text
    address = f"/g/{game}/pieces/{games.standing(game).version}.svg"
    assert address in browser.page.text
    picture = browser.open(address)
    assert picture.mimetype == "image/svg+xml" and "immutable" in picture.headers["Cache-Control"]
    assert "data:font/woff2" in picture.text


def test_a_shared_screen_shows_no_question_of_who_is_not_in_front_of_it(browser, games):
    pressed(browser, "waterloo", "hotseat")
    (game,) = games.ids()
    desk = games.desk(game)
    browser.open("/")
    assert prose("waterloo", "en").prompt(desk.decision.ask(desk.waiting[0])) not in browser.text
    assert "hand the device over" in browser.text


@pytest.mark.parametrize("watchers, upto", [("later", 10), ("end", None)])
def test_the_pieces_are_as_late_as_watchers_are(app, games, watchers, upto):
    holders = {Seat(seat): Holder("person", seat) for seat in ("french", "coalition")}
    game = games.create("waterloo", "short", holders=holders, seed=SEED, terms=Terms(watchers, 10))
    play_some(games, game, Random(1), 20)
    version = games.standing(game).version
    newest = version - upto if upto else 1
    stranger, player = Browser(app), sat_down(app, game, Seat("french"))
    assert stranger.open(f"/g/{game}/pieces/{newest}.svg").status_code == 200
    assert stranger.open(f"/g/{game}/pieces/{newest + 1}.svg").status_code == 403
    assert player.open(f"/g/{game}/pieces/{version}.svg").status_code == 200


def test_pieces_are_the_same_for_every_eye(app, games):
    game, seats = new_table(games, "wellington", "1812")
    play_some(games, game, Random(3), 30)
    address = f"/g/{game}/pieces/{games.standing(game).version}.svg"
    browsers = [Browser(app), *(sat_down(app, game, seat) for seat in seats)]
    assert len({each.open(address).text for each in browsers}) == 1


@pytest.mark.parametrize("title", HOSTED)
def test_the_view_of_a_title_is_on_its_board(title):
    from web.table.miniature import opening_scene
    from web.table.picture import drawn_spaces

    told = presentation_of(title)
    spaces = drawn_spaces(opening_scene(titled(title), told.start.scenario).board)
    assert told.view and set(told.view) <= set(spaces)


def test_the_film_of_a_sample_plays_its_events_in_the_readers_language(browser):
    film = browser.open("/samples/waterloo_short_game/reel.json").json
    assert film["scene"]["tokens"] and 'class="board-live"' in film["board"]
    versions = [frame["at"] for frame in film["frames"]]
    assert len(versions) > 100 and versions == sorted(versions)
    assert all(frame["changes"] and frame["text"] for frame in film["frames"])
    spoken = {"Accept-Language": "it"}
    italian = browser.open("/samples/waterloo_short_game/reel.json", headers=spoken).json
    assert [each["at"] for each in italian["frames"]] == versions
    assert italian["frames"][0]["text"] != film["frames"][0]["text"]
    assert browser.open("/samples/no_such_game/reel.json").status_code == 404


def test_every_page_that_is_no_table_has_the_one_navigation_and_marks_itself(browser, games):
    pages = {"/": "Play", "/new": "Play", "/games?show=running": "Watch", "/games?show=finished": "Replays",
             "/stats": "Statistics", "/simulate": "Simulate", "/rules": "Rules", "/rules/waterloo": "Rules",
             "/tournaments": "Tournaments",
             "/compare": "Replays", "/import": "Replays", "/settings": "", "/api/docs": "",
             "/g/nothing": ""}  # fmt: skip
    for address, here in pages.items():
        browser.open(address)
        (ways,) = re.findall(r'<nav class="ways".*?</nav>', browser.page.text, re.S)
        found = re.findall(r'<li><a href="[^"]+"( aria-current="page")?>([^<]+)</a>', ways)
        assert [words for _mark, words in found] == WAYS, address
        assert "".join(words for mark, words in found if mark) == here, address


def test_lists_that_had_the_front_page_as_their_address_are_found(browser):
    page = browser.client.get("/?show=open&title=waterloo")
    assert page.status_code == 301 and page.headers["Location"] == "/games?show=open&title=waterloo"


def test_statistics_and_simulations_open_on_the_title_of_most_finished_games(make_app, games, tmp_path):
    browser = Browser(make_app(simulations=tmp_path))
    for address in ("/stats", "/simulate"):
        browser.open(address)
        assert '<option value="waterloo" selected>' in browser.page.text
    for number in (0, 1):
        games.adopt(kept_game(Run("skirmish", "line", ("random", "random"), 5), number, 0), None)
    for address in ("/stats", "/simulate"):
        browser.open(address)
        assert '<option value="skirmish" selected>' in browser.page.text


def test_statistics_without_games_open_on_a_simulation(make_app, games, tmp_path):
    rows, turns = simulate(Run("skirmish", "line", ("random", "random"), 1), 12)
    rows.write_parquet(tmp_path / "first.parquet")
    turns.write_parquet(tmp_path / "first.turns.parquet")
    browser = Browser(make_app(simulations=tmp_path))
    browser.open("/stats")
    assert '<option value="first.parquet" selected>' in browser.page.text and "12 games." in browser.text


@pytest.mark.parametrize("play, is_spared", [("bot", True), ("hotseat", False)])
def test_whoever_plays_the_computer_alone_is_asked_only_where_he_can_play_something(
    browser, games, play, is_spared
):
    browser.open("/")
    token = browser.form("/start")[1]["token"]
    browser.client.post("/start", data={"token": token, "title": "wellington", "play": play})
    (game,) = games.ids()
    desk, holders = games.desk(game), games.holders(game)
    own = [seat for seat, holder in holders.items() if holder.kind != "bot"]
    assert own and [desk.standing_order(seat).pass_empty for seat in own] == [is_spared] * len(own)
