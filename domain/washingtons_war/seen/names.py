"""What things are called: every id of Washington's War, and its name for people."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from domain.kernel import prose_files
from domain.parts.names import told
from domain.washingtons_war.facts import NATIONS, CardFact, Facts
from domain.washingtons_war.seen.scene import BOXES
from domain.washingtons_war.sequence.impulses import MOST_TO_START_A_QUEUE

FOLDER = Path(__file__).parent.parent

PLAIN = {
    "american": "America",
    "british": "Britain",
    "french": "France",
    "france": "France",
    "nobody": "nobody",
    "leader": "general",
    "soldiers": "CU",
    "congress": "Congress",
    "dispersed": "dispersed",
    "meets": "meets",
    "away": "in the West Indies",
    "no": "no",
    "track": "The war",
    "colonies": "colonies",
    "markers": "markers",
    "isolated": "isolated markers",
    "units": "CU",
    "colonial": "CU in the Thirteen Colonies",
    "generals": "generals",
    "captured": "captured generals",
    "cards": "cards",
    "operations": "operations spent",
    "queue": "queue",
    "box": "CU in the box",
    "year": "year",
    "alliance": "French Alliance",
    "regulars": "British Regulars",
    "general": "general",
    "royal_navy": "Royal Navy",
    "militia": "militia",
    "winter_offensive": "winter offensive",
    "discard": "discarded event",
    "european_war": "European War",
    "war_ends": "War Ends card",
    "navy": "French Navy",
    "areas": "colonies",
    "war": "the war",
    "queue_american": "America: operations queue",
    "queue_british": "Britain: operations queue",
    "reinforcements_american": "America: reinforcement cards",
    "reinforcements_british": "Britain: reinforcement cards",
    "deck": "deck",
    "discards": "discards",
    "removed": "removed cards",
    "short_cards": "cards",
    "short_colonies": "colonies",
    "short_markers": "markers",
    "short_units": "CU",
    "short_queue": "queue",
    "short_box": "box",
    "kind_ops": "operations",
    "kind_campaign": "campaign",
    "kind_event": "event",
    "kind_battle": "battle",
    "kind_must_play": "must be played",
    "for_american": "American",
    "for_british": "British",
    "for_either": "either side",
    "attrition": "winter attrition",
    "avoid_battle": "avoiding battle",
    "interception": "interception",
    "battle_value": "battle value",
    "battle": "battle",
    "battle_losses": "losses in battle",
    "deal": "a card",
    "draw": "a card",
    "random_card": "a card from a hand",
    "first_impulse": "the first impulse",
    "battle_card": "battle card",
    "swap": "a discarded event",
}
ORDERS = {
    "ActivateGeneral": "activate a general",
    "SpendOnMarkers": "place and flip markers",
    "BringReinforcements": "bring reinforcements",
    "QueueCard": "the operations queue",
    "PlayEvent": "events",
    "DiscardEvent": "discards",
    "PlaceMarker": "place a marker",
    "FlipMarker": "flip a marker",
    "RemoveMarker": "remove a marker",
    "LandReinforcements": "land",
    "TakeGeneral": "bring a general",
    "TakeUnits": "bring CU",
    "LoadUnits": "CU that go along",
    "March": "marches",
    "Sail": "voyages",
    "SendGeneral": "generals",
    "LandParty": "Landing Party",
    "SlipAway": "slip away",
    "Retreat": "retreats",
    "PlaceNavy": "zones",
    "LandFrench": "ports",
    "StrikeUnit": "remove a CU",
    "RemoveUnit": "remove a CU",
    "RaiseUnits": "raise CU",
    "SwapCard": "swap",
    "PlayBattleCard": "battle cards",
    "DiscardForBattle": "discards for the battle",
    "Intercept": "interceptions",
    "BringUnits": "CU that go along",
    "PlaceCongress": "Congress",
}
"""What several orders of one kind are called together."""
PATTERNS = {
    "card": "{title} (card {number})",
    "american": "American CU in {space}",
    "british": "British CU in {space}",
    "french": "French CU in {space}",
    "twice": "{name} ({colony})",
}
"""Names that are made of other names, in English; the table `patterns` of a prose file has the others'."""


@cache
def names(facts: Facts, language: str) -> Mapping[str, str]:
    """Id -> display name of spaces, colonies, zones, generals, cards, sides, and what is said of them.

    People and places have the same name in every language; two places of one name tell their colony too.
    """
    own = prose_files.table(FOLDER, language, "names")
    patterns = told(FOLDER, language, "patterns", PATTERNS)
    named = {each.id: each.name for each in facts.scenarios.values()}
    named.update({**BOXES, **ORDERS, **PLAIN})
    named.update({colony: fact.name for colony, fact in facts.colony.items()})
    named.update({zone: fact.name for zone, fact in facts.map.zones.items()})
    named.update(_spaces(facts, patterns))
    named.update({general: fact.name for general, fact in facts.generals.items()})
    named.update(own)
    for nation in NATIONS:
        named.update(
            {f"{nation}-{space}": patterns[nation].format(space=named[space]) for space in facts.spaces}
        )
    named["french-waiting"] = named["french_box"]
    named.update(
        {card: card_name(fact, own.get(card, fact.title), patterns) for card, fact in facts.cards.items()}
    )
    return MappingProxyType(named)


def _spaces(facts: Facts, patterns: Mapping[str, str]) -> dict[str, str]:
    count: dict[str, int] = {}
    for fact in facts.space.values():
        count[fact.name] = count.get(fact.name, 0) + 1
    return {
        space: fact.name
        if count[fact.name] == 1
        else patterns["twice"].format(name=fact.name, colony=facts.colony[fact.colony].abbr)
        for space, fact in facts.space.items()
    }


def card_name(card: CardFact, title: str, patterns: Mapping[str, str]) -> str:
    """For example "Minor Campaign (card 55)"."""
    return patterns["card"].format(title=title, number=card.number)


@cache
def texts(facts: Facts, language: str) -> Mapping[str, str]:
    """Card id -> what the card does, in our own words."""
    own = prose_files.table(FOLDER, language, "texts")
    small, large = own.get("ops", OPS), own.get("ops_large", OPS_LARGE)
    found = {}
    for card, fact in facts.cards.items():
        ops = small if fact.ops <= MOST_TO_START_A_QUEUE else large
        found[card] = ops.format(ops=fact.ops) if fact.ops else own.get(card, fact.effect)
    return found


OPS = (
    "Activate one general of strategy {ops} or less; or place and flip up to {ops} markers; or bring"
    " reinforcements; or lay it into the operations queue (6.2, 7.1)."
)
"""What an OPS card does."""
OPS_LARGE = (
    "Activate one general of strategy {ops} or less; or place and flip up to {ops} markers; or bring"
    " reinforcements; or lay it into an operations queue that you have begun (6.2, 7.1)."
)
"""What an OPS card does that cannot begin a queue."""
