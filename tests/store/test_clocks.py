"""Clocks: whose runs and when, what is recorded of it, and what happens on time. No test waits for one."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from domain.kernel import Seat, SeatFreed, TimeControl, TimeRanOut, Undone, fold, result_of, titled
from domain.kernel.codec import codec
from domain.kernel.errors import InvalidSetup, NotAllowed, StaleOrder
from domain.kernel.prose import prose
from domain.kernel.time_control import left
from domain.store import Games, Holder, open_games
from domain.titles import TITLES
from replays.archive import read, write
from replays.errors import ArchiveError
from replays.verification import verify
from tests import council
from tests.store import parley
from tests.store.play import play_on

SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000
EAST, WEST = parley.SEATS
TWO = {EAST: Holder("person", "Anna"), WEST: Holder("person", "Bruno")}
OF_TWO = [
    (each.id, scenario.id, seats)
    for each in TITLES
    for scenario in each.scenarios[:1]
    for seats in scenario.seatings[:1]
    if len(seats) == 2 and seats not in each.bidding
]


class Time:
    """What a test says that the clock on the wall shows."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def goes_by(self, milliseconds: int) -> None:
        self.now += milliseconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def games(time: Time) -> Iterator[Games]:
    opened = open_games("memory:", clock=time)
    opened.uptime.beat()
    yield opened
    opened.close()


def talk_of(games: Games, control: TimeControl, holders: dict[Seat, Holder] = TWO) -> str:
    return games.create("parley", "talk", holders=holders, clock=control)


def lefts(games: Games, game: str) -> dict[Seat, int]:
    watch = games.clocks_at(games.desk(game))
    assert watch is not None
    return dict(watch.left)


def goes_by(games: Games, time: Time, milliseconds: int) -> None:
    """Time goes by while the server is there."""
    while milliseconds > 0:
        time.goes_by(min(milliseconds, 10 * SECOND))
        milliseconds -= 10 * SECOND
        games.uptime.beat()


PER_GAME = TimeControl(per_game=600, increment=5)
PER_MOVE = TimeControl(per_move=3600)


def test_a_game_without_a_clock_records_and_shows_none(games: Games, time: Time) -> None:
    game = games.create("parley", "talk", holders=TWO)
    time.goes_by(HOUR)
    parley.talk(games, game, parley.Speak(1), parley.Speak(1))
    assert games.clocks_at(games.desk(game)) is None and games.standing(game).times is None
    assert all(each.spent is None for each in games.recorded(game))


def test_of_seats_that_are_asked_together_each_thinks_until_its_own_answer(games: Games, time: Time) -> None:
    game = talk_of(games, PER_GAME)
    goes_by(games, time, 10 * SECOND)
    games.order(game, EAST, parley.Speak(1))
    goes_by(games, time, 20 * SECOND)
    assert lefts(games, game) == {EAST: 590 * SECOND, WEST: 570 * SECOND}
    games.order(game, WEST, parley.Speak(1))
    assert lefts(games, game) == {EAST: 595 * SECOND, WEST: 575 * SECOND}  # and five seconds each
    assert games.recorded(game)[-1].spent == {EAST: 10 * SECOND, WEST: 30 * SECOND}


def test_who_withdraws_an_answer_thinks_on_and_is_not_charged_for_the_pause(games: Games, time: Time) -> None:
    game = talk_of(games, PER_GAME)
    time.goes_by(10 * SECOND)
    games.order(game, EAST, parley.Speak(1))
    goes_by(games, time, 100 * SECOND)
    games.retract(game, EAST)
    goes_by(games, time, 3 * SECOND)
    games.order(game, EAST, parley.Speak(2))
    goes_by(games, time, MINUTE)
    assert lefts(games, game)[EAST] == 587 * SECOND
    games.order(game, WEST, parley.Speak(1))
    assert (games.recorded(game)[-1].spent or {})[EAST] == 13 * SECOND


