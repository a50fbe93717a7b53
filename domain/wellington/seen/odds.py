"""Exact chances of battles and sieges before a die is cast: what a player works out with pencil and paper.

Counted on the pieces on the map and the cards that lie open. No evasion, interception, answer or battle card
is foreseen, attrition on the way costs nothing, and where two allies may share a loss the first one bears it.
"""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import NamedTuple

import msgspec

from domain.kernel.agenda import Play
from domain.kernel.chance import SealedChance
from domain.kernel.orders import Order
from domain.kernel.ruleset import Odds
from domain.wellington.arrival.arrival import battle_of
from domain.wellington.arrival.entry import march
from domain.wellington.battle.battle import fight
from domain.wellington.battle.battle_losses import shared, staff_of
from domain.wellington.battle.dice import battle_dice, pieces_of_side
from domain.wellington.events.arrival import ArrivalEnded
from domain.wellington.events.sieges import (
    SiegeBegan,
    SiegeRolled,
    SiegeRoundBegan,
    SiegeRoundEnded,
    the_siege,
    with_siege,
)
from domain.wellington.facts.world import OTHER_SIDE, POWER_OF, POWERS_OF, SIDE_OF, Power, Side
from domain.wellington.movement.groups import leaders_of_side
from domain.wellington.movement.marches import march_menu, parts_of
from domain.wellington.orders.points import Carry, MoveArmy, MoveCounter
from domain.wellington.orders.sieges import BesiegeFortress, FightOn
from domain.wellington.position import card_changes, card_table
from domain.wellington.position.conflict import Battle, Laid, Part, Siege
from domain.wellington.position.control import holder
from domain.wellington.position.state import State, changed, has_formation, sp_of, without_pieces
from domain.wellington.seen.sums import lines
from domain.wellington.siege.siege_dice import (
    Reckoning,
    besieger_dice,
    fortress_dice,
    losses_of_round,
    may_fight_on,
    reckoned,
    staff_there,
    strength_of,
)
from domain.wellington.siege.sieges import army_sp, siege_loads, spare_sp

Faces = tuple[int, ...]
UNUSED = SealedChance(bytes(32))


def odds(state: State, draft: Sequence[Order], order: Order) -> Odds | None:
    """What a march, a siege or another round of it leads to; None for other orders and safe marches.

    A march or siege whose army is still to be named is reckoned with the largest one.
    """
    first, so_far = draft[0] if draft else order, (*draft, order)
    if isinstance(order, FightOn):
        return _siege(state, order.sp)
    if isinstance(first, MoveCounter) and state.impulse is not None:
        power = state.impulse.power
        return _march(state, power, first.duchy, first.to, (Part(power, first.sp),))
    if isinstance(first, MoveArmy):
        if not isinstance(order, Carry):
            so_far = (*so_far, _largest(march_menu(state, so_far, 0)))
        start, power = state.leaders[first.leader].duchy, POWER_OF[first.leader]
        assert start is not None, "only a leader on the map marches"
        return _march(state, power, start, first.to, parts_of(so_far))
    if isinstance(first, BesiegeFortress):
        load = order if isinstance(order, Carry) else _largest(siege_loads(state, first))
        return _siege(_besieging(state, first, load), 0)
    return None


def _largest(loads: Sequence[Order]) -> Carry:
    found = [load for load in loads if isinstance(load, Carry)]
    return max(found, key=lambda load: load.sp + len(load.staff))


# Marches and battles ------------------------------------------------------------------------------


def _march(state: State, power: Power, start: str, to: str, parts: tuple[Part, ...]) -> Odds | None:
    """The attrition on the way, and the battle if enemies stand there."""
    play = Play(state, (), UNUSED)
    march(play, power, start, to, parts)
    arrival = play.state.arrivals[-1]
    if not all(has_formation(play.state, to, side) for side in POWERS_OF):
        if not arrival.dice:
            return None
        lost = arrival.dice * len(state.facts.tables.attrition.eliminates) / 6
        return Odds(key="march", lost=lost, about={"dice": arrival.dice})
    battle, mine = battle_of(play.state, arrival), SIDE_OF[power]
    play.record(ArrivalEnded(to))
    fight(play, battle)
    play.agenda[-1].advance(play)  # the first round begins
    found = battle_chances(play.state)
    begun = play.state.battles[-1]
    attack, defence = (battle_dice(play.state, begun, side) for side in (mine, OTHER_SIDE[mine]))
    about = {"dice": arrival.dice, "attack": attack, "defence": defence}
    own, enemy = (tuple(lines(play.state, begun, side).values()) for side in (mine, OTHER_SIDE[mine]))
    return Odds(
        key="battle",
        win=found.win,
        rout=found.rout,
        nobody=found.nobody,
        lost=found.lost,
        taken=found.taken,
        about=about,
        factors=(own, enemy),
    )


