"""Play many random games of a title to their end and check after every command what must always hold.

Prints how the games went: crashes and dead ends with the number of the game, which plays it again
(`--first NUMBER 1`), how long games are, who won, and the time. With `--keep FILE` each game is written down
as it ends: after Ctrl-C or a power cut the same command goes on where it was. `--record` writes the
summary of a whole run to `benchmarks/playouts.json`, from where `make bench` takes it.
"""

import argparse
import os
import subprocess
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import domain.titles  # noqa: F401  (worker processes import this module: it registers the titles)
from domain.bots import BOTS
from domain.bots.playing import answers_of, opening
from domain.kernel import Answers, Decision, Play, Recorded, RuleSet, SealedChance, Seat, decision_at, titled
from domain.kernel.codec import codec
from domain.kernel.collecting import collecting_seldom
from domain.kernel.history import Standing, command
from web.server.options import progress_bar

INVARIANTS = {
    "brandywine": "tests.rules.brandywine.invariants",
    "napoleonics": "tests.rules.napoleonics.invariants",
    "washingtons_war": "tests.rules.washingtons_war.invariants",
    "waterloo": "tests.rules.waterloo.invariants",
    "wellington": "tests.rules.wellington.invariants",
}
"""The modules whose `check(state, agenda, decision)` says what must hold in a title."""
NOW_AND_THEN = 0.01
"""How often a position is written, read back and asked again."""
LET_PASS = 0.5
"""How often a response window is let pass without a look at the menu."""
MOST_ANSWERS = 50_000
"""A game that is not over by then has a dead end."""
GAMES_AT_A_TIME = 5
SUMMARIES = Path(__file__).parent.parent / "benchmarks" / "playouts.json"


class Playout(msgspec.Struct, frozen=True):
    """How one random game went; `problem` is empty if it ran to its end."""

    number: int
    table: str
    answers: int = 0
    orders: int = 0
    events: int = 0
    turns: int = 0
    winners: tuple[str, ...] = ()
    problem: str = ""


def tables(rule_set: RuleSet) -> list[tuple[str, tuple[Seat, ...]]]:
    """Every scenario with every seating: game `n` is played at table `n`, counted round."""
    return [(each.id, seats) for each in rule_set.scenarios for seats in each.seatings]


@collecting_seldom()
def playout(title: str, number: int, checks: bool) -> Playout:
    """Random game `number` of a title; it depends on nothing else."""
    rule_set = titled(title)
    scenario, seats = tables(rule_set)[number % len(tables(rule_set))]
    game = Game(rule_set, scenario, seats, number, checks)
    try:
        game.play()
    except Exception as problem:
        where = traceback.extract_tb(problem.__traceback__)[-4:]
        trace = " < ".join(f"{os.path.basename(each.filename)}:{each.lineno}" for each in reversed(where))
        return game.summary(f"{type(problem).__name__}: {str(problem)[:300]} @ {trace}")
    return game.summary("" if game.is_over else "a dead end: it does not end")