def test_rounds_that_leave_no_event_are_charged_with_the_next_one(games: Games, time: Time) -> None:
    game = talk_of(games, TimeControl(per_game=600))
    time.goes_by(10 * SECOND)
    parley.talk(games, game, parley.Hush(), parley.Hush())
    assert lefts(games, game) == {EAST: 590 * SECOND, WEST: 590 * SECOND}
    time.goes_by(5 * SECOND)
    games.order(game, WEST, parley.Speak(1))
    time.goes_by(5 * SECOND)
    games.order(game, EAST, parley.Hush())
    assert games.recorded(game)[-1].spent == {EAST: 20 * SECOND, WEST: 15 * SECOND}
    assert lefts(games, game) == {EAST: 580 * SECOND, WEST: 585 * SECOND}


def test_each_question_has_its_own_time_where_the_clock_is_for_a_move(games: Games, time: Time) -> None:
    game = talk_of(games, PER_MOVE)
    for said in (parley.Hush(), parley.Speak(1)):
        goes_by(games, time, 50 * MINUTE)
        assert lefts(games, game)[WEST] == 10 * MINUTE
        parley.talk(games, game, said, said)
        assert lefts(games, game) == {EAST: HOUR, WEST: HOUR}


@pytest.mark.parametrize("control", [PER_MOVE, TimeControl(per_game=3600)])
def test_whose_clock_runs_out_has_lost_whoever_looks(games: Games, time: Time, control: TimeControl) -> None:
    game = talk_of(games, control)
    moment = games.desk(game).moment
    games.order(game, EAST, parley.Speak(1))
    goes_by(games, time, HOUR - 1)
    assert not games.desk(game).is_over and games.timed() == [game]
    goes_by(games, time, 1)
    with pytest.raises(StaleOrder):
        games.order(game, WEST, parley.Speak(1), moment)
    desk = games.desk(game)
    result = result_of(games.rule_set(game), desk.standing)
    assert desk.is_over and result is not None and (result.winners, result.reason) == ((EAST,), "time")
    assert [type(each.body).__name__ for each in games.recorded(game)[-2:]] == ["TimeRanOut", "SeedRevealed"]
    assert lefts(games, game)[WEST] == 0 and games.timed() == [] and games.unfinished() == []


def test_where_time_must_be_claimed_the_game_goes_on_until_somebody_does(games: Games, time: Time) -> None:
    game = talk_of(games, msgspec.structs.replace(PER_MOVE, on_time="claim"))
    with pytest.raises(NotAllowed, match="Nobody on another side than east"):
        games.claim_time(game, EAST)
    games.order(game, EAST, parley.Speak(1))
    goes_by(games, time, 2 * HOUR)
    assert not games.desk(game).is_over
    with pytest.raises(NotAllowed, match="Nobody on another side than west"):
        games.claim_time(game, WEST)
    desk = games.claim_time(game, EAST)
    assert desk.is_over and games.recorded(game)[-2].body == TimeRanOut(WEST, (EAST,), EAST)
    with pytest.raises(NotAllowed, match="over already"):
        games.claim_time(game, EAST)


def test_who_answers_late_before_anybody_claims_plays_on(games: Games, time: Time) -> None:
    game = talk_of(games, msgspec.structs.replace(PER_MOVE, on_time="claim"))
    goes_by(games, time, 2 * HOUR)
    parley.talk(games, game, parley.Speak(1), parley.Speak(1))
    assert lefts(games, game) == {EAST: HOUR, WEST: HOUR}


def test_a_game_without_a_clock_cannot_be_claimed(games: Games) -> None:
    with pytest.raises(NotAllowed, match="no clock"):
        games.claim_time(games.create("parley", "talk", holders=TWO), EAST)


# Undo and forks


def test_undo_gives_no_time_back_and_earns_none(games: Games, time: Time) -> None:
    game = talk_of(games, PER_GAME)
    rest = games.standing(game).rest
    time.goes_by(10 * SECOND)
    parley.talk(games, game, parley.Speak(1), parley.Speak(1))
    for _ in range(3):
        games.take_back(game, (EAST, WEST), rest)
        assert lefts(games, game) == {EAST: 595 * SECOND, WEST: 595 * SECOND}
        parley.talk(games, game, parley.Speak(1), parley.Speak(1))
    assert lefts(games, game) == {EAST: 595 * SECOND, WEST: 595 * SECOND}
    parley.talk(games, game, parley.Speak(1), parley.Speak(1))  # further than ever before
    assert lefts(games, game) == {EAST: 600 * SECOND, WEST: 600 * SECOND}


