"""Clocks on pages and for programs: chosen, shown, claimed, kept by a server, and in tournaments."""

from random import Random

import pytest

from domain.kernel import Seat, TimeControl
from domain.store import Holder, open_games, tournament_rounds
from domain.tournaments.events import Made
from tests.web.conftest import Browser
from tests.web.tables import play_some, sat_down
from web.hosting.clocks import clock_in, lasting, time_left
from web.table.flags import Flags

FRENCH, COALITION = Seat("french"), Seat("coalition")
HOUR = 3_600_000
PEOPLE = {FRENCH: Holder("person", "Anna"), COALITION: Holder("person", "Bruno")}


def raw(browser, address):
    """The page as it is sent."""
    return browser.client.get(address).text


class Time:
    """What a test says that the clock on the wall shows."""

    now = 1_800_000_000_000

    def __call__(self):
        return self.now


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def games(time):
    opened = open_games("memory:", clock=time)
    opened.uptime.beat()
    yield opened
    opened.close()


def goes_by(games, time, milliseconds):
    """Time goes by while the server is there."""
    for _ in range(0, milliseconds, 10_000):
        time.now += 10_000
        games.uptime.beat()


def timed_game(games, **control):
    return games.create("waterloo", "short", holders=PEOPLE, clock=TimeControl(**control))


def test_a_game_is_opened_with_the_clock_that_its_form_chooses(app, games):
    browser = Browser(app)
    browser.open("/new?title=waterloo&play=invitation")
    browser.send("/new", clock="game", clock_minutes="90", clock_increment="20", on_time="claim")
    (game,) = games.ids()
    control = TimeControl(per_game=5400, increment=20, on_time="claim")
    assert games.standing(game).opened.clock == control
    browser.open(f"/g/{game}/links")
    assert "Clock: 90 minutes for the whole game, and 20 seconds more for each answer." in browser.text
    assert "may be claimed to have lost" in browser.text


def test_who_plays_alone_at_one_screen_has_no_clock_against_himself(app, games):
    browser = Browser(app)
    browser.open("/new?title=waterloo&play=hotseat")
    browser.send("/new", clock="move", clock_move="60")
    (game,) = games.ids()
    opened = games.standing(game).opened
    assert opened.clock is not None and set(opened.clock.one_screen) == set(opened.seats)
    assert games.clocks_at(games.desk(game)).left == {}


@pytest.mark.parametrize(
    "form",
    [{"clock": "sand"}, {"clock": "move", "clock_move": "²"}, {"clock": "game", "clock_minutes": "-3"}],
)
def test_a_form_that_chooses_no_clock_that_there_is_opens_nothing(app, games, form):
    browser = Browser(app)
    browser.open("/new?title=waterloo")
    assert browser.send("/new", **form).status_code == 422 and games.ids() == []


def test_a_clock_is_told_in_the_form_that_it_was_chosen_in(app):
    with app.test_request_context():
        assert [lasting(each) for each in (90, 60, 7200, 86400, 604800)] == [
            "90 seconds", "1 minute", "2 hours", "1 day", "7 days",
        ]  # fmt: skip
        shown = [time_left(each) for each in (-5, 0, 900, 59_001, 3_599_000, HOUR, 86_400_000, 183_600_000)]
    assert shown == ["0:00", "0:00", "0:01", "1:00", "59:59", "1:00:00", "1 d 0 h", "2 d 3 h"]
    assert clock_in({}) is None


def test_the_header_shows_whose_clock_runs_until_when_and_what_the_others_have(app, games, time):
    game = timed_game(games, per_game=600)
    goes_by(games, time, 20_000)
    browser = sat_down(app, game, FRENCH)
    text = raw(browser, f"/g/{game}")
    asked = games.desk(game).waiting[0]
    until = time.now + games.clocks_at(games.desk(game)).left[asked]
    assert f'data-until="{until}">9:40</span>' in text and ">10:00</span>" in text
    assert text.count('role="timer"') == 2 and f'data-now="{time.now}"' in text
    page = raw(browser, f"/g/{game}/watch")
    assert f'data-until="{until}"' in page


def test_a_table_without_a_clock_shows_none(app, games):
    game = games.create("waterloo", "short", holders=PEOPLE)
    assert 'role="timer"' not in raw(sat_down(app, game, FRENCH), f"/g/{game}")


def test_watchers_who_see_a_game_later_see_its_clocks_later(app, games, time):
    from domain.store import Terms

    control = TimeControl(per_game=600)
    game = games.create("waterloo", "short", holders=PEOPLE, clock=control, terms=Terms("end"))
    goes_by(games, time, 100_000)
    play_some(games, game, Random(1), 4)
    text = raw(Browser(app), f"/g/{game}/watch")
    assert text.count(">10:00</span>") == 2 and "data-until" not in text


def test_the_list_of_what_waits_says_how_long_one_may_still_think(app, games, time):
    game = timed_game(games, per_move=3 * 86400)
    goes_by(games, time, 60_000)
    browser = sat_down(app, game, games.desk(game).waiting[0])
    assert ">2 d 23 h</span>" in raw(browser, "/games") and ">2 d 23 h</span>" in raw(browser, "/")
    browser = sat_down(app, game, next(seat for seat in PEOPLE if seat not in games.desk(game).waiting))
    assert ">2 d 23 h</span>" not in raw(browser, "/games")


