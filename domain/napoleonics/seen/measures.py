"""The numbers to plot over a game, and how well a seat stands (for computers)."""

from domain.kernel.ruleset import Measure
from domain.kernel.seats import Seat
from domain.napoleonics.facts.board import BESIDE, BIT, ROWS_AHEAD, SECTION_OF, SECTIONS
from domain.napoleonics.facts.sides import ARMS, ENEMY, FLANKS, SIDES, Side
from domain.napoleonics.position.pieces import leaders_of, standing, units_of
from domain.napoleonics.position.state import State, edge_of, needed, total, unit_fact

CALLED = {"british": "Britain", "french": "France"}
GROUPS = {
    "banners": "banners",
    **{f"blocks_{arm}": f"blocks of {arm}" for arm in ARMS},
    **{f"lost_{arm}": f"blocks of {arm} lost" for arm in ARMS},
    "units_left": "units on the left",
    "units_centre": "units in the centre",
    "units_right": "units on the right",
    "leaders": "leaders",
    "section_cards": "section cards played",
    "tactic_cards": "tactic cards played",
    "dice": "dice thrown in attacks",
    "hits": "hits",
    "luck": "hits beyond expectation",
    "ground": "ground held",
}
MEASURES = tuple(
    Measure(f"{group}_{side}", f"{CALLED[side]}: {name}", side, group)
    for group, name in GROUPS.items()
    for side in SIDES
)


def measure(state: State) -> dict[str, float]:
    """Every measure's present value."""
    found: dict[str, float] = {}
    for side in SIDES:
        units = units_of(state, side)
        dice, hits, mean = state.dice[side]
        words = SECTION_OF[edge_of(state, side)]
        values: dict[str, float] = {
            "banners": total(state, side),
            "leaders": len(leaders_of(state, side)),
            "section_cards": state.cards_played.get(f"section_{side}", 0),
            "tactic_cards": state.cards_played.get(f"tactic_{side}", 0),
            "dice": dice,
            "hits": hits,
            "luck": hits - mean,
            "ground": sum(advance_of(state, side, unit) for unit in units),
        }
        for arm in ARMS:
            own = [unit for unit in units if unit_fact(state, unit).arm == arm]
            values[f"blocks_{arm}"] = sum(state.blocks[unit] for unit in own)
            values[f"lost_{arm}"] = state.lost.get(f"{arm}_{side}", 0)
        for flank in FLANKS:
            values[f"units_{flank}"] = sum(words[flank] in SECTIONS[state.at[unit]] for unit in units)
        found.update({f"{group}_{side}": float(value) for group, value in values.items()})
    return found


def advance_of(state: State, side: Side, unit: str) -> int:
    """How many rows in front of its base row a unit stands."""
    return ROWS_AHEAD[edge_of(state, side)][state.at[unit]]


# How well a seat stands -------------------------------------------------------------------------

WON = 1000.0
BANNER = 12.0
BLOCK = {"infantry": 1.6, "cavalry": 1.7, "artillery": 2.0}
LEADER = 3.0
CONTACT = 0.35
STRENGTH = 0.25
ADVANCE = 0.12
WORTH_AHEAD = {
    edge: {at: ADVANCE * min(ahead, 6) for at, ahead in rows.items()} for edge, rows in ROWS_AHEAD.items()
}
WEAK = 1.2
"""A unit of one block next to the enemy is nearly lost."""
LOCKED = 0.4
"""A card on the square track."""
TARGET = 1.5
"""A unit on an objective that will count."""


def evaluate(state: State, seat: Seat) -> float:
    """How well a seat stands: its side's worth less the other's. The higher the better."""
    side: Side = "british" if seat == "british" else "french"
    if state.winner is not None:
        return WON if state.winner == side else -WON
    return _worth(state, side) - _worth(state, ENEMY[side])


def _worth(state: State, side: Side) -> float:
    field, here, blocks_of, at_of = state.field, standing(state), state.blocks, state.at
    banners, enemy, ahead = total(state, side), ENEMY[side], WORTH_AHEAD[edge_of(state, side)]
    enemies, led = here.units[enemy] | here.alone[enemy], here.led[side]
    worth = BANNER * banners * (1 + banners / (2 * needed(state, side)))
    worth += LEADER * len(leaders_of(state, side))
    for unit in units_of(state, side):
        blocks, at = blocks_of[unit], at_of[unit]
        worth += BLOCK[field.pieces[unit].mover] * blocks
        if near := enemies & BESIDE[at]:
            worth += CONTACT * (blocks - 2.5) - (WEAK * near.bit_count() if blocks == 1 else 0.0)
        if blocks > 1:
            worth += ahead[at]
        if led & BIT[at]:
            worth += STRENGTH * blocks
    for each in field.fact.objectives:
        if each.side == side and here.units[side] & BIT[each.hex] and each.hex not in state.held:
            worth += TARGET * each.banners
    return worth - LOCKED * len(state.track[side])
