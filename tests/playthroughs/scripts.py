"""Playthroughs as readable files: orders in plain lines, under each the sentences of what it led to.

The first line is `game <title> <scenario>: <seats>; seed <text>`. An order is `<seat>: <Order> <fields>`,
a list is joined with `+` (`-` if empty), trailing fields that are None are left out. Sentences are
indented; `regenerate` writes them anew.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.bots.playing import Bot, answers_of, opening
from domain.kernel import Decision, Order, Play, RuleSet, SealedChance, Seat, titled
from domain.kernel.prose import prose

FOLDER = Path(__file__).parent
COMMAND = "python -m tests.playthroughs.regenerate"


class Script:
    """One playthrough: who plays what, under which seed, and the orders in turn."""

    def __init__(self, title: str, scenario: str, seats: tuple[Seat, ...], seed: str) -> None:
        self.rule_set: RuleSet = titled(title)
        self.scenario = scenario
        self.seats = seats
        self.seed = seed
        self.orders: list[tuple[Seat, Order]] = []

    @property
    def header(self) -> str:
        return f"game {self.rule_set.id} {self.scenario}: {', '.join(self.seats)}; seed {self.seed}"

    def begin(self) -> "Play[Any]":
        seed = self.seed.encode()
        opened = opening(self.rule_set, self.scenario, self.seats, seed, "playthrough")
        state, agenda = self.rule_set.set_up(opened)
        return Play(state, agenda, SealedChance(seed))


def read(path: Path) -> Script:
    """The script in this file; its sentences are not looked at."""
    lines = path.read_text("utf-8").splitlines()
    game, _, seed = lines[0].partition("; seed ")
    names, _, seats = game.partition(": ")
    _, title, scenario = names.split()
    script = Script(title, scenario, tuple(map(Seat, seats.split(", "))), seed)
    for line in lines[1:]:
        if line and not line.startswith((" ", "#")):
            seat, _, order = line.partition(": ")
            script.orders.append((Seat(seat), read_order(script.rule_set, order)))
    return script


def read_order(rule_set: RuleSet, text: str) -> Order:
    """The order that `write_order` wrote."""
    name, *words = text.split()
    kind = next(kind for kind in rule_set.orders if kind.__name__ == name)
    fields: dict[str, Any] = {}
    for field, word in zip(msgspec.structs.fields(kind), words, strict=False):
        is_list = getattr(field.type, "__origin__", None) is tuple
        fields[field.name] = ([] if word == "-" else word.split("+")) if is_list else word
    return msgspec.convert(fields | {"order": name}, kind)


def write_order(order: Order) -> str:
    """The order as one line."""
    words = [type(order).__name__]
    for name in order.__struct_fields__:
        value = getattr(order, name)
        if isinstance(value, tuple):
            words.append("+".join(value) or "-")
        elif value is not None:
            words.append(str(value))
    return " ".join(words)


def written(script: Script) -> str:
    """The whole file: the script played through, with the sentence of every event."""
    return "\n".join([script.header, *_told(script)]) + "\n"


def _told(script: Script) -> Iterator[str]:
    play = script.begin()
    decision = play.run()
    yield from _sentences(script, play)
    drafts: dict[Seat, tuple[Order, ...]] = {}
    for seat, order in script.orders:
        line = f"{seat}: {write_order(order)}"
        _check(decision, drafts, seat, order, line)
        drafts[seat] = (*drafts.get(seat, ()), order)
        yield line
        assert decision is not None
        if all(each in drafts and drafts[each][-1].closes for each in decision.seats):
            decision, drafts = play.answer(drafts), {}
            yield from _sentences(script, play)
    result = script.rule_set.result(play.state)
    yield "# It goes on." if result is None else f"# Won by {', '.join(result.winners) or 'nobody'}."


def _sentences(script: Script, play: "Play[Any]") -> Iterator[str]:
    for event in play.events:
        yield f"    {prose(script.rule_set.id).event(event)}"
    play.events = []


def _check(
    decision: Decision | None, drafts: Mapping[Seat, tuple[Order, ...]], seat: Seat, order: Order, line: str
) -> None:
    ask = decision.ask(seat) if decision is not None else None
    asked = decision.seats if decision is not None else "nobody"
    assert ask is not None, f"{line!r}: {seat} is not asked, but {asked}"
    menu = ask.menu(drafts.get(seat, ()))
    offered = "\n".join(map(write_order, menu))
    assert order in menu, f"{line!r} is not offered; there is\n{offered}"


def played_by(script: Script, bots: Mapping[Seat, Bot], random: Random) -> Script:
    """The script filled with the orders of a whole game between these bots."""
    play = script.begin()
    decision = play.run()
    while decision is not None:
        answers = answers_of(bots, script.rule_set, play, decision, random)
        script.orders += [(seat, order) for seat, draft in answers.items() for order in draft]
        decision = play.answer(answers)
    return script