class Chances(msgspec.Struct):
    """How a battle may end for its attacker; `beaten` is a rout of his own, losses are whole pieces."""

    win: float = 0.0
    rout: float = 0.0
    lose: float = 0.0
    beaten: float = 0.0
    nobody: float = 0.0
    lost: float = 0.0
    taken: float = 0.0


class Blow(msgspec.Struct, frozen=True):
    """What the enemy's dice of a round may do to a side: eliminate, disorganise, and how likely it is."""

    sixes: int
    fives: int
    chance: float


class Camp(msgspec.Struct, frozen=True):
    """A side when a round is rolled: its dice and pieces, those disorganised before, those lost before."""

    dice: int
    pieces: int
    shaken: int = 0
    lost: int = 0


class Plight(msgspec.Struct):
    """Blows of a last round with as many hits, which leave the side standing or not.

    `lost` and `routed` are pieces times chance: eliminated anyhow, and by a rout besides.
    """

    chance: float = 0.0
    lost: float = 0.0
    routed: float = 0.0


Plights = dict[tuple[int, bool], Plight]


@cache
def rolls(dice: int) -> tuple[tuple[Faces, float], ...]:
    """Every roll up to the order of its dice, and how likely it is; a 1 stands for every miss."""
    return tuple(
        (
            (6,) * sixes + (5,) * fives + (1,) * (dice - sixes - fives),
            comb(dice, sixes) * comb(dice - sixes, fives) * 4 ** (dice - sixes - fives) / 6**dice,
        )
        for sixes in range(dice + 1)
        for fives in range(dice + 1 - sixes)
    )


def battle_chances(state: State) -> Chances:
    """The chances of the battle at hand, of two rounds, whose first is about to be rolled (11.5 to 11.9)."""
    battle = state.battles[-1]
    mine, theirs = battle.attacker, OTHER_SIDE[battle.attacker]
    later = changed(state, battles=(*state.battles[:-1], changed(battle, round=battle.round + 1)))

    @cache
    def blows(side: Side, dice: int) -> tuple[Blow, ...]:
        return _blows(state, battle, side, dice)

    @cache
    def plights(side: Side, camp: Camp, enemy_dice: int) -> Plights:
        return _plights(blows(side, enemy_dice), camp)

    @cache
    def after(side: Side, blow: Blow) -> Camp:
        return _after(later, side, blow)

    own, enemy = _camp(state, mine), _camp(state, theirs)
    result, margins = Chances(), (_margin(state, mine), _margin(state, theirs))
    decided = _ends(plights(mine, own, enemy.dice), plights(theirs, enemy, own.dice), margins, ties=False)
    _add(result, decided, 1.0)
    for suffered in blows(mine, enemy.dice):
        for dealt in blows(theirs, own.dice):
            even = suffered.sixes + suffered.fives == dealt.sixes + dealt.fives
            if even and suffered.sixes < own.pieces and dealt.sixes < enemy.pieces:
                one, other = after(mine, suffered), after(theirs, dealt)
                ends = _ends(
                    plights(mine, one, other.dice), plights(theirs, other, one.dice), margins, ties=True
                )
                _add(result, ends, suffered.chance * dealt.chance)
    return result


def last_round_chances(state: State) -> Chances:
    """The chances of a battle whose last round is about to be rolled, after as many hits on both sides."""
    battle = state.battles[-1]
    mine, theirs = battle.attacker, OTHER_SIDE[battle.attacker]
    own, enemy = _camp(state, mine), _camp(state, theirs)
    return _ends(
        _plights(_blows(state, battle, mine, enemy.dice), own),
        _plights(_blows(state, battle, theirs, own.dice), enemy),
        (_margin(state, mine), _margin(state, theirs)),
        ties=True,
    )


def _add(result: Chances, ends: Chances, chance: float) -> None:
    for name in Chances.__struct_fields__:
        setattr(result, name, getattr(result, name) + chance * getattr(ends, name))


def _blows(state: State, battle: Battle, side: Side, dice: int) -> tuple[Blow, ...]:
    """What so many enemy dice may do to a side; cards in force change how they count."""
    rules = state.facts.tables.battle
    found: dict[tuple[int, int], float] = {}
    for faces, chance in rolls(dice):
        counting = card_changes.counted(state, battle, side, faces)
        key = (sum(f in rules.eliminates for f in counting), sum(f in rules.disorganises for f in counting))
        found[key] = found.get(key, 0.0) + chance
    return tuple(Blow(sixes, fives, chance) for (sixes, fives), chance in found.items())


