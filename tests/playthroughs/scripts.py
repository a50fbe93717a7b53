"""Playthroughs as readable files: orders in plain lines, under each the sentences of what it led to.

The first line is `game <title> <scenario>: <seats>; seed <text>`. An order is `<seat>: <Order> <fields>`,
a list is joined with `+` (`-` if empty), trailing fields that are None or empty are left out. Sentences are
indented; `regenerate` writes them anew.

A game may be told instead of seeded (`game ...; told`): lines `dice: 6 5 1` and `cards: <id> <id>` after an
order say what the next roll shows and what is drawn next. Nothing else falls or is drawn, and nobody answers
in a window unless an order says so. Comments (`# ...`) between its orders stay.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.bots.playing import Bot, answers_of, opening
from domain.kernel import Decision, Order, Play, RuleSet, SealedChance, Seat, titled
from domain.kernel.events import Opened
from domain.kernel.prose import prose
from tests.playthroughs.told import StrictPlay

FOLDER = Path(__file__).parent
COMMAND = "python -m tests.playthroughs.regenerate"
TOLD = "; told"
DICE, CARDS, COMMENT = "dice", "cards", "# "
ASIDES = (f"{DICE}: ", f"{CARDS}: ", COMMENT)
GOES_ON, WON = "# It goes on.", "# Won by"
CLOSING = (GOES_ON, WON)


class Script:
    """One playthrough: who plays what, under which seed (None: all is told), and the orders in turn.

    `asides` are the other lines of a told game, by how many orders stand before them.
    """

    def __init__(self, title: str, scenario: str, seats: tuple[Seat, ...], seed: str | None) -> None:
        self.rule_set: RuleSet = titled(title)
        self.scenario = scenario
        self.seats = seats
        self.seed = seed
        self.orders: list[tuple[Seat, Order]] = []
        self.asides: dict[int, list[str]] = {}

    @property
    def header(self) -> str:
        game = f"game {self.rule_set.id} {self.scenario}: {', '.join(self.seats)}"
        return game + (TOLD if self.seed is None else f"; seed {self.seed}")

    def begin(self) -> "Play[Any]":
        """The game before its first decision."""
        if self.seed is None:
            opened = Opened(self.rule_set.id, 1, self.scenario, self.seats, {}, "")
            return StrictPlay(*self.rule_set.set_up(opened), [], [])
        seed = self.seed.encode()
        opened = opening(self.rule_set, self.scenario, self.seats, seed, "playthrough")
        state, agenda = self.rule_set.set_up(opened)
        return Play(state, agenda, SealedChance(seed))


def read(path: Path) -> Script:
    """The script in this file; its sentences are not looked at."""
    lines = path.read_text("utf-8").splitlines()
    game, _, seed = lines[0].removesuffix(TOLD).partition("; seed ")
    names, _, seats = game.partition(": ")
    _, title, scenario = names.split()
    script = Script(title, scenario, tuple(map(Seat, seats.split(", "))), seed or None)
    for line in lines[1:]:
        if script.seed is None and line.startswith(ASIDES) and not line.startswith(CLOSING):
            script.asides.setdefault(len(script.orders), []).append(line)
        elif line and not line.startswith((" ", "#")):
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
    return msgspec.convert(fields | {"order": name}, kind, strict=False)


def write_order(order: Order) -> str:
    """The order as one line."""
    words = [type(order).__name__]
    for name in order.__struct_fields__:
        value = getattr(order, name)
        if isinstance(value, tuple):
            words.append("+".join(value) or "-")
        elif value is not None:
            words.append(str(value))
    return " ".join(words).rstrip()


def written(script: Script) -> str:
    """The whole file: the script played through, with the sentence of every event."""
    return "\n".join([script.header, *_told(script)]) + "\n"


def _told(script: Script) -> Iterator[str]:
    play = script.begin()
    yield from _comments(script, 0)
    yield from _tell(script, play, 0)
    decision = play.run()
    yield from _sentences(script, play)
    drafts: dict[Seat, tuple[Order, ...]] = {}
    for number, (seat, order) in enumerate(script.orders, start=1):
        line = f"{seat}: {write_order(order)}"
        if isinstance(play, StrictPlay) and not drafts:
            decision = _let_pass(play, decision, seat, order)
            yield from _sentences(script, play)
        _check(decision, drafts, seat, order, line)
        drafts[seat] = (*drafts.get(seat, ()), order)
        if number > 1:
            yield from _comments(script, number - 1)
        yield line
        yield from _tell(script, play, number)
        assert decision is not None
        if isinstance(play, StrictPlay) and order.closes and decision.window:
            drafts = _silence(decision) | drafts
        if all(each in drafts and drafts[each][-1].closes for each in decision.seats):
            decision, drafts = play.answer(drafts), {}
            yield from _sentences(script, play)
    if isinstance(play, StrictPlay):
        _let_pass(play, decision)
        yield from _sentences(script, play)
        assert not (play.dice or play.draws), f"told, but it has not happened: {play.dice} {play.draws}"
    result = script.rule_set.result(play.state)
    yield GOES_ON if result is None else f"{WON} {', '.join(result.winners) or 'nobody'}."


def _comments(script: Script, number: int) -> Iterator[str]:
    """The comments between so many orders and the next one."""
    return (line for line in script.asides.get(number, ()) if line.startswith(COMMENT))


def _tell(script: Script, play: "Play[Any]", number: int) -> Iterator[str]:
    """The dice and cards that are told after so many orders; the play learns them."""
    for line in script.asides.get(number, ()):
        if isinstance(play, StrictPlay) and not line.startswith(COMMENT):
            kind, _, told = line.partition(": ")
            if kind == DICE:
                play.dice.append([int(face) for face in told.split()])
            else:
                play.draws.extend(told.split())
            yield line


def _silence(decision: Decision) -> dict[Seat, tuple[Order, ...]]:
    """Everybody lets the window pass."""
    return {seat: (ask.silence,) for seat, ask in decision.asks.items() if ask.silence is not None}


def _let_pass(
    play: "StrictPlay[Any]", decision: Decision | None, seat: Seat | None = None, order: Order | None = None
) -> Decision | None:
    """Nobody answers until all that was told has happened and `seat` is offered this order."""
    while decision is not None and decision.window:
        ask = None if seat is None else decision.ask(seat)
        if ask is not None and order in ask.menu() and not (play.dice or play.draws):
            break
        decision = play.answer(_silence(decision))
    return decision


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