def test_the_other_claims_the_game_by_a_press_once_there_is_something_to_claim(app, games, time):
    game = timed_game(games, per_move=600, on_time="claim")
    (asked,) = games.desk(game).waiting
    other = next(seat for seat in PEOPLE if seat != asked)
    late, waiting = sat_down(app, game, asked), sat_down(app, game, other)
    page = raw(waiting, f"/g/{game}")
    assert "out of time" not in page and 'data-nudge-in="600000"' in page
    goes_by(games, time, 600_000)
    assert "claim the game" not in raw(late, f"/g/{game}")
    waiting.open(f"/g/{game}")
    assert "Your opponent is out of time." in waiting.text
    waiting.send(f"/g/{game}/claim")
    assert games.desk(game).is_over and "on time" in waiting.text and "claims. The game" in waiting.text


def test_a_server_ends_a_game_on_time_though_nobody_looks(games, time):
    game, flags, told = timed_game(games, per_move=60), Flags(games), []
    games.on_change(lambda game, _moment: told.append(game))
    flags.watch()
    assert flags.look(game) == 60
    goes_by(games, time, 60_000)
    flags.watch()
    assert flags.look(game) is None and games.standing(game).is_over and told == [game]
    assert games.timed() == []


def test_while_play_is_closed_nobody_loses_on_time(games, time):
    game, flags = timed_game(games, per_move=60), Flags(games)
    flags.watch()
    games.shelf.put("play", "closed", "repairs")
    for _ in range(30):
        time.now += 10_000
        flags.watch()
    games.shelf.put("play", "shown")
    assert flags.look(game) is not None and not games.standing(game).is_over
    flags.watch()
    assert games.clocks_at(games.desk(game)).left[games.desk(game).waiting[0]] == 60_000


HEADERS = {"X-Grognard": "1"}


def asked_for(clock):
    seats = {"french": {"kind": "me", "name": "Ada"}, "coalition": {"kind": "invitation"}}
    return {"title": "waterloo", "scenario": "short", "seats": seats, "clock": clock}


def test_a_program_chooses_sees_and_claims_a_clock(app, games, time):
    program = app.test_client(use_cookies=False)
    clock = {"per_move": 600, "on_time": "claim"}
    opened = program.post("/api/games", json=asked_for(clock), headers=HEADERS).json
    address = f"/api/games/{opened['game']}"
    assert program.get(address).json["clocks"] == {}
    token = opened["invitations"]["coalition"]
    join = {"name": "Bruno", "token": token}
    other = program.post(f"{address}/seats/coalition", json=join, headers=HEADERS).json["token"]
    found = program.get(address).json
    assert found["clock"] == {"per_move": 600, "per_game": 0, "increment": 0, "on_time": "claim"}
    assert found["clocks"]["french"] == {"left": 600_000, "until": time.now + 600_000}
    assert found["clocks"]["coalition"] == {"left": 600_000, "until": None}
    claim = {"json": {"seat": "coalition"}, "headers": {**HEADERS, "Authorization": f"Bearer {other}"}}
    assert program.post(f"{address}/claims", **claim).status_code == 403
    goes_by(games, time, 600_000)
    assert program.post(f"{address}/claims", json={"seat": "coalition"}, headers=HEADERS).status_code in (
        401,
        403,
    )
    answer = program.post(f"{address}/claims", **claim).json
    assert (answer["over"], answer["result"]["winners"], answer["result"]["reason"]) == (
        True, ["coalition"], "time",
    )  # fmt: skip


@pytest.mark.parametrize(
    "clock",
    [
        {"per_move": 3},
        {"per_move": 60, "per_game": 60},
        {"per_game": 10**12},
        {"per_game": 60, "on_time": "draw"},
        {"per_game": 60, "one_screen": ["french"]},
        {"per_game": "60"},
        7,
    ],
)
def test_a_clock_that_there_is_not_opens_no_game(app, games, clock):
    answer = app.test_client().post("/api/games", json=asked_for(clock), headers=HEADERS)
    assert answer.status_code == 422 and games.ids() == []


def test_the_games_of_a_tournament_have_its_clock_and_count_on_time(app, games, time):
    control = TimeControl(per_move=600)
    cup = tournament_rounds.make(
        games,
        Made(name="Cup", kind="knockout", title="waterloo", scenario="short", seats=("", ""), clock=control),
    )
    for name in ("Anna", "Bruno"):
        tournament_rounds.enter(games, cup, name)
    tournament_rounds.start(games, cup)
    (game,) = games.tournaments.of(cup).games()
    assert games.standing(game).opened.clock == control
    goes_by(games, time, 600_000)
    assert games.desk(game).is_over
    tournament_rounds.catch_up(games, cup)
    over = games.tournaments.of(cup).over(game)
    assert over is not None and over.how == "time" and sorted(over.points) == [0.0, 1.0]
    told = app.test_client().get(f"/api/tournaments/{cup}").json
    assert told["clock"]["per_move"] == 600 and told["state"] == "over"
    assert (
        "on time" in raw(Browser(app), f"/tournaments/{cup}")
        and "10 minutes for each move" in app.test_client().get(f"/tournaments/{cup}").text
    )


def test_a_game_lost_on_time_is_counted_with_its_winner_and_its_reason(app, games, time):
    from projections import lobby

    game = timed_game(games, per_move=600)
    asked = games.desk(game).waiting[0]
    goes_by(games, time, 600_000)
    assert games.desk(game).is_over
    site = app.extensions["site"]
    (row,) = lobby.read(site.redis, games, "en")
    assert row["reason"] == "time" and asked not in row["winners"]
