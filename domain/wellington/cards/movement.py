"""Answers to marches, interceptions, evasions and retreats (#3, #33, #41, #45, #67, #82)."""

from domain.kernel.agenda import Play
from domain.wellington.conflict import Attempt, Battle, Toll
from domain.wellington.effects import Moment, answer
from domain.wellington.evasion import succeeds as evades
from domain.wellington.events.arrival import AttemptStopped, AttritionOwed
from domain.wellington.events.battle import FormationsMarked
from domain.wellington.fallen import lose_leaders
from domain.wellington.groups import commander
from domain.wellington.interception import succeeds as intercepts
from domain.wellington.points import CarryOut
from domain.wellington.retreat import retreat_ways
from domain.wellington.state import State, battle_value, leaders_of
from domain.wellington.world import LEADERS, OTHER_SIDE, POWERS_OF, SIDE_OF, Power, Side

WEAK = 2
"""The highest battle value of a leader whom these cards can stop (#33, #67, C-67)."""


def _attempts(state: State) -> tuple[Attempt, ...]:
    return state.arrivals[-1].attempts if state.arrivals else ()


def _who(attempt: Attempt) -> str:
    """How a target names an attempt: by its leader, or by the duchy that soldiers alone go to."""
    return attempt.leader or attempt.path[-1]


def _entering(state: State, moment: Moment) -> tuple[str, ...]:
    """The formations that move in this window: their leaders, or the duchy that they go to."""
    if moment.window == "entry":
        leaders = [leader for part in state.arrivals[-1].parts for leader in part.leaders]
        return tuple(leaders[:1]) or (state.arrivals[-1].duchy,)
    if moment.window in ("intercept_rolled", "evade_rolled"):
        return tuple(dict.fromkeys(_who(attempt) for attempt in _attempts(state)))
    return ()


def _beaten(battle: Battle) -> Side:
    assert battle.winner is not None, "who retreats was beaten"
    return OTHER_SIDE[battle.winner]


def _retreating(state: State) -> tuple[str, ...]:
    """The leaders of the beaten side, or the duchy of the battle if it has none."""
    battle = state.battles[-1]
    powers = POWERS_OF[_beaten(battle)]
    leaders = [leader for power in powers for leader in leaders_of(state, battle.duchy, power)]
    return tuple(leaders) or (battle.duchy,)


# Mud, Stragglers ----------------------------------------------------------------------------------


def _muddy(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The duchy entered, or where evaders go (#3)."""
    if moment.window == "evade_rolled":
        return tuple(dict.fromkeys(attempt.path[-1] for attempt in _attempts(state)))
    if moment.window == "retreat_declared":
        battle = state.battles[-1]
        return retreat_ways(state, battle, _beaten(battle))
    return (state.arrivals[-1].duchy,)


@answer("mud_mud_and_more_mud", _muddy)
def _mud(play: Play[State], power: Power, target: str) -> None:
    """Nobody leaves the duchy but by retreat before his own power's next impulse (C-3)."""


def _straggling(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return _retreating(state) if moment.window == "retreat_declared" else _entering(state, moment)


@answer("stragglers", _straggling)
def _stragglers(play: Play[State], power: Power, target: str) -> None:
    """Attrition where the formation has just entered; the card on it does the rest (#41).

    Interceptors, evaders and retreating pieces have not moved yet: they owe it for the way they go.
    """
    if not play.state.arrivals or play.state.arrivals[-1].attempts:
        return
    arrival = play.state.arrivals[-1]
    if target == arrival.duchy or any(target in part.leaders for part in arrival.parts):
        dice = sum(part.sp + len(part.leaders) for part in arrival.parts)
        play.record(AttritionOwed(Toll(arrival.power, arrival.duchy, arrival.parts, dice)))


# Column Attacked, Conflicting Orders ---------------------------------------------------------------


def _column(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """A formation that marches, or an interception or evasion that has succeeded (#45)."""
    if moment.window == "cp_spent":
        return _announced_leader(state)
    if moment.window == "intercept_rolled":
        return tuple(_who(each) for each in _attempts(state) if intercepts(state, each))
    if moment.window == "evade_rolled":
        return tuple(dict.fromkeys(_who(each) for each in _attempts(state) if evades(state, each)))
    return _entering(state, moment)


def _announced_leader(state: State) -> tuple[str, ...]:
    """The leader whose march has just been announced."""
    announced = state.impulse.announced if state.impulse is not None else ()
    return (announced[1],) if announced[:1] == ("MoveArmy",) else ()


@answer("column_attacked", _column)
def _column_attacked(play: Play[State], power: Power, target: str) -> None:
    """An attempt is cancelled; a marching formation pays a point more for each duchy (#45)."""
    stop_attempt(play, target)


def stop_attempt(play: Play[State], target: str) -> Attempt | None:
    """The attempt that a target names does not happen; that is no failure (W-11)."""
    attempt = next((each for each in _attempts(play.state) if _who(each) == target), None)
    if attempt is not None:
        play.record(AttemptStopped(attempt))
    return attempt


def _confused(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Leaders with a battle value of 0, 1 or 2 who march, intercept or evade (#67)."""
    if moment.window == "cp_spent":
        names = _announced_leader(state)
    else:
        names = tuple(attempt.leader for attempt in _attempts(state) if attempt.leader)
    return tuple(name for name in names if battle_value(state, name) <= WEAK)


@answer("conflicting_orders", _confused)
def _conflicting_orders(play: Play[State], power: Power, target: str) -> None:
    """The movement is cancelled, its points are lost, the formation is marked (#67)."""
    duchy = play.state.leaders[target].duchy
    assert duchy is not None, "the leader is on the map"
    if stop_attempt(play, target) is None:
        steps = [step for step in play.agenda if not (isinstance(step, CarryOut) and _is_led(step, target))]
        play.agenda[:] = steps
    play.record(FormationsMarked(duchy, SIDE_OF[LEADERS[target].power]))


def _is_led(step: CarryOut, leader: str) -> bool:
    return getattr(step.draft[0], "leader", None) == leader


# Leader in Disgrace ---------------------------------------------------------------------------------


def _disgraced(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """A weak leader who tries to evade, or retreats (#33)."""
    if moment.window == "evade_declared":
        leaders = [leader for each in _attempts(state) for part in each.parts for leader in part.leaders]
    else:
        leaders = [name for name in _retreating(state) if name in LEADERS]
    return tuple(name for name in leaders if battle_value(state, name) <= WEAK)


@answer("leader_in_disgrace", _disgraced)
def _leader_in_disgrace(play: Play[State], power: Power, target: str) -> None:
    """A Spaniard is shot by his men, others go to the Regroup Box; the rest goes on without him (C-33)."""
    duchy = play.state.leaders[target].duchy
    assert duchy is not None, "the leader is on the map"
    lose_leaders(play, duchy, (target,), "card", regrouped=LEADERS[target].power != "spain")


# Scum of the Earth ----------------------------------------------------------------------------------


def _victors(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The leader who has just won a battle or taken a fortress (#82)."""
    if moment.window == "fortress_taken":
        return (state.siege.leader,) if state.siege is not None and state.siege.leader else ()
    battle = state.battles[-1]
    leader = commander(state, battle.duchy, battle.winner) if battle.winner is not None else None
    return (leader,) if leader is not None else ()


@answer("scum_of_the_earth", _victors)
def _scum_of_the_earth(play: Play[State], power: Power, target: str) -> None:
    """He pays double to march and evades and intercepts worse while the card lies with him (#82)."""
