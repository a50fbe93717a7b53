"""What results do to units: retreats, disruption, steps, captures, and checks of the others (13.1)."""

from domain.brandywine.combat.retreats import FAR, GoBack, Next
from domain.brandywine.events.combat import UnitsPinned
from domain.brandywine.facts.board import AROUND, Hex
from domain.brandywine.facts.sides import ENEMY, Side, seat_of
from domain.brandywine.morale.army import adjust
from domain.brandywine.morale.checks import check
from domain.brandywine.morale.losses import capture, lose_leader, lose_step
from domain.brandywine.orders.combat import CaptureUnit, LoseSecondStep
from domain.brandywine.orders.fire import LoseLeader
from domain.brandywine.position.pieces import leaders_at
from domain.brandywine.position.state import (
    Pieces,
    State,
    fight_of,
    side_of,
    steps_left,
)
from domain.kernel import Answers, Ask, Decision, Play, Step, the_order

# Fire ---------------------------------------------------------------------------------------------


class LeaderCasualty(Step, frozen=True):
    """A `*`: the owner loses a leader of the hex, if there is one (13.1.10, R-55)."""

    hex: Hex
    side: Side

    def advance(self, play: Play[State]) -> Decision | None:
        leaders = [
            each for each in leaders_at(play.state, self.hex) if side_of(play.state, each) == self.side
        ]
        if len(leaders) > 1:
            menu = [LoseLeader(each) for each in leaders]
            return Decision(Ask(seat_of(self.side), "leader_hit", "13.1.10", menu, {"hex": self.hex}))
        play.pop()
        if leaders:
            lose_leader(play, leaders[0], captured=False)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, LoseLeader)
        play.pop()
        lose_leader(play, order.leader, captured=False)


class FireEffect(Step, frozen=True):
    """What fire does to its target alone (10.1.7, 11.1.6)."""

    target: str
    damage: str

    def advance(self, play: Play[State]) -> None:
        play.pop()
        state, army = play.state, play.state.tables.army
        if self.target not in state.at:
            return
        side = side_of(state, self.target)
        match self.damage:
            case "AM":
                adjust(play, side, army.loss)
            case "R":
                play.push(GoBack(self.target, 1, "fire"))
            case "D":
                play.push(GoBack(self.target, FAR, "fire", disrupts=True))
            case "1":
                lose_step(play, self.target)
                adjust(play, side, army.step)
            case "2":
                lose_step(play, self.target)
                if self.target in play.state.at:
                    lose_step(play, self.target)
                adjust(play, side, army.two_steps)


# Close combat -------------------------------------------------------------------------------------


def participants(state: State, side: Side) -> Pieces:
    """The units of a side in the combat that are still on the map."""
    fight = fight_of(state)
    found = fight.attackers if side == state.active else fight.defenders
    return tuple(unit for unit in found if unit in state.at)


def terrain_bonus(state: State, unit: str) -> int:
    """What town, meeting house or works add to a defender's check (15.1.3, R-100)."""
    fight, at = fight_of(state), state.at[unit]
    if unit not in fight.defenders:
        return 0
    here = state.ground.land[at].morale
    if here:
        return here
    from_hexes = {state.at[each] for each in fight.attackers if each in state.at} & AROUND[at]
    behind = bool(from_hexes) and all((at, near) in state.ground.works for near in from_hexes)
    return 1 if behind else 0


class Suffer(Step, frozen=True):
    """A side suffers a result of close combat (R-81, R-82)."""

    side: Side
    code: str

    def advance(self, play: Play[State]) -> None:
        play.pop()
        state = play.state
        lead = fight_of(state).lead(self.side, state.active)
        if self.code in ("DC", "AC"):
            play.push(CaptureOne(self.side, self.code), Refugees(self.side))
            return
        others = tuple(unit for unit in participants(state, self.side) if unit != lead)
        army = state.tables.army
        after = (Others(self.side, others), Refugees(self.side))
        match self.code:
            case "R" if self._holds(play, lead):
                at = state.at[lead]
                apart = tuple(unit for unit in others if state.at[unit] != at)
                play.push(Others(self.side, apart), Refugees(self.side, at))
            case "R":
                play.push(GoBack(lead, 1, "result"), *after)
            case "D":
                play.push(GoBack(lead, FAR, "result", disrupts=True), *after)
            case "1":
                lose_step(play, lead)
                adjust(play, self.side, army.step)
                play.push(*after)
            case "2":
                self._two_steps(play, lead, after)

    def _holds(self, play: Play[State], lead: str) -> bool:
        """In the meeting house the lead unit checks before it goes; if it stays, its hex checks no more
        (17.1.2, R-84)."""
        state = play.state
        if state.ground.kind[state.at[lead]] != "meeting_house":
            return False
        return check(play, lead, state.ground.land[state.at[lead]].morale)

    def _two_steps(self, play: Play[State], lead: str, after: tuple[Step, ...]) -> None:
        at, single = play.state.at[lead], steps_left(play.state, lead) == 1
        lose_step(play, lead)
        if not single:
            lose_step(play, lead)
        adjust(play, self.side, play.state.tables.army.two_steps)
        play.push(*((SecondStep(self.side, at), *after) if single else after))