def test_nobody_stretches_a_move_by_taking_it_back_alone(games: Games, time: Time) -> None:
    game = talk_of(games, PER_MOVE)
    rest = games.standing(game).rest
    goes_by(games, time, 50 * MINUTE)
    parley.talk(games, game, parley.Speak(1), parley.Speak(1))
    goes_by(games, time, 5 * MINUTE)
    games.take_back(game, (EAST, WEST), rest)
    assert lefts(games, game) == {EAST: 55 * MINUTE, WEST: 55 * MINUTE}
    goes_by(games, time, 50 * MINUTE)
    parley.talk(games, game, parley.Speak(1), parley.Speak(1))
    assert lefts(games, game) == {EAST: 5 * MINUTE, WEST: 5 * MINUTE}
    parley.talk(games, game, parley.Speak(1), parley.Speak(1))
    assert lefts(games, game) == {EAST: HOUR, WEST: HOUR}


def test_where_the_others_agree_to_an_undo_the_question_is_asked_anew(games: Games, time: Time) -> None:
    game = talk_of(games, PER_MOVE)
    rest = games.standing(game).rest
    parley.talk(games, game, parley.Speak(1), parley.Speak(1))
    goes_by(games, time, 30 * MINUTE)
    games.take_back(game, (EAST,), rest)
    goes_by(games, time, 10 * MINUTE)
    games.consent(game, WEST, True)
    assert lefts(games, game) == {EAST: HOUR, WEST: HOUR}


def test_a_fork_has_a_clock_only_if_one_is_chosen_and_begins_it_anew(games: Games, time: Time) -> None:
    game = talk_of(games, PER_GAME)
    time.goes_by(MINUTE)
    parley.talk(games, game, parley.Speak(1), parley.Speak(1))
    games.resign(game, EAST, (EAST,))
    at = games.recorded(game)[-3].version
    goes_by(games, time, HOUR)
    untimed = games.fork(game, at, same_fate=False, holders=TWO)
    assert games.clocks_at(games.desk(untimed)) is None
    fork = games.fork(game, at, same_fate=False, holders=TWO, clock=PER_GAME)
    assert lefts(games, fork) == {EAST: 600 * SECOND, WEST: 600 * SECOND}
    goes_by(games, time, MINUTE)
    parley.talk(games, fork, parley.Speak(1), parley.Speak(1))
    assert lefts(games, fork) == {EAST: 545 * SECOND, WEST: 545 * SECOND}


# Who has a clock


def test_people_have_a_clock_against_others_computers_and_open_seats_have_none(
    games: Games, time: Time
) -> None:
    bot, nobody = Holder("bot", "random"), Holder("open", "")
    for other, timed in ((bot, {EAST}), (nobody, set()), (Holder("person", ""), set())):
        game = talk_of(games, PER_MOVE, {EAST: TWO[EAST], WEST: other})
        assert set(lefts(games, game)) == timed


def test_seats_of_one_screen_do_not_lose_to_themselves(games: Games, time: Time) -> None:
    game = talk_of(games, msgspec.structs.replace(PER_MOVE, one_screen=(EAST, WEST)))
    goes_by(games, time, 2 * HOUR)
    assert lefts(games, game) == {} and not games.desk(game).is_over
    games.ask_for_seat(game, WEST, "host")  # the other player leaves, and somebody else comes
    goes_by(games, time, HOUR)
    games.free_seat(game, WEST, "host")
    games.take_seat(game, WEST, Holder("person", "Carla"))
    assert lefts(games, game) == {EAST: HOUR, WEST: HOUR}


