"""Combats as the table tells them: dice line by line, faces, chances, flags, and what became of it (6 to 10).

Everything that is over is told by its events, so that a combat reads the same whatever came after it; what is
still to come is reckoned from the position.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

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
    total,
)
from domain.kernel.chance import Drawn, Rolled
from domain.kernel.events import Event
from domain.kernel.told import Told
from domain.napoleonics.combat.blows import Blow
from domain.napoleonics.combat.chances import chances, met_by_square
from domain.napoleonics.combat.dice import Dice, scoring
from domain.napoleonics.combat.lines import Lines, Strike, lines, silent
from domain.napoleonics.combat.melees import is_cavalry_at_square, may_battle_back
from domain.napoleonics.combat.retreats import ignoring
from domain.napoleonics.events import cards, combat, turns
from domain.napoleonics.facts import COMBAT
from domain.napoleonics.facts.board import Hex
from domain.napoleonics.position.state import Fight, State, is_leader, side_of, unit_fact

Declared = combat.FireDeclared | combat.MeleeDeclared
STAGES: tuple[Stage, ...] = ("declared", "dice", "losses")
ANSWERS = ("first_strike", "square", "battle_back")
"""The rolls of whoever is attacked."""
FOLLOWS = (
    combat.RetireChosen, combat.BlocksLost, combat.UnitEliminated, combat.LeaderChecked,
    combat.LeaderEliminated, combat.FlagsIgnored, combat.UnitRetreated, combat.CavalryRetired,
    combat.LeaderEscaped, combat.LeaderRetreated, combat.GroundTaken, combat.BreakthroughMade,
    combat.BattleBackDeclined, cards.FirstStrikePlayed, cards.SquareFormed, cards.SquareLeft,
    turns.BannerGained, turns.BannerLost,
)  # fmt: skip
"""What a combat leads to: told in the order in which it happened."""
PART = (*FOLLOWS, combat.ArtilleryCombined, combat.AttackRolled, Rolled, Drawn)
ASKS = frozenset((
    "batteries", "answer", "flags", "retreat", "retire", "leader_retreat", "advance", "bonus", "battle_back",
))  # fmt: skip
ORDER = ("blocks", "halved", "distant", "bonus", "card")
"""The lines that both sides may have, in the order of counting (R-144); terrain and batteries follow."""


def is_part(event: Event) -> bool:
    """Does the combat that was declared before go on with it? A bonus melee is told by itself."""
    return isinstance(event, PART)


def tell(course: Course) -> Battle:
    """The combat as far as it has come."""
    begun = course.events[0]
    assert isinstance(begun, Declared), "a combat was declared"
    fight = _at_hand(course.state, begun)
    rolls = [each for each in course.events if isinstance(each, combat.AttackRolled)]
    attack = next((each for each in reversed(rolls) if each.kind not in ANSWERS), None)
    answer = next((each for each in reversed(rolls) if each.kind in ANSWERS), None)
    coming = _coming(course, fight, attack)
    first = _lines_of(course.state, begun, attack, coming.attack)
    second = _lines_of(course.state, begun, answer, coming.answer) or _unanswered(course.state, begun)
    keys = [*ORDER, *(key for key in {**first, **second} if key not in ORDER)]
    keys = [key for key in keys if key in first or key in second]
    head, likely = _chances(course.state, coming)
    return Battle(
        title=_title(begun),
        spaces=_spaces(course.state, begun),
        stages=STAGES,
        stage=_stage(course.events, attack),
        camps=(
            _camp(course, begun, "attacker", tuple(first.get(key) for key in keys)),
            _camp(course, begun, "defender", tuple(second.get(key) for key in keys)),
        ),
        head=head,
        chances=likely,
        result=_result(course.events, begun, attack, is_over=fight is None),
        notes=_notes(course.state, coming.next),
        losses=tuple(each for each in course.events if isinstance(each, FOLLOWS)),
    )


BATTLES = Battles(tell, (combat.FireDeclared, combat.MeleeDeclared), (), ASKS, is_part)


def _title(begun: Declared) -> Told:
    about = {"unit": begun.unit, "target": begun.target}
    if isinstance(begun, combat.FireDeclared):
        return Told("fire", {**about, "distance": begun.distance})
    return Told("bonus" if begun.bonus else "melee", about)


def _spaces(state: State, begun: Declared) -> tuple[Hex, ...]:
    """Where both stood; older events do not say it."""
    places = (begun.start or state.at.get(begun.unit), begun.hex or state.at.get(begun.target))
    return tuple(filter(None, places))


def _at_hand(state: State, begun: Declared) -> Fight | None:
    """The combat of the position, if it is this one."""
    fight = state.fight
    if fight is None or (fight.attacker, fight.target) != (begun.unit, begun.target):
        return None
    return fight


def _stage(found: Sequence[Event], attack: combat.AttackRolled | None) -> Stage:
    if isinstance(found[-1], combat.AttackRolled):
        return "dice"
    return "declared" if attack is None else "losses"


# What is still to come --------------------------------------------------------------------------------


class Coming(NamedTuple):
    """The rolls that are still to come: of the attacker, of whoever is attacked, and of which of them chances
    are told; `is_met`: the die of a square comes before it."""

    attack: Blow | None = None
    answer: Blow | None = None
    next: Blow | None = None
    is_met: bool = False


def _coming(course: Course, fight: Fight | None, attack: combat.AttackRolled | None) -> Coming:
    state = course.state
    if fight is None or not _both_stand(state, fight):
        return Coming()
    if not fight.is_melee:
        return Coming() if attack else _only(Blow("ranged", fight.attacker, fight.target))
    back = None if is_leader(state, fight.target) else Blow("battle_back", fight.target, fight.attacker)
    rolled = (each.kind for each in course.events if isinstance(each, combat.AttackRolled))
    is_answered = any(kind in ANSWERS for kind in rolled)
    if attack is not None:
        if fight.answer == "retire" or not may_battle_back(state) or not _is_unanswered(course.events):
            return Coming()
        return Coming(None, back, back if _is_settled(course.events, attack) else None)
    blow = Blow("melee", fight.attacker, fight.target, fight.batteries, fight.answer == "retire")
    if fight.answer == "first_strike" and not is_answered:
        strike = Blow("first_strike", fight.target, fight.attacker)
        return Coming(blow, strike, strike)
    if is_cavalry_at_square(state):
        square = Blow("square", fight.target, fight.attacker)
        return Coming(blow, None, blow) if is_answered else Coming(blow, square, blow, is_met=True)
    return Coming(blow, back if not blow.retires and may_battle_back(state) else None, blow)


def _both_stand(state: State, fight: Fight) -> bool:
    return state.at.get(fight.attacker) == fight.start and state.at.get(fight.target) == fight.hex


def _only(blow: Blow) -> Coming:
    return Coming(blow, None, blow)


def _is_unanswered(found: Sequence[Event]) -> bool:
    """Has nobody said yet whether the target battles back?"""
    return not any(
        isinstance(each, combat.BattleBackDeclined)
        or (isinstance(each, combat.AttackRolled) and each.kind == "battle_back")
        for each in found
    )


def _is_settled(found: Sequence[Event], attack: combat.AttackRolled) -> bool:
    """Are the flags of the attack dealt with: all ignored, or paid for in blocks (R-94, R-108)?"""
    ignored = last_of(found, combat.FlagsIgnored)
    lost = last_of(found, combat.BlocksLost)
    return (
        not attack.flags
        or (ignored is not None and ignored.unit == attack.target and ignored.ignored == attack.flags)
        or (lost is not None and lost.unit == attack.target and lost.reason != "hits")
    )


# Lines ------------------------------------------------------------------------------------------------


def _lines_of(
    state: State, begun: Declared, rolled: combat.AttackRolled | None, coming: Blow | None
) -> Lines:
    """Where the dice come from: as they were counted, or would be now."""
    if coming is not None:
        dice, batteries = coming.dice(state)
        return lines(state, _strike(begun, coming.unit), dice, batteries)
    if rolled is None:
        return {}
    dice = Dice(rolled.blocks, rolled.bonus, rolled.card, rolled.terrain, rolled.base, rolled.full)
    batteries = rolled.batteries or ({"": rolled.combined} if rolled.combined else {})
    return lines(state, _strike(begun, rolled.unit), dice, batteries)


def _strike(begun: Declared, unit: str) -> Strike:
    places = (begun.start, begun.hex) if unit == begun.unit else (begun.hex, begun.start)
    far = begun.distance if isinstance(begun, combat.FireDeclared) else 1
    return Strike(unit, *places, isinstance(begun, combat.MeleeDeclared), far)


def _unanswered(state: State, begun: Declared) -> Lines:
    """Why whoever is attacked has no dice at all."""
    if isinstance(begun, combat.FireDeclared):
        return silent("silent")
    return silent("alone" if is_leader(state, begun.target) else "no_answer")



def _camp(course: Course, begun: Declared, role: Role, factors: tuple[Factor | None, ...]) -> Camp:
    state, is_attacker = course.state, role == "attacker"
    piece = begun.unit if is_attacker else begun.target
    side = side_of(state, piece)
    batteries = (each.battery for each in course.events if isinstance(each, combat.ArtilleryCombined))
    struck = last_of(course.events, cards.FirstStrikePlayed)
    return Camp(
        side=side,
        role=role,
        pieces=(piece, *batteries) if is_attacker else (piece,),
        factors=factors,
        total=total(factors),
        cards=(CardShown(struck.card),) if struck is not None and not is_attacker else (),
        throws=tuple(_throws(course, side)),
    )


def _throws(course: Course, side: str) -> Iterable[Throw]:
    """Every roll of a side, those at leaders included (R-147)."""
    state, retires = course.state, False
    for each in course.events:
        if isinstance(each, combat.RetireChosen):
            retires = True
        elif isinstance(each, combat.AttackRolled) and side_of(state, each.unit) == side:
            is_melee = each.kind != "ranged"
            fitting = scoring(state, each.unit, each.target, is_melee, retires and each.kind == "melee")
            key = "rolled" if each.kind == "melee" else each.kind
            told = Told(key, {"hits": each.hits, "flags": each.flags})
            yield _throw(told, each.faces, fitting, each.expected)
        elif isinstance(each, combat.LeaderChecked) and side_of(state, each.leader) != side:
            yield _throw(Told("check", {"leader": each.leader}), each.faces, {"sabers"})
        elif isinstance(each, combat.LeaderEscaped) and side_of(state, each.unit) == side:
            yield _throw(Told("escape", {"leader": each.leader}), each.faces, {"sabers"})


def _throw(
    told: Told, faces: Sequence[str], fitting: Iterable[str], expected: float | None = None
) -> Throw:
    numbers = tuple(COMBAT.faces.index(face) + 1 for face in faces)
    wanted = frozenset(fitting)
    return Throw(told, numbers, tuple(face in wanted for face in faces), expected, COMBAT.id)


# What may come, and what came -------------------------------------------------------------------------


def _chances(state: State, coming: Coming) -> tuple[Told | None, tuple[Likely, ...]]:
    """The exact chances of the next roll, flags ignored as far as can be, the battle back included."""
    blow = coming.next
    found = None if blow is None else chances(state, blow)
    if blow is None or found is None or not found.dice:
        return None, ()
    about = {"dice": found.dice, "taken": round(float(found.taken), 1), "lost": round(float(found.lost), 1)}
    if is_leader(state, blow.target):
        fate = Likely(Told("falls", {"unit": blow.target}), float(found.eliminated))
        return Told("chances_leader", about), (fate,)
    shares = {"no_hit": 1 - found.hit, "eliminated": found.eliminated, "gone": found.gone}
    if blow.retires:
        del shares["gone"]
    likely = [Likely(Told(key, {"unit": blow.target}), float(share)) for key, share in shares.items()]
    if coming.is_met:
        met = met_by_square(state, blow.target, blow.unit)
        likely.insert(0, Likely(Told("stopped", {"unit": blow.unit}), float(met.stopped)))
        return Told("chances_square", about), tuple(likely)
    return Told("chances_melee" if blow.kind == "melee" else "chances", about), tuple(likely)


def _result(
    found: Sequence[Event], begun: Declared, attack: combat.AttackRolled | None, *, is_over: bool
) -> Told | None:
    """What the combat came to; the last of it counts."""
    result, both = None, {begun.unit, begun.target}
    for each in found:
        match each:
            case combat.UnitEliminated(unit) if unit in both:
                result = Told("is_eliminated", {"unit": unit})
            case combat.UnitRetreated(unit) if unit in both:
                result = Told("is_driven_back", {"unit": unit})
            case combat.CavalryRetired(unit) if unit in both:
                result = Told("has_retired", {"unit": unit})
            case combat.LeaderEliminated(leader) if leader in both:
                result = Told("has_fallen", {"unit": leader})
            case combat.LeaderRetreated(leader) if leader in both:
                result = Told("is_driven_back", {"unit": leader})
    if result is None and attack is not None:
        is_nothing = not attack.hits and not attack.flags
        if is_over or is_nothing:
            return Told("holds", {"unit": begun.target})
    return result


def _notes(state: State, blow: Blow | None) -> tuple[Told, ...]:
    """What ignores the flags of the next roll (R-94 to R-98)."""
    if blow is None or blow.retires or is_leader(state, blow.target):
        return ()
    by = {} if blow.bounces(state) else ignoring(state, blow.target, state.at[blow.unit])
    about = {"unit": blow.target, "flags": sum(by.values())}
    told = Told("ignores", {**about, "by": tuple(f"flags_{each}" for each, count in by.items() if count)})
    hexes = unit_fact(state, blow.target).retreat_per_flag
    return (told if about["flags"] else Told("ignores_none", about), Told("per_flag", {"hexes": hexes}))
