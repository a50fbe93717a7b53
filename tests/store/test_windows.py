"""Response windows: standing orders, early settlement, what others may see, how long they stay open."""

import itertools
from collections.abc import Iterator
from random import Random

import pytest
from scipy.stats import ks_2samp

import domain.titles  # noqa: F401  (registers every title)
from domain.kernel import PUBLIC, Order, RuleSet, Seat, titled, titles
from domain.kernel.errors import InvalidSetup, NotAsked
from domain.store import Desk, Games, Holder, StandingOrder, open_games
from domain.store.openings import LONGEST_COVER
from domain.store.standing_orders import read_standing_order
from projections.documents import desk_document
from tests.council import COUNCIL, EAST, NORTH, SEATS, SOUTH, Adjourn, LetPass, Object, Propose
from tests.thorough import times
from web.table.news import stamp

PASS, YES = LetPass(), Object("yes_1")
PEOPLE = {seat: Holder("person", str(seat)) for seat in SEATS}


def opened(games: Games, kind: str = "talk", east: str = "yes", cover: int = 0) -> str:
    """A council that stands in a window."""
    game = games.create("council", "hall", holders=PEOPLE, options={"east": east}, cover=cover)
    games.order(game, NORTH, Propose(kind))
    return game


def give(games: Games, game: str, **answers: Order) -> Desk:
    for seat, order in answers.items():
        games.order(game, Seat(seat), order)
    return games.desk(game)


def test_a_window_closes_when_all_let_it_pass_and_leaves_no_event(games: Games) -> None:
    game = opened(games)
    version = games.desk(game).version
    desk = give(games, game, north=PASS, south=PASS, east=PASS)
    assert (desk.version, desk.window, desk.asked) == (version, None, (NORTH,))


def test_an_offer_is_taken_once_nobody_before_it_is_still_to_answer(games: Games) -> None:
    game = opened(games)
    before = games.desk(game)
    desk = give(games, game, north=YES, south=YES)
    assert desk.moment == before.moment and desk.waiting == (EAST,)
    desk = give(games, game, east=PASS)
    assert desk.version == before.version + 1 and desk.asked == (NORTH, EAST, SOUTH)
    assert games.standing(game).state.hands[SOUTH] == ("yes_2",)


def test_offers_that_are_not_taken_are_kept_nowhere(games: Games) -> None:
    game = opened(games)
    give(games, game, north=YES, south=YES, east=PASS)
    last = games.recorded(game)[-1]
    assert last.answers == ({EAST: (PASS,), SOUTH: (YES,)},)
    give(games, game, east=YES)
    assert games.recorded(game)[-1].answers == ({EAST: (YES,)},)


STANDING = [
    (StandingOrder(), "talk", False),
    (StandingOrder("all"), "talk", True),
    (StandingOrder("kinds", kinds=("talk",)), "talk", True),
    (StandingOrder("kinds", kinds=("talk",)), "battle_talk", False),
    (StandingOrder("battles"), "talk", True),
    (StandingOrder("battles"), "battle_talk", False),
    (StandingOrder("cards", cards=("yes_2",)), "talk", False),
    (StandingOrder("cards", cards=("no_1",)), "talk", True),
    (StandingOrder(pass_empty=True), "talk", False),
]


@pytest.mark.parametrize(("order", "kind", "passes"), STANDING)
def test_a_standing_order_says_which_windows_pass(order: StandingOrder, kind: str, passes: bool) -> None:
    with_memory = open_games("memory:")
    game = opened(with_memory, kind)
    desk = with_memory.stand_by(game, EAST, order)
    assert (EAST in desk.automatic, EAST not in desk.waiting) == (passes, passes)
    with_memory.close()


def test_a_window_in_which_a_seat_can_play_nothing_passes_if_it_chose_so(games: Games) -> None:
    game = opened(games, east="no")
    assert EAST in games.desk(game).waiting
    assert EAST in games.stand_by(game, EAST, StandingOrder(pass_empty=True)).automatic


