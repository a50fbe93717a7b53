"""Golden games: whole bot games as their answers, with the state and the measures that they end in."""

import gzip
import hashlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.bots import BOTS
from domain.bots.playing import answers_of, opening
from domain.kernel import Play, RuleSet, SealedChance, Seat, titled
from domain.kernel.codec import codec

GAMES = {"brandywine": 8}
USUAL = 30
"""So many games of each title; fewer where they are long."""


class Golden(msgspec.Struct, frozen=True):
    """A recorded game. `answers`: each decision's answers by seat, orders as parsed JSON."""

    title: str
    scenario: str
    seats: tuple[Seat, ...]
    bots: dict[Seat, str]
    seed: str
    answers: list[dict[Seat, list[Any]]]
    digest: str
    measures: dict[str, float]


def path_of(title: str) -> Path:
    return Path(__file__).parent / title / "golden.jsonl.gz"


def games_of(title: str) -> int:
    """How many golden games a title has."""
    return GAMES.get(title, USUAL)


def kept(title: str) -> Iterator[Golden]:
    """The games on file."""
    decoder = msgspec.json.Decoder(Golden)
    for line in gzip.decompress(path_of(title).read_bytes()).splitlines():
        yield decoder.decode(line)


def keep(title: str) -> None:
    """Play all games anew and write them to the file."""
    lines = b"\n".join(msgspec.json.encode(each) for each in _played(titled(title)))
    path_of(title).write_bytes(gzip.compress(lines + b"\n", mtime=0))


def _played(rule_set: RuleSet) -> Iterator[Golden]:
    seatings = [(each.id, seats) for each in rule_set.scenarios for seats in each.seatings]
    for number in range(games_of(rule_set.id)):
        scenario, seats = seatings[number % len(seatings)]
        greedy = number // len(seatings) % 3  # none, the first seat, all seats
        names = {
            seat: "greedy" if greedy == 2 or (greedy == 1 and place == 0) else "random"
            for place, seat in enumerate(seats)
        }
        yield _play(rule_set, scenario, seats, names, f"golden {number}")


def _begin(rule_set: RuleSet, scenario: str, seats: tuple[Seat, ...], seed: str) -> "Play[Any]":
    opened = opening(rule_set, scenario, seats, seed.encode(), seed)
    state, agenda = rule_set.set_up(opened)
    return Play(state, agenda, SealedChance(seed.encode()))


def _play(
    rule_set: RuleSet, scenario: str, seats: tuple[Seat, ...], names: dict[Seat, str], seed: str
) -> Golden:
    play = _begin(rule_set, scenario, seats, seed)
    bots, random = {seat: BOTS[name] for seat, name in names.items()}, Random(seed)
    decision, answers = play.run(), []
    while decision is not None:
        given = answers_of(bots, rule_set, play, decision, random)
        answers.append(
            {seat: [msgspec.to_builtins(order) for order in draft] for seat, draft in given.items()}
        )
        decision = play.answer(given)
    return Golden(
        rule_set.id, scenario, seats, names, seed, answers, digest(play.state), rule_set.measure(play.state)
    )


def replayed(golden: Golden) -> Any:
    """The state in which the game ends when its answers are given again; each must be offered."""
    rule_set = titled(golden.title)
    reader = codec(golden.title)
    play = _begin(rule_set, golden.scenario, golden.seats, golden.seed)
    decision = play.run()
    for number, answers in enumerate(golden.answers):
        assert decision is not None, f"{golden.seed} is over before answer {number}"
        drafts = {seat: tuple(map(reader.convert_order, orders)) for seat, orders in answers.items()}
        assert set(drafts) == set(decision.seats), (
            f"{golden.seed}, answer {number}: {decision.seats} are asked"
        )
        for seat, draft in drafts.items():
            ask = decision.asks[seat]
            for part, order in enumerate(draft):
                assert order in ask.menu(draft[:part]), (
                    f"{golden.seed}, answer {number}: {order} is not offered"
                )
        decision = play.answer(drafts)
    assert decision is None, f"{golden.seed} is not over after its last answer"
    return play.state


def digest(state: Any) -> str:
    """SHA-256 of the state as JSON. Built-in data and no handicap go unnamed, as when no state named them."""
    fields = msgspec.to_builtins(state, str_keys=True)
    for later in ("data", "fewer_places", "allied_gift"):
        if not fields.get(later):
            fields.pop(later, None)
    return hashlib.sha256(msgspec.json.encode(fields)).hexdigest()
