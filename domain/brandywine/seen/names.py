"""What things are called: every id of the title, and its name for people."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from domain.brandywine.facts import Facts
from domain.kernel import prose_files

FOLDER = Path(__file__).parent.parent

PLAIN = {
    "british": "Britain", "american": "America", "british_regular": "British regulars",
    "loyalist": "loyalists", "german": "Germans", "greene": "Greene's wing", "sullivan": "Sullivan's wing",
    "army": "the army", "infantry": "infantry", "light_infantry": "light infantry", "militia": "militia",
    "dragoon": "dragoons", "artillery": "artillery", "leader": "leader", "stack": "a stack",
    "rifle": "rifles", "rifles": "rifles",
    "morale": "army morale", "band": "condition", "momentum": "momentum", "points": "victory points",
    "strength": "strength points", "lost": "points of infantry lost", "active": "active", "play": "the turn",
    "plans": "British plans", "second": "Second Brigade", "third": "Third Brigade",
    "short_morale": "morale", "short_momentum": "momentum", "short_points": "points",
    "short_strength": "strength", "short_band": "condition", "short_lost": "lost",
    "second_a": "at A, turns 1 and 2", "second_b": "at B, turns 2 and 3", "third_pin": "at A on turn 3",
    "third_shattered": "at B on turn 3", "third_cavalry_withdrawal": "at D on turn 8",
    "high": "high", "fatigued": "fatigued", "wavering": "wavering", "demoralized": "demoralised",
    "disrupted": "disrupted", "shattered": "shattered", "pinned": "pinned", "withdrawn": "withdrawn",
    "moved": "moved", "reduced": "reduced",
    "skirmish": "Skirmish", "attack_en_echelon": "Attack en Echelon", "stand_fast": "Stand Fast",
    "withdraw": "Withdraw", "frontal_assault": "Frontal Assault", "commit_reserve": "Commit Reserve",
    "turn_flank": "Turn Flank", "refuse_flank": "Refuse Flank",
    "attacker_morale": "attacker's morale", "defender_morale": "defender's morale",
    "attacker_leader": "attacker's leader", "defender_leader": "defender's leader", "tactics": "tactics",
    "defending_rifle": "a defending rifle", "broken_defender": "a broken defender",
    "dragoon_on_broken": "dragoons on broken units", "militia_defends": "militia defends",
    "defender_surrounded": "defender surrounded", "attacking_rifle": "an attacking rifle",
    "militia_attacks": "militia attacks", "attacker_surrounded": "attacker surrounded", "ground": "ground",
    "side": "the side crossed", "creek": "over the creek", "first_fire": "first fire",
    "breastwork": "breastwork", "dragoon_target": "dragoons as target",
    "check": "morale check", "rally": "rally", "combat": "close combat", "initiative": "initiative",
    "artillery_hit": "artillery", "artillery_damage": "damage by artillery", "rifle_hit": "rifles",
    "rifle_damage": "damage by rifles", "bivouac": "the bivouac",
    "eliminated": "eliminated", "captured": "captured", "hit": "hit", "removed": "gone",
    "decisive": "decisive", "substantial": "substantial", "marginal": "marginal",
}  # fmt: skip
ORDERS = {
    "PlacePiece": "hexes", "ChooseEntry": "entries", "PayMorale": "payments", "BidMomentum": "markers",
    "OverrideInitiative": "who begins", "GiveStep": "units", "PlaceStirn": "hexes", "BuyRelease": "releases",
    "ArriveAt": "hexes", "ChoosePin": "pinned units", "MoveUnit": "moves", "MoveLeader": "rides",
    "FireAt": "fire", "JoinFire": "join the fire", "LoseLeader": "leaders", "Divert": "diversions",
    "Attack": "attacks", "FightCombat": "combats", "ChooseLead": "lead units", "ChooseTactic": "tactics",
    "CaptureUnit": "units", "LoseSecondStep": "units", "Retreat": "retreats", "RetreatByStep": "retreats",
    "FollowRetreat": "leaders", "Advance": "advances", "AdvanceLeader": "leaders",
}  # fmt: skip
"""What several orders of one kind are called together."""


@cache
def names(facts: Facts, language: str) -> Mapping[str, str]:
    """Id -> display name of pieces, sides, scenarios and what is said of them."""
    named = {**PLAIN, **ORDERS}
    named.update({piece: fact.name for piece, fact in facts.units.pieces.items()})
    named.update({name: each.fact.title for name, each in facts.scenarios.items()})
    named.update(prose_files.table(FOLDER, "en", "names"))
    named.update(prose_files.table(FOLDER, language, "names"))
    return MappingProxyType(named)