def test_a_seat_that_waits_for_somebody_thinks_nothing_and_begins_anew(games: Games, time: Time) -> None:
    game = talk_of(games, PER_GAME)
    goes_by(games, time, 100 * SECOND)
    games.ask_for_seat(game, WEST, "host")
    goes_by(games, time, 400 * SECOND)
    assert lefts(games, game)[WEST] == 100 * SECOND
    games._by_host(games.desk(game), SeatFreed(WEST, "Bruno", "host"))
    goes_by(games, time, HOUR)
    assert lefts(games, game) == {} and not games.desk(game).is_over
    games.take_seat(game, WEST, Holder("person", "Carla"))
    time.goes_by(10 * SECOND)
    assert lefts(games, game) == {EAST: 590 * SECOND, WEST: 590 * SECOND}


def test_who_thinks_gains_no_time_by_somebody_else_who_sits_down(games: Games, time: Time) -> None:
    people = {council.NORTH: Holder("person", "Anna"), council.EAST: Holder("person", "Bruno")}
    game = games.create("council", "hall", holders=people, clock=TimeControl(per_game=3600))
    goes_by(games, time, 40 * MINUTE)
    for _ in range(2):
        games.take_seat(game, council.SOUTH, Holder("person", "Carla"))
        games.ask_for_seat(game, council.SOUTH, "Anna")
        before = lefts(games, game)[council.NORTH]
        goes_by(games, time, 10 * MINUTE - 10 * SECOND)
        games._by_host(games.desk(game), SeatFreed(council.SOUTH, "Carla", "Anna"))
        assert lefts(games, game)[council.NORTH] == before - 10 * MINUTE + 10 * SECOND
    games.order(game, council.NORTH, council.Propose("talk"))
    spent = next(each.spent for each in reversed(games.recorded(game)) if each.spent)
    assert spent == {council.NORTH: 60 * MINUTE - 20 * SECOND}


# Windows


def window_of(games: Games, cover: int = 0) -> str:
    people = {seat: Holder("person", str(seat)) for seat in council.SEATS}
    game = games.create("council", "hall", holders=people, cover=cover, clock=TimeControl(per_game=600))
    games.order(game, council.NORTH, council.Propose("talk"))
    return game


def test_in_a_window_clocks_tell_nothing_of_who_has_answered(games: Games, time: Time) -> None:
    game = window_of(games)
    time.goes_by(10 * SECOND)
    before = games.clocks_at(games.desk(game))
    games.order(game, council.SOUTH, council.LetPass())
    time.goes_by(10 * SECOND)
    after = games.clocks_at(games.desk(game))
    assert before is not None and after is not None and before.runs == after.runs
    assert set(after.left.values()) == {580 * SECOND}
    for seat in (council.NORTH, council.EAST):
        games.order(game, seat, council.LetPass())
    assert set(lefts(games, game).values()) == {580 * SECOND}


def test_who_has_answered_in_a_window_does_not_fall_by_the_others(games: Games, time: Time) -> None:
    game = window_of(games)
    games.order(game, council.SOUTH, council.LetPass())
    games.order(game, council.NORTH, council.LetPass())
    goes_by(games, time, 700 * SECOND)
    games.desk(game)
    ended = games.recorded(game)[-2].body
    assert isinstance(ended, TimeRanOut) and ended.seat == council.EAST
    times = games.standing(game).times
    assert times is not None and left(TimeControl(per_game=600), times, council.SOUTH) == MINUTE


def test_the_time_for_which_a_table_keeps_windows_open_costs_nothing(games: Games, time: Time) -> None:
    game = window_of(games, cover=20 * SECOND)
    due = games.desk(game).due
    assert due is not None
    for seat in council.SEATS:
        games.order(game, seat, council.LetPass())
    time.now = due
    games.desk(game)
    assert set(lefts(games, game).values()) == {600 * SECOND}


# Servers that are down, several servers, a host who stops a game


