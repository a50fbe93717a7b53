"""One roll of an attack and what it does: hits, leader check, flags (R-81, R-144)."""

from typing import Literal

from domain.kernel import Play, Step
from domain.napoleonics.combat.dice import Dice, chance_of, melee_dice, ranged_dice, scoring
from domain.napoleonics.combat.escape import RetreatLeaderStep, fall
from domain.napoleonics.combat.losses import lose
from domain.napoleonics.combat.retreats import Flags, RetireStep
from domain.napoleonics.combat.targets import battery_dice
from domain.napoleonics.events.combat import AttackRolled
from domain.napoleonics.facts import COMBAT
from domain.napoleonics.facts.sides import seat_of
from domain.napoleonics.position.state import State, is_leader, side_of, unit_fact

Kind = Literal["ranged", "melee", "first_strike", "square", "battle_back"]
CITED = {"ranged": "R-51", "melee": "R-52", "first_strike": "R-53", "square": "R-62", "battle_back": "R-106"}


class Blow(Step, frozen=True):
    """`unit` rolls against `target`. `batteries` roll with it; `retires`: the target is cavalry that goes."""

    kind: Kind
    unit: str
    target: str
    batteries: tuple[str, ...] = ()
    retires: bool = False

    def advance(self, play: Play[State]) -> None:
        play.pop()
        state = play.state
        origin, is_melee = state.at[self.unit], self.kind != "ranged"
        dice, combined = self.dice(state)
        faces = scoring(state, self.unit, self.target, is_melee, self.retires)
        count = dice.total + sum(combined.values())
        if not count:
            self._retire(play)
            return
        shown = play.roll_faces(
            seat_of(side_of(state, self.unit)), count, COMBAT, self.kind, CITED[self.kind],
            score=lambda face: float(face in faces),
        )  # fmt: skip
        hits = sum(face in faces for face in shown)
        flags = 0 if self.retires else shown.count("flag")
        play.record(AttackRolled(
            self.kind, self.unit, self.target, dice.blocks, dice.bonus, dice.card, dice.terrain,
            sum(combined.values()), shown, hits, flags, count * chance_of(faces),
            base=dice.base, full=dice.full if dice.base != "blocks" else 0, batteries=combined,
        ))  # fmt: skip
        if is_leader(state, self.target):
            self._at_leader(play, hits)
        else:
            self._at_unit(play, hits, flags, origin)

    def dice(self, state: State) -> tuple[Dice, dict[str, int]]:
        """The unit's own dice, and those of each of its batteries (R-71)."""
        start, hex = state.at[self.unit], state.at[self.target]
        if self.kind == "ranged":
            return ranged_dice(state, self.unit, hex), {}
        own = melee_dice(state, self.unit, self.target, start, hex, with_card=self.kind == "melee")
        return own, {
            battery: battery_dice(state, battery, self.target).total for battery in self.batteries
        }

    def _at_leader(self, play: Play[State], hits: int) -> None:
        """A lone leader falls to a saber, or goes back (R-59)."""
        if hits:
            fall(play, self.target, "sabers", "R-59")
        else:
            play.push(RetreatLeaderStep(self.target))

    def _at_unit(self, play: Play[State], hits: int, flags: int, origin: str) -> None:
        checked, count = False, min(hits, play.state.blocks[self.target])
        if count:
            checked = lose(play, self.target, count, "hits", checked)
        if play.state.winner is not None or self.target not in play.state.at:
            return
        if flags:
            play.push(Flags(self.target, flags, origin, self.bounces(play.state), checked))
        self._retire(play)

    def bounces(self, state: State) -> bool:
        """The flags of a square that cavalry attacks drive it back whatever it could ignore (R-58, R-63)."""
        if self.unit not in state.squares or self.kind not in ("square", "first_strike"):
            return False
        return unit_fact(state, self.target).arm == "cavalry"

    def _retire(self, play: Play[State]) -> None:
        if self.retires:
            play.push(RetireStep(self.target))
