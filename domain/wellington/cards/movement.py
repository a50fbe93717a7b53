"""Answers to marches, interceptions, evasions and retreats (#3, #33, #41, #45, #67, #82)."""

from domain.kernel.agenda import Play
from domain.wellington.arrival.arrival import turn_back
from domain.wellington.arrival.attempts import parts_left
from domain.wellington.arrival.evasion import succeeds as evades
from domain.wellington.arrival.interception import succeeds as intercepts
from domain.wellington.battle.battle_losses import lose_leaders
from domain.wellington.battle.harm_in_battle import window_of
from domain.wellington.events.arrival import AttemptStopped, AttritionOwed
from domain.wellington.events.battle import FormationsMarked
from domain.wellington.events.cards import CardKept
from domain.wellington.events.points import CommandPointSpent
from domain.wellington.events.sea import ConvoyBlocked
from domain.wellington.facts.world import OTHER_SIDE, POWER_OF, SIDE_OF, Power, Side
from domain.wellington.movement.groups import commander, leaders_of_side
from domain.wellington.movement.marches import parts_of
from domain.wellington.points.points import CarryOut
from domain.wellington.position import card_table
from domain.wellington.position.card_changes import battle_value
from domain.wellington.position.card_table import Moment, answer
from domain.wellington.position.conflict import Attempt, Battle, Part, Toll
from domain.wellington.position.state import Lasting, State, is_played_on, parts_at
from domain.wellington.sea.convoys import stop_convoy

CONVOY = "convoy_declared"
"""The window in which a voyage is answered: it is movement as well, and ends in a port (14.2)."""
COLUMN, SCUM = "column_attacked", "scum_of_the_earth"
WEAK = 2
"""The highest battle value of a leader whom these cards can stop (#33, #67, C-67)."""


def _attempts(state: State) -> tuple[Attempt, ...]:
    return state.arrivals[-1].attempts if state.arrivals else ()


def _who(attempt: Attempt) -> str:
    """How a target names an attempt: by its leader, or by the duchy that soldiers alone go to."""
    return attempt.leader or attempt.path[-1]


def _successes(state: State) -> tuple[Attempt, ...]:
    """The interceptions or the evasions that succeed as the dice have fallen."""
    return tuple(attempt for attempt in _attempts(state) if _succeeds(state, attempt))


def _succeeds(state: State, attempt: Attempt) -> bool:
    return evades(state, attempt) if attempt.means == "evasion" else intercepts(state, attempt)


def _entering(state: State, moment: Moment) -> tuple[str, ...]:
    """The formations that move in this window: their leaders, or the duchy that soldiers alone go to."""
    if moment.window == "entry":
        arrival = state.arrivals[-1]
        leaders = [each for part in parts_at(state, arrival.duchy, arrival.parts) for each in part.leaders]
        return tuple(leaders[:1]) or (arrival.duchy,)
    return tuple(dict.fromkeys(_who(attempt) for attempt in _successes(state)))


def _voyage(state: State) -> tuple[str, ...]:
    """From where the convoy that was announced sails, where to, and its leaders."""
    assert state.impulse is not None, "a convoy sails in an impulse"
    return state.impulse.announced[1:]


def _beaten(battle: Battle) -> Side:
    assert battle.winner is not None, "who retreats was beaten"
    return OTHER_SIDE[battle.winner]


# Mud, Stragglers ----------------------------------------------------------------------------------


