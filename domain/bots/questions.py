"""What a computer is asked at a table, in a form that another process can read and answer."""

from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple

import msgspec

from domain.bots import BOTS
from domain.bots.playing import situation
from domain.kernel import packs
from domain.kernel.agenda import Step, decision_at
from domain.kernel.codec import codec
from domain.kernel.decisions import Draft
from domain.kernel.history import Standing
from domain.kernel.orders import Order
from domain.kernel.ruleset import RuleSet, titled
from domain.kernel.seats import Seat


class Question(NamedTuple):
    """A policy is asked what it would order for a seat."""

    policy: str
    title: str
    pack: bytes
    """The data pack of the game as JSON; empty on built-in data."""
    standing: bytes
    """Where the game stands, as `Codec.write_standing` writes it, with what it has to do now."""
    seat: Seat
    draft: Draft
    """What the seat has answered so far."""
    luck: str
    """What the policy's own dice are drawn from: the same question has the same answer."""
    seconds: float | None
    """How long the policy may think, if it plans ahead; None where no clock counts."""


Think = Callable[[Question], Order]


def question(
    rule_set: RuleSet,
    standing: Standing,
    agenda: Iterable[Step],
    seat: Seat,
    draft: Draft,
    policy: str,
    luck: str,
    seconds: float | None,
) -> Question:
    """The question what `policy` would order next, where the game has `agenda` to do."""
    digest = packs.digest_of(rule_set)
    return Question(
        policy=policy,
        title=rule_set.id,
        pack=packs.to_json(packs.known(rule_set.id, digest)) if digest else b"",
        standing=codec(rule_set.id).write_standing(msgspec.structs.replace(standing, agenda=tuple(agenda))),
        seat=seat,
        draft=draft,
        luck=luck,
        seconds=seconds,
    )


def answer(asked: Question) -> Order:
    """What the policy orders: one order of the seat's menu. It is shown no more than the seat may know."""
    rule_set = packs.learn(packs.from_json(asked.pack)) if asked.pack else titled(asked.title)
    standing = codec(asked.title).read_standing(asked.standing)
    decision = decision_at(standing.state, standing.agenda)
    ask = decision.ask(asked.seat) if decision is not None else None
    assert ask is not None, f"{asked.seat} is asked nothing here"
    random = Random(asked.luck)
    return BOTS[asked.policy](
        situation(rule_set, standing.state, standing.agenda, ask, asked.draft, random, asked.seconds)
    )
