"""Marches: orders given at a stroke (T8, T9): they stop at the first surprise and are taken back as one."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import domain.titles  # noqa: F401  (registers the titles)
from domain.bots import greedy_bot, situation
from domain.kernel import Order, Seat, Undone, titled
from domain.kernel.errors import IllegalOrder, InvalidOrder, StaleOrder, StoreUnavailable
from domain.kernel.reach import Way, reach
from domain.store import Desk, Games, Holder
from domain.store.marches import seen
from domain.waterloo.orders import EndMovement, MoveUnit, TurnUnit

SEED = b"marches of the tests".ljust(32, b".")
Fits = Callable[[Way], bool]


def ways_now(games: Games, game: str) -> list[Way]:
    """All that the pieces of the seat that is asked can do now."""
    desk = games.desk(game)
    rule_set, seat = games.rule_set(game), desk.waiting[0]
    state = desk.standing.state
    pieces = {rule_set.hint(state, order).piece for order in desk.menu(seat)}
    found = [
        reach(rule_set, state, desk.agenda, seat, piece)
        for piece in sorted(pieces & rule_set.tokens_of(state, seat).keys())
    ]
    return [way for each in found for way in each.ways]


_led_there: dict[tuple[str, str], tuple[list[tuple[Seat, Order]], Way]] = {}
"""(title, what was looked for) -> the orders that led there, and the way that was found."""


def table_where(games: Games, title: str, fits: Fits, name: str = "") -> tuple[str, Desk, Seat, Way]:
    """A game at a decision in which some way fits, and that way; `name` tells what is looked for."""
    scenario = titled(title).scenarios[0]
    holders = {seat: Holder("person", str(seat)) for seat in scenario.seatings[0]}
    game = games.create(title, scenario.id, holders=holders, seed=SEED)
    if (title, name) in _led_there:
        orders, way = _led_there[title, name]
        for seat, order in orders:
            games.order(game, seat, order)
        return game, games.desk(game), games.desk(game).waiting[0], way
    given: list[tuple[Seat, Order]] = []
    random = Random(title)
    while len(given) < 900:
        desk = games.desk(game)
        seat = desk.waiting[0]
        if desk.window is None and len(desk.asked) == 1 and not desk.drafts and not random.randrange(3):
            found = next((way for way in ways_now(games, game) if fits(way)), None)
            if found is not None:
                _led_there[title, name] = given, found
                return game, desk, seat, found
        ask = desk.decision.asks[seat] if desk.decision else None
        assert ask is not None
        draft = desk.drafts.get(seat, ())
        shown = situation(games.rule_set(game), desk.standing.state, desk.agenda, ask, draft, random)
        order = greedy_bot(shown) if random.random() < 0.3 else random.choice(desk.menu(seat))
        games.order(game, seat, order)
        given.append((seat, order))
    raise AssertionError("no way fits")


def is_plain(steps: int) -> Fits:
    return lambda way: len(way.orders) == steps and way.stops is None and not way.is_final and way.comes


def answered(games: Games, game: str, after: int) -> list[Any]:
    """The answers of the commands after a version."""
    return [each.answers for each in games.recorded(game, after) if each.answers is not None]


@pytest.mark.parametrize("steps", [2, 3, 5])
def test_t8_a_march_of_n_steps_is_n_orders_and_one_undo(games: Games, steps: int) -> None:
    game, desk, seat, way = table_where(games, "waterloo", is_plain(steps), f"plain {steps}")
    went = games.march(game, seat, way.orders, desk.moment)
    assert (went.done, went.stop) == (steps, None)
    assert answered(games, game, desk.version) == [({seat: (order,)},) for order in way.orders]
    marked = [each.goes_on for each in games.recorded(game, desk.version) if each.answers is not None]
    assert marked == [False] + [True] * (steps - 1)
    to = games.undo_target(game, (seat,))
    assert to == desk.standing.rest
    after = games.take_back(game, (seat,), to)
    assert after.standing.state == desk.standing.state and after.agenda == desk.agenda
    assert isinstance(games.recorded(game)[-1].body, Undone)


def test_t8_each_step_can_be_taken_back_alone(games: Games) -> None:
    game, desk, seat, way = table_where(games, "waterloo", is_plain(3), "plain 3")
    games.march(game, seat, way.orders, desk.moment)
    rests = []
    for _ in range(3):
        to = games.undo_target(game, (seat,), is_whole=False)
        assert to is not None
        rests.append(to)
        games.take_back(game, (seat,), to)
    assert rests[-1] == desk.standing.rest and len(set(rests)) == 3
    assert games.desk(game).standing.state == desk.standing.state


def test_a_march_in_another_process_is_told_alike(games: Games) -> None:
    """What belongs to a march is stored, and read back."""
    game, desk, seat, way = table_where(games, "waterloo", is_plain(3), "plain 3")
    games.march(game, seat, way.orders, desk.moment)
    stored = games._histories.read(game, desk.version)
    assert [each.goes_on for each in stored] == [each.goes_on for each in games.recorded(game, desk.version)]
    assert sum(each.goes_on for each in stored) == 2


def test_t9_a_march_stops_where_a_window_opens_and_says_so(games: Games) -> None:
    """Rule 11.1: before enemy guns the march halts, and the enemy may fire."""
    game, desk, seat, way = table_where(
        games,
        "waterloo",
        lambda way: len(way.orders) == 3 and way.stops == 2 and way.why == "window" and way.comes,
        "window",
    )
    went = games.march(game, seat, way.orders, desk.moment)
    assert went.done == 2 and went.desk.window == "artillery"
    assert answered(games, game, desk.version) == [({seat: (order,)},) for order in way.orders[:2]]
    assert went.stop is not None and went.stop.key == "stopped_window" and went.stop.rule == "11.1"
    assert went.stop.said("en") == f"Stopped at {way.spaces[2]}: others may answer first."
    assert went.stop.said("it") == f"Interrotta in {way.spaces[2]}: altri possono rispondere prima."
    assert games.undo_target(game, (seat,)) == desk.standing.rest


def passed(games: Games, game: str) -> Desk:
    """The desk after everybody has let pass what windows are open."""
    desk = games.desk(game)
    while desk.window is not None:
        assert desk.decision is not None
        for seat in desk.waiting:
            silence = desk.decision.asks[seat].silence
            assert silence is not None
            desk = games.order(game, seat, silence, desk.moment)
    return desk


def test_a_march_that_all_let_pass_may_go_on(games: Games) -> None:
    """What its seat was to see then is what it sees; a shot of the guns would be seen."""
    game, desk, seat, way = table_where(
        games,
        "waterloo",
        lambda way: len(way.orders) == 3 and way.stops == 2 and way.why == "window" and way.comes,
        "window",
    )
    rule_set = games.rule_set(game)
    went = games.march(game, seat, way.orders, desk.moment)
    desk = passed(games, game)
    assert desk.asked == (seat,)
    assert went.awaited == seen(rule_set, desk.standing.state, seat)
    went = games.march(game, seat, way.orders[2:], desk.moment)
    assert went.done == 1 and went.awaited is None
    assert went.awaited != seen(rule_set, went.desk.standing.state, seat)


def test_undo_takes_back_a_march_whose_first_answer_has_two_parts_and_no_more(games: Games) -> None:
    game, desk, seat, way = table_where(
        games, "wellington", lambda way: len(way.orders) == 4 and len(way.supposed) == 2, "parts"
    )
    games.march(game, seat, way.orders, desk.moment)
    commands = [each for each in games.recorded(game, desk.version) if each.answers is not None]
    assert not commands[0].goes_on
    assert games.undo_target(game, (seat,)) == desk.standing.rest


def test_a_march_that_is_refused_leaves_the_answer_that_lay_there(games: Games) -> None:
    game = games.create("waterloo", "short", seed=bytes(32))
    random = Random(2)
    while True:
        desk = games.desk(game)
        seat = desk.waiting[0]
        parts = [order for order in desk.menu(seat) if not order.closes]
        if len(parts) > 1:
            break
        games.order(game, seat, random.choice(desk.menu(seat)))
    games.order(game, seat, parts[0])
    desk = games.desk(game)
    (second, *_) = [order for order in desk.menu(seat) if not order.closes]
    with pytest.raises(IllegalOrder):
        games.march(game, seat, (second, parts[0]), desk.moment)
    assert games.desk(game).drafts[seat] == desk.drafts[seat] == (parts[0],)
    assert games.desk(game).version == desk.version


def test_in_wellington_parts_of_answers_are_filled_in_and_each_step_can_be_answered(games: Games) -> None:
    """Rule 5.2: everybody may answer each step that spends command points."""
    game, desk, seat, way = table_where(
        games, "wellington", lambda way: len(way.orders) == 4 and len(way.supposed) == 2, "parts"
    )
    went = games.march(game, seat, way.orders, desk.moment)
    assert went.done == 2 and went.desk.window == "cp_spent"
    assert answered(games, game, desk.version) == [({seat: way.orders[:2]},)]


def test_an_order_that_is_possible_no_more_ends_the_march_and_leaves_no_part_of_it(games: Games) -> None:
    game, desk, seat, way = table_where(games, "waterloo", is_plain(2), "plain 2")
    first = way.orders[0]
    went = games.march(game, seat, (first, EndMovement(), *way.orders[1:]), desk.moment)
    assert went.done <= 2 and went.stop is not None
    assert "Stopped" in went.stop.said("en") and "Interrotta" in went.stop.said("it")
    assert not went.desk.drafts


def test_a_march_whose_first_answer_cannot_be_finished_leaves_nothing(games: Games) -> None:
    game, desk, seat, way = table_where(games, "wellington", lambda way: len(way.supposed) == 1, "part")
    with pytest.raises(IllegalOrder):
        games.march(game, seat, (way.orders[0], way.orders[0]), desk.moment)
    assert games.desk(game).version == desk.version and not games.desk(game).drafts


def test_a_double_press_is_one_march(games: Games) -> None:
    game, desk, seat, way = table_where(games, "waterloo", is_plain(2), "plain 2")
    games.march(game, seat, way.orders, desk.moment)
    version = games.desk(game).version
    with pytest.raises(StaleOrder):
        games.march(game, seat, way.orders, desk.moment)
    assert games.desk(game).version == version


def test_no_march_is_empty_or_endless(games: Games) -> None:
    game, desk, seat, way = table_where(games, "waterloo", is_plain(1), "plain 1")
    for orders in ((), way.orders * 100):
        with pytest.raises(InvalidOrder):
            games.march(game, seat, orders, desk.moment)
    assert games.desk(game).version == desk.version


def test_a_refused_first_order_records_nothing(games: Games) -> None:
    game, desk, seat, way = table_where(games, "waterloo", is_plain(2), "plain 2")
    unit = next(order.unit for order in way.orders if isinstance(order, (MoveUnit, TurnUnit)))
    wrong: Order = MoveUnit(unit, "A1")
    with pytest.raises(IllegalOrder):
        games.march(game, seat, (wrong, *way.orders), desk.moment)
    assert games.desk(game).version == desk.version


def test_what_was_stored_of_a_march_is_told_when_the_store_fails_in_the_middle(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, desk, seat, way = table_where(games, "waterloo", is_plain(3), "plain 3")
    stores, given = games.order, []

    def fills_up(*asked: Any) -> Desk:
        given.append(asked)
        if len(given) == 3:
            raise StoreUnavailable("the disk is full")
        return stores(*asked)

    with monkeypatch.context() as patched:
        patched.setattr(games, "order", fills_up)
        went = games.march(game, seat, way.orders, desk.moment)
    assert went.done == 2 and went.stop is not None and went.stop.key == "stopped_store"
    assert answered(games, game, desk.version) == [({seat: (order,)},) for order in way.orders[:2]]
    assert games.march(game, seat, way.orders[2:], games.desk(game).moment).stop is None
    with monkeypatch.context() as patched:
        patched.setattr(games, "order", fills_up)
        given[:] = [(), ()]
        desk = games.desk(game)
        with pytest.raises(StoreUnavailable):
            games.march(game, desk.waiting[0], desk.menu(desk.waiting[0])[:1], desk.moment)
    assert games.desk(game).version == desk.version