def _camp(state: State, side: Side) -> Camp:
    """A side before any dice; batteries may have hit it already."""
    battle = state.battles[-1]
    shaken = battle.camps[side].shaken
    return Camp(battle_dice(state, battle, side), pieces_of_side(state, battle.duchy, side), shaken)


def _after(state: State, side: Side, blow: Blow) -> Camp:
    """A side that has suffered this in the round before."""
    battle = state.battles[-1]
    state = _without(state, battle.duchy, side, blow.sixes)
    camp, present = battle.camps[side], pieces_of_side(state, battle.duchy, side)
    shaken = min(camp.shaken + blow.fives, present)
    camp = changed(camp, disorganised=camp.disorganised + blow.fives, shaken=shaken)
    battle = changed(battle, camps={**battle.camps, side: camp})
    dice = battle_dice(changed(state, battles=(*state.battles[:-1], battle)), battle, side)
    return Camp(dice, present, shaken, blow.sixes)


def _plights(found: Sequence[Blow], camp: Camp) -> Plights:
    """What may become of a side in a round, by its hits and whether it still stands."""
    plights: Plights = {}
    for blow in found:
        fallen = min(blow.sixes, camp.pieces)
        left = camp.pieces - fallen
        plight = plights.setdefault((blow.sixes + blow.fives, left > 0), Plight())
        plight.chance += blow.chance
        plight.lost += blow.chance * (camp.lost + fallen)
        plight.routed += blow.chance * min(camp.shaken + blow.fives, left)
    return plights


def _ends(own: Plights, enemy: Plights, margins: tuple[int, int], *, ties: bool) -> Chances:
    """How a round ends a battle; even hits are the defender's victory, or left out without `ties`."""
    result = Chances()
    for (hits, stands), mine in own.items():
        for (dealt, they_stand), theirs in enemy.items():
            both, lead = mine.chance * theirs.chance, dealt - hits
            if not ties and lead == 0 and stands and they_stand:
                continue
            result.lost += mine.lost * theirs.chance
            result.taken += theirs.lost * mine.chance
            if not stands and not they_stand:
                result.nobody += both
            elif stands and (not they_stand or lead > 0):
                result.win += both
                if lead >= margins[1]:
                    result.rout += both
                    result.taken += theirs.routed * mine.chance
            else:
                result.lose += both
                if -lead >= margins[0]:
                    result.beaten += both
                    result.lost += mine.routed * theirs.chance
    return result


def _margin(state: State, loser: Side) -> int:
    """By how many hits a side must be behind to be routed (11.7)."""
    margin = state.facts.tables.battle.rout_margin
    return margin + card_changes.total(card_table.margin, state, state.battles[-1], loser)