class Game:
    """A random game under way."""

    def __init__(
        self, rule_set: RuleSet, scenario: str, seats: tuple[Seat, ...], number: int, checks: bool
    ) -> None:
        self.rule_set, self.number, self.table = rule_set, number, f"{scenario}, {len(seats)} seats"
        self.seed = number.to_bytes(32, "big")
        self.opened = opening(rule_set, scenario, seats, self.seed, str(number))
        self.random, self.bots = Random(number), dict.fromkeys(seats, BOTS["random"])
        self.answers = self.orders = self.events = 0
        self.is_over = False
        self.check = self._checks() if checks else None
        self.working: Play[Any] = Play(*rule_set.set_up(self.opened), SealedChance(self.seed))

    def _checks(self) -> Callable[..., None]:
        module = INVARIANTS.get(self.rule_set.id)
        found: Callable[..., None] = import_module(module).check if module else lambda *position: None
        return found

    def play(self) -> None:
        """Random answers until the game is over."""
        play = self.working
        rounds: list[Answers] = []
        decision = play.run()
        while decision is not None and self.answers < MOST_ANSWERS:
            if play.events:
                self._after_command(play, rounds, decision)
                rounds = []
            answers = self._answers(play, decision)
            self.answers += 1
            self.orders += sum(map(len, answers.values()))
            rounds.append(answers)
            decision = play.answer(answers)
        self.is_over = decision is None
        if self.is_over:
            self._after_command(play, rounds, None)
            assert self.rule_set.result(play.state) is not None, "the game is over and has no result"

    def _answers(self, play: "Play[Any]", decision: Decision) -> Answers:
        if decision.window is not None and self.random.random() < LET_PASS:
            return {seat: (ask.silence,) for seat, ask in decision.asks.items() if ask.silence is not None}
        return answers_of(self.bots, self.rule_set, play, decision, self.random)

    def _after_command(self, play: "Play[Any]", rounds: list[Answers], decision: Decision | None) -> None:
        self.events += len(play.events)
        if self.check is not None:
            self.check(play.state, play.agenda, decision)
            if self.random.random() < NOW_AND_THEN:
                self._is_kept(play, command("game", self.events - len(play.events), 0, play, rounds))
                self._asks_again(play, decision)
        play.events = []

    def _is_kept(self, play: "Play[Any]", recorded: list[Recorded]) -> None:
        """What was recorded and the position are read back as they were written."""
        written = codec(self.rule_set.id)
        for each in recorded:
            read = written.read(each.game, each.version, written.topic(each.body), written.write(each))
            assert read == each, f"an event is not read back: {each.body}"
        agenda, state = tuple(play.agenda), play.state
        standing = Standing(1, 1, self.opened, state, agenda, play.ledger)
        assert written.read_standing(written.write_standing(standing)) == standing, "a state is not read back"
        again = msgspec.json.decode(msgspec.json.encode(state), type=self.rule_set.state)
        assert again == state, "a state is not read back from JSON"

    def _asks_again(self, play: "Play[Any]", decision: Decision | None) -> None:
        """A game that is loaded asks the same."""
        again = decision_at(play.state, tuple(play.agenda))
        assert (again is None) == (decision is None), "a loaded game asks something else"
        for seat in decision.seats if decision is not None else ():
            menu = [*decision.asks[seat].menu()] if decision is not None else []
            assert again is not None and menu == [*again.asks[seat].menu()], f"{seat} is asked another menu"

    def summary(self, problem: str) -> Playout:
        """How it went."""
        state = self.working.state
        result = self.rule_set.result(state) if self.is_over else None
        return Playout(
            self.number, self.table, self.answers, self.orders, self.events, self.rule_set.clock(state)[0],
            tuple(result.winners) if result is not None else (), problem,
        )  # fmt: skip


class Rules(msgspec.Struct, frozen=True):
    """What a file of playouts was played by; games of other rules are never mixed with it."""

    title: str
    rules: str
    """The hash of the folder `domain` in git."""
    checks: bool


class Summary(msgspec.Struct, frozen=True):
    """A whole run, as the benchmarks tell it."""

    games: int
    first: int
    failures: int
    commit: str
    day: str


def rules_of(title: str, checks: bool) -> Rules:
    """The rules as they stand here. Raises SystemExit if `domain` holds what git does not know yet."""
    if _git("status", "--porcelain", "domain"):
        raise SystemExit("The folder domain has changes that are not committed: commit them first")
    return Rules(title, _git("rev-parse", "HEAD:domain"), checks)


def _git(*asked: str) -> str:
    return subprocess.run(("git", *asked), check=True, capture_output=True, text=True).stdout.strip()


def kept(file: Path, rules: Rules) -> dict[int, Playout]:
    """The games of an earlier run that this file keeps; a line that a power cut tore is played again.

    Raises SystemExit if the file was played by other rules.
    """
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode(rules) + b"\n")
        return {}
    head, *lines = file.read_bytes().split(b"\n")
    if msgspec.json.decode(head, type=Rules) != rules:
        raise SystemExit(f"{file} was played by other rules: name another file, or remove it")
    whole = lines[:-1]
    file.write_bytes(b"".join(line + b"\n" for line in (head, *whole)))
    return {game.number: game for game in (msgspec.json.decode(line, type=Playout) for line in whole)}


