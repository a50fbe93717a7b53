"""Cards that harm formations and flags away from battle (#19, #43, #56, #80, #88, #92)."""

from collections.abc import Callable

from domain.kernel.agenda import Play
from domain.wellington.arrival.flagging import RaiseFlag
from domain.wellington.events.endings import GuerrillaRolled
from domain.wellington.events.losses import BanditsRolled, DysenteryRolled, FlagRaided
from domain.wellington.facts.world import OTHER_SIDE, POWER_OF, POWERS, POWERS_OF, SIDE_OF, Power, Side
from domain.wellington.losses.raids import RAID, CountRaid, armies_there, attrition_by_card
from domain.wellington.movement.groups import chief, commander, leaders_of_side
from domain.wellington.playing.choices import MakeChoices
from domain.wellington.playing.responses import Window
from domain.wellington.position.card_table import ENOUGH, Chosen, Moment, answer, choices, event
from domain.wellington.position.control import flag_choices, holder, is_besieged, is_fortress, standing
from domain.wellington.position.state import (
    State,
    duchies_of,
    has_formation,
    leaders_of,
    seat_of,
)
from domain.wellington.siege.siege_dice import strength_of
from domain.wellington.siege.sieges import fall


def _enemy(power: Power) -> Side:
    return OTHER_SIDE[SIDE_OF[power]]


def _at_least(needed: int) -> Callable[[int], float]:
    return lambda face: float(face >= needed)


def _is_exposed(state: State, duchy: str, side: Side) -> bool:
    """No fortress; or one that the side besieges (#19, #56)."""
    return not is_fortress(state, duchy) or (is_besieged(state, duchy) and has_formation(state, duchy, side))


def _may_lose(state: State, duchy: str, side: Side) -> bool:
    """Has the side a piece or a flag to lose there?"""
    flag = duchy in state.flags and SIDE_OF[holder(state, duchy)] == side and not is_fortress(state, duchy)
    return has_formation(state, duchy, side) or flag


# Bandits of the Sierra ----------------------------------------------------------------------------


