"""Battles of Washington's War as the table tells them: what each side adds line by line, dice, losses (9)."""

from collections.abc import Sequence
from itertools import takewhile

from domain.kernel.battles import (
    Battle,
    Battles,
    Camp,
    CardShown,
    Course,
    Factor,
    Likely,
    Role,
    Stage,
    Throw,
    last_of,
    side_by_side,
    total,
)
from domain.kernel.events import Event
from domain.kernel.told import Told
from domain.washingtons_war.battle.lines import LINES, lines, lines_of
from domain.washingtons_war.battle.odds import reckoned
from domain.washingtons_war.events import battle as events
from domain.washingtons_war.events.pieces import GeneralCaptured, GeneralRemoved
from domain.washingtons_war.facts import Side
from domain.washingtons_war.facts.ids import OTHER
from domain.washingtons_war.position.conflict import Fight
from domain.washingtons_war.position.state import State

STAGES: tuple[Stage, ...] = ("declared", "cards", "dice", "losses")
LOSSES = (
    events.UnitsFell, events.ForceRetreated, events.ForceSurrendered, GeneralCaptured, GeneralRemoved,
)  # fmt: skip


def tell(course: Course) -> Battle:
    """The battle as far as it has come."""
    begun = course.events[0]
    assert isinstance(begun, events.BattleStarted), "a battle began"
    resolved = last_of(course.events, events.BattleResolved)
    values = last_of(course.events, events.BattleValuesRolled)
    sides: tuple[Side, Side] = (begun.attacker, OTHER[begun.attacker])
    fight = _fight_at_hand(course.state, begun)
    attack, defence = (_lines(course.state, fight, begun, resolved, side) for side in sides)
    first, second = side_by_side(attack, defence, LINES)
    camps = tuple(
        _camp(course, begun, resolved, values, side, role, factors)
        for side, role, factors in zip(sides, _ROLES, (first, second), strict=True)
    )
    head, chances = (None, ()) if fight is None or values or resolved else _chances(course.state, fight)
    return Battle(
        title=Told("battle", {"where": begun.where}),
        spaces=(begun.where, begun.came_from),
        stages=STAGES,
        stage="losses" if resolved else "dice" if values else "cards",
        camps=(camps[0], camps[1]),
        head=head,
        chances=chances,
        result=_result(course.events, begun.where, resolved),
        notes=_notes(course.events),
        losses=tuple(each for each in course.events if isinstance(each, LOSSES) and not _is_quiet(each)),
    )


ASKS = frozenset(("battle_card", "lose_unit", "retreat"))
BATTLES = Battles(tell, (events.BattleStarted,), (events.BattleEnded, events.BattleCalledOff), ASKS)
_ROLES: tuple[Role, Role] = ("attacker", "defender")


def _is_quiet(event: Event) -> bool:
    return isinstance(event, events.UnitsFell) and event.quiet


def _fight_at_hand(state: State, begun: events.BattleStarted) -> Fight | None:
    fight = state.fight
    return fight if fight is not None and fight.where == begun.where else None


def _lines(
    state: State,
    fight: Fight | None,
    begun: events.BattleStarted,
    resolved: events.BattleResolved | None,
    side: Side,
) -> dict[str, Factor]:
    """What the side adds: as it was recorded, or as far as it is known now (9.3, 9.4)."""
    if resolved is not None:
        return lines_of(resolved.terms[side])
    return lines_of({"units": begun.units[side]}) if fight is None else lines(state, fight, side)


def _camp(
    course: Course,
    begun: events.BattleStarted,
    resolved: events.BattleResolved | None,
    values: events.BattleValuesRolled | None,
    side: Side,
    role: Role,
    factors: tuple[Factor, ...],
) -> Camp:
    """One side; its die is the last line."""
    throws: list[Throw] = []
    if values is not None and side in values.dice:
        throws.append(Throw(Told("die_of_general"), (values.dice[side],)))
    adds = None
    if resolved is not None:
        adds = resolved.attack_die if side == resolved.attacker else resolved.defence_die
        throws.append(Throw(Told("die_of_battle"), (adds,)))
    lost = last_of(course.events, events.BattleLossesRolled)
    if lost is not None:
        throws.append(Throw(Told("die_of_losses", {"losses": lost.losses[side]}), (lost.dice[side],)))
    factors = (*factors, Factor(Told("die"), adds))
    used = [each for each in course.events if isinstance(each, events.BattleCardUsed) and each.side == side]
    general = _leader(course.events, begun, side)
    return Camp(
        side=side,
        role=role,
        pieces=() if general is None else (general,),
        factors=factors,
        total=total(factors),
        is_open=resolved is None,
        cards=tuple(CardShown(each.card, each.modifier) for each in used),
        throws=tuple(throws),
    )


def _leader(found: Sequence[Event], begun: events.BattleStarted, side: Side) -> str | None:
    """Who leads the side: nobody if a card has taken the general away before the dice (6.33.D)."""
    general = begun.generals.get(side)
    before_the_dice = takewhile(lambda each: not isinstance(each, events.BattleResolved), found)
    gone = {each.general for each in before_the_dice if isinstance(each, GeneralRemoved)}
    return None if general in gone else general


def _chances(state: State, fight: Fight) -> tuple[Told, tuple[Likely, ...]]:
    """The exact chances as the battle stands, before any die (9.2, 9.3, 9.5)."""
    found = reckoned(state, fight)
    about = {"lost": round(float(found.attacker_lost), 1), "taken": round(float(found.defender_lost), 1)}
    shares = {fight.attacker: found.win, OTHER[fight.attacker]: 1 - found.win}
    told = tuple(Likely(Told("wins", {"side": side}), float(share)) for side, share in shares.items())
    return Told("chances", about), told


def _result(
    found: Sequence[Event], where: str, resolved: events.BattleResolved | None
) -> Told | None:
    if any(isinstance(each, events.BattleCalledOff) for each in found):
        return Told("called_off", {"where": where})
    if resolved is None:
        return None
    about = {"winner": resolved.winner, "where": where}
    return Told("won", {**about, "attack": resolved.attack_total, "defence": resolved.defence_total})


def _notes(found: Sequence[Event]) -> tuple[Told, ...]:
    lost, ended = last_of(found, events.BattleLossesRolled), last_of(found, events.BattleEnded)
    if ended is not None:
        return (Told("lost", {"lost": ended.lost}),)
    return () if lost is None else (Told("lost", {"lost": lost.losses}),)