def recorded(games: Sequence[Playout], title: str) -> None:
    """Writes down the summary of a run for the benchmarks."""
    known = msgspec.json.decode(SUMMARIES.read_bytes()) if SUMMARIES.exists() else {}
    known[title] = Summary(
        len(games), min(game.number for game in games), sum(bool(game.problem) for game in games),
        _git("rev-parse", "--short", "HEAD"), f"{datetime.now(UTC):%Y-%m-%d}",
    )  # fmt: skip
    SUMMARIES.write_bytes(msgspec.json.format(msgspec.json.encode(known, order="sorted"), indent=2) + b"\n")


def played(title: str, numbers: Sequence[int], checks: bool, workers: int) -> Iterator[Playout]:
    """The games with these numbers, in order."""
    if workers == 1:
        yield from (playout(title, number, checks) for number in numbers)
        return
    count = len(numbers)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(playout, [title] * count, numbers, [checks] * count, chunksize=GAMES_AT_A_TIME)


def problem_of(game: Playout) -> str:
    """A game that did not end well, and where."""
    return f"game {game.number} ({game.table}), answer {game.answers}: {game.problem}"


def report(games: Sequence[Playout], new: int, seconds: float) -> str:
    """The whole run in words and numbers; the last `new` games took `seconds`."""
    ended = [game for game in games if not game.problem]
    lines = [f"{len(games)} games, {len(ended)} ended, {len(games) - len(ended)} did not"]
    lines += [problem_of(game) for game in games if game.problem]
    for what in ("answers", "orders", "events", "turns"):
        values = sorted(getattr(game, what) for game in ended)
        if values:
            few, half, many = (values[min(len(values) - 1, len(values) * q // 100)] for q in (5, 50, 95))
            mean = sum(values) / len(values)
            lines.append(f"{what}: mean {mean:.0f}, median {half}, 5 % {few}, 95 % {many}, most {values[-1]}")
    for name, counts in (
        ("winners", Counter(" and ".join(game.winners) or "draw" for game in ended)),
        ("tables", Counter(game.table for game in ended)),
    ):
        lines.append(f"{name}: " + ", ".join(f"{who} {count}" for who, count in counts.most_common()))
    orders = sum(game.orders for game in games[len(games) - new :])
    lines.append(f"{seconds:.0f} s: {new} new, {new / seconds:.1f} games/s, {orders / seconds:,.0f} orders/s")
    return "\n".join(lines)


def main() -> None:
    """Play the games and print how they went; ends with 1 if any did not end well."""
    parser = argparse.ArgumentParser(prog="python -m scripts.playouts", description=__doc__)
    parser.add_argument("title", help="brandywine, napoleonics, washingtons_war, waterloo, wellington")
    parser.add_argument("games", type=int, help="how many")
    parser.add_argument("--first", type=int, default=0, metavar="NUMBER", help="of the first game (0)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (one a core)")
    parser.add_argument("--no-checks", action="store_true", help="only play, to see how fast it is")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write each game down, go on where it ends")
    parser.add_argument("--record", action="store_true", help="write the summary for the benchmarks")
    asked = parser.parse_args()
    checks = not asked.no_checks
    rules = rules_of(asked.title, checks) if asked.keep or asked.record else None
    numbers = range(asked.first, asked.first + asked.games)
    before = kept(asked.keep, rules) if asked.keep and rules else {}
    games = [before[number] for number in numbers if number in before]
    left = [number for number in numbers if number not in before]
    start = time.perf_counter()
    with (
        progress_bar(f"Playing {asked.title}", len(numbers), quiet=False) as done,
        suppress(KeyboardInterrupt),
        (asked.keep or Path(os.devnull)).open("ab", buffering=0) as file,
    ):
        for game in played(asked.title, left, checks, asked.workers):
            games.append(game)
            file.write(msgspec.json.encode(game) + b"\n")
            done(len(games))
            if game.problem:
                print(problem_of(game), flush=True)
    print(report(games, len(games) - len(before), time.perf_counter() - start))
    if asked.record and len(games) == len(numbers):
        recorded(games, asked.title)
    raise SystemExit(len(games) < len(numbers) or any(game.problem for game in games))


if __name__ == "__main__":
    main()