def test_a_server_that_was_down_takes_no_time_from_anybody(time: Time, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.db?synchronous=normal"
    first = open_games(address, clock=time)
    first.uptime.beat()
    game = talk_of(first, PER_MOVE)
    goes_by(first, time, 10 * MINUTE)
    first.close()
    time.goes_by(5 * HOUR)
    again = open_games(address, clock=time)
    assert not again.desk(game).is_over  # nobody keeps the time yet
    again.uptime.beat()
    assert not again.desk(game).is_over and lefts(again, game)[EAST] == 50 * MINUTE
    goes_by(again, time, MINUTE)  # the grace
    assert lefts(again, game)[EAST] == 50 * MINUTE
    goes_by(again, time, 50 * MINUTE)
    assert again.desk(game).is_over
    again.close()


def test_a_server_that_slept_takes_no_time_even_before_it_notices(games: Games, time: Time) -> None:
    game = talk_of(games, PER_MOVE)
    time.goes_by(5 * HOUR)
    assert not games.desk(game).is_over and lefts(games, game)[EAST] == HOUR
    parley.talk(games, game, parley.Speak(1), parley.Speak(1))
    assert games.recorded(game)[-1].spent is None


def test_while_one_server_is_there_time_goes_on_and_two_record_it_once(time: Time, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/games.db?synchronous=normal"
    one, other = open_games(address, clock=time), open_games(address, clock=time)
    one.uptime.beat()
    other.uptime.beat()
    game = talk_of(one, PER_MOVE)
    goes_by(one, time, HOUR)
    other.uptime.beat()
    before = other._desk(game)
    assert one.desk(game).is_over
    other._settled(before, lambda: other._out_of_time(before, EAST))
    assert other.desk(game).is_over
    assert [type(each.body).__name__ for each in other.recorded(game)].count("TimeRanOut") == 1
    one.close()
    other.close()


@pytest.mark.parametrize("did", ["removed", "hidden"])
def test_nobody_falls_in_a_game_that_the_host_has_put_away(games: Games, time: Time, did: str) -> None:
    game = talk_of(games, PER_MOVE)
    games.shelf.put(game, did)  # type: ignore[arg-type]
    goes_by(games, time, 2 * HOUR)
    assert not games.desk(game).is_over


# What is kept, sent and checked


@pytest.mark.parametrize(("title", "scenario", "seats"), OF_TWO)
def test_the_clocks_of_every_title_follow_from_what_is_recorded(
    title: str, scenario: str, seats: tuple[Seat, ...], time: Time
) -> None:
    games, rules = open_games("memory:", clock=time), titled(title)
    games.uptime.beat()
    random, control = Random(3), TimeControl(per_game=900, increment=3)
    holders = {seat: Holder("person", f"Player of {seat}") for seat in seats}
    game = games.create(title, scenario, seats=seats, holders=holders, seed=b"c" * 32, clock=control)
    for _ in range(14):
        goes_by(games, time, random.choice((0, SECOND, 4 * SECOND)))
        play_on(games, game, random, 2)
        to = games.undo_target(game, seats)
        if random.random() < 0.3 and to is not None:
            games.take_back(game, seats, to)
    history = games.history(game)
    assert fold(rules, history.recorded, None, history.at) == history.head == games.standing(game)
    writer, elapsed = codec(title), time.now - history.recorded[0].at
    seen = dict.fromkeys(seats, 0)
    for version in history.rests():
        times = history.at(version).times
        assert times is not None and times == fold(rules, history.recorded[:version], None, history.at).times
        assert all(seen[seat] <= times.used.get(seat, 0) <= elapsed for seat in seats)  # never given back
        seen = {seat: times.used.get(seat, 0) for seat in seats}
        assert writer.read_standing(writer.write_standing(history.at(version))) == history.at(version)
    assert sum(seen.values()) > 0
    seat = games.desk(game).waiting[0]
    goes_by(games, time, HOUR)
    desk = games.desk(game)
    ended = games.recorded(game)[-2].body
    assert desk.is_over and isinstance(ended, TimeRanOut)
    assert ended.seat == seat or seat in ended.winners
    for language in ("en", "it"):
        assert prose(rules, language).name(ended.seat).lower() in prose(rules, language).event(ended).lower()
    assert verify(write(rules, games.recorded(game))).over


def test_an_archive_carries_the_clock_and_is_believed_nothing_that_cannot_be(
    games: Games, time: Time
) -> None:
    title, scenario, seats = OF_TWO[0]
    rules = titled(title)
    holders = {seat: Holder("person", str(seat)) for seat in seats}
    game = games.create(title, scenario, seats=seats, holders=holders, seed=b"d" * 32, clock=PER_MOVE)
    time.goes_by(5 * SECOND)
    play_on(games, game, Random(1), 4)
    goes_by(games, time, HOUR)
    assert games.desk(game).is_over
    recorded = games.recorded(game)
    elsewhere = open_games("memory:")
    archive = read(write(rules, recorded))
    copy = elsewhere.adopt(archive.recorded, bytes.fromhex(archive.seed or ""))
    assert elsewhere.standing(copy).times == games.standing(game).times
    at = next(each.version for each in recorded if each.spent)
    *others, last, seed = recorded
    ended = last.body
    assert isinstance(ended, TimeRanOut)
    long = msgspec.structs.replace(recorded[at - 1], spent={seats[0]: 10 * HOUR})
    early = msgspec.structs.replace(last, spent={ended.seat: SECOND})
    claimed = msgspec.structs.replace(last, body=msgspec.structs.replace(ended, claimed_by=seats[0]))
    unknown = msgspec.structs.replace(recorded[at - 1], spent={Seat("nobody"): 1})
    misplaced = msgspec.structs.replace(recorded[1], spent={seats[0]: 1})
    untimed = msgspec.structs.replace(recorded[0], body=msgspec.structs.replace(recorded[0].body, clock=None))
    for changed in (long, early, claimed, unknown, misplaced, untimed):
        tried = [changed if each.version == changed.version else each for each in (*others, last, seed)]
        with pytest.raises(ArchiveError):
            verify(write(rules, tried))


def test_the_clocks_of_a_running_game_that_is_brought_in_go_on_from_there(games: Games, time: Time) -> None:
    game = talk_of(games, PER_MOVE)
    parley.talk(games, game, parley.Speak(1), parley.Speak(1))
    goes_by(games, time, 10 * MINUTE)
    recorded, seed = games.recorded(game), games.seed(game, host=True)
    elsewhere = open_games("memory:", clock=time)
    elsewhere.uptime.beat()
    goes_by(elsewhere, time, 10 * HOUR)
    copy = elsewhere.adopt(recorded, seed)
    assert not elsewhere.desk(copy).is_over and lefts(elsewhere, copy) == {EAST: HOUR, WEST: HOUR}
    elsewhere.close()


@pytest.mark.parametrize(
    ("control", "message"),
    [
        (TimeControl(per_move=3), "10 to"),
        (TimeControl(per_game=10**9), "10 to"),
        (TimeControl(per_game=-60), "10 to"),
        (TimeControl(per_move=60, per_game=60), "not both"),
        (TimeControl(per_move=60, increment=5), "not both"),
        (TimeControl(per_game=60, increment=-5), "increment"),
        (TimeControl(per_game=60, on_time="draw"), "lost, claim"),  # type: ignore[arg-type]
        (TimeControl(per_game=60, one_screen=(Seat("nobody"),)), "seat"),
    ],
)
def test_there_are_clocks_that_nobody_can_choose(games: Games, control: TimeControl, message: str) -> None:
    with pytest.raises(InvalidSetup, match=message):
        talk_of(games, control)


def test_no_clock_at_all_is_no_clock(games: Games) -> None:
    assert games.standing(talk_of(games, TimeControl())).opened.clock is None


def test_an_undo_says_what_was_thought_before_it(games: Games, time: Time) -> None:
    game = talk_of(games, PER_GAME)
    rest = games.standing(game).rest
    parley.talk(games, game, parley.Speak(1), parley.Speak(1))
    time.goes_by(7 * SECOND)
    games.take_back(game, (EAST, WEST), rest)
    last = games.recorded(game)[-1]
    assert isinstance(last.body, Undone) and last.spent == {EAST: 7 * SECOND, WEST: 7 * SECOND}
