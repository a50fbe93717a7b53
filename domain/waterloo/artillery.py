"""Artillery fire, in the own round and as an interrupt (11.1, W-69 to W-75)."""

from collections.abc import Iterator, Sequence
from functools import cache

from domain.kernel.agenda import Answers, Play, Step, the_order, the_seat
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.kernel.seats import Seat
from domain.waterloo.events.battle import AttackerDroppedOut
from domain.waterloo.events.cards import CardPlayed
from domain.waterloo.events.losses import ArtilleryFired, UnitDisordered, UnitReduced, Window
from domain.waterloo.facts import Army
from domain.waterloo.facts.ids import (
    ARMIES_OF,
    ARMY_OF,
    ARMY_OF_CARD,
    FRONT_OF,
    FRONT_OF_ARMY,
    NEIGHBOUR,
    OPPOSITE,
    OTHER_FRONT,
)
from domain.waterloo.orders import FireArtillery, LetPass
from domain.waterloo.position.card_table import carry_out, may_be_played
from domain.waterloo.position.state import State, armies_of_seat, changed, front_of_seat, seat_of

_fire_order = cache(FireArtillery)
LET_PASS = LetPass()


def shots(state: State, army: Army) -> Iterator[tuple[str, str]]:
    """Every (infantry, enemy unit) that a card of the army could fire with and at (W-69, W-70)."""
    units, at, facts = state.units, state.at, state.facts
    front, chateaux = FRONT_OF_ARMY[army], facts.chateaux
    for shooter in facts.infantry_of[army]:
        unit = units[shooter]
        square = unit.square
        if square is None or unit.disordered:
            continue
        sides = NEIGHBOUR[square]
        for seen in sides.values() if square in chateaux else (sides[unit.facing],):
            target = at.get(seen or "")
            if target is not None and FRONT_OF[target] != front and _is_target(state, target):
                yield shooter, target


def _is_target(state: State, target: str) -> bool:
    """Not in a chateau (W-68), and fire would do something to it (W-70)."""
    unit, facts = state.units[target], state.facts
    if unit.square in facts.chateaux:
        return False
    return not unit.disordered or not (unit.reduced or target in facts.one_sided)


def may_have_guns(state: State, army: Army) -> bool:
    """May there be artillery fire in the hand, for all that everybody knows? Any card may be that, until
    all such cards lie open on the discards: so an offer tells nothing about the hand (W-72)."""
    return bool(state.hands.get(army)) and not state.facts.guns_of[army].issubset(state.discards[army])


def may_fire(state: State, army: Army) -> bool:
    """Has the army a legal shot, and perhaps a card for it?"""
    return may_have_guns(state, army) and next(shots(state, army), None) is not None


@may_be_played("artillery_fire")
def _has_a_shot(state: State, army: Army) -> bool:
    return next(shots(state, army), None) is not None


@carry_out("artillery_fire")
def _take_aim(play: Play[State], card: str) -> None:
    play.push(Fire(card))


def is_under_fire(state: State, unit: str) -> bool:
    """Does the unit stand before guns of the other front, so that a card could fire at it?"""
    square = state.units[unit].square
    if square is None or not _is_target(state, unit):
        return False
    facts = state.facts
    for facing, beside in NEIGHBOUR[square].items():
        gun = state.at.get(beside or "")
        if gun in facts.infantry and FRONT_OF[gun] != FRONT_OF[unit] and not state.units[gun].disordered:
            other = state.units[gun]
            sees_it = other.square in facts.chateaux or OPPOSITE[other.facing] == facing
            if sees_it and may_have_guns(state, ARMY_OF[gun]):
                return True
    return False


class ArtilleryWindow(Step, frozen=True):
    """The front whose round it is not may fire, as often as it can (W-72, D-20).

    `passed` counts its seats that let the window pass, the Anglo-Allied seat before the Prussian one. With
    `counts_guns` an army is not asked whose guns all lie open; games stored before that wait for its answer.
    """

    window: Window
    passed: int = 0
    counts_guns: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        for seat in _interrupting(state)[self.passed :]:
            if any(self._may_fire(state, army) for army in armies_of_seat(state, seat)):
                return Decision(_window_ask(state, seat, self.window))
        play.pop()
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        seats = _interrupting(play.state)
        turn = seats.index(the_seat(answers))
        if isinstance(order, FireArtillery):
            _interrupt(play, order, self.window)
            play.replace(changed(self, passed=0))  # an ally who has held fire may want to add to it
        elif turn + 1 < len(seats):
            play.replace(changed(self, passed=turn + 1))
        else:
            play.pop()

    def _may_fire(self, state: State, army: Army) -> bool:
        if self.counts_guns:
            return may_fire(state, army)
        return bool(state.hands.get(army)) and next(shots(state, army), None) is not None


def open_window(play: Play[State], window: Window) -> None:
    """Offer the other front to fire, if it can."""
    state = play.state
    for army in ARMIES_OF[OTHER_FRONT[state.active]]:
        if may_fire(state, army):
            play.push(ArtilleryWindow(window, counts_guns=True))
            return


def keep_watch(play: Play[State]) -> None:
    """Artillery had its window and nothing has moved since: the step that comes next (it has a field
    `watched`) need not offer it again (W-72)."""
    play.replace(changed(play.agenda[-1], watched=True))


def _interrupting(state: State) -> tuple[Seat, ...]:
    front = OTHER_FRONT[state.active]
    return tuple(seat for seat in state.seats if front_of_seat(seat) == front)


def _window_ask(state: State, seat: Seat, window: Window) -> Ask:
    def menu(draft: tuple[Order, ...]) -> Sequence[Order]:
        fire: list[Order] = []
        for army in armies_of_seat(state, seat):
            guns = [card for card in state.hands[army] if card in state.facts.guns]
            if guns:
                fire += [_fire_order(card, *shot) for shot in shots(state, army) for card in guns]
        return [*fire, LET_PASS]

    about = {"window": window}
    return Ask(seat, "artillery_window", "11.1", menu, about, window="artillery", silence=LET_PASS)


def _interrupt(play: Play[State], order: FireArtillery, window: Window) -> None:
    army, count = ARMY_OF_CARD[order.card], play.state.cards_in_round
    play.record(CardPlayed(army, order.card, "artillery_fire", own_round=False, count=count))
    fire(play, order, window)
    clash = play.state.clash
    if clash is not None and order.target in clash.attackers:
        play.record(AttackerDroppedOut(order.target))


def fire(play: Play[State], order: FireArtillery, window: Window | None = None) -> None:
    """The shot hits: disorder, or a reduction that takes disorder off (W-70)."""
    army = ARMY_OF_CARD[order.card]
    was_disordered = play.state.units[order.target].disordered
    play.record(ArtilleryFired(army, order.card, order.shooter, order.target, window))
    if was_disordered:
        play.record(UnitReduced(order.target, "fire"))
    else:
        play.record(UnitDisordered(order.target, "fire"))


class Fire(Step, frozen=True):
    """The active army fires with a card that it played for it (W-71, D-21)."""

    card: str

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        assert state.army is not None
        orders = [_fire_order(self.card, *shot) for shot in shots(state, state.army)]
        if len(orders) == 1:
            self._fire(play, orders[0])
            return None
        return Decision(Ask(seat_of(state, state.army), "fire", "11.1", orders, {"card": self.card}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, FireArtillery)
        self._fire(play, order)

    def _fire(self, play: Play[State], order: FireArtillery) -> None:
        play.pop()
        fire(play, order)
