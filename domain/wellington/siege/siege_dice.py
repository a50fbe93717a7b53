"""How many dice a siege round has and what they do (12.3). Arithmetic only: nothing is rolled here."""

from collections.abc import Mapping

import msgspec

from domain.wellington.battle.dice import card_dice, nationality
from domain.wellington.events.sieges import SiegeDiceCounted
from domain.wellington.facts.world import SIDE_OF, Power
from domain.wellington.position import card_changes, card_table
from domain.wellington.position.card_changes import battle_value
from domain.wellington.position.conflict import Siege
from domain.wellington.position.state import State

ROLLED, APART, BACKFIRED = "rolled", "apart", "backfired"
"""What sixes come from beside cards: the dice, those rolled apart, and ones among these (#15)."""


class Reckoning(msgspec.Struct, frozen=True):
    """What the dice of a round did: `sixes` against the fortress, the rest against the besieger.

    `against` and `suffered` say what the sixes and the eliminations come from: `ROLLED` and cards.
    """

    sixes: int
    eliminated: int
    disorganised: int
    against: dict[str, int] = {}
    suffered: dict[str, int] = {}

    @property
    def hits(self) -> int:
        """All that the besieger suffered."""
        return self.eliminated + self.disorganised


def strength_of(state: State, duchy: str) -> int:
    """The strength of the fortress there: its dice, the sixes that it takes, and the most rounds (12.3)."""
    facts = state.facts
    printed = facts.duchies[duchy].defence
    return facts.tables.siege.hasty_fort if printed is None else printed


def besieger_terms(state: State, siege: Siege, sp: int) -> dict[str, int]:
    """What his dice come from, as in battle: soldiers, staff, battle value, nationality, cards (R-76).

    Disorganisations are negative; leaders whom he has lost roll no more (11.53, R-60).
    """
    side, staff = SIDE_OF[siege.power], len(staff_there(state, siege))
    terms = {
        "soldiers": sp,
        "staff": state.facts.tables.battle.staff_dice * staff,
        "commander": battle_value(state, siege.leader),
        "nationality": nationality(state, side, {siege.power: sp + staff + 1}),
        "disorganised": -siege.besieger.disorganised,
        **card_dice(state, siege, side),
    }
    return {name: count for name, count in terms.items() if count}


def staff_there(state: State, siege: Siege) -> tuple[str, ...]:
    """The leaders beside the commander of the besieging army who are left."""
    return tuple(leader for leader in siege.staff if state.leaders[leader].duchy == siege.duchy)


def fortress_terms(state: State, siege: Siege) -> dict[str, int]:
    """Always its full strength, and cards (12.3)."""
    return {"fort_strength": siege.strength, **card_dice(state, siege, SIDE_OF[siege.owner])}


def besieger_dice(state: State, siege: Siege, sp: int) -> int:
    """The dice of the besieger with so many soldiers in this round."""
    return pooled_terms(state, siege, siege.power, besieger_terms(state, siege, sp))


def fortress_dice(state: State, siege: Siege) -> int:
    """The dice of the fortress in this round."""
    return pooled_terms(state, siege, siege.owner, fortress_terms(state, siege))


def pooled_terms(state: State, siege: Siege, power: Power, terms: Mapping[str, int]) -> int:
    """The dice that terms make, halved as cards say."""
    return card_changes.pooled(state, siege, SIDE_OF[power], sum(terms.values()))


def dice_counted(
    state: State, siege: Siege, power: Power, terms: dict[str, int]
) -> SiegeDiceCounted:
    """How the dice of one who fights in the siege are counted."""
    counted = max(0, sum(terms.values()))
    halved_by = card_changes.halving(state, siege, SIDE_OF[power], counted)
    total = pooled_terms(state, siege, power, terms)
    return SiegeDiceCounted(siege.duchy, power, terms, total, counted, halved_by)


def reckoned(state: State, siege: Siege) -> Reckoning:
    """What the dice of the round do: only sixes hit the fortress, fives and sixes the besieger (12.3)."""
    facts = state.facts
    side, enemy = SIDE_OF[siege.power], SIDE_OF[siege.owner]
    dice = card_changes.counted(state, siege, enemy, siege.besieger.dice)
    answer = card_changes.counted(state, siege, side, siege.fortress.dice)
    against = {
        ROLLED: sum(face in facts.tables.siege.besieger_hits for face in dice),
        APART: sum(face in facts.tables.siege.besieger_hits for face in siege.apart),
        **card_changes.by_card(card_table.sixes, state, siege, side),
    }
    paired = card_changes.by_card(card_table.pairs, state, siege, side)
    pairs = next((card for card, yes in paired.items() if yes), None)
    if pairs is not None:
        against[pairs] = (*dice, *siege.apart).count(5) // 2
    suffered = {
        ROLLED: sum(face in facts.tables.battle.eliminates for face in answer),
        BACKFIRED: siege.backfired,
        **card_changes.by_card(card_table.sixes, state, siege, enemy),
    }
    return Reckoning(
        sum(against.values()),
        sum(suffered.values()),
        sum(face in facts.tables.battle.disorganises for face in answer),
        {term: count for term, count in against.items() if count},
        {term: count for term, count in suffered.items() if count},
    )


def may_fight_on(state: State, siege: Siege, result: Reckoning) -> bool:
    """Is another round allowed after this one (R-78)? Beyond the last only by a card (12.22, #70)."""
    if siege.round >= siege.rounds:
        return card_changes.is_any(card_table.round_beyond, state, siege, SIDE_OF[siege.power])
    forced = card_changes.is_any(card_table.another_round, state, siege, SIDE_OF[siege.power])
    return forced or result.sixes > losses_of_round(siege, result)


def losses_of_round(siege: Siege, result: Reckoning) -> int:
    """What the besieger has suffered in a round that was counted.

    What came before the first round counts in it (R-84), so do losses by card (#52, #95).
    """
    return siege.besieger.hits if siege.round == 1 else result.hits + siege.harm