@pytest.mark.parametrize("level", ["impulse", "all"])
def test_a_standing_order_stored_by_an_older_program_is_read(level: str) -> None:
    body = f'{{"level":"{level}","kinds":[],"cards":[],"pass_empty":true}}'
    assert read_standing_order(body) == StandingOrder("all", pass_empty=True)


def test_the_last_silence_may_be_a_standing_order_and_windows_pass_in_a_row(games: Games) -> None:
    game = opened(games)
    give(games, game, north=PASS, south=PASS)
    desk = games.stand_by(game, EAST, StandingOrder("all"))
    assert desk.window is None and desk.asked == (NORTH,)
    games.stand_by(game, SOUTH, StandingOrder("battles"))
    games.order(game, NORTH, Propose("talk"))
    desk = games.order(game, NORTH, PASS)
    assert desk.asked == (NORTH,) and desk.window is None
    answers = games.recorded(game)
    assert [type(each.body).__name__ for each in answers[-2:]] == ["Proposed", "Proposed"]


def test_a_standing_order_is_withdrawn_while_the_window_is_open(games: Games) -> None:
    game = opened(games)
    games.stand_by(game, EAST, StandingOrder("all"))
    with pytest.raises(NotAsked, match="standing order"):
        games.order(game, EAST, YES)
    with pytest.raises(NotAsked, match="standing order"):
        games.retract(game, EAST)
    desk = games.stand_by(game, EAST, StandingOrder())
    assert EAST in desk.waiting and not desk.standing_orders
    assert games.order(game, EAST, YES).version > desk.version


def test_an_answer_by_hand_goes_before_a_standing_order(games: Games) -> None:
    game = opened(games)
    games.order(game, SOUTH, YES)
    desk = games.stand_by(game, SOUTH, StandingOrder("all"))
    assert desk.answers[SOUTH] == (YES,) and not desk.automatic


def test_some_standing_orders_end_when_the_seat_is_asked_something_else(games: Games) -> None:
    game = opened(games)
    games.stand_by(game, NORTH, StandingOrder("all", pass_empty=True))
    games.stand_by(game, EAST, StandingOrder("all"))
    desk = give(games, game, south=PASS)
    assert desk.standing_order(NORTH).level == "all" and desk.asked == (NORTH,)
    desk = give(games, game, north=Propose("talk"))
    assert desk.standing_order(NORTH) == StandingOrder(pass_empty=True)
    assert desk.standing_order(EAST).level == "all" and NORTH in desk.waiting


def test_a_seats_next_player_begins_without_a_standing_order(games: Games) -> None:
    game = opened(games)
    games.stand_by(game, EAST, StandingOrder("battles"))
    assert games.take_seat(game, EAST, Holder("person", "Eve")).standing_orders == {}


def test_a_standing_order_names_windows_of_the_title_and_a_seat_of_the_game(games: Games) -> None:
    game = opened(games)
    with pytest.raises(InvalidSetup, match="has no window 'siege'; its windows: talk, battle_talk"):
        games.stand_by(game, EAST, StandingOrder("kinds", kinds=("siege",)))
    with pytest.raises(InvalidSetup, match="no standing order 'never'"):
        games.stand_by(game, EAST, StandingOrder("never"))  # type: ignore[arg-type]
    with pytest.raises(InvalidSetup, match="no seat 'west'"):
        games.stand_by(game, Seat("west"), StandingOrder("battles"))


def test_standing_orders_outlive_the_program(tmp_path: object) -> None:
    address = f"sqlite:///{tmp_path}/games.db"
    first = open_games(address)
    game = opened(first)
    first.stand_by(game, EAST, StandingOrder("cards", cards=("yes_1",)))
    first.close()
    again = open_games(address)
    assert again.desk(game).standing_order(EAST) == StandingOrder("cards", cards=("yes_1",))
    again.close()


# Taking back


