"""Battles of Wellington as the table tells them: dice line by line, faces, hits, chances, losses (11)."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb

from domain.kernel.battles import (
    Battle,
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
from domain.kernel.memory import Latest
from domain.kernel.told import Told
from domain.wellington.events import battle as events
from domain.wellington.facts.tables import Battle as BattleTable
from domain.wellington.facts.world import OTHER_SIDE, POWER_OF, SIDE_OF, Side
from domain.wellington.movement.groups import leaders_of_side
from domain.wellington.position import conflict
from domain.wellington.position.state import State
from domain.wellington.seen.odds import Chances, battle_chances, last_round_chances
from domain.wellington.seen.so_far import laid_for, since
from domain.wellington.seen.sums import TERMS, counted_lines, lines

STAGES: tuple[Stage, ...] = ("declared", "cards", "dice", "result", "losses")
LOSSES = (
    events.PiecesLost, events.FormationRetreated, events.PiecesReturned, events.SoldiersRallied,
    events.BattleRenewed, events.PlunderRolled,
)  # fmt: skip
WORTH_TELLING = 0.005
"""A chance below this would be told as none."""


def tell(course: Course) -> Battle:
    """The battle as far as it has come; of several rounds the present one."""
    begun = course.events[0]
    assert isinstance(begun, events.BattleBegan), "a battle began"
    battle = begun.battle
    sides: tuple[Side, Side] = (battle.attacker, OTHER_SIDE[battle.attacker])
    this_round = since(course.events, events.BattleRoundBegan)
    counted = {each.side: each for each in this_round if isinstance(each, events.BattleDiceCounted)}
    attack, defence = (_lines(course.state, battle.duchy, side, counted) for side in sides)
    camps = tuple(
        _camp(course, this_round, battle.duchy, side, role, factors)
        for side, role, factors in zip(sides, _ROLES, side_by_side(attack, defence, TERMS), strict=True)
    )
    won = last_of(course.events, events.BattleWon)
    resolved = last_of(course.events, events.BattleResolved)
    head, chances = _chances(course.state, battle, counted)
    return Battle(
        title=Told("battle", {"duchy": battle.duchy}),
        spaces=(battle.duchy,),
        stages=STAGES,
        stage=_stage(course.events, this_round),
        camps=(camps[0], camps[1]),
        head=head,
        chances=chances,
        result=_result(course.events, battle.duchy, won, resolved),
        notes=tuple(_notes(course.events, sides)),
        losses=tuple(each for each in course.events if _is_loss(each)),
    )


_ROLES: tuple[Role, Role] = ("attacker", "defender")


def _is_loss(event: Event) -> bool:
    return isinstance(event, LOSSES) and not (isinstance(event, events.PiecesLost) and _is_nothing(event))


def _is_nothing(lost: events.PiecesLost) -> bool:
    return not lost.sp and not lost.leaders


def _stage(found: Sequence[Event], this_round: Sequence[Event]) -> Stage:
    if any(isinstance(each, (events.FormationRetreated, events.BattleResolved)) for each in found):
        return "losses"
    if any(isinstance(each, events.BattleWon) for each in this_round):
        return "result"
    if any(isinstance(each, events.BattleRolled) for each in this_round):
        return "dice"
    return "cards"


# The dice -------------------------------------------------------------------------------------------


def _lines(
    state: State, duchy: str, side: Side, counted: Mapping[Side, events.BattleDiceCounted]
) -> dict[str, Factor]:
    """What the dice of a side come from: as they were counted, or would be now."""
    if side in counted:
        return counted_lines(counted[side])
    battle = _fought(state, duchy)
    return {} if battle is None else lines(state, battle, side)


def _fought(state: State, duchy: str) -> conflict.Battle | None:
    return next((each for each in reversed(state.battles) if each.duchy == duchy), None)


def _camp(
    course: Course,
    this_round: Sequence[Event],
    duchy: str,
    side: Side,
    role: Role,
    factors: tuple[Factor, ...],
) -> Camp:
    return Camp(
        side=side,
        role=role,
        pieces=_pieces(course, duchy, side),
        factors=factors,
        total=total(factors),
        cards=tuple(CardShown(card) for card in laid_for(course.events, side)),
        throws=_throws(course.state, this_round, side),
    )


def _pieces(course: Course, duchy: str, side: Side) -> tuple[str, ...]:
    """The leaders who fight, or fought and went away again."""
    gone = (
        leader
        for each in course.events
        if isinstance(each, events.FormationRetreated) and each.start == duchy
        for leader in each.leaders
        if SIDE_OF[POWER_OF[leader]] == side
    )
    return tuple(dict.fromkeys((*leaders_of_side(course.state, duchy, side), *gone)))


def _throws(state: State, this_round: Sequence[Event], side: Side) -> tuple[Throw, ...]:
    rolled = last_of(this_round, events.BattleRolled)
    if rolled is None:
        return ()
    rules = state.facts.tables.battle
    faces = list(rolled.allied if side == "allied" else rolled.french)
    for each in this_round:
        if isinstance(each, events.DiceAdded) and each.side == side:
            faces += each.dice
        elif isinstance(each, events.DiceVoided) and each.side == side:
            faces = faces[each.count :]
    hitting = (*rules.eliminates, *rules.disorganises)
    faces.sort(reverse=True)
    hits = tuple(face in hitting for face in faces)
    told = Told("dice", {"hits": sum(hits)})
    return (Throw(told, tuple(faces), hits, len(faces) * len(hitting) / 6),)


# What may come, and what came -----------------------------------------------------------------------


def _chances(
    state: State, begun: conflict.Battle, counted: Mapping[Side, events.BattleDiceCounted]
) -> tuple[Told | None, tuple[Likely, ...]]:
    """Before the dice the exact chances of the battle (11.5 to 11.9); afterwards what its dice promised."""
    attacker, battle = begun.attacker, _fought(state, begun.duchy)
    if len(counted) == len(_ROLES):
        dice = (counted[attacker].total, counted[OTHER_SIDE[attacker]].total)
        more, rout, even = hit_chances(*dice, state.facts.tables.battle)
        shares = {"more_hits": more, "rout_hits": rout, "even_hits": even}
        told = tuple(Likely(Told(key, {"side": attacker}), share) for key, share in shares.items())
        return Told("before", {"attack": dice[0], "defence": dice[1]}), told
    if battle is None or not battle.round or battle is not state.battles[-1] or battle.winner:
        return None, ()
    is_last = battle.round >= battle.rounds
    found = (_in_last_round if is_last else _in_battle).of(state)
    about = {"lost": round(found.lost, 1), "taken": round(found.taken, 1)}
    shares = {"wins": found.win, "routs": found.rout, "loses": found.lose, "nobody": found.nobody}
    told = tuple(Likely(Told(key, {"side": attacker}), share) for key, share in shares.items())
    return Told("chances", about), told if found.nobody >= WORTH_TELLING else told[:-1]


_in_battle: Latest[State, Chances] = Latest(battle_chances)
_in_last_round: Latest[State, Chances] = Latest(last_round_chances)


def hit_chances(attack: int, defence: int, rules: BattleTable) -> tuple[float, float, float]:
    """More hits than the other, so many more that it is a rout, and as many, of so many dice in one round."""
    hitting = len({*rules.eliminates, *rules.disorganises})
    more = rout = even = 0.0
    for mine, chance in enumerate(_hits(attack, hitting)):
        for theirs, other in enumerate(_hits(defence, hitting)):
            both = chance * other
            more += both * (mine > theirs)
            rout += both * (mine - theirs >= rules.rout_margin)
            even += both * (mine == theirs)
    return more, rout, even


def _hits(dice: int, hitting: int) -> list[float]:
    """How likely each number of hits is."""
    chance = hitting / 6
    return [comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits) for hits in range(dice + 1)]


def _result(
    found: Sequence[Event],
    duchy: str,
    won: events.BattleWon | None,
    resolved: events.BattleResolved | None,
) -> Told | None:
    decided = last_of(found, events.BattleDecided)
    if resolved is not None:
        if resolved.winner is None:
            return Told("nobody_left", {"duchy": duchy})
        how = "overrun" if resolved.is_overrun else "rout" if resolved.is_rout else "won"
        return Told(how, {"winner": resolved.winner, "duchy": duchy})
    if decided is not None:
        how = "rout" if decided.is_rout else "won"
        return Told(how, {"winner": decided.winner, "duchy": duchy})
    return None if won is None else Told("winning", {"winner": won.winner, "duchy": duchy})


def _notes(found: Sequence[Event], sides: tuple[Side, Side]) -> Iterable[Told]:
    """The round, and the hits that each side has suffered in all rounds so far."""
    begun = last_of(found, events.BattleRoundBegan)
    if begun is not None:
        yield Told("round", {"round": begun.round})
    for side in sides:
        scored = [each for each in found if isinstance(each, events.HitsScored) and each.side == side]
        if scored:
            sixes, fives = sum(each.sixes for each in scored), sum(each.fives for each in scored)
            yield Told("suffered", {"side": side, "sixes": sixes, "fives": fives})
