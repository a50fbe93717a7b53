"""What things are called: every id of the title, and its name for people."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from domain.kernel import prose_files
from domain.kernel.ruleset import Face
from domain.napoleonics.facts import Facts
from domain.napoleonics.facts.cards import CardFact
from domain.napoleonics.facts.sides import Flank
from domain.parts.names import told

FOLDER = Path(__file__).parent.parent

PLAIN = {
    "british": "Britain", "french": "France", "portuguese": "Portugal",
    "infantry": "infantry", "cavalry": "cavalry", "artillery": "artillery", "leader": "leader",
    "flag": "flag", "sabers": "crossed sabers",
    "left": "left", "centre": "centre", "right": "right",
    "west": "western section", "east": "eastern section",
    "own": "by a card", "with": "with its unit", "apart": "on his own", "no_card": "no card",
    "play": "the turn", "active": "active", "card": "card",
    "banners": "banners", "needs": "banners to win", "cards": "cards", "track": "cards on the square track",
    "units": "units", "blocks": "blocks", "leaders": "leaders",
    "short_banners": "banners", "short_cards": "cards", "short_units": "units", "short_blocks": "blocks",
    "square": "square", "ordered": "ordered", "moved": "moved", "battled": "has battled",
    "unit": "a unit", "objective": "an objective", "exit": "an exit",
    "track_british": "Britain: square track", "track_french": "France: square track",
    "scout_british": "Britain: cards of the Scout", "scout_french": "France: cards of the Scout",
    "played": "card in force", "discards": "discards", "deck": "draw pile",
    "ranged": "ranged combat", "melee": "melee", "first_strike": "first strike", "battle_back": "battle back",
    "check": "leader check", "escape": "escape", "elan": "order dice", "rally": "order dice",
    "draw": "a card", "deal": "first hand", "square_card": "a card for the square", "combat": "combat",
    "section": "section card", "tactic": "tactic card",
    **{f"blocks_{arm}": f"blocks of {arm}" for arm in ("infantry", "cavalry", "artillery")},
    **{f"lost_{arm}": f"blocks of {arm} lost" for arm in ("infantry", "cavalry", "artillery")},
    "units_left": "units on the left", "units_centre": "units in the centre",
    "units_right": "units on the right",
    "section_cards": "section cards", "tactic_cards": "tactic cards", "dice": "dice", "hits": "hits",
    "luck": "luck", "ground": "ground held",
    "infantry_line": "line infantry", "infantry_light": "light infantry",
    "infantry_rifle_light": "rifle light infantry", "infantry_grenadier": "grenadiers",
    "infantry_guard_grenadier": "Guard Grenadiers", "infantry_young_guard": "Young Guard",
    "infantry_old_guard": "Old Guard", "infantry_militia": "militia", "cavalry_light": "light cavalry",
    "cavalry_heavy": "heavy cavalry", "cavalry_cuirassier": "cuirassiers", "cavalry_guard": "Guard cavalry",
    "cavalry_guard_heavy": "Guard heavy cavalry", "artillery_foot": "foot artillery",
    "artillery_horse": "horse artillery",
    "halved": "half of the blocks after a move", "distant": "blocks at this distance",
    "battery": "battery in melee", "one": "square",
    "flags_quality": "its own quality", "flags_leader": "attached leader", "flags_support": "support",
    "flags_works": "field works",
    "ground_clear": "open ground", "ground_forest": "forest", "ground_hill": "hill",
    "ground_rugged_hill": "rugged hill", "ground_town": "town", "ground_windmill": "windmill",
    "ground_field_works": "field works", "ground_river": "river", "ground_ford": "ford",
    "ground_bridge": "bridge", "ground_sand_quarry": "sand quarry",
}  # fmt: skip
ORDERS = {
    "PlayCard": "play a card", "ChooseSection": "sections", "UseCard": "how to use the card",
    "SendBack": "units", "PlaceUnit": "hexes", "RestoreBlock": "blocks back", "OrderUnit": "order a unit",
    "OrderLeader": "order a leader on his own", "LeaveSquare": "leave a square", "KeepCard": "keep a card",
    "MoveUnit": "moves", "MoveLeader": "moves of leaders", "ExitMap": "leave the map", "Fire": "fire",
    "Attack": "melees", "AddBattery": "artillery", "IgnoreFlags": "ignore flags", "Retreat": "retreats",
    "RetreatLeader": "ways back", "Advance": "advances", "StrikeFirst": "strike first",
}  # fmt: skip
"""What several orders of one kind are called together."""
PATTERNS = {"unit": "{name} no. {number}", "card": "{name}"}
"""Names that are made of other names, in English; the table `patterns` of a prose file has the others'. A
unit's number is called one: beside a counter with four blocks "British line 4" read like the blocks."""


@cache
def names(facts: Facts, language: str) -> Mapping[str, str]:
    """Id -> display name of units, leaders, cards, sides and what is said of them."""
    own = prose_files.table(FOLDER, language, "names")
    patterns = told(FOLDER, language, "patterns", PATTERNS)
    named = {**PLAIN, **ORDERS}
    named.update({unit: fact.name for unit, fact in facts.units.units.items()})
    named.update({kind: card.name for kind, card in facts.cards.items()})
    named.update(own)
    named.update({card: patterns["card"].format(name=named[kind]) for card, kind in facts.deck.items()})
    for scenario in facts.scenarios.values():
        fact = scenario.fact
        named[fact.id] = fact.title_it if language == "it" else fact.title
        for name, piece in scenario.pieces.items():
            kind, _, number = name.partition("-")
            pattern = patterns["unit"]
            named[name] = pattern.format(name=named[kind], number=number) if piece.unit else piece.name
    return MappingProxyType(named)


@cache
def texts(facts: Facts, language: str) -> Mapping[str, str]:
    """Card -> what it does, in our own words."""
    own = told(FOLDER, language, "texts", prose_files.table(FOLDER, "en", "texts"))
    return {card: own[kind] for card, kind in facts.deck.items()}


FLANKS_SHOWN: Mapping[tuple[Flank, ...], str] = {("left",): "◂{}", ("right",): "{}▸"}
"""Cards for one flank."""


def faces(facts: Facts) -> dict[str, Face]:
    """How the cards lie in a hand: the orders that they give in the ring, and the flank if all
    are for one."""
    return {card: _face(facts.cards[kind]) for card, kind in facts.deck.items()}


def _face(card: CardFact) -> Face:
    shares = card.shares(False)
    total, number = str(sum(shares.values())), str(card.orders or "!")
    count = {"share": total, "number": number, "command": "×", "all": "∞"}[card.by]
    value = FLANKS_SHOWN.get(tuple(shares), "{}").format(count)
    return Face(value, None, (card.type,), "14.1" if card.type == "section" else "14.2")
