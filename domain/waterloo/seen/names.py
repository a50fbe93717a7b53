"""What things are called: every id of Waterloo, and its name for people."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from domain.kernel import prose_files
from domain.parts.names import told
from domain.waterloo.facts import CardFact, Facts

FOLDER = Path(__file__).parent.parent
OF_ARMY = {"french": "French", "anglo_allied": "Anglo-Allied", "prussian": "Prussian"}
"""What is of an army: a French card, Prussian units."""

PLAIN = {
    "french": "the French",
    "anglo_allied": "the Anglo-Allies",
    "prussian": "the Prussians",
    "coalition": "the coalition",
    "N": "north",
    "E": "east",
    "S": "south",
    "W": "west",
    "front": "front",
    "flank": "flank",
    "rear": "rear",
    "slope": "slope",
    "stream": "stream",
    "slope_or_stream": "slope or stream",
    "infantry": "infantry",
    "heavy_cavalry": "heavy cavalry",
    "light_cavalry": "light cavalry",
    "division": "division",
    "brigade": "brigade",
    "attacker": "attacker",
    "defender": "defender",
    "attack": "attack",
    "defence": "defence",
    "movement": "movement",
    "bp": "battle points",
    "reduction": "reduction",
    "retreat": "retreat",
    "loss": "loss",
    "fire": "artillery fire",
    "charge": "its own charge",
    "battle": "beaten by more than double",
    "stand": "it stood its ground",
    "blocked": "no way to retreat",
    "chosen": "by choice",
    "limit": "the limit of cards is reached",
    "hand_empty": "no card is left",
    "turn_1": "the French begin the battle",
    "bid": "the higher bid",
    "single_bid": "the only bid",
    "tie_card": "the higher card from the pile",
    "pile_empty": "a pile ran out, so as in the turn before",
    "deal:french": "the French hand",
    "deal:anglo_allied": "the Anglo-Allied hand",
    "deal:prussian": "the Prussian hand",
    "tie:french": "to break the tie",
    "tie:anglo_allied": "to break the tie",
    "tie:prussian": "to break the tie",
    "health": "Napoleon's health",
    "french_discards": "French discards",
    "anglo_allied_discards": "Anglo-Allied discards",
    "prussian_discards": "Prussian discards",
    "french_lost": "French cards lost face down",
    "places_held": "places held",
    "victory_points": "victory points",
    "short": "short game",
    "long": "long game",
}


@cache
def names(facts: Facts, language: str) -> MappingProxyType[str, str]:
    """Id -> display name of units, leaders, cards, squares, places, seats, armies, facings and actions.

    Units, leaders and places keep the names that are printed on counters and map in every language.
    """
    own = prose_files.table(FOLDER, language, "names")
    actions: dict[str, str] = {action: fact.name for action, fact in facts.actions.items()}
    named = told(FOLDER, language, "names", {**PLAIN, **actions})
    named.update({unit.id: f"{unit.label} {unit.name}" for unit in facts.units.values()})
    named.update({leader.id: leader.name for leader in facts.leaders.values()})
    named.update({card.id: card_name(card, named, language) for card in facts.cards.values()})
    named.update({square: square_name(facts, square) for square in facts.squares})
    named.update({place.id: place.name for place in facts.places})
    return MappingProxyType({**named, **own})


CARD = "{army} card {number} ({mp} movement, {bp} battle{action})"


def card_name(card: CardFact, named: Mapping[str, str], language: str) -> str:
    """For example "French card 11 (4 movement, 4 battle)"."""
    template = prose_files.table(FOLDER, language, "patterns").get(f"card_{card.army}", CARD)
    action = f", {named[card.action]}" if card.action else ""
    number = int(card.id.rpartition("_")[2])
    return template.format(army=OF_ARMY[card.army], number=number, mp=card.mp, bp=card.bp, action=action)


@cache
def texts(facts: Facts, language: str) -> Mapping[str, str]:
    """Card id -> what its action does, for the cards that have one."""
    texts = told(FOLDER, language, "texts", {action: fact.text for action, fact in facts.actions.items()})
    return {card.id: texts[card.action] for card in facts.cards.values() if card.action}


def square_name(facts: Facts, square: str) -> str:
    """The square, with the name of the place that lies on it: "J5 (La Haye Sainte)"."""
    place = facts.place_of.get(square)
    return f"{square} ({place.name})" if place else square