def test_windows_that_all_let_pass_leave_an_undo_free(games: Games) -> None:
    game = opened(games)
    rest = games.desk(game).standing.rest
    desk = give(games, game, north=PASS, east=PASS, south=PASS)
    give(games, game, north=Propose("talk"), east=PASS)
    to = games.undo_target(game, (NORTH,))
    assert to == rest and games.undo_target(game, (EAST,)) is None
    assert games.take_back(game, (NORTH,), to).takeback is None
    assert games.desk(game).version == desk.version + 2


def test_a_request_to_take_back_tells_nothing_about_answers_in_a_window(games: Games) -> None:
    game = opened(games)
    rest = give(games, game, south=YES, east=PASS).standing.rest
    request = games.take_back(game, (NORTH,), rest - 1).takeback
    assert request is not None and request.needed == (EAST, SOUTH)
    assert games.order(game, EAST, PASS).takeback == request


def test_an_offer_on_the_table_does_not_keep_others_from_taking_back(games: Games) -> None:
    game = opened(games)
    games.order(game, SOUTH, YES)
    assert games.take_back(game, (NORTH,), 1).asked == (NORTH,)


# What others see


def seen(desk: Desk, viewer: Seat) -> tuple[object, str]:
    return _seen(COUNCIL, desk, viewer)


def _seen(rule_set: RuleSet, desk: Desk, viewer: Seat) -> tuple[object, str]:
    document = desk_document(rule_set, desk, viewer)
    return {**document, "game": ""}, stamp(desk, () if viewer == PUBLIC else (viewer,))


def test_law_5_nobody_sees_who_has_answered_in_a_window_or_how(games: Games) -> None:
    game = opened(games)
    before = games.desk(game)
    passed = games.order(game, EAST, PASS)
    for viewer in (PUBLIC, NORTH, SOUTH):
        assert seen(passed, viewer) == seen(before, viewer)
    assert seen(passed, EAST) != seen(before, EAST)
    games.retract(game, EAST)
    automatic = games.stand_by(game, EAST, StandingOrder("all"))
    games.stand_by(game, EAST, StandingOrder())
    offered = games.order(game, SOUTH, YES)
    for viewer in (PUBLIC, NORTH):
        assert seen(automatic, viewer) == seen(offered, viewer) == seen(before, viewer)


def test_law_5_a_seat_with_cards_that_fit_and_one_without_look_the_same_to_others(games: Games) -> None:
    could, could_not = (opened(games, east=cards) for cards in ("yes", "no"))
    for game in (could, could_not):
        games.stand_by(game, EAST, StandingOrder(pass_empty=True))
    steps: list[dict[str, Order]] = [{}, {"north": PASS}, {"south": PASS}]
    for step in steps:
        desks = [give(games, game, **step) for game in (could, could_not)]
        if step != steps[-1]:
            for viewer in (PUBLIC, NORTH, SOUTH):
                assert seen(desks[0], viewer) == seen(desks[1], viewer)


@pytest.mark.parametrize("title", sorted({COUNCIL.id, *(each.id for each in titles() if each.windows)}))
def test_law_5_in_random_play_no_answer_or_standing_order_in_a_window_shows_to_others(title: str) -> None:
    games, random, rule_set = open_games("memory:"), Random(5), titled(title)
    orders = (StandingOrder("all"), StandingOrder(pass_empty=True), StandingOrder(), StandingOrder())
    game = games.create(title, rule_set.scenarios[0].id, options={})
    for _ in range(300):
        desk = games.desk(game)
        if desk.is_over:
            break
        seat = random.choice(desk.waiting)
        if desk.window and random.random() < 0.2:
            after = games.stand_by(game, seat, random.choice(orders))
        else:
            after = games.order(game, seat, random.choice(list(desk.menu(seat))), desk.moment)
        if desk.window and after.moment == desk.moment:
            for viewer in (PUBLIC, *(each for each in desk.standing.opened.seats if each != seat)):
                assert _seen(rule_set, after, viewer) == _seen(rule_set, desk, viewer)
    games.close()


def test_a_refusal_in_a_window_names_everybody_who_is_asked(games: Games) -> None:
    game = opened(games)
    give(games, game, east=PASS, south=PASS)
    with pytest.raises(NotAsked, match="wait for north and east"):
        games.order(game, SOUTH, PASS)


