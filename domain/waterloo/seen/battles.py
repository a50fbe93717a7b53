"""Battles of Waterloo as the table tells them: battle points line by line, cards, chances, losses (9, 11.4).

Before the cards lie open each side knows its own only; the chance is then reckoned over every hand that the
enemy may hold.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from domain.kernel.battles import (
    Battle,
    Battles,
    Camp,
    CardShown,
    Course,
    Factor,
    Likely,
    Stage,
    last_of,
    side_by_side,
    total,
)
from domain.kernel.events import Event
from domain.kernel.seats import Seat
from domain.kernel.told import Told
from domain.waterloo.artillery import may_have_guns, shots
from domain.waterloo.battle import army_in, has_limit, reckon
from domain.waterloo.events.battle import (
    AttackDeclared,
    AttackerDroppedOut,
    BattleCancelled,
    BattleCardsRevealed,
    BattlePoints,
    BattleResolved,
    CavalryCharged,
    ChateauPointRemoved,
    RetreatBlocked,
    UnitAdvanced,
    UnitRetreated,
)
from domain.waterloo.events.cards import CardPlayed
from domain.waterloo.events.leaders import LeaderDisplaced, LeaderRemoved
from domain.waterloo.events.losses import ArtilleryFired, UnitDisordered, UnitEliminated, UnitReduced
from domain.waterloo.events.movement import PlaceOwnerChanged
from domain.waterloo.facts.ids import ARMIES_OF, ARMY_OF, FRONT_OF, FRONT_OF_ARMY
from domain.waterloo.orders import SetCard
from domain.waterloo.position.state import (
    CardUse,
    Clash,
    Role,
    State,
    cards_allowed,
    changed,
    front_of_seat,
)
from domain.waterloo.seen.hands import Pool, chance_of_less

STAGES: tuple[Stage, ...] = ("declared", "cards", "result", "losses")
LOSSES = (
    UnitReduced, UnitEliminated, UnitRetreated, RetreatBlocked,
    ChateauPointRemoved, UnitAdvanced,
)  # fmt: skip
PART = (
    *LOSSES, ArtilleryFired, UnitDisordered, AttackerDroppedOut, BattleCancelled,
    BattleCardsRevealed, BattleResolved, LeaderDisplaced, LeaderRemoved,
    PlaceOwnerChanged,
)  # fmt: skip
NO_LOAN = (0, 0, 0, 0)
BARS = 4
"""So many numbers of cards a chance is told for."""


def is_part(event: Event) -> bool:
    """Does the battle that was declared before go on with it? Guns may interrupt (11.1)."""
    return isinstance(event, PART) or (isinstance(event, CardPlayed) and not event.own_round)


def tell(course: Course) -> Battle:
    """The battle as far as it has come."""
    begun = course.events[0]
    assert isinstance(begun, (AttackDeclared, CavalryCharged)), "a battle was declared"
    title = Told("attack", {"square": begun.square})
    attackers: tuple[str, ...]
    came: tuple[str, ...] = ()
    if isinstance(begun, CavalryCharged):
        title, attackers, came = Told("rush", {"square": begun.square}), (begun.unit,), (begun.to,)
    else:
        attackers = tuple(each.unit for each in begun.attackers)
    resolved = last_of(course.events, BattleResolved)
    if resolved is not None:
        return _resolved(course, title, _spaces(course.state, begun.square, attackers, came), resolved)
    return _under_way(course, title, begun, attackers, came)


ASKS = frozenset(("battle_cards", "charge_cards", "loss", "advance", "reduce_attacker"))
BATTLES = Battles(tell, (AttackDeclared, CavalryCharged), (), ASKS, is_part)


def _spaces(state: State, square: str, attackers: Iterable[str], came: Sequence[str]) -> tuple[str, ...]:
    there = (state.units[unit].square for unit in attackers)
    return tuple(dict.fromkeys((square, *came, *filter(None, there))))


# Before the cards lie open --------------------------------------------------------------------------


def _under_way(
    course: Course,
    title: Told,
    begun: AttackDeclared | CavalryCharged,
    attackers: tuple[str, ...],
    came: Sequence[str],
) -> Battle:
    """What is known while cards are being set, or of a battle that came to nothing."""
    state, target = course.state, begun.target
    shown = last_of(course.events, BattleCardsRevealed)
    cancelled = last_of(course.events, BattleCancelled)
    clash = state.clash
    if clash is None or not clash.attackers:  # nobody is left to attack: as it was declared
        clash = Clash(target, attackers, charge=isinstance(begun, CavalryCharged))
    mine = None if shown or cancelled else _role_of(course.viewer, clash)
    if mine is not None:
        clash = _with_set(clash, mine, course.draft)
    points = reckon(state, clash)
    is_open = {"attacker": not shown and mine != "attacker", "defender": not shown and mine != "defender"}
    camps = _camps(state, clash, points, is_open)
    head, chances, notes = _chances(course, clash, mine, points) if mine is not None else (None, (), ())
    return Battle(
        title=title,
        spaces=_spaces(state, begun.square, attackers, came),
        stages=STAGES,
        stage="result" if cancelled else "cards",
        camps=camps,
        head=head,
        chances=chances,
        notes=notes,
        result=Told("cancelled", {"target": target}) if cancelled else None,
    )


def _role_of(viewer: Seat, clash: Clash) -> Role | None:
    """In which role the viewer's army fights; None for those who only look on."""
    if viewer not in ("french", "coalition", "anglo_allied", "prussian"):
        return None
    front = front_of_seat(viewer)
    target = FRONT_OF[clash.target]
    if viewer in ("anglo_allied", "prussian"):
        own = [role for role in _roles() if army_in(clash, role) == viewer]
        return own[0] if own else None
    return "defender" if front == target else "attacker"


