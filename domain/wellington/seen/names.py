"""What things are called: every id of Wellington, and its name for people."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from domain.kernel import prose_files
from domain.parts.names import told
from domain.wellington.facts import CardFact
from domain.wellington.facts.world import POWERS, Facts, line_id

FOLDER = Path(__file__).parent.parent

PLAIN = {
    "player_1": "bidder 1",
    "player_2": "bidder 2",
    "player_3": "bidder 3",
    "player_4": "bidder 4",
    "bid_tie": "equal bids",
    "allied": "the Allies",
    "french": "the French",
    "none": "no flag",
    "soldier": "a soldier",
    "scheduled": "scheduled",
    "preempting": "preempting",
    "granted": "granted by a card",
    "open": "open road",
    "broken": "broken road",
    "pass": "pass",
    "river": "river",
    "points": "command points",
    "event": "by a card",
    "response": "an answer",
    "battle": "battle",
    "battle_attack": "the attack",
    "battle_defence": "the defence",
    "short_keys": "keys",
    "short_strength": "SP",
    "short_resources": "res.",
    "kind_event": "event",
    "kind_response": "response",
    "kind_battle": "battle",
    "kind_siege": "siege",
    "kind_plus": "plus",
    "kind_mandatory": "mandatory",
    "rout": "rout",
    "flight": "flight",
    "won": "it is won",
    "dice": "more dice",
    "charge": "the charge",
    "raise": "a rout needs one more",
    "lower": "a rout needs one less",
    "siege": "siege",
    "sack": "sack",
    "retreat": "retreat",
    "overrun": "overrun",
    "attrition": "attrition",
    "attrition_phase": "attrition phase",
    "guerrilla": "guerrilla",
    "march": "march",
    "interception": "interception",
    "evasion": "evasion",
    "build": "building",
    "sea": "by sea",
    "common": "the common deck",
    "deck": "deck",
    "discards": "discards",
    "played": "national cards played",
    "lasting": "cards that last",
    "deal_common": "a hand",
    "deal_britain": "British national cards",
    "deal_spain": "Spanish national cards",
    "deal_france": "French national cards",
    "card_dice": "dice of a card",
    "random_card": "a card from a hand",
    "track": "Impulse Track",
    "cards": "cards",
    "national": "national cards",
    "resources": "Resources",
    "strength": "strength points",
    "victory_points": "victory points",
    "losses_battle": "strength points lost in battle",
    "losses_siege": "strength points lost in sieges",
    "losses_attrition": "strength points lost by attrition",
    "losses_cards": "strength points lost to cards",
    "keys": "key duchies",
    "duchies": "duchies",
    "unbuilt": "not built",
    "owed": "strength points owed",
    "reinforcements": "reinforcement points",
    "flags_left": "flags left",
    "next": "power on the track",
    "active": "impulse",
    "preemption": "may preempt",
    "cancel": "cancel the card",
    "draw": "draw a card",
    "enough": "no more",
    "excess_card": "a card too many",
    "old_cards": "old cards",
    "fortress": "dice of the fortress",
    "conquest": "conquest of Spain",
    "peace": "peace",
    "appeal": "appeal to the Emperor",
    "letter": "letter to London",
    "uprising": "uprising",
    "coastal_battery": "coastal batteries",
    "disgrace": "disgrace",
    "no_retreat": "no way to retreat",
    "card": "by a card",
    "fewer_dice": "fewer dice",
    "the_hussars": "Chasseurs & Hussars",
    "the_dragoons": "Dragoons",
    "softer_hits": "softer hits",
    "hurt": "it has cost a piece",
    "used": "it has been used",
    "used allied": "the Allies win a tied round",
    "used french": "the French win a tied round",
    "nobody": "nobody",
    "relieve": "relieving the fortress",
    "sortie": "a sortie",
    "assault": "an amphibious assault",
    "convoys": "free convoys",
    "block": "blocking a convoy",
    "wound": "a wound",
    "duel": "a duel",
    "rolled": "the dice",
    "apart": "dice rolled apart",
    "backfired": "ones among the dice rolled apart",
    "fort_strength": "strength of the fortress",
    "battery": "a coastal battery",
    "pursuit": "pursuit",
    "bandits": "bandits",
    "flag": "the flag",
    "army": "an army",
    "spared": "spared",
    "going_home": "they go home with their booty",
    "soldiers": "soldiers",
    "staff": "staff",
    "commander": "commander",
    "nationality": "nationality",
    "terrain": "terrain",
    "horses_lost": "horses lost (card 85)",
    "lent": "leader lent by the card",
    "into_friendly": "into a friendly duchy",
    "from_unfriendly": "from a duchy that is not friendly",
    "across_rough": "over broken road or a pass",
    "disorganised": "disorganised",
    "prizes": "prizes",
    "debts": "debts",
    "home": "an unbroken home",
    "bonus": "Spanish bonus",
    "conquest_of_france": "conquest of France",
    "conquest_of_spain": "conquest of Spain",
    "liberation_of_spain": "liberation of Spain",
    "conquest_of_portugal": "conquest of Portugal",
    "conquest_roll": "conquest of Spain by the roll",
    "last_year": "the last year is over",
    "france": "France",
    "bid": "bid",
    "reserve": "a card of the Reserve",
    "convoy": "a convoy",
    "dice allied": "more dice for the Allies",
    "dice french": "more dice for the French",
    "fort": "Hasty Fort",
    "sixes": "sixes",
    "1812": "1812: three years",
    "1813": "1813: two years",
}
"""Names of what is not in the data files."""

ORDERS = {
    "PlayEvent": "as its event",
    "PlayForPoints": "for its command points",
    "Respond": "as an answer",
    "Choose": "choices",
    "MoveArmy": "marches",
    "MoveCounter": "marches without a leader",
    "MoveConvoy": "convoys",
    "Carry": "armies",
    "JoinArmy": "armies that go along",
    "BuildSoldier": "build soldiers",
    "BuildLeader": "build the leader",
    "RegroupSoldier": "regroup soldiers",
    "RegroupLeader": "regroup the leader",
    "PlaceFlag": "flags",
}
"""What several orders of one kind are called together."""

WINDOWS = {
    "own_impulse": "one's own impulse",
    "impulse_start": "the start of an impulse",
    "idle": "a quiet moment",
    "card_played": "a card that was played",
    "cp_spent": "command points that are spent",
    "entry": "an entry into a duchy",
    "intercept_declared": "an interception",
    "intercept_rolled": "the roll of an interception",
    "evade_declared": "an evasion",
    "evade_rolled": "the roll of an evasion",
    "retreat_declared": "a retreat",
    "attrition_rolled": "the attrition dice",
    "battle_round_start": "a round of battle",
    "battle_dice": "the battle dice",
    "battle_round_end": "the end of a round of battle",
    "battle_result": "the result of a battle",
    "battle_won": "a battle won",
    "plunder": "plunder",
    "siege_start": "a siege",
    "siege_round_start": "a round of siege",
    "siege_dice": "the siege dice",
    "siege_round_end": "the end of a round of siege",
    "fortress_taken": "the fall of a fortress",
    "convoy_declared": "a convoy",
}
"""What a response window is about."""


@cache
def names(facts: Facts, language: str) -> MappingProxyType[str, str]:
    """Id -> display name of duchies, lines, leaders, cards, powers, seats, boxes and what is said of them.

    People have the same name in every language; places too, unless the prose file calls them otherwise.
    """
    own = prose_files.table(FOLDER, language, "names")
    patterns = told(FOLDER, language, "patterns", PATTERNS)
    named = {start.id: start.name for start in facts.starts.values()}
    named.update({**WINDOWS, **ORDERS, **PLAIN})
    named.update({power: fact.name for power, fact in facts.forces.powers.items()})
    named.update({box: fact.name for box, fact in facts.map.boxes.items()})
    named.update({duchy: fact.name for duchy, fact in facts.duchies.items()})
    named.update({leader: fact.name for leader, fact in facts.leaders.items()})
    named.update(own)
    for pile in ("set_aside", "open"):
        named.update({f"{power}_{pile}": patterns[pile].format(power=named[power]) for power in POWERS})
    named.update(
        {
            f"{power}-{duchy}": patterns["soldiers"].format(power=named[power], duchy=named[duchy])
            for power in POWERS
            for duchy in facts.duchies
        }
    )
    for ends in facts.lines:
        start, end = sorted(ends)
        named[line_id(*ends)] = patterns["line"].format(start=named[start], end=named[end])
    for card, fact in facts.card.items():
        title = own.get(card, fact.title)
        named[card], named[title_id(card)] = card_name(fact, title, patterns), title
    return MappingProxyType(named)


PATTERNS = {
    "set_aside": "{power}: old cards",
    "open": "{power}: open cards",
    "soldiers": "{power}: soldiers in {duchy}",
    "line": "{start} to {end}",
    "card": "{title} (card {number}{points}{plus})",
    "points": ", {points} points",
    "plus": ", plus",
}
"""Names that are made of other names, in English; the table `patterns` of a prose file has the others'."""


def title_id(card: str) -> str:
    """The id under which the names have the title of a card alone."""
    return f"{card}-title"


def card_name(card: CardFact, title: str, patterns: Mapping[str, str]) -> str:
    """For example "Form Square! (card 1, 2 points)"."""
    points = patterns["points"].format(points=card.cp) if card.cp is not None else ""
    plus = patterns["plus"] if card.is_plus else ""
    return patterns["card"].format(title=title, number=card.number, points=points, plus=plus)


@cache
def texts(facts: Facts, language: str) -> Mapping[str, str]:
    """Card id -> what the card does, in our own words."""
    return told(FOLDER, language, "texts", {card: fact.effect for card, fact in facts.card.items()})
