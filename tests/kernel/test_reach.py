"""T7: what a piece can reach, against everything that its single orders lead to, one after the other."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.kernel import Decision, Order, Play, SealedChance, Seat, decision_at, titled
from domain.kernel.history import resumed
from domain.kernel.reach import HALTING, Reach, Way, reach
from domain.titles import TITLES
from tests.cannonade import CANNONADE
from tests.council import COUNCIL
from tests.laws.games import whole_game
from tests.thorough import times
from tests.toy import SKIRMISH

Fold = tuple[Any, tuple[Any, ...], Decision | None]
MOMENTS = 4
"""How many moments of a game are looked at for each piece that is chosen."""


class Chosen(NamedTuple):
    """A piece of a seat that is asked, at a rest of a game."""

    standing: Any
    seat: Seat
    piece: str


def titled_tables() -> list[Any]:
    return [
        pytest.param(rule_set, scenario.id, seats, id=f"{rule_set.id}-{len(seats)}")
        for rule_set in (SKIRMISH, COUNCIL, CANNONADE, *TITLES)
        for scenario in rule_set.scenarios[:1]
        for seats in scenario.seatings
    ]


def chosen(rule_set: Any, scenario: str, seats: Any, number: int, most: int) -> Iterator[Chosen]:
    """Pieces that one seat alone may order, spread over a random game: from some of its moments, by lot."""
    history, random = whole_game(rule_set.id, scenario, seats, number), Random(number)
    rests, found = history.rests()[1:], []
    random.shuffle(rests)
    moments = 0
    for rest in rests:
        here = _orderable(rule_set, history.at(rest))
        found += here
        moments += bool(here)
        if moments == MOMENTS * most:
            break
    random.shuffle(found)
    yield from found[:most]


def _orderable(rule_set: Any, standing: Any) -> list[Chosen]:
    """The pieces that the one seat which is asked may order."""
    decision = decision_at(standing.state, standing.agenda)
    if decision is None or len(decision.seats) > 1 or decision.window is not None:
        return []
    (seat,) = decision.seats
    pieces = {rule_set.hint(standing.state, order).piece for order in decision.asks[seat].menu()}
    known = rule_set.tokens_of(standing.state, seat).keys()
    return [Chosen(standing, seat, piece) for piece in sorted(pieces & known)]


def told(rule_set: Any, one: Chosen) -> Reach:
    return reach(rule_set, one.standing.state, one.standing.agenda, one.seat, one.piece)


def let_pass(play: "Play[Any]", decision: Decision | None) -> Decision | None:
    """The question after all windows that are open were let pass."""
    while decision is not None and decision.window is not None:
        decision = play.answer({seat: (ask.silence,) for seat, ask in decision.asks.items() if ask.silence})
    return decision


def folded(fold: Fold, seat: Seat, draft: Sequence[Order]) -> tuple[Fold, bool]:
    """The position after a complete answer, windows let pass; and whether the seat alone is asked on."""
    play: Play[Any] = Play(fold[0], fold[1], HALTING)
    try:
        decision = play.answer({seat: tuple(draft)})
        decision = let_pass(play, decision)
    except Exception as problem:
        assert type(problem).__name__ == "_ChanceFell", problem
        return (play.state, tuple(play.agenda), None), False
    goes_on = decision is not None and decision.seats == (seat,)
    goes_on = goes_on and not any(event.reveals for event in play.events)
    return (play.state, tuple(play.agenda), decision), goes_on


def completed(rule_set: Any, state: Any, ask: Any, order: Order, known: Any) -> tuple[Order, ...] | None:
    """The answer with its trailing parts as the menus list them; None if a part says where."""
    draft: tuple[Order, ...] = (order,)
    while not draft[-1].closes:
        menu = ask.menu(draft)
        if {rule_set.hint(state, each).target for each in menu} - set(known):
            return None
        draft = (*draft, next((each for each in menu if each.closes), menu[0]))
    return draft


Brute = tuple[dict[str, int], dict[str | None, int], set[tuple[str, str | None]]]


def brute(rule_set: Any, one: Chosen) -> Brute:
    """(least cost of each space, of each turning where it stands, (target, from) of each fight).

    Every order of the piece is tried after every other; positions count as the same only if they are equal.
    """
    state, agenda = rule_set.conceal(one.standing.state, one.standing.agenda, one.seat, Random(0))
    spaces: dict[str, int] = {}
    turns: dict[str | None, int] = {}
    fights: set[tuple[str, str | None]] = set()
    waiting: list[tuple[Fold, int, bool]] = [((state, agenda, decision_at(state, agenda)), 0, True)]
    least: dict[bytes, int] = {}
    while waiting:
        fold, cost, is_first = waiting.pop()
        key = msgspec.msgpack.encode((fold[0], fold[1]))
        if least.get(key, cost + 1) <= cost:
            continue
        least[key] = cost
        assert fold[2] is not None
        ask = fold[2].asks[one.seat]
        before = rule_set.tokens_of(fold[0], one.seat)[one.piece]
        for order in ask.menu():
            hint = rule_set.hint(fold[0], order)
            if hint.piece != one.piece:
                continue
            draft = completed(rule_set, fold[0], ask, order, (None, before.at, hint.target))
            if draft is None:
                continue
            after, goes_on = folded(fold, one.seat, draft)
            token = rule_set.tokens_of(after[0], one.seat).get(one.piece)
            at = token.at if token is not None else None
            total = cost + (hint.cost or 0)
            moved = at is not None and at != before.at
            turned = token is not None and at == before.at and token.facing != before.facing
            target = at if moved and at is not None else hint.target or before.at
            if hint.kind == "fight" and target != before.at:
                fights.add((target, before.at))
            elif turned and is_first:
                assert token is not None
                turns[token.facing] = min(total, turns.get(token.facing, total))
            elif moved and hint.target not in (None, at):
                continue  # it stands elsewhere than the order says
            elif not turned and target is not None and target != before.at:
                spaces[target] = min(total, spaces.get(target, total))
            if goes_on and (moved or turned):
                waiting.append((after, total, False))
    return spaces, turns, fights


def pieces_of(rule_set: Any, scenario: str, seats: Any) -> Iterator[Chosen]:
    for game in range(GAMES):
        yield from chosen(rule_set, scenario, seats, game, times(12, 130))


GAMES, MOST_GAMES = 2, 12
"""Games that pieces are looked at in, and at most until one of them has a way of several orders."""
AT_ONCE = ("brandywine", "napoleonics")
"""Titles in which an order says where a piece ends, so that no way has several orders."""


@pytest.mark.thorough
@pytest.mark.parametrize(("rule_set", "scenario", "seats"), titled_tables())
def test_t7_reach_is_what_all_single_orders_lead_to_for_the_least_cost(
    rule_set: Any, scenario: str, seats: Any
) -> None:
    for one in pieces_of(rule_set, scenario, seats):
        found = told(rule_set, one)
        spaces, turns, fights = brute(rule_set, one)
        where = (one.piece, one.standing.version)
        start = found.start or ""
        assert {way.target: way.cost for way in found.ways} == {
            at: cost for at, cost in spaces.items() if at != start
        }, where
        assert {way.facing: way.cost for way in found.turns} == turns, where
        acts = {(way.target, way.origin) for way in found.acts}
        later = {(way.target, way.origin) for way in found.acts if way.then is not None}
        assert fights <= acts and acts - fights <= later, where


@pytest.mark.thorough
@pytest.mark.parametrize(("rule_set", "scenario", "seats"), titled_tables())
def test_t7_each_way_is_legal_when_its_orders_are_sent_one_by_one(
    rule_set: Any, scenario: str, seats: Any
) -> None:
    """In the real game, with its real cards: up to where the way says that something may come between."""
    long, is_at_once = 0, rule_set not in TITLES or rule_set.id in AT_ONCE
    for game in range(MOST_GAMES):
        if game >= GAMES and (long or is_at_once):
            break
        for one in chosen(rule_set, scenario, seats, game, times(12, 130)):
            found = told(rule_set, one)
            for way in (*found.ways, *found.turns, *found.acts, *found.ends):
                sent_singly(rule_set, one, way)
                long += len(way.spaces) > 2
    assert long or is_at_once, "no way has several steps"


def sent_singly(rule_set: Any, one: Chosen, way: Way) -> None:
    play = resumed(one.standing, SealedChance(b"s" * 32))
    decision = decision_at(play.state, play.agenda)
    draft: tuple[Order, ...] = ()
    for number, order in enumerate(way.orders, start=1):
        assert decision is not None and one.seat in decision.asks, (way, number)
        assert order in decision.asks[one.seat].menu(draft), (way, number)
        draft = (*draft, order)
        if not order.closes:
            continue
        play.events = []
        decision, draft = play.answer({one.seat: draft}), ()
        if decision is not None and decision.window is not None:
            assert way.stops is not None and way.stops <= number, (way, "a window opens and nobody said so")
            decision = let_pass(play, decision)
        if any(event.reveals for event in play.events):
            assert way.is_final and number == len(way.orders), (way, "something was revealed on the way")
            return
    if not way.is_final and way.stops is None and way.comes:
        assert rule_set.tokens_of(play.state, one.seat)[one.piece].at == way.target
    if way.then is not None:
        assert decision is not None
        quiet = decision.asks[one.seat].menu()[-1]
        if way.then not in decision.asks[one.seat].menu():
            decision = let_pass(play, play.answer({one.seat: (quiet,)}))
        assert decision is not None and way.then in decision.asks[one.seat].menu()


@pytest.mark.parametrize(("rule_set", "scenario", "seats"), titled_tables())
def test_reach_depends_on_nothing_that_the_seat_may_not_know(
    rule_set: Any, scenario: str, seats: Any
) -> None:
    """Law 5: two positions that look alike to the seat have the same reach."""
    for one in chosen(rule_set, scenario, seats, 1, 12):
        state, agenda = one.standing.state, one.standing.agenda
        other = rule_set.conceal(state, agenda, one.seat, Random(7))
        assert reach(rule_set, *other, one.seat, one.piece) == told(rule_set, one)


@pytest.mark.parametrize(("rule_set", "scenario", "seats"), titled_tables())
def test_the_counters_alone_are_those_of_the_scene(rule_set: Any, scenario: str, seats: Any) -> None:
    history = whole_game(rule_set.id, scenario, seats, 0)
    for rest in history.rests()[1::9]:
        state = history.at(rest).state
        for seat in seats:
            assert rule_set.tokens_of(state, seat) == rule_set.view(state, seat).tokens


@pytest.mark.parametrize("title", ["waterloo", "washingtons_war"])
def test_a_way_through_a_way_point_begins_with_the_orders_that_lead_there(title: str) -> None:
    rule_set = titled(title)
    scenario = rule_set.scenarios[0]
    for one in chosen(rule_set, scenario.id, scenario.seatings[0], 1, 6):
        plain = told(rule_set, one)
        state, agenda = one.standing.state, one.standing.agenda
        for first in [way for way in plain.ways if way.comes and not way.is_final][:2]:
            found = reach(rule_set, state, agenda, one.seat, one.piece, (), first.orders)
            known = {way.target: way for way in plain.ways}
            assert found.start in (None, first.target)
            for way in (*found.ways, *found.turns, *found.acts):
                assert way.orders[: len(first.orders)] == first.orders
                assert way.target not in known or way.cost >= known[way.target].cost
            for way in found.ways[:4]:
                sent_singly(rule_set, one, way)
