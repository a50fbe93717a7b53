"""The phase of close combats: diversion, declaration, one combat after the other, broken units (12.1)."""

from domain.brandywine.combat.declaring import attacks, front
from domain.brandywine.combat.diversion import diversions
from domain.brandywine.combat.duty import is_complete
from domain.brandywine.combat.fights import begin
from domain.brandywine.combat.retreats import InTurn
from domain.brandywine.events.combat import AttackDeclared, AttacksEnded, DiversionDeclared
from domain.brandywine.events.movement import PinsRemoved, ProctorUnbound
from domain.brandywine.facts.sides import ENEMY, seat_of
from domain.brandywine.orders.combat import Attack, Divert, EndAttacks, FightCombat, NoDiversion
from domain.brandywine.position.pieces import is_near_enemy, units_at, units_of
from domain.brandywine.position.state import State, pinned, side_of
from domain.kernel import Answers, Ask, Decision, Order, Play, Step, the_order


class Diversion(Step, frozen=True):
    """One enemy stack may be held by a diversion (12.1.3)."""

    def advance(self, play: Play[State]) -> Decision | None:
        menu: list[Order] = [*diversions(play.state)] if play.state.advanced else []
        if not menu:
            play.pop()
            return None
        side = play.state.active
        return Decision(Ask(seat_of(side), "diversion", "12.1.3", [*menu, NoDiversion()], {"side": side}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        play.pop()
        if isinstance(order, Divert):
            play.record(DiversionDeclared(play.state.active, order.hex))


class DeclareAttacks(Step, frozen=True):
    """All attacks are declared before the first is fought (12.1.4)."""

    def advance(self, play: Play[State]) -> Decision | None:
        menu = attack_menu(play.state)
        if menu == [EndAttacks()]:
            self._end(play)
            return None
        side = play.state.active
        return Decision(Ask(seat_of(side), "attacks", "12.1.4", menu, {"side": side}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, Attack):
            play.record(AttackDeclared(order.unit, order.targets))
            unbind(play, order)
        else:
            self._end(play)

    def _end(self, play: Play[State]) -> None:
        """Markers of pins are taken away when the attacks are declared (12.1.5)."""
        play.pop()
        units = tuple(pinned(play.state))
        if units:
            play.record(PinsRemoved("12.1.5", units))


def attack_menu(state: State) -> list[Order]:
    now = front(state)
    found: list[Order] = [*attacks(state, now)]
    if is_complete(now.found, state.combats):
        found.append(EndAttacks())
    return found


def unbind(play: Play[State], order: Attack) -> None:
    """Proctor's artillery may move once its hex is attacked (9.6.3, R-43)."""
    state = play.state
    proctor = state.units.fixed["9.6.3"]
    if not state.proctor_free and state.at.get(proctor) in order.targets:
        play.record(ProctorUnbound(proctor))


class FightAll(Step, frozen=True):
    """The attacker chooses which combat is fought next (12.1.6)."""

    def advance(self, play: Play[State]) -> Decision | None:
        combats = play.state.combats
        if len(combats) > 1:
            menu = [FightCombat(each.targets) for each in combats]
            side = play.state.active
            return Decision(Ask(seat_of(side), "next_combat", "12.1.6", menu, {"side": side}))
        if not combats:
            play.pop()
            return None
        begin(play, combats[0])
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        begin(play, next(each for each in play.state.combats if FightCombat(each.targets) == order))


class EndAttacksPhase(Step, frozen=True):
    """Broken units next to the enemy without support suffer once more (13.3, 13.4, R-89)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        state = play.state
        if state.combats or state.diverted or state.refugees:
            play.record(AttacksEnded())
        order = (state.active, ENEMY[state.active])
        exposed = {side: tuple(u for u in units_of(state, side) if is_exposed(state, u)) for side in order}
        play.push(*(InTurn(side, units, "broken") for side, units in exposed.items() if units))


def is_exposed(state: State, unit: str) -> bool:
    """Is a broken unit next to an enemy, and with no friend in parade order in its hex?"""
    at, side = state.at[unit], side_of(state, unit)
    if unit not in state.condition or not is_near_enemy(state, at, side):
        return False
    return all(each in state.condition for each in units_at(state, at))