class SecondStep(Step, frozen=True):
    """Another unit of the hex loses the second step, if there is one (13.1.6)."""

    side: Side
    hex: Hex

    def advance(self, play: Play[State]) -> Decision | None:
        units = [unit for unit in participants(play.state, self.side) if play.state.at[unit] == self.hex]
        if len(units) > 1:
            menu = [LoseSecondStep(unit) for unit in units]
            return Decision(Ask(seat_of(self.side), "second_step", "13.1.6", menu, {"hex": self.hex}))
        play.pop()
        if units:
            lose_step(play, units[0])
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, LoseSecondStep)
        play.pop()
        lose_step(play, order.unit)


class CaptureOne(Step, frozen=True):
    """A unit is captured: by choice of the defending player (DC) or of the attacking one (AC) (R-6)."""

    side: Side
    code: str

    def advance(self, play: Play[State]) -> Decision | None:
        units = participants(play.state, self.side)
        if len(units) > 1:
            attacker = play.state.active
            chooser = attacker if self.code == "AC" else ENEMY[attacker]
            rule = "13.1.8" if self.code == "AC" else "13.1.7"
            menu = [CaptureUnit(unit) for unit in units]
            return Decision(Ask(seat_of(chooser), "capture", rule, menu, {"side": self.side}))
        play.pop()
        if units:
            capture(play, units[0], "result")
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, CaptureUnit)
        play.pop()
        capture(play, order.unit, "result")
        if not play.state.is_over:
            play.push(Others(self.side, participants(play.state, self.side), flee=True))


class Others(Next, frozen=True):
    """The other units of a side check one after the other; each goes back before the next checks (R-81).
    `flee`: the check decides between one hex and a D."""

    prompt = "check_next"
    rule = "12.1.13"
    flee: bool = False

    def go(self, play: Play[State], unit: str) -> None:
        if self.flee:
            flee(play, unit)
        elif not check(play, unit, terrain_bonus(play.state, unit)):
            play.push(GoBack(unit, 1, "check"))


def flee(play: Play[State], unit: str) -> None:
    """A check that decides between one hex and a D (13.1.7, 13.1.8, 13.2.5)."""
    if check(play, unit, 0):
        play.push(GoBack(unit, 1, "check"))
    else:
        play.push(GoBack(unit, FAR, "check", disrupts=True))


class Refugees(Step, frozen=True):
    """Units that went back into a hex from or against which a combat is fought flee when it hurts their
    side (13.2.5, R-88); nobody of a hex that is `spared`."""

    side: Side
    spared: Hex = ""

    def advance(self, play: Play[State]) -> None:
        state, fight = play.state, fight_of(play.state)
        waiting = [
            unit
            for unit in state.refugees
            if side_of(state, unit) == self.side
            and state.at[unit] in (*fight.targets, *fight.bases)
            and state.at[unit] != self.spared
        ]
        play.pop()
        if waiting:
            play.push(Others(self.side, tuple(waiting), flee=True))


class Flee(Step, frozen=True):
    """Refugees flee, as games wrote it that were begun when their order was fixed."""

    waiting: Pieces

    def advance(self, play: Play[State]) -> None:
        play.pop()
        if self.waiting:
            play.push(Others(side_of(play.state, self.waiting[0]), self.waiting, flee=True))


class PinDown(Step, frozen=True):
    """A PIN: broken units of both sides are captured, the defender's first; the others are pinned (R-83)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        active = play.state.active
        for side in (ENEMY[active], active):
            for unit in participants(play.state, side):
                if unit in play.state.condition:
                    capture(play, unit, "pin")
                    if play.state.is_over:
                        return
        left: dict[str, Pieces] = {side: participants(play.state, side) for side in (active, ENEMY[active])}
        if all(left.values()):
            play.record(UnitsPinned(left["british"], left["american"]))