def _without(state: State, duchy: str, side: Side, losses: int) -> State:
    """The state after so many pieces of the side fell: soldiers, then staff, its commander last (11.51)."""
    powers = POWERS_OF[side]
    soldiers = {power: sp_of(state, duchy, power) for power in powers}
    fallen = min(losses, sum(soldiers.values()))
    shares = shared(fallen, soldiers) if fallen else {}
    if shares is None:
        shares = {power: fallen // 2 + (power == powers[0]) for power in powers}
    for power, sp in shares.items():
        state = without_pieces(state, power, duchy, sp)
    staff = [leader for power in powers for leader in staff_of(state, duchy, power)]
    last = [leader for leader in leaders_of_side(state, duchy, side) if leader not in staff]
    for leader in (*staff, *last)[: losses - fallen]:
        state = without_pieces(state, POWER_OF[leader], duchy, 0, (leader,))
    return state


# Sieges -------------------------------------------------------------------------------------------


def _besieging(state: State, order: BesiegeFortress, load: Carry) -> State:
    """The siege has begun (12.2)."""
    duchy, power = order.duchy, POWER_OF[order.leader]
    owner, strength = holder(state, duchy), strength_of(state, duchy)
    return SiegeBegan(power, duchy, order.leader, load.sp, load.staff, owner, strength).apply(state)


def _siege(state: State, fresh: int) -> Odds:
    """A siege from its next round on, in which so many fresh soldiers stand."""
    siege = the_siege(state)
    win, lost = siege_chances(state, fresh)
    about = {"sixes": siege.strength - siege.sixes, "rounds": siege.rounds - siege.round}
    return Odds(key="siege", win=win, lost=lost, about=about)


def siege_chances(state: State, fresh: int = 0) -> tuple[float, float]:
    """(the chance that the fortress falls, the pieces that the besieger is expected to lose).

    He fights on whenever he may, without further fresh soldiers (12.3, R-78).
    """
    siege = the_siege(state)
    replaced = min(fresh, siege.besieger.lost)
    return siege_round_chances(SiegeRoundBegan(siege.round + 1, replaced, fresh - replaced).apply(state))


def siege_round_chances(state: State) -> tuple[float, float]:
    """The same of a siege whose present round is about to be rolled."""
    return _of_round(state, Reckoned({}, {}))


Does = tuple[dict[int, float], dict[tuple[int, int], float]]
"""What dice do: sixes against the fortress, pieces eliminated and disorganised, and how likely each is."""


class Reckoned(NamedTuple):
    """What is known already: the chances of rounds by how the siege stands, and what so many dice do."""

    rounds: dict[tuple[object, ...], tuple[float, float]]
    dice: dict[tuple[object, ...], Does]


def _of_round(state: State, known: Reckoned) -> tuple[float, float]:
    siege = the_siege(state)
    sp, spare, staff = army_sp(state, siege), spare_sp(state, siege), staff_there(state, siege)
    dice, answer = besieger_dice(state, siege, sp), fortress_dice(state, siege)
    stands = (siege.round, siege.sixes, siege.cards, sp, siege.sp, spare, staff, siege.besieger.disorganised)
    if stands in known.rounds:
        return known.rounds[stands]
    rolled = (siege.round, siege.cards, dice, answer)
    if rolled not in known.dice:
        known.dice[rolled] = siege_blows(state, siege, dice, answer)
    hits, harm = known.dice[rolled]
    everybody = sp + spare + len(staff) + 1
    win = lost = 0.0
    for sixes, chance in hits.items():
        for (eliminated, disorganised), risk in harm.items():
            total, both = siege.sixes + sixes, chance * risk
            lost += both * min(eliminated, everybody)
            if eliminated >= everybody:
                continue
            if total >= siege.strength:
                win += both
                continue
            result = Reckoning(sixes, eliminated, disorganised)
            judged = _judged(siege, result)
            if may_fight_on(state, judged, result):
                after = _after_siege_round(state, judged.cards, result, sp, spare)
                later, more = _of_round(SiegeRoundBegan(siege.round + 1).apply(after), known)
                win, lost = win + both * later, lost + both * more
    known.rounds[stands] = win, lost
    return win, lost


def _judged(siege: Siege, result: Reckoning) -> Siege:
    """The siege when it is judged whether another round may follow; a card settles the first tie (#70)."""
    siege = changed(siege, besieger=changed(siege.besieger, hits=siege.besieger.hits + result.hits))
    if result.sixes != losses_of_round(siege, result):
        return siege
    settles = [laid.card in card_table.round_beyond and not laid.target for laid in siege.cards]
    cards = (
        changed(laid, target=str(siege.round)) if is_tied else laid
        for laid, is_tied in zip(siege.cards, settles, strict=True)
    )
    return changed(siege, cards=tuple(cards))


def _after_siege_round(
    state: State, cards: tuple[Laid, ...], result: Reckoning, sp: int, spare: int
) -> State:
    """What a round that did not take the fortress leaves of the besieger, and the cards as they lie."""
    siege, fallen = the_siege(state), min(result.eliminated, sp)
    beside = min(result.eliminated - fallen, spare)
    total = siege.sixes + result.sixes
    ended = SiegeRoundEnded(
        siege.round, result.sixes, total, result.hits, fallen, result.disorganised, beside
    )  # fmt: skip
    lost = staff_there(state, siege)[: result.eliminated - fallen - beside]
    after = without_pieces(ended.apply(state), siege.power, siege.duchy, fallen + beside, lost)
    return with_siege(after, cards=cards)


def siege_blows(state: State, siege: Siege, dice: int, answer: int) -> Does:
    """What so many dice of both do in a round: sixes against the fortress; pieces eliminated and disorganised
    (12.3)."""
    hits: dict[int, float] = {}
    harm: dict[tuple[int, int], float] = {}
    for faces, chance in rolls(dice):
        sixes = reckoned(*_rolled(state, siege, faces, ())).sixes
        hits[sixes] = hits.get(sixes, 0.0) + chance
    for faces, chance in rolls(answer):
        found = reckoned(*_rolled(state, siege, (), faces))
        key = (found.eliminated, found.disorganised)
        harm[key] = harm.get(key, 0.0) + chance
    return hits, harm


def _rolled(state: State, siege: Siege, besieger: Faces, fortress: Faces) -> tuple[State, Siege]:
    rolled = SiegeRolled(siege.round, besieger, fortress).apply(state)
    return rolled, the_siege(rolled)