def _muddy(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The duchy that somebody enters (#3)."""
    if moment.window == "entry":
        return (state.arrivals[-1].duchy,)
    if moment.window == "retreat_declared":
        return (state.battles[-1].retreat_to,)
    if moment.window == CONVOY:
        return (_voyage(state)[1],)
    return tuple(dict.fromkeys(attempt.path[-1] for attempt in _successes(state)))


@answer("mud_mud_and_more_mud", _muddy)
def _mud(play: Play[State], power: Power, target: str) -> None:
    """Nobody leaves the duchy but by retreat before his own power's next impulse (C-3)."""


card_table.also_in("mud_mud_and_more_mud", "stragglers", "conflicting_orders")((CONVOY,))


@card_table.keeps_there("mud_mud_and_more_mud")
def _stuck(state: State, each: Lasting, power: Power, duchy: str) -> bool:
    return each.target == duchy and power not in each.begun


def _straggling(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    if moment.window == CONVOY:
        _, to, *leaders = _voyage(state)
        return (*leaders, to)[:1]
    if moment.window != "retreat_declared":
        return _entering(state, moment)
    battle = state.battles[-1]
    assert battle.retreating is not None, "a retreat was declared"
    return battle.retreating.leaders[:1] or (battle.retreat_to,)


@answer("stragglers", _straggling)
def _stragglers(play: Play[State], power: Power, target: str) -> None:
    """Attrition where the formation has just entered; the card on it does the rest (#41).

    Interceptors, evaders, retreating pieces and convoys have not moved yet: they owe it for the way they go.
    """
    if window_of(play) == "entry":
        arrival = play.state.arrivals[-1]
        dice = sum(part.sp + len(part.leaders) for part in arrival.parts)
        play.record(AttritionOwed(Toll(arrival.power, arrival.duchy, arrival.parts, dice)))


card_table.straggles("stragglers")(True)
card_table.goes_along("stragglers", COLUMN)(True)


# Column Attacked, Conflicting Orders ---------------------------------------------------------------


def _column(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """A formation that marches for points, or an interception or evasion that has succeeded (#45)."""
    if moment.window == "cp_spent":
        return _announced(state, ("MoveArmy", "MoveCounter"))
    if moment.window == "entry" and not is_paid_march(state):
        return ()
    return _entering(state, moment)


def _announced(state: State, purposes: tuple[str, ...]) -> tuple[str, ...]:
    """Whose march has just been announced: a leader, or the duchy that soldiers alone will leave."""
    announced = state.impulse.announced if state.impulse is not None else ()
    if announced[:1] not in [(purpose,) for purpose in purposes]:
        return ()
    name = announced[1]
    return () if name in POWER_OF and state.leaders[name].duchy is None else (name,)


def is_paid_march(state: State) -> bool:
    """Has the formation at hand entered by a march that cost points?"""
    arrival, impulse = state.arrivals[-1], state.impulse
    if impulse is None or arrival.means != "march" or impulse.announced[2:] != (arrival.duchy,):
        return False
    leaders = [leader for part in arrival.parts for leader in part.leaders]
    return impulse.announced[1] in (leaders or (arrival.start,))


@answer(COLUMN, _column)
def _column_attacked(play: Play[State], power: Power, target: str) -> None:
    """An attempt is cancelled; a march costs a point more for each duchy, this one included (#45, C-45)."""
    if stop_attempt(play, target) is not None:
        return
    play.record(CardKept(COLUMN, power, target))
    if window_of(play) == "entry":
        _pay_more(play)


card_table.keeps_itself(COLUMN)(True)
card_table.march_cost(COLUMN)(lambda state, armies: 1)


def _pay_more(play: Play[State]) -> None:
    """Who has entered pays the point now; without one he goes back, and what he has paid is lost."""
    impulse = play.state.impulse
    assert impulse is not None, "somebody marches"
    if impulse.points:
        play.record(CommandPointSpent(impulse.power, 1, *impulse.announced))
    else:
        turn_back(play)


def stop_attempt(play: Play[State], target: str) -> Attempt | None:
    """The attempt that a target names does not happen; that is no failure (W-11).

    Of soldiers who try singly for the same duchy it is one who has succeeded, once dice lie (#45, #51).
    """
    named = [each for each in _attempts(play.state) if _who(each) == target]
    attempt = next((each for each in named if _succeeds(play.state, each)), named[0] if named else None)
    if attempt is not None:
        play.record(AttemptStopped(attempt))
    return attempt


def _confused(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Leaders with a battle value of 0, 1 or 2 who march, sail, intercept or evade (#67)."""
    if moment.window == "cp_spent":
        names = _announced(state, ("MoveArmy",))
    elif moment.window == CONVOY:
        names = _voyage(state)[2:][:1]
    elif moment.window == "entry":
        names = _entering(state, moment) if state.arrivals[-1].means == "march" else ()
    else:
        names = tuple(attempt.leader for attempt in _attempts(state) if attempt.leader)
    there = (name for name in names if name in POWER_OF and state.leaders[name].duchy is not None)
    return tuple(name for name in there if battle_value(state, name) <= WEAK)


@answer("conflicting_orders", _confused)
def _conflicting_orders(play: Play[State], power: Power, target: str) -> None:
    """The movement is cancelled, its points are lost, the formation is marked and no other (#67, C-67)."""
    parts = _stopped(play, target)
    duchy = play.state.leaders[target].duchy
    assert duchy is not None, "the leader is on the map"
    play.record(FormationsMarked(duchy, SIDE_OF[POWER_OF[target]], parts))


def _stopped(play: Play[State], leader: str) -> tuple[Part, ...]:
    """The formation under this leader, which does not move now."""
    if window_of(play) == "entry":
        return turn_back(play)
    if window_of(play) == CONVOY:
        sail = stop_convoy(play)
        play.record(ConvoyBlocked(sail.power, sail.order.start, sail.order.to, "conflicting_orders"))
        return (Part(sail.power, sail.load.sp, sail.load.leaders),)
    attempt = stop_attempt(play, leader)
    if attempt is not None:
        return parts_left(play.state, attempt)
    marches = (step for step in play.agenda if isinstance(step, CarryOut) and _is_led(step, leader))
    march = next(marches)
    play.agenda.remove(march)
    return parts_of(march.draft)


def _is_led(step: CarryOut, leader: str) -> bool:
    return getattr(step.draft[0], "leader", None) == leader


# Leader in Disgrace ---------------------------------------------------------------------------------


def _disgraced(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """A weak leader who tries to evade, or retreats (#33)."""
    if moment.window == "evade_declared":
        parts = [part for attempt in _attempts(state) for part in parts_left(state, attempt)]
        leaders = [leader for part in parts for leader in part.leaders]
    else:
        battle = state.battles[-1]
        leaders = list(leaders_of_side(state, battle.duchy, _beaten(battle)))
    return tuple(name for name in leaders if battle_value(state, name) <= WEAK)


@answer("leader_in_disgrace", _disgraced)
def _leader_in_disgrace(play: Play[State], power: Power, target: str) -> None:
    """A Spaniard is shot by his men, others go to the Regroup Box.

    The rest may evade without him, under another leader or singly (C-33, EX-A 48).
    """
    duchy = play.state.leaders[target].duchy
    assert duchy is not None, "the leader is on the map"
    lose_leaders(play, duchy, (target,), "disgrace", regrouped=POWER_OF[target] != "spain")


# Scum of the Earth ----------------------------------------------------------------------------------


def _victors(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The leader who has just won a battle or taken a fortress (#82)."""
    if moment.window == "fortress_taken":
        return (state.siege.leader,) if state.siege is not None and state.siege.leader else ()
    battle = state.battles[-1]
    leader = commander(state, battle.duchy, battle.winner) if battle.winner is not None else None
    return (leader,) if leader is not None else ()


@answer(SCUM, _victors)
def _scum_of_the_earth(play: Play[State], power: Power, target: str) -> None:
    """While the card lies with him the army or group that he leads pays double to march, and evades and
    intercepts worse (#82, C-82).
    """


card_table.march_cost(SCUM)(lambda state, armies: state.facts.tables.costs.march * armies)


@card_table.tried(SCUM)
def _scum_tries(state: State, attempt: Attempt) -> dict[str, int]:
    return {SCUM: -2} if attempt.leader and is_played_on(state, SCUM, attempt.leader) else {}