def _roles() -> tuple[Role, Role]:
    return "attacker", "defender"


def _with_set(clash: Clash, role: Role, draft: Sequence[object]) -> Clash:
    cards = tuple(CardUse(each.card, each.use) for each in draft if isinstance(each, SetCard))
    return changed(clash, **{f"{role}_cards": cards})


def _chances(
    course: Course, clash: Clash, mine: Role, points: BattleResolved
) -> tuple[Told | None, tuple[Likely, ...], tuple[Told, ...]]:
    """That the own points, with the cards that are set, win against the enemy's best cards of any hand."""
    state = course.state
    enemy: Role = "defender" if mine == "attacker" else "attacker"
    lead = points.attack - points.defence if mine == "attacker" else points.defence - points.attack
    enough = lead if mine == "attacker" else lead + 1  # a tie is the defender's (W-53)
    pool = enemy_pool(state, clash, enemy, course.viewer)
    most = _most(state, enemy, pool)
    if enough <= 0:
        return Told("behind", {"points": 1 - enough}), (), ()
    guns = (Told("guns"),) if mine == "attacker" and _guns_may_break_in(state, clash) else ()
    chances = {count: chance_of_less(pool, count, enough) for count in range(1, most + 1)}
    if not chances:
        return Told("ahead"), (), guns
    bars = tuple(Likely(Told("best", {"cards": count}), float(chances[count])) for count in _telling(chances))
    return Told("unless", {"points": enough}), bars, (Told("hands"), *guns)


def _guns_may_break_in(state: State, clash: Clash) -> bool:
    """May fire drive an attacker out when the cards lie open (W-72 d, W-73)? Not in a charge (W-79)."""
    return not clash.charge and any(
        target in clash.attackers
        for army in ARMIES_OF[FRONT_OF[clash.target]]
        if may_have_guns(state, army)
        for _shooter, target in shots(state, army)
    )


