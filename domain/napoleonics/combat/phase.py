"""The combat phase: ordered units one after the other, each combat finished before the next (R-50)."""

from collections.abc import Sequence

from domain.kernel import Answers, Ask, Decision, Order, Play, Step, the_order
from domain.kernel.memory import LatestTogether
from domain.napoleonics.combat.blows import Blow
from domain.napoleonics.combat.melees import CloseCombat, declare
from domain.napoleonics.combat.targets import battles_how, may_battle, melee_targets, ranged_targets
from domain.napoleonics.events.combat import FireDeclared
from domain.napoleonics.events.turns import PhaseBegan
from domain.napoleonics.facts.board import distance
from domain.napoleonics.facts.sides import seat_of
from domain.napoleonics.orders.combat import Attack, EndCombat, Fire
from domain.napoleonics.position.state import State


class CombatPhase(Step, frozen=True):
    """The player picks attackers and targets until he is done."""

    def advance(self, play: Play[State]) -> Decision | None:
        menu = combat_menu(play.state)
        if len(menu) == 1:
            play.pop()
            return None
        if play.state.phase != "combat":
            play.record(PhaseBegan("combat"))
            return None
        side = play.state.active
        return Decision(Ask(seat_of(side), "combat", "6", menu, {"side": side}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        at = play.state.at
        match the_order(answers):
            case Fire(unit, target):
                start, hex = at[unit], at[target]
                play.record(FireDeclared(unit, target, distance(start, hex), start, hex))
                play.push(Blow("ranged", unit, target), CloseCombat())
            case Attack(unit, target):
                play.push(CloseCombat())
                declare(play, unit, target)
            case _:
                play.pop()


def combat_menu(state: State) -> Sequence[Order]:
    """Every combat that an ordered unit may have now."""
    parts = (
        state.at, state.blocks, state.squares, state.command, state.ordered, state.moved, state.battled,
        state.supplied, state.fight,
    )  # fmt: skip
    return _latest_menu.of(parts, state)


def _menu(state: State) -> Sequence[Order]:
    how = battles_how(state) if state.ordered else "none"
    found: list[Order] = []
    pieces = state.pieces
    for unit in state.ordered if how != "none" else ():
        if pieces[unit].unit is None or not may_battle(state, unit):
            continue
        if how != "ranged":
            found += [Attack(unit, target) for target in melee_targets(state, unit)]
        if how != "melee":
            found += [Fire(unit, target) for target in ranged_targets(state, unit)]
    return (*found, EndCombat())


_latest_menu = LatestTogether(_menu)
