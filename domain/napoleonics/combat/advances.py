"""After a melee that was won: taking ground and breakthrough (R-100 to R-105)."""

from domain.kernel import Answers, Ask, Decision, Order, Play, Step, the_order
from domain.napoleonics.ending.banners import settle
from domain.napoleonics.events.combat import BreakthroughMade, GroundTaken
from domain.napoleonics.facts.board import ADJACENT, Hex
from domain.napoleonics.facts.sides import seat_of
from domain.napoleonics.movement.ways import may_enter
from domain.napoleonics.orders.combat import Advance, HoldGround
from domain.napoleonics.position.pieces import leader_at, leader_of
from domain.napoleonics.position.state import State, fight_of, unit_fact

Path = tuple[Hex, ...]


class AdvanceStep(Step, frozen=True):
    """The attacker may enter the hex that its target left; cavalry may go on."""

    def advance(self, play: Play[State]) -> Decision | None:
        ways = advances(play.state)
        if not ways:
            play.pop()
            return None
        fight = fight_of(play.state)
        menu: list[Order] = [*(Advance(fight.attacker, to) for to in ways), HoldGround()]
        about = {"unit": fight.attacker, "hex": fight.hex}
        return Decision(Ask(seat_of(play.state.active), "advance", "R-100", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order, fight = the_order(answers), fight_of(play.state)
        play.pop()
        if not isinstance(order, Advance):
            return
        path, halted = advances(play.state)[order.to]
        if is_breakthrough(play.state):
            play.record(BreakthroughMade(fight.attacker, path, halted))
        else:
            play.record(GroundTaken(fight.attacker, fight.start, fight.hex, halted))
        settle(play)


def is_breakthrough(state: State) -> bool:
    """Cavalry breaks through, but after its bonus melee it only takes ground (R-101, R-102)."""
    fight = fight_of(state)
    return unit_fact(state, fight.attacker).arm == "cavalry" and not fight.bonus


def advances(state: State) -> dict[Hex, tuple[Path, bool]]:
    """Each hex that the winner can come to -> the way, and whether it is halted there (R-48)."""
    fight = fight_of(state)
    unit, start, hex = fight.attacker, fight.start, fight.hex
    if unit_fact(state, unit).arm == "artillery" or unit in state.squares or unit in state.halted:
        return {}
    led = leader_of(state, unit) is not None
    if not may_enter(state, unit, hex, led):
        return {}
    halted = state.ground.halts(start, hex)
    found: dict[Hex, tuple[Path, bool]] = {hex: ((start, hex), halted)}
    if not is_breakthrough(state) or halted or leader_at(state, hex) is not None:
        return found
    for to in ADJACENT[hex]:
        if to == start or may_enter(state, unit, to, led):
            stops = state.ground.halts(hex, to) or leader_at(state, to) is not None
            found[to] = ((start, hex, to), stops)
    return found
