"""What things are called: every id of the title, and its name for people."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from domain.kernel import prose_files
from domain.kernel.ruleset import Face
from domain.napoleonics.facts import Facts
from domain.napoleonics.facts.cards import CardFact
from domain.parts.names import told

FOLDER = Path(__file__).parent.parent

PLAIN = {
    "british": "Britain", "french": "France", "portuguese": "Portugal",
    "infantry": "infantry", "cavalry": "cavalry", "artillery": "artillery", "leader": "leader",
    "flag": "flag", "sabers": "crossed sabers",
    "left": "left", "centre": "centre", "right": "right", "west": "western section", "east": "eastern section",
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
    "units_left": "units on the left", "units_centre": "units in the centre", "units_right": "units on the right",
    "section_cards": "section cards", "tactic_cards": "tactic cards", "dice": "dice", "hits": "hits",
    "luck": "luck", "ground": "ground held",
    "infantry_line": "line infantry", "infantry_light": "light infantry",
    "infantry_rifle_light": "rifle light infantry", "infantry_grenadier": "grenadiers",
    "infantry_guard_grenadier": "Guard Grenadiers", "infantry_young_guard": "Young Guard",
    "infantry_old_guard": "Old Guard", "infantry_militia": "militia", "cavalry_light": "light cavalry",
    "cavalry_heavy": "heavy cavalry", "cavalry_cuirassier": "cuirassiers", "cavalry_guard": "Guard cavalry",
    "cavalry_guard_heavy": "Guard heavy cavalry", "artillery_foot": "foot artillery",
    "artillery_horse": "horse artillery",
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
PATTERNS = {"unit": "{name} {number}", "card": "{name}"}
"""Names that are made of other names, in English; the table `patterns` of a prose file has the others'."""


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
    own = prose_files.table(FOLDER, language, "texts")
    return {card: own.get(kind, TEXTS[kind]) for card, kind in facts.deck.items()}


def faces(facts: Facts) -> dict[str, Face]:
    """How the cards lie in a hand: the orders that they give in the ring."""
    return {card: _face(facts.cards[kind]) for card, kind in facts.deck.items()}


def _face(card: CardFact) -> Face:
    total = sum(card.shares(False).values())
    value = {"share": str(total), "number": str(card.orders or "!"), "command": "×", "all": "∞"}[card.by]
    return Face(value, None, (card.type,), "14.1" if card.type == "section" else "14.2")


_SECTION = "{how} in your {where}. A leader may be ordered apart from his unit."
_WHERE = {"left": "left section", "center": "centre", "right": "right section"}
_HOW = {
    "scout": "Order 1 unit or leader",
    "probe": "Order 2 units or leaders",
    "attack": "Order 3 units or leaders",
    "assault": "Order as many units or leaders as you have cards in hand, this one included,",
}
TEXTS = {
    **{
        f"{how}_{where}": _SECTION.format(how=told_how, where=told_where)
        + (" Then draw 2 cards and keep 1." if how == "scout" else "")
        for how, told_how in _HOW.items()
        for where, told_where in _WHERE.items()
    },
    "coordinated_advance": "Order 1 unit or leader on the left, 2 in the centre and 1 on the right.",
    "flank_attack": "Order 2 units or leaders in each of the two outer sections.",
    "forward": "Order 2 units or leaders in each section.",
    "recon_in_force": "Order 1 unit or leader in each section.",
    "bayonet_charge": "Order up to 4 infantry units: they may move 2 hexes and then attack in melee; Guard infantry"
    " rolls 1 die more. No ranged combat.",
    "bombard": "Order up to 4 artillery units: each moves up to 2 hexes and does not battle, or stays and battles"
    " with 2 dice more (Guard 3).",
    "cavalry_charge": "Order up to 4 units of cavalry or horse artillery: cavalry rolls 1 die more in melee (Guard 2),"
    " heavy cavalry may move 3 hexes. No bonus into or out of towns.",
    "counter_attack": "Play the card that your opponent played in the turn before, with left and right exchanged.",
    "elan": "Roll as many dice as you have cards: each symbol orders a unit of its arm, each flag a unit or leader"
    " of your choice. They roll 1 die more. Then deck and discards are shuffled.",
    "fire_and_hold": "Order up to 4 units of infantry or artillery with no enemy unit adjacent: they fire with 1 die"
    " more and do not move.",
    "first_strike": "Play it when your opponent declares a melee: your unit strikes first.",
    "force_march": "Order all infantry in one section: light infantry, grenadiers, Guard and units with a leader move"
    " up to 2 hexes and battle, others battle only after 1.",
    "give_them_the_cold_steel": "Order all units adjacent to the enemy: they attack in melee with 1 die more and do"
    " not move.",
    "leadership": "Order all leaders, with the units that they are attached to: such units roll 1 die more.",
    "la_grande_manoeuvre": "Order up to 4 units or leaders: they move up to 4 hexes and do not battle. Or order 1 unit"
    " normally.",
    "rally": "Roll as many dice as you have cards: each symbol gives a block back to a unit of its arm, which may"
    " then be ordered.",
    "short_supply": "Choose a unit of either side that is not in square: it goes back to its base row.",
}  # fmt: skip