def _bandit_duchies(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    facts = state.facts
    enemy = _enemy(power)
    return tuple(
        duchy
        for duchy in facts.duchies
        if _is_exposed(state, duchy, enemy) and _may_lose(state, duchy, enemy)
        if any(_is_exposed(state, near, enemy) for near in facts.adjacent[duchy])
    )


@event("bandits_of_the_sierra", _bandit_duchies)
def _bandits_of_the_sierra(play: Play[State], power: Power, target: str) -> None:
    play.push(MakeChoices(power, "bandits_of_the_sierra", target))


def _second_duchy(state: State, power: Power, target: str, chosen: Chosen) -> tuple[str, ...]:
    if chosen:
        return ()
    return tuple(duchy for duchy in state.facts.adjacent[target] if _is_exposed(state, duchy, _enemy(power)))


@choices("bandits_of_the_sierra", _second_duchy)
def _bandits_strike(play: Play[State], power: Power, target: str, chosen: Chosen) -> None:
    """Three dice for each of the two duchies; each 5 or 6 is a loss (#19)."""
    raids = []
    for duchy in (target, *chosen):
        dice = play.roll(
            seat_of(play.state, power), 3, 6, "bandits", "#19", score=lambda face: float(face >= 5)
        )
        hits = sum(face >= 5 for face in dice)
        play.record(BanditsRolled(duchy, hits))
        raids.append(CountRaid(_enemy(power), duchy, hits, "bandits_of_the_sierra"))
    play.push(Window("attrition_rolled", mode=RAID), *raids)


# Dysentery ----------------------------------------------------------------------------------------


def _sick(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """`attrition` in a duchy with enemies, or `fortress`: one that is besieged (#43)."""
    uses = []
    if any(has_formation(state, duchy, _enemy(power)) for duchy in state.facts.duchies):
        uses.append("attrition")
    if state.siege is None and _sick_fortresses(state):
        uses.append("fortress")
    return tuple(uses)


def _sick_fortresses(state: State) -> tuple[str, ...]:
    """The besieged fortresses of the map; no card takes a Hasty Fort (#37, C-43).

    One that friends defend in the field is not besieged yet (12.2).
    """
    places = (duchy for duchy in state.facts.duchies if duchy != state.hasty_fort)
    besieged = (duchy for duchy in places if is_besieged(state, duchy))
    return tuple(
        duchy for duchy in besieged if not has_formation(state, duchy, SIDE_OF[holder(state, duchy)])
    )


@answer("dysentery", _sick)
def _dysentery(play: Play[State], power: Power, target: str) -> None:
    play.push(MakeChoices(power, "dysentery", target))


def _sick_duchies(state: State, power: Power, target: str, chosen: Chosen) -> tuple[str, ...]:
    if chosen:
        return ()
    if target == "fortress":
        return _sick_fortresses(state)
    return tuple(duchy for duchy in state.facts.duchies if has_formation(state, duchy, _enemy(power)))


@choices("dysentery", _sick_duchies)
def _dysentery_strikes(play: Play[State], power: Power, target: str, chosen: Chosen) -> None:
    for duchy in chosen:
        if target == "attrition":
            attrition_by_card(play, duchy, _enemy(power), "dysentery", with_bonus=True)
            continue
        strength = strength_of(play.state, duchy)
        besieger = OTHER_SIDE[SIDE_OF[holder(play.state, duchy)]]
        victor = chief(play.state, duchy, besieger)
        (die,) = play.roll(
            seat_of(play.state, victor), 1, 6, "dysentery", "#43", score=_at_least(strength + 1)
        )
        play.record(DysenteryRolled(duchy, die, strength, die > strength))
        if die > strength:
            fall(play, victor, duchy)


# Cavalry Raid -------------------------------------------------------------------------------------


def _raiders(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Duchies with an army of the power's side and something to raid beside it (#56)."""
    facts = state.facts
    side = SIDE_OF[power]
    return tuple(
        duchy
        for duchy in facts.duchies
        if any(leaders_of(state, duchy, each) for each in POWERS_OF[side])
        if any(_may_be_raided(state, near, power) for near in facts.adjacent[duchy])
    )


def _may_be_raided(state: State, duchy: str, power: Power) -> bool:
    return _is_exposed(state, duchy, _enemy(power)) and _may_lose(state, duchy, _enemy(power))


@answer("cavalry_raid", _raiders)
def _cavalry_raid(play: Play[State], power: Power, target: str) -> None:
    play.push(MakeChoices(power, "cavalry_raid", target))


def _raided(state: State, power: Power, target: str, chosen: Chosen) -> tuple[str, ...]:
    """Two duchies at most; none if an answer has driven the army away."""
    if len(chosen) == 2 or not leaders_of_side(state, target, SIDE_OF[power]):
        return ()
    others = (duchy for duchy in state.facts.adjacent[target] if duchy not in chosen)
    near = tuple(duchy for duchy in others if _may_be_raided(state, duchy, power))
    return (*near, ENOUGH) if chosen and near else near


@choices("cavalry_raid", _raided)
def _cavalry_raids(play: Play[State], power: Power, target: str, chosen: Chosen) -> None:
    """Flags and formations there take attrition; a lost flag becomes one of the army's power (C-56)."""
    enemy, side = _enemy(power), SIDE_OF[power]
    if not chosen:
        return
    leader = commander(play.state, target, side) or leaders_of_side(play.state, target, side)[0]
    owner = POWER_OF[leader]
    for duchy in chosen:
        if duchy in play.state.flags and SIDE_OF[holder(play.state, duchy)] == enemy:
            (die,) = play.roll(
                seat_of(play.state, power), 1, 6, "flag", "#56", score=lambda face: float(face == 6)
            )
            play.record(FlagRaided(duchy, die, die == 6))
            if die == 6:
                flags = flag_choices(play.state, owner, duchy)
                play.push(RaiseFlag(owner, duchy, owner if owner in flags else None))
        attrition_by_card(play, duchy, enemy, "cavalry_raid")


# Inefficient Commissary ---------------------------------------------------------------------------


def _armies(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Duchies with an army of either side (#80, C-80)."""
    duchies = state.facts.duchies
    return tuple(duchy for duchy in duchies if any(leaders_of(state, duchy, each) for each in POWERS))


@event("inefficient_commissary", _armies)
def _inefficient_commissary(play: Play[State], power: Power, target: str) -> None:
    led = [each for each in POWERS if leaders_of(play.state, target, each)]
    if led:  # else an answer took its last leader (protocol 5)
        side = SIDE_OF[led[0]]
        parts = armies_there(play.state, target, side)
        attrition_by_card(play, target, side, "inefficient_commissary", parts=parts)


# Partisans ----------------------------------------------------------------------------------------


def _has_partisans(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return ("",) if duchies_of(state, "spain") else ()


@event("partisans", _has_partisans)
def _partisans(play: Play[State], power: Power, target: str) -> None:
    play.push(MakeChoices(power, "partisans"))


def _partisan_bands(state: State, power: Power, target: str, chosen: Chosen) -> tuple[str, ...]:
    if len(chosen) == 3:
        return ()
    left = tuple(duchy for duchy in duchies_of(state, "spain") if duchy not in chosen)
    return (*left, ENOUGH) if chosen and left else left


@choices("partisans", _partisan_bands)
def _partisans_strike(play: Play[State], power: Power, target: str, chosen: Chosen) -> None:
    """Every French formation in Spain beside one of them takes attrition, each once (#88, C-88)."""
    facts = play.state.facts
    near = {other for duchy in chosen for other in facts.adjacent[duchy]}
    for duchy in sorted(near):
        if facts.duchies[duchy].region == "spain" and has_formation(play.state, duchy, "french"):
            attrition_by_card(play, duchy, "french", "partisans")


# Guerrilla Attacks --------------------------------------------------------------------------------


def _open_to_guerrilla(state: State) -> tuple[str, ...]:
    return tuple(
        duchy
        for duchy, fact in state.facts.duchies.items()
        if fact.region == "spain" and not is_fortress(state, duchy)
        if SIDE_OF[holder(state, duchy)] == "french"
        if not any(has_formation(state, duchy, side) for side in POWERS_OF)
    )


def _cut_off(state: State) -> tuple[str, ...]:
    """Duchies with a French army from which no path of friendly duchies leads home (#92, C-92)."""
    return tuple(
        duchy
        for duchy in state.facts.duchies
        for each in POWERS_OF["french"]
        if leaders_of(state, duchy, each) and not _leads_home(state, duchy, each)
    )


def _leads_home(state: State, duchy: str, power: Power) -> bool:
    """Is there a path of duchies friendly to the French to a friendly national duchy of the power?"""
    facts = state.facts
    seen, edge = {duchy}, [duchy]
    while edge:
        here = edge.pop()
        if facts.duchies[here].home == power and standing(state, "french", here) == "friendly":
            return True
        for near in facts.adjacent[here]:
            if near not in seen and standing(state, "french", near) == "friendly":
                seen.add(near)
                edge.append(near)
    return False


def _guerrilla(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return ("",) if _open_to_guerrilla(state) or _cut_off(state) else ()


@answer("guerrilla_attacks", _guerrilla)
def _guerrilla_attacks(play: Play[State], power: Power, target: str) -> None:
    uses = ("duchies", "army")
    play.push(*(MakeChoices(power, "guerrilla_attacks", use) for use in uses))


def _guerrilla_choices(state: State, power: Power, target: str, chosen: Chosen) -> tuple[str, ...]:
    if target == "army":
        return () if chosen or not _cut_off(state) else (*dict.fromkeys(_cut_off(state)), ENOUGH)
    if len(chosen) == 5:
        return ()
    left = tuple(duchy for duchy in _open_to_guerrilla(state) if duchy not in chosen)
    return (*left, ENOUGH) if left else ()


@choices("guerrilla_attacks", _guerrilla_choices)
def _guerrilla_strikes(play: Play[State], power: Power, target: str, chosen: Chosen) -> None:
    """A die each: on 4 or more, 1 added beside an Allied formation, a Spanish flag (#92)."""
    facts = play.state.facts
    for duchy in chosen:
        if target == "army":
            parts = armies_there(play.state, duchy, "french")
            attrition_by_card(play, duchy, "french", "guerrilla_attacks", parts=parts)
            continue
        near = int(any(has_formation(play.state, other, "allied") for other in facts.adjacent[duchy]))
        needed = 4 - near
        (die,) = play.roll(seat_of(play.state, "spain"), 1, 6, "guerrilla", "#92", score=_at_least(needed))
        play.record(GuerrillaRolled(duchy, die, near, die >= needed))
        if die >= needed:
            flags = flag_choices(play.state, "spain", duchy)
            if flags:
                play.push(RaiseFlag("spain", duchy, "spain" if "spain" in flags else None))