# Cover time


@pytest.fixture
def slow(address: str) -> Iterator[tuple[Games, list[int]]]:
    """Games whose clock stands still until a test moves it."""
    time = [1_000]
    made = open_games(address, clock=lambda: time[0])
    yield made, time
    made.close()


def test_a_window_stays_open_for_its_cover_time_though_all_have_answered(
    slow: tuple[Games, list[int]],
) -> None:
    games, time = slow
    game = opened(games, cover=4_000)
    due = games.desk(game).due
    assert due is not None and 3_000 <= due <= 7_000 and games.dues() == {game: due}
    for seat in SEATS:
        games.stand_by(game, seat, StandingOrder("all"))
    time[0] = due - 1
    desk = games.desk(game)
    assert desk.is_settled and not desk.waiting and desk.window == "talk" and desk.due == due
    heard: list[str] = []
    games.on_change(lambda _, moment: heard.append(moment))
    time[0] = due
    desk = games.desk(game)
    assert desk.asked == (NORTH,) and desk.window is None and heard == [desk.moment]


WINDOWS = times(400, 10_000)
"""Of each kind."""


def closing_times(games: Games, time: list[int], east: str, random: Random, windows: int) -> list[int]:
    """How long windows stayed open for the others.

    East has a card that fits, thinks and passes by hand; or has none and lets a standing order pass.
    """
    found = []
    for _ in range(windows):
        game, began = opened(games, east=east, cover=4_000), time[0]
        games.stand_by(game, EAST, StandingOrder(pass_empty=True))
        for seat in (NORTH, SOUTH, *([EAST] if east == "yes" else [])):
            time[0] += random.randrange(600)
            games.order(game, seat, PASS)
        assert set(games.desk(game).seen_waiting(())) == set(SEATS), "all are asked, whatever they hold"
        due = games.desk(game).due
        assert due is not None
        time[0] = due - 1
        assert games.desk(game).window == "talk"
        time[0] = due
        assert games.desk(game).window is None
        found.append(due - began)
    return found


def test_u12_closing_times_do_not_tell_who_could_have_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.store.answers.CHANCE", Random(13))  # else one run in twenty would fail
    time, random = [1_000], Random(12)
    games = open_games("memory:", clock=lambda: time[0])
    with_card, without = (closing_times(games, time, east, random, WINDOWS) for east in ("yes", "no"))
    games.close()
    assert ks_2samp(with_card, without).pvalue >= 0.05


def test_an_answer_may_be_changed_during_the_cover_time(slow: tuple[Games, list[int]]) -> None:
    games, time = slow
    game = opened(games, cover=4_000)
    give(games, game, east=YES, south=PASS, north=PASS)
    games.retract(game, EAST)
    time[0] = 10_000
    assert games.desk(game).waiting == (EAST,)
    assert games.order(game, EAST, PASS).window is None


def test_the_cover_time_outlives_the_program(tmp_path: object) -> None:
    address, ticks = f"sqlite:///{tmp_path}/games.db", itertools.count(1)
    first = open_games(address, clock=ticks.__next__)
    game = opened(first, cover=LONGEST_COVER)
    due = give(first, game, east=PASS, south=PASS, north=PASS).due
    first.close()
    again = open_games(address, clock=lambda: 10**9)
    assert again.dues() == {game: due}
    assert again.desk(game).window is None
    assert again.order(game, NORTH, Adjourn()).is_over and again.dues() == {}
    again.close()


def test_a_fork_keeps_the_cover_time(games: Games) -> None:
    game = games.create("council", "hall", holders=PEOPLE, cover=4_000)
    assert games.cover(games.fork(game, games.desk(game).standing.rest, same_fate=False)) == 4_000


def test_a_cover_time_has_limits(games: Games) -> None:
    for cover in (-1, LONGEST_COVER + 1):
        with pytest.raises(InvalidSetup, match="0 to 60 seconds"):
            games.create("council", "hall", cover=cover)
