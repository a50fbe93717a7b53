"""Close combat as the table tells it: points and column, the die line by line, tactics, results (12.1).

What is over is told by its events, so that it reads the same whatever came after it. Tactics appear with the
event that shows them both; before it nothing is reckoned from them.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from domain.brandywine.combat.chances import NO_COMBAT, Chances, chances, matrix, supposed_fight
from domain.brandywine.combat.strength import diversion_shift, line_of, modifiers, plain_column, points_of
from domain.brandywine.events.combat import (
    CombatBegan,
    CombatRolled,
    LafayetteUsed,
    LeadChosen,
    OddsSet,
    TacticsRevealed,
    UnitCaptured,
    UnitRetreated,
)
from domain.brandywine.facts.sides import ENEMY, SIDES, Side
from domain.brandywine.position.state import Combat, State, changed, side_of
from domain.brandywine.seen.losses import LOSSES
from domain.brandywine.seen.shots import STAGES, throw
from domain.brandywine.seen.stacks import is_closed_to, without_closed_leaders
from domain.kernel.battles import (
    Battle,
    Camp,
    Course,
    Factor,
    Likely,
    Matrix,
    Pairing,
    Role,
    Stage,
    Sum,
    last_of,
    total,
)
from domain.kernel.chance import Rolled
from domain.kernel.events import Event
from domain.kernel.told import Told


class Known(NamedTuple):
    """What the events of a combat say of it; `fight` is the combat of the position while it is still open."""

    begun: CombatBegan
    odds: OddsSet | None
    leads: Mapping[Side, str]
    shown: TacticsRevealed | None
    rolled: CombatRolled | None
    fight: Combat | None
    attacker: Side


def tell(course: Course) -> Battle:
    """The combat as far as it has come."""
    at_hand = _read(course)
    points, broken = _points(course.state, at_hand)
    lines = [_lines(at_hand, units, points, broken)
             for units in (at_hand.begun.attackers, at_hand.begun.defenders)]  # fmt: skip
    pairs = list(zip_longest(*lines))
    head, likely = _chances(course, at_hand)
    return Battle(
        title=Told("combat", {"targets": at_hand.begun.targets}),
        spaces=tuple(dict.fromkeys((*at_hand.begun.targets, *at_hand.begun.places.values()))),
        stages=STAGES,
        stage=_stage(course.events, at_hand),
        camps=(
            _camp(course.events, at_hand, "attacker", tuple(one for one, _ in pairs)),
            _camp(course.events, at_hand, "defender", tuple(other for _, other in pairs)),
        ),
        sums=_die(course.state, at_hand),
        head=head,
        chances=likely,
        matrix=_matrix(course, at_hand),
        result=_result(course, at_hand),
        notes=_notes(course, at_hand),
        losses=tuple(each for each in course.events if isinstance(each, LOSSES)),
    )


def _read(course: Course) -> Known:
    found, state = course.events, course.state
    begun = found[0]
    assert isinstance(begun, CombatBegan), "a combat began"
    attacker = side_of(state, begun.attackers[0])
    rolled, shown = last_of(found, CombatRolled), last_of(found, TacticsRevealed)
    is_settled = rolled is not None or (shown is not None and shown.swing is None) or _is_left(found)
    fight = None if is_settled else state.fight
    if fight is not None and (fight.attackers, fight.targets) != (begun.attackers, begun.targets):
        fight = None
    leads = {each.side: each.unit for each in found if isinstance(each, LeadChosen)}
    return Known(begun, last_of(found, OddsSet), leads, shown, rolled, fight, attacker)


def _is_left(found: Sequence[Event]) -> bool:
    """Was it over without a roll: artillery alone was taken, or dragoons withdrew (12.1.7)?"""
    return any(
        (isinstance(each, UnitCaptured) and each.cause == "guns")
        or (isinstance(each, UnitRetreated) and each.cause == "cavalry")
        for each in found
    )


def _stage(found: Sequence[Event], here: Known) -> Stage:
    if isinstance(found[-1], (CombatRolled, Rolled)):
        return "dice"
    return "declared" if here.rolled is None and not _is_left(found) else "losses"


# The points of both sides -----------------------------------------------------------------------------


def _points(state: State, here: Known) -> tuple[Mapping[str, int], Mapping[str, str]]:
    """What each unit counts for, and which are broken: as it was recorded, or as it stands."""
    if here.odds is not None:
        return here.odds.points, here.odds.broken
    if here.fight is None:
        return {}, {}
    points = points_of(state, here.fight)
    return points, {unit: str(state.condition[unit]) for unit in points if unit in state.condition}


def _lines(
    here: Known, units: Sequence[str], points: Mapping[str, int], broken: Mapping[str, str]
) -> list[Factor]:
    leads = here.leads.values()
    found = []
    for unit in sorted(units, key=lambda each: (each not in leads, each not in points)):
        about = {"unit": unit, "condition": broken.get(unit, "")}
        key = "broken" if unit in broken else "leads" if unit in leads else "unit"
        counts = unit in points
        key = key if counts or not points else "uncounted"
        found.append(Factor(Told(key, about), points.get(unit, 0), counts))
    return found


def _camp(
    found: Sequence[Event], here: Known, role: Role, factors: tuple[Factor | None, ...]
) -> Camp:
    is_attacker = role == "attacker"
    rolls = [each for each in found if isinstance(each, CombatRolled)] if is_attacker else []
    return Camp(
        side=here.attacker if is_attacker else ENEMY[here.attacker],
        role=role,
        pieces=here.begun.attackers if is_attacker else here.begun.defenders,
        factors=factors,
        total=total(factors),
        throws=tuple(throw(Told("rolled", {"total": each.total}), (each.die,)) for each in rolls),
    )


def _notes(course: Course, here: Known) -> tuple[Told, ...]:
    """How points make a column, what shifts it, and chits that lacked what they need."""
    notes: list[Told] = []
    odds, shown = here.odds, here.shown
    if odds is not None:
        columns = course.state.tables.close_combat.columns
        plain = columns[plain_column(course.state, odds.attack, odds.defence)]
        about = {"attack": odds.attack, "defence": odds.defence, "plain": plain, "column": odds.column}
        used = last_of(course.events, LafayetteUsed)
        lafayette = used.shift if used is not None else 0
        notes.append(Told("shifted" if odds.shifts else "column", about))
        if odds.shifts != lafayette:
            notes.append(Told("by_diversion", {"shift": odds.shifts - lafayette}))
        if used is not None:
            notes.append(Told("by_lafayette", {"leader": used.leader, "shift": lafayette}))
    if shown is not None:
        notes += [Told("illegal", {"side": side}) for side in shown.illegal]
    return tuple(notes)


# The die ----------------------------------------------------------------------------------------------


def _die(state: State, here: Known) -> tuple[Sum, ...]:
    """The die and what is added to it, as it was rolled or, once both leads are named, will be."""
    if here.rolled is not None:
        column, added, die = here.rolled.column, here.rolled.modifiers, here.rolled.die
    elif here.fight is not None and here.odds is not None and len(here.leads) == len(SIDES):
        column, added, die = here.odds.column, modifiers(state, here.fight), None
    else:
        return ()
    factors = [Factor(Told("die"), die)]
    factors += [
        Factor(Told("modifier", {"name": name}), value) for name, value in added.items() if name != "tactics"
    ]
    shown = here.shown
    if shown is not None:
        told = Told("tactics", {"attack": shown.attack, "defence": shown.defence})
        factors.append(Factor(told, shown.swing, bool(shown.swing)))
    else:
        factors.append(Factor(Told("tactics_unknown"), None))
    is_open = any(each.adds is None for each in factors)
    return (Sum(Told("in_column", {"column": column}), tuple(factors), total(factors), is_open),)


def _chances(course: Course, here: Known) -> tuple[Told | None, tuple[Likely, ...]]:
    """The exact chances of the next roll: of the first one, or of another that momentum may buy."""
    state, rolled = course.state, here.rolled
    if rolled is not None:
        fight = state.fight
        if course.events[-1] is not rolled or fight is None or not any(state.momentum.values()):
            return None, ()
        if (fight.attackers, fight.targets) != (here.begun.attackers, here.begun.targets):
            return None, ()
        found, key = chances(state, fight, fight.swing), "chances_again"
    elif here.fight is not None and line_of(state, here.fight.defenders):
        fight = here.fight
        if here.odds is None:  # until then the position has only Lafayette's shift
            fight = changed(fight, shifts=fight.shifts + diversion_shift(state, fight.attackers))
        shown = here.shown is not None
        found = chances(state, supposed_fight(state, fight), fight.swing if shown else 0)
        named = len(here.leads) == len(SIDES)
        key = "chances_shown" if shown else "chances_named" if named else "chances_supposed"
    else:
        return None, ()
    likely = [Likely(Told(f"likely_{name}"), float(share)) for name, share in _kinds(found).items() if share]
    return Told(key, {"column": found.column}), tuple(likely)


def _matrix(course: Course, here: Known) -> Matrix | None:
    """What each pair of chits makes of the roll, until they are shown (12.1.9), as far as the viewer may know
    (7.1.3)."""
    if here.fight is None or here.shown is not None or len(here.leads) < len(SIDES):
        return None
    is_closed = is_closed_to(course.state, course.viewer)
    state = without_closed_leaders(course.state) if is_closed else course.state
    chits, found = state.tables.tactics.chits, matrix(state, here.fight)
    return Matrix(
        Told("matrix"),
        tuple(Told("chit", {"chit": chit}) for chit in chits),
        tuple(tuple(_pairing(found[own, other]) for other in chits) for own in chits),
    )


def _pairing(found: Chances) -> Pairing:
    results = () if found is NO_COMBAT else tuple((code, float(each)) for code, each in found.results.items())
    return Pairing(float(found.hurts_attacker), float(found.hurts_defender), results)


def _kinds(found: Chances) -> dict[str, Fraction]:
    """The results by whom they hurt."""
    shares = {"defender": Fraction(0), "both": Fraction(0), "pin": Fraction(0), "attacker": Fraction(0)}
    for code, share in found.results.items():
        ours, _, theirs = code.partition("/")
        name = "pin" if not theirs else "defender" if ours == "-" else "attacker" if theirs == "-" else "both"
        shares[name] += share
    return shares


def _result(course: Course, here: Known) -> Told | None:
    """What the table says, or why there was no roll; in the meeting house who leads checks before it goes
    (17.1.2)."""
    found, rolled = course.events, here.rolled
    if rolled is None:
        if here.shown is not None and here.shown.swing is None:
            return Told("no_combat", {"attack": here.shown.attack, "defence": here.shown.defence})
        if _is_left(found):
            guns = any(isinstance(each, UnitCaptured) for each in found)
            return Told("guns_taken" if guns else "cavalry_gone", {"defenders": here.begun.defenders})
        return None
    if rolled.result in ("PIN", "R/R"):
        return Told("pin" if rolled.result == "PIN" else "both_back")
    ours, theirs = rolled.result.split("/")
    side = here.attacker if theirs == "-" else ENEMY[here.attacker]
    lead, code = here.leads[side], theirs if ours == "-" else ours
    at = here.begun.places.get(lead)
    in_house = at is not None and course.state.ground.kind[at] == "meeting_house"
    return Told("suffers", {"side": side, "code": code, "unit": lead, "house": in_house})
