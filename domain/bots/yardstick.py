"""By what a title judges positions, as a short text: what was learnt by another judgement does not hold."""

import hashlib
from random import Random
from typing import Any

import msgspec

from domain.bots.greedy_bot import random_draft
from domain.bots.playing import opening
from domain.kernel.agenda import Play
from domain.kernel.chance import SealedChance
from domain.kernel.ruleset import RuleSet

ANSWERS = 150
"""So many answers of a game played by chance, always the same one, are judged."""
DIGITS = 3
REMEMBERED = 64

_known: dict[tuple[Any, ...], str] = {}


def yardstick_of(rule_set: RuleSet, scenario: str) -> str:
    """A digest of what `evaluate` and `measure` say along the beginning of a game that is always the same.
    Other words for the same judgement leave it as it is; another judgement, or other rules on the way, do
    not. It is worked out once for each."""
    key = (rule_set.id, rule_set.edition, rule_set.data_digest, rule_set.evaluate, rule_set.measure, scenario)
    if key not in _known:
        if len(_known) >= REMEMBERED:
            _known.clear()
        _known[key] = _worked_out(rule_set, scenario)
    return _known[key]


def _worked_out(rule_set: RuleSet, scenario: str) -> str:
    text = f"yardstick:{rule_set.id}:{scenario}"
    seats, seed, random = rule_set.scenario(scenario).seatings[0], text.encode(), Random(text)
    state, agenda = rule_set.set_up(opening(rule_set, scenario, seats, seed, text))
    play, said = Play(state, agenda, SealedChance(seed)), list[tuple[float, ...]]()
    decision = play.run()
    for _ in range(ANSWERS):
        if decision is None:
            break
        decision = play.answer({seat: random_draft(ask, (), random) for seat, ask in decision.asks.items()})
        judged = [rule_set.evaluate(play.state, seat) for seat in seats]
        measured = [value for _name, value in sorted(rule_set.measure(play.state).items())]
        said.append(tuple(round(each, DIGITS) for each in judged + measured))
    return hashlib.sha256(msgspec.json.encode(said)).hexdigest()[:16]
