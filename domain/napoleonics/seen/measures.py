"""The numbers to plot over a game."""

from domain.kernel.ruleset import Measure
from domain.napoleonics.facts.board import ROWS_AHEAD, SECTION_OF, SECTIONS
from domain.napoleonics.facts.sides import ARMS, FLANKS, SIDES, Side
from domain.napoleonics.position.pieces import leaders_of, units_of
from domain.napoleonics.position.state import State, edge_of, total, unit_fact

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
