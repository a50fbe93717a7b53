"""Fire as the table tells it: points of the groups, what is added to each die, damage (10.1, 11.1).

Artillery fires group by group; all rifles of a phase fire together (R-52) and are told together.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from domain.brandywine.events.fire import DamageRolled, FireDeclared, HitRolled
from domain.brandywine.facts.sides import ENEMY, Side
from domain.brandywine.facts.tables import D10, DICE
from domain.brandywine.fire.targets import modifiers, needed, table_of
from domain.brandywine.position.state import State
from domain.brandywine.seen.losses import LOSSES
from domain.brandywine.seen.odds import hit_chance
from domain.kernel.battles import Battle, Camp, Course, Factor, Likely, Role, Stage, Sum, Throw, total
from domain.kernel.chance import Rolled
from domain.kernel.events import Event
from domain.kernel.told import Told

STAGES: tuple[Stage, ...] = ("declared", "dice", "losses")
ROLLS = (Rolled, HitRolled, DamageRolled)


def tell(course: Course) -> Battle:
    """The fire as far as it has come."""
    shots = [each for each in course.events if isinstance(each, FireDeclared)]
    hits = {each.target: each for each in course.events if isinstance(each, HitRolled)}
    damage = {each.target: each for each in course.events if isinstance(each, DamageRolled)}
    side = shots[0].side
    mine, theirs = (_lines(shots, each) for each in (side, ENEMY[side]))
    pairs = list(zip_longest(mine, theirs))
    waiting = [shot for shot in shots if shot.target not in hits and _is_at_hand(course.state, shot)]
    return Battle(
        title=_title(shots),
        spaces=tuple(dict.fromkeys(at for shot in shots for at in shot.places.values())),
        stages=STAGES,
        stage=_stage(course.events, hits),
        camps=(
            _camp(course.events, shots, side, "attacker", tuple(one for one, _ in pairs)),
            _camp(course.events, shots, ENEMY[side], "defender", tuple(other for _, other in pairs)),
        ),
        sums=tuple(_sum(course.state, shot, hits.get(shot.target)) for shot in shots
                   if shot.target in hits or shot in waiting),
        head=Told("chances_fire") if waiting else None,
        chances=_chances(course.state, waiting),
        result=_result(shots, hits, damage),
        losses=tuple(each for each in course.events if isinstance(each, LOSSES)),
    )  # fmt: skip


def _title(shots: Sequence[FireDeclared]) -> Told:
    if len(shots) > 1:
        return Told("volleys", {"targets": tuple(shot.target for shot in shots)})
    (shot,) = shots
    return Told(shot.kind, {"firers": shot.firers, "target": shot.target, "distance": shot.distance})


def _stage(found: Sequence[Event], hits: dict[str, HitRolled]) -> Stage:
    if not hits:
        return "declared"
    return "dice" if isinstance(found[-1], ROLLS) else "losses"


def _is_at_hand(state: State, shot: FireDeclared) -> bool:
    """Is the shot of the position this one?"""
    return any((each.target, each.firers) == (shot.target, shot.firers) for each in state.volleys)


# Both sides -------------------------------------------------------------------------------------------


def _lines(shots: Iterable[FireDeclared], side: Side) -> list[Factor]:
    """The points of all that fire; of an older game they are not known."""
    found = [
        Factor(Told("fires", {"unit": unit, "target": shot.target}), shot.points.get(unit))
        for shot in shots
        if shot.side == side
        for unit in shot.firers
    ]
    return found or [Factor(Told("fires_not"), 0, counts=False)]


def _camp(
    found: Sequence[Event], shots: Sequence[FireDeclared], side: Side, role: Role,
    factors: tuple[Factor | None, ...],
) -> Camp:  # fmt: skip
    pieces = [unit for shot in shots for unit in (shot.firers if shot.side == side else (shot.target,))]
    return Camp(
        side=side,
        role=role,
        pieces=tuple(dict.fromkeys(pieces)),
        factors=factors,
        total=total(factors),
        is_open=any(each is not None and each.adds is None for each in factors),
        throws=tuple(_throws(found, [shot.target for shot in shots if shot.side == side])),
    )


def _throws(found: Iterable[Event], targets: Sequence[str]) -> Iterable[Throw]:
    """Every roll of a side's groups."""
    for each in found:
        if isinstance(each, HitRolled) and each.target in targets:
            added = sum(each.modifiers.values())
            told = Told("shot", {"target": each.target, "total": each.total, "needed": each.needed})
            yield throw(told, each.dice, tuple(die + added >= each.needed for die in each.dice))
        elif isinstance(each, DamageRolled) and each.target in targets:
            yield throw(Told("damage", _about(each)), (each.die,), (each.damage != "-",))


def throw(told: Told, dice: Sequence[int], hits: tuple[bool, ...] = ()) -> Throw:
    """Dice as they fell; 0 is the first face of the die."""
    return Throw(told, tuple(die + 1 for die in dice), hits, die=D10.id)


def _about(rolled: DamageRolled) -> dict[str, object]:
    return {
        "target": rolled.target, "damage": rolled.damage.rstrip("*"), "leader": rolled.damage.endswith("*"),
    }  # fmt: skip


# The dice ---------------------------------------------------------------------------------------------


def _sum(state: State, shot: FireDeclared, rolled: HitRolled | None) -> Sum:
    """The die and what is added, as it was rolled or will be."""
    if rolled is not None:
        wanted, added, die = rolled.needed, rolled.modifiers, max(rolled.dice)
        count = len(rolled.dice)
    else:
        wanted = needed(state, shot.kind, shot.firers, shot.target)
        added, die = modifiers(state, shot.kind, shot.firers, shot.target, shot.first), None
        count = hit_chance(state, shot.kind, shot.firers, shot.target, shot.first)[1]
    factors = (
        Factor(Told("die" if count == 1 else "better_die"), die),
        *(Factor(Told("modifier", {"name": name}), value) for name, value in added.items()),
    )
    told = Told("needed", {"target": shot.target, "needed": wanted, "distance": shot.distance})
    return Sum(told, factors, total(factors), is_open=die is None)


def _chances(state: State, waiting: Sequence[FireDeclared]) -> tuple[Likely, ...]:
    """That each shot hits; of a single one, what it would do as well."""
    found = []
    for shot in waiting:
        hit, _ = hit_chance(state, shot.kind, shot.firers, shot.target, shot.first)
        found.append(Likely(Told("hits", {"unit": shot.target}), float(hit)))
        if len(waiting) == 1:
            for key, codes in (("steps", "12"), ("back", "RD")):
                faces = sum(damage[0] in codes for damage in table_of(state, shot.kind).damage)
                found.append(Likely(Told(key, {"unit": shot.target}), float(hit * faces / DICE)))
    return tuple(found)


def _result(
    shots: Sequence[FireDeclared], hits: dict[str, HitRolled], damage: dict[str, DamageRolled]
) -> Told | None:
    if len(hits) < len(shots):
        return None
    struck = [each for each in hits.values() if each.hit]
    if len(shots) > 1:
        return Told("all_rolled", {"shots": len(shots), "hits": len(struck)})
    (shot,) = shots
    if not struck:
        return Told("missed", {"target": shot.target})
    return Told("damage", _about(damage[shot.target])) if damage else Told("struck", {"target": shot.target})