def _most(state: State, enemy: Role, pool: Pool) -> int:
    """How many cards the enemy may set: a hand that only lends him a Command card gives one (W-51, W-52)."""
    _bonus, commands, _among, held = pool.lent
    most = pool.held + (1 if commands and held else 0)
    return min(most, cards_allowed(state)) if has_limit(state, enemy) else most


def _telling(chances: dict[int, Fraction]) -> list[int]:
    """The numbers of cards around which the chance falls from certain to none."""
    sure = [count for count, chance in chances.items() if chance >= Fraction(995, 1000)]
    first = max(1, min(max(sure, default=1), len(chances) - BARS + 1))
    return list(range(first, min(first + BARS, len(chances) + 1)))


def enemy_pool(state: State, clash: Clash, enemy: Role, viewer: Seat) -> Pool:
    """What the enemy may hold, as far as `viewer` knows: every card that does not lie open, and what each may
    add to this battle."""
    army, facts = army_in(clash, enemy), state.facts
    gone = set(state.discards[army])
    if army == "french" and viewer == "french":
        gone |= set(state.lost)
    base = _points(reckon(state, clash), enemy)
    bonus = {
        use: _points(reckon(state, _using(clash, enemy, use)), enemy) - base
        for use in (("elite",) if clash.charge else ("command", "elite"))
    }
    kinds: dict[tuple[int, int, str], int] = {}
    for card in facts.decks[army]:
        if card not in gone:
            fact = facts.cards[card]
            use = fact.action if fact.action in bonus else ""
            kind = (0 if clash.charge else fact.bp, bonus.get(use, 0), use)
            kinds[kind] = kinds.get(kind, 0) + 1
    lent = _lent(state, clash, enemy, bonus.get("command", 0))
    return Pool(tuple(sorted(kinds.items())), len(state.hands[army]), lent)


def _lent(state: State, clash: Clash, enemy: Role, bonus: int) -> tuple[int, int, int, int]:
    """The Command cards that another army of the enemy's front, the one with the leader, may lend (11.2)."""
    army, facts = army_in(clash, enemy), state.facts
    for ally in ARMIES_OF[FRONT_OF_ARMY[army]]:
        if bonus and ally != army and ally in facts.leader_of and ally in state.hands:
            unseen = [card for card in facts.decks[ally] if card not in state.discards[ally]]
            commands = sum(facts.cards[card].action == "command" for card in unseen)
            return bonus, commands, len(unseen), len(state.hands[ally])
    return NO_LOAN


def _points(points: BattleResolved, role: Role) -> int:
    return points.attack if role == "attacker" else points.defence


def _using(clash: Clash, role: Role, use: str) -> Clash:
    """The same battle with a card that gives this bonus and nothing else."""
    return changed(clash, **{f"{role}_cards": (CardUse("", use),)})  # type: ignore[arg-type]


# The lines ------------------------------------------------------------------------------------------


def _resolved(course: Course, title: Told, spaces: tuple[str, ...], points: BattleResolved) -> Battle:
    """The reckoning as it was recorded, and what came of it."""
    shown = last_of(course.events, BattleCardsRevealed)
    attacker, defender = (shown.attacker, shown.defender) if shown else ((), ())
    clash = Clash(
        points.target, tuple(each.unit for each in points.attackers), points.charge, attacker, defender
    )
    place = next(number for number, each in enumerate(course.events) if each is points)
    losses = tuple(each for each in course.events[place:] if _is_loss(each))
    about = {"attack": points.attack, "defence": points.defence, "target": points.target}
    front = FRONT_OF[points.target if points.winner == "defender" else points.attackers[0].unit]
    doubled = "doubled" if points.more_than_double else "plain"
    return Battle(
        title=title,
        spaces=spaces,
        stages=STAGES,
        stage="losses" if losses else "result",
        camps=_camps(course.state, clash, points, {}),
        result=Told("won", {**about, "front": front}),
        notes=(Told(f"{points.winner}_{doubled}", about),),
        losses=losses,
    )


