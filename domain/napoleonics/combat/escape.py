"""A leader without a unit goes back, if need be through the enemy (R-86 to R-88)."""

from domain.kernel import Answers, Ask, Decision, Play, Step, the_order
from domain.napoleonics.combat.dice import melee_dice
from domain.napoleonics.ending.banners import gain
from domain.napoleonics.events.combat import Fallen, LeaderEliminated, LeaderEscaped, LeaderRetreated
from domain.napoleonics.facts import COMBAT
from domain.napoleonics.facts.board import BEHIND, Hex
from domain.napoleonics.facts.sides import ENEMY, seat_of
from domain.napoleonics.orders.combat import RetreatLeader
from domain.napoleonics.position.pieces import standing
from domain.napoleonics.position.state import State, edge_of, side_of

FARTHEST = 3
"""Hexes that a leader goes back at most."""


class RetreatLeaderStep(Step, frozen=True):
    """His owner names the whole path (R-86, R-87)."""

    leader: str

    def advance(self, play: Play[State]) -> Decision | None:
        ways = escapes(play.state, self.leader)
        if len(ways) > 1:
            owner = seat_of(side_of(play.state, self.leader))
            return Decision(Ask(owner, "leader_retreat", "R-86", ways, {"leader": self.leader}))
        play.pop()
        if ways:
            go_back(play, ways[0])
        else:
            fall(play, self.leader, "no_way", "R-88")
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, RetreatLeader)
        play.pop()
        go_back(play, order)


def escapes(state: State, leader: str) -> list[RetreatLeader]:
    """Every way back of 1 to 3 hexes, those off the map among them; none if he is lost."""
    start, side = state.at[leader], side_of(state, leader)
    behind, closed = BEHIND[edge_of(state, side)], state.ground.closed["leader"]
    if not behind[start]:
        return [RetreatLeader(leader, (), off=True)]
    found: list[RetreatLeader] = []
    waiting: list[tuple[Hex, ...]] = [(hex,) for hex in reversed(behind[start])]
    while waiting:
        path = waiting.pop()
        at = path[-1]
        if at in closed or _enemies_at_the_end(state, leader, path) == FARTHEST:
            continue
        if may_end(state, leader, at):
            found.append(RetreatLeader(leader, path))
        if len(path) < FARTHEST:
            if not behind[at]:
                found.append(RetreatLeader(leader, path, off=True))
            waiting += [(*path, hex) for hex in reversed(behind[at])]
    return found


def may_end(state: State, leader: str, at: Hex) -> bool:
    """May he stop there: a free hex, or a friendly unit without a leader (R-86)?"""
    here = standing(state)
    unit = here.unit.get(at)
    return at not in here.leader and (unit is None or side_of(state, unit) == side_of(state, leader))


def _enemies_at_the_end(state: State, leader: str, path: tuple[Hex, ...]) -> int:
    """How many of the last hexes in a row hold enemy units; the third is his end (R-87)."""
    count = 0
    for at in reversed(path):
        if enemy_unit(state, leader, at) is None:
            break
        count += 1
    return count


def enemy_unit(state: State, leader: str, at: Hex) -> str | None:
    unit = standing(state).unit.get(at)
    return unit if unit is not None and side_of(state, unit) != side_of(state, leader) else None


def go_back(play: Play[State], order: RetreatLeader) -> None:
    """He goes this way; each enemy unit on it rolls its melee dice at him (R-87)."""
    leader, start = order.leader, play.state.at[order.leader]
    for at in order.path:
        unit = enemy_unit(play.state, leader, at)
        if unit is None:
            continue
        dice = melee_dice(play.state, unit, leader, at, at, with_card=False, plain=True).total
        by = seat_of(side_of(play.state, unit))
        faces = play.roll_faces(by, dice, COMBAT, "escape", "R-87", lambda face: float(face == "sabers"))
        falls = "sabers" in faces
        play.record(LeaderEscaped(leader, unit, at, faces, falls))
        if falls:
            fall(play, leader, "escape", "R-87")
            return
    play.record(LeaderRetreated(leader, (start, *order.path), order.off))


def fall(play: Play[State], leader: str, reason: Fallen, cites: str) -> None:
    """The leader is eliminated and gives the enemy a banner (R-84)."""
    side, at = side_of(play.state, leader), play.state.at[leader]
    play.record(LeaderEliminated(leader, at, reason, cites))
    gain(play, ENEMY[side], "leader", at, "R-84")
