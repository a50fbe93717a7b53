"""How the attacks of a finished game went, by their odds, and where it cost what.

Which events tell it is data, see `projections.title_facts`. A row holds both as JSON.
"""

from collections.abc import Iterable
from typing import Any

from domain.kernel.events import Event
from projections.first_decisions import fits
from projections.title_facts import Attack, TitleFacts

RATIOS = (("<1:2", 0.5), ("1:2", 1.0), ("1:1", 1.5), ("3:2", 2.0), ("2:1", 3.0), ("3:1", 4.0))
"""Odds in favour of the defender, as wargames tell them: each up to that ratio."""
MOST = "4:1+"


def odds_of(attack: float, defence: float) -> str:
    """The odds of so many points against so many."""
    ratio = max(0.0, attack) / defence if defence > 0 else RATIOS[-1][1]
    return next((odds for odds, less in RATIOS if ratio < less), MOST)


def attacks_of(facts: TitleFacts, events: Iterable[Event]) -> dict[str, tuple[int, int]]:
    """Odds -> (attacks, those that succeeded); empty for a title that names no such events."""
    found: dict[str, tuple[int, int]] = {}
    dice: dict[str, int] = {}
    for event in events:
        for kind in facts.attacks:
            if kind.counted and fits(event, kind.counted, {}):
                told: Any = event
                dice.setdefault(told.side, told.total)  # those of the first round
            if fits(event, kind.event, {}):
                odds, has_won = _odds(kind, event, dice), _has_won(kind, event)
                attacks, won = found.get(odds, (0, 0))
                found[odds] = attacks + 1, won + has_won
                dice = {}
    return found


def _odds(kind: Attack, event: Any, dice: dict[str, int]) -> str:
    if kind.odds:
        told = getattr(event, kind.odds)
        return told if isinstance(told, str) else str(len(told))
    if kind.counted:
        own = getattr(event, kind.attacker)
        return odds_of(dice.get(own, 0), sum(count for side, count in dice.items() if side != own))
    attack = getattr(event, kind.attack) - (getattr(event, kind.attack_die) if kind.attack_die else 0)
    defence = getattr(event, kind.defence) - (getattr(event, kind.defence_die) if kind.defence_die else 0)
    return odds_of(attack, defence)


def _has_won(kind: Attack, event: Any) -> bool:
    result = getattr(event, kind.result)
    if isinstance(result, int):
        return result > 0
    return result in kind.won or bool(kind.attacker and result == getattr(event, kind.attacker))


def losses_of(facts: TitleFacts, events: Iterable[Event]) -> dict[str, int]:
    """Place -> what was lost there, in the title's own measure."""
    found: dict[str, int] = {}
    for event in events:
        for kind in facts.losses:
            if fits(event, kind.event, {}):
                told: Any = getattr(event, kind.amount) if kind.amount else 1
                amount = sum(told.values()) if isinstance(told, dict) else told
                place = getattr(event, kind.place)
                found[place] = found.get(place, 0) + amount
    return {place: amount for place, amount in found.items() if amount}