def _is_loss(event: Event) -> bool:
    """Did the battle cost this? What a shot takes off after it, before the next card, is not its loss."""
    by_fire = isinstance(event, UnitReduced) and event.cause == "fire"
    return isinstance(event, LOSSES) and not by_fire


def _camps(
    state: State, clash: Clash, points: BattleResolved, is_open: dict[str, bool]
) -> tuple[Camp, Camp]:
    """Both sides, line by line: the factors multiply one after the other, so each line says what it adds."""
    mine, theirs = side_by_side(*lines_of(points))
    hidden = (is_open.get("attacker", False), is_open.get("defender", False))
    return (
        _camp(state, clash, "attacker", mine, points.attacker_cards, is_open=hidden[0]),
        _camp(state, clash, "defender", theirs, points.defender_cards, is_open=hidden[1]),
    )


def lines_of(points: BattleResolved) -> tuple[dict[str, Factor], dict[str, Factor]]:
    """What both sides' units bring, without cards."""
    many = len(points.attackers) > 1
    attack: dict[str, Factor] = {}
    for number, each in enumerate(points.attackers):
        lines = _attack_lines(each, is_named=many)
        attack |= {(f"{key} {number}" if number else key): line for key, line in lines.items()}
    return attack, _defence_lines(points.defender)


def _camp(
    state: State, clash: Clash, role: Role, lines: tuple[Factor, ...], added: int, *, is_open: bool
) -> Camp:
    """One side; its cards are the last line."""
    pieces = clash.attackers if role == "attacker" else (clash.target,)
    cards = clash.attacker_cards if role == "attacker" else clash.defender_cards
    told = Told("charge_cards" if clash.charge else "cards")
    lines = (*lines, Factor(told, None if is_open else added, bool(added) or is_open))
    return Camp(
        side=ARMY_OF[pieces[0]],
        role=role,
        pieces=pieces,
        factors=lines,
        total=total(lines),
        is_open=is_open,
        cards=(CardShown(None),) if is_open else _shown(state, cards),
    )


def _shown(state: State, cards: Sequence[CardUse]) -> tuple[CardShown, ...]:
    facts = state.facts.cards
    return tuple(CardShown(each.card, facts[each.card].bp if each.use == "bp" else None) for each in cards)


def _attack_lines(points: BattlePoints, *, is_named: bool) -> dict[str, Factor]:
    worth = points.printed
    named = Told("printed_of", {"unit": points.unit}) if is_named else Told("printed")
    lines = {"printed": Factor(named, worth)}
    for key, factor in (("elite", points.elite), ("charge", points.charge)):
        if factor > 1:
            lines[key] = Factor(Told(key, {"times": factor}), worth * (factor - 1))
            worth *= factor
    side = {1: "front", 2: "flank", 3: "rear"}[points.side]
    lines["ground"] = Factor(Told(side), worth * (points.side - 1), counts=points.side > 1)
    if points.command:
        lines["command"] = Factor(Told("command"), points.command)
    if points.edge:
        lines["edge"] = Factor(Told("edge", {"across": points.across}), -points.edge)
    floor = points.total - total(lines.values())
    if floor:
        lines["floor"] = Factor(Told("floor"), floor)
    return lines


def _defence_lines(points: BattlePoints) -> dict[str, Factor]:
    worth = points.printed
    lines = {"printed": Factor(Told("printed"), worth)}
    if points.elite > 1:
        lines["elite"] = Factor(Told("elite", {"times": points.elite}), worth * (points.elite - 1))
        worth *= points.elite
    ground = Told("terrain" if points.terrain > 1 else "open")
    lines["ground"] = Factor(ground, worth * (points.terrain - 1), counts=points.terrain > 1)
    if points.command:
        lines["command"] = Factor(Told("command"), points.command)
    return lines
