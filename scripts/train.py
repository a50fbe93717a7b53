"""Let computers learn a title: `python -m scripts.train TITLE [--scenario S] [--games N] [--workers N]`.

1. A teacher plays games; which orders it gives makes the prior. 2. Players by the prior alone play many more;
by how much these are won makes the value of positions. 3. A veteran who has learnt both plays swapped pairs
with the same dice against the one in use, then a marshal against the better of these veterans. The files are
written to `domain/<title>/learned` for those levels of which the whole 95 % interval of the margin is above
0; a recruit, who is to be weak, plays by them if either does.

Every game is kept in a folder as it ends: after Ctrl-C the same command goes on where it was. The same
command on the same code writes the same files.
"""

import argparse
import hashlib
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import numpy as np

import domain.titles  # noqa: F401  (worker processes import this module: it registers the titles)
from domain.bots import BOTS, marshal, recruit, veteran
from domain.bots.learned import (
    Learned,
    Prior,
    Value,
    folder_of,
    learned_of,
    levels_of,
    read_prior,
    sheet_of,
    written_prior,
)
from domain.bots.order_features import features_of
from domain.bots.playing import Bot, OnCommand, Situation, opening, play_out, random_bot
from domain.bots.supposing import drawn
from domain.bots.yardstick import yardstick_of
from domain.kernel import RuleSet, Seat, titled
from domain.kernel.orders import Order
from projections.title_facts import facts_of
from projections.winning import allied, result_columns
from replays.statistics import Estimate, mean_of
from scripts.fits import Choice, Seen, columns_of, explained, fitted_prior, fitted_value, surprise
from scripts.sheets import written_sheet
from web.server.options import progress_bar

TEACHERS = {"greedy": BOTS["greedy"], "untrained": veteran.untrained_bot, "veteran": BOTS["veteran"]}
"""Who may teach: the greedy one, a veteran who has learnt nothing, or the veteran in use."""
MENU = 30
"""Longer menus are cut to so many orders, the chosen one among them."""
CHOICES_KEPT = 0.5
NOISE, NOISE_LATER = 0.3, 0.15
"""At most so many of the orders of a game are any: its positions shall not all look alike."""
POSITIONS_KEPT = 1 / 12
HELD_OUT = 10
"""Every so many-th game is left out of the fits and tells how good they are."""


class Task(msgspec.Struct, frozen=True):
    """What is learnt: some scenarios that are alike, each by those who usually play it, from which dice."""

    title: str
    scenarios: tuple[str, ...]
    seed: int

    @property
    def rules(self) -> RuleSet:
        return titled(self.title)

    def scenario(self, number: int) -> str:
        """The scenario of game `number`: they take turns."""
        return self.scenarios[number % len(self.scenarios)]

    def seats(self, number: int) -> tuple[Seat, ...]:
        return self.rules.scenario(self.scenario(number)).seatings[0]

    @property
    def sides(self) -> dict[str, str]:
        """Every seat that the scenarios have -> its side."""
        facts, scenarios = facts_of(self.title), [self.rules.scenario(each) for each in self.scenarios]
        every = dict.fromkeys(seat for each in scenarios for seats in each.seatings for seat in seats)
        return {
            seat: side
            for side, seats in allied({s: facts.seats.get(s, (s,)) for s in every}, facts).items()
            for seat in seats
            if side in facts.teams or not facts.teams
        }

    def played(
        self, what: str, number: int, bots: dict[Seat, Bot], on_command: OnCommand | None = None
    ) -> "dict[str, Any]":
        """The result of a game, as rows of statistics tell it."""
        scenario, seats = self.scenario(number), self.seats(number)
        text = f"train:{self.title}:{scenario}:{self.seed}:{what}:{number}"
        seed, random = hashlib.sha256(text.encode()).digest(), Random(text)
        opened = opening(self.rules, scenario, seats, seed, text)
        play = play_out(self.rules, opened, seed, bots, random, on_command)
        result = self.rules.result(play.state)
        assert result is not None, "a game that was played out has a result"
        facts = facts_of(self.title)
        powers = {str(seat): facts.seats.get(seat, (seat,)) for seat in seats}
        row = result_columns(facts, powers, result.winners, result.scores, {})
        return {**row, "turns": self.rules.clock(play.state)[0]}


# 1. What a teacher does ----------------------------------------------------------------------------


class Lesson(msgspec.Struct, frozen=True):
    """What one game of the teacher taught."""

    choices: tuple[Choice, ...]
    first_side: str
    turns: int


def taught(task: Task, teacher: str, number: int) -> Lesson:
    """Game `number` of the teacher, some of its orders any."""
    choices: list[Choice] = []
    noise, random, sides = (
        Random(f"noise:{task.seed}:{number}"),
        Random(f"kept:{task.seed}:{number}"),
        task.sides,
    )
    share = noise.random() * NOISE

    def shows(situation: Situation) -> Order:
        if noise.random() < share:
            return random_bot(situation)
        order = TEACHERS[teacher](situation)
        menu = list(situation.ask.menu(situation.draft))
        if len(menu) > 1 and random.random() < CHOICES_KEPT:
            if len(menu) > MENU:
                menu = [order, *random.sample([each for each in menu if each != order], MENU - 1)]
            state = situation.supposed(random)[0]
            found = features_of(situation.rule_set, state, situation.ask.prompt, menu)
            choices.append(Choice(sides[situation.seat], tuple(found), menu.index(order)))
        return order

    row = task.played("taught", number, dict.fromkeys(task.seats(number), shows))
    return Lesson(tuple(choices), row["first_side"], row["turns"])


# 2. What positions lead to ---------------------------------------------------------------------------


class Outcome(msgspec.Struct, frozen=True):
    """Some positions of a game, and how it ended for the first side."""

    seen: tuple[Seen, ...]
    margin: float
    has_won: float


def led_to(task: Task, prior: Prior, value: Value, number: int) -> Outcome:
    """Game `number` of players by the prior alone, some of their orders any."""
    seen: list[Seen] = []
    noise, random = Random(f"noise:{task.seed}:{number}"), Random(f"kept:{task.seed}:{number}")
    share, temperature = noise.random() * NOISE_LATER, (0.5, 1.0)[number % 2]
    first = next(Seat(seat) for seat in task.seats(number) if value.sides[seat] > 0)

    def plays(situation: Situation) -> Order:
        menu, rules = situation.ask.menu(situation.draft), situation.rule_set
        is_kept = random.random() < POSITIONS_KEPT
        if len(menu) == 1 and not is_kept:
            return menu[0]
        state = situation.supposed(situation.random)[0]
        if is_kept and rules.result(state) is None:
            numbers = value.numbers(rules.measure(state))
            late = value.progress(rules.clock(state)[0])
            seen.append(Seen(late, rules.evaluate(state, first), tuple(numbers)))
        if noise.random() < share:
            return random_bot(situation)
        scores = prior.scores(rules, state, situation.seat, situation.ask.prompt, menu)
        return menu[drawn(scores, situation.random, temperature)]

    row = task.played("led_to", number, dict.fromkeys(task.seats(number), plays))
    winners = row["winners"].split(",")
    won = 0.5 if winners == ["draw"] else float(value.sides[winners[0]] > 0)
    return Outcome(tuple(seen), row["margin"], won)


# 3. Whether it plays better --------------------------------------------------------------------------


class Pair(msgspec.Struct, frozen=True):
    """Two games with the same dice and swapped sides: how many the new player won of one, and its margin."""

    share: float
    margin: float


class Player(msgspec.Struct, frozen=True):
    """A level that has learnt just this; or a policy."""

    kind: str
    learned: Learned | None = None

    @property
    def bot(self) -> Bot:
        if self.kind == "veteran":
            return veteran.veteran_by(self.learned)
        if self.kind == "recruit":
            return recruit.recruit_by(self.learned)
        if self.kind != "marshal":
            return BOTS[self.kind]
        return lambda situation: marshal.marshal_order(situation, self.learned, marshal.TRIALS)


def paired(task: Task, new: Player, old: Player, number: int) -> Pair:
    """Pair `number` of the new player against the old."""
    facts, seats, share, margin = facts_of(task.title), task.seats(number), 0.0, 0.0
    sides = allied({seat: facts.seats.get(seat, (seat,)) for seat in seats}, facts)
    for own_side in list(sides)[:2]:
        own = sides[own_side]
        bots = {seat: (new if seat in own else old).bot for seat in seats}
        row = task.played("paired", number, bots)
        winners = set(row["winners"].split(","))
        share += 0.25 if winners == {"draw"} else 0.5 * bool(winners & set(own))
        margin += (0.5 if row["first_side"] == own_side else -0.5) * row["margin"]
    return Pair(share, margin)


# All of it -------------------------------------------------------------------------------------------

Found = TypeVar("Found", bound=msgspec.Struct)


class Workshop:
    """Plays games in so many processes and keeps each in a folder as it ends."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder, self.workers = folder, workers
        folder.mkdir(parents=True, exist_ok=True)

    def all(
        self, what: str, kind: type[Found], game: Callable[[int], Found], numbers: Sequence[int]
    ) -> list[Found]:
        """The games with these numbers; those that the folder has are not played again."""
        left = [number for number in numbers if not self._path(what, number).exists()]
        with progress_bar(what, len(numbers), quiet=False) as done:
            done(len(numbers) - len(left))
            for count, (number, found) in enumerate(self._played(game, left), len(numbers) - len(left) + 1):
                path = self._path(what, number)
                path.with_suffix(".new").write_bytes(msgspec.msgpack.encode(found))
                path.with_suffix(".new").rename(path)
                done(count)
        return [msgspec.msgpack.decode(self._path(what, each).read_bytes(), type=kind) for each in numbers]

    def _path(self, what: str, number: int) -> Path:
        return self.folder / f"{what}-{number}.msgpack"

    def _played(self, game: Callable[[int], Found], left: Sequence[int]) -> Iterator[tuple[int, Found]]:
        if self.workers == 1:
            yield from ((number, game(number)) for number in left)
        else:
            with ProcessPoolExecutor(self.workers, mp_context=get_context("spawn")) as pool:
                yield from zip(left, pool.map(game, left), strict=True)


def held_out(numbers: Sequence[int]) -> tuple[list[int], list[int]]:
    """(those that are fitted, those that tell how good the fit is)."""
    return [n for n in numbers if n % HELD_OUT], [n for n in numbers if n % HELD_OUT == 0]


def learn_prior(
    shop: Workshop, task: Task, teacher: str, games: int
) -> tuple[dict[str, list[float]], dict[str, Any], list[Lesson]]:
    """The weights, how good they are, and the games they come from."""
    lessons = shop.all(f"taught by {teacher}", Lesson, partial(taught, task, teacher), range(games))
    fitted, tested = held_out(range(games))
    weights = fitted_prior([c for n in fitted for c in lessons[n].choices], task.seed)
    nats, even = surprise([c for n in tested for c in lessons[n].choices], weights)
    choices = sum(len(each.choices) for each in lessons)
    return weights, {"teacher": teacher, "games": games, "choices": choices, "nats": round(nats, 2),
                     "nats_of_even_chance": round(even, 2)}, lessons  # fmt: skip


def learn_value(
    shop: Workshop, task: Task, prior: Prior, lessons: Sequence[Lesson], games: int
) -> tuple[Value, dict[str, Any]]:
    """What positions are worth, and how well that tells the margin of games that it was not fitted to."""
    first, scenarios = lessons[0].first_side, [task.rules.scenario(each) for each in task.scenarios]
    turns = max(each.length for each in scenarios) or int(np.median([each.turns for each in lessons]))
    sides = {seat: 1 if side == first else -1 for seat, side in task.sides.items()}
    columns = columns_of(task.rules, facts_of(task.title), first)
    start = Value(sides, min(each.first_turn for each in scenarios), turns, 0, 0, 0, 0, 0, columns)
    outcomes = shop.all("played by the prior", Outcome, partial(led_to, task, prior, start), range(games))
    fitted, tested = held_out(range(games))
    value = fitted_value(start, *_rows([outcomes[n] for n in fitted]))
    told = explained(value, *_rows([outcomes[n] for n in tested]))
    won = sum(each.has_won for each in outcomes) / games
    positions = sum(len(each.seen) for each in outcomes)
    return value, {"games": games, "positions": positions, "explained": round(told, 2),
                   "first_side": first, "first_side_won": round(won, 2)}  # fmt: skip


def _rows(outcomes: Sequence[Outcome]) -> tuple[list[Seen], list[float]]:
    return [seen for each in outcomes for seen in each.seen], [
        each.margin for each in outcomes for _ in each.seen
    ]


def told(found: Estimate) -> list[float]:
    """The estimate and its interval."""
    return [round(each, 3) for each in (found.estimate, found.low, found.high) if each is not None]


def is_ahead(found: dict[str, Any]) -> bool:
    """Whether the whole interval of the margin is above 0."""
    return len(found["margin"]) == 3 and found["margin"][1] > 0


def compared(shop: Workshop, task: Task, new: Player, old: Player, pairs: int, name: str) -> dict[str, Any]:
    """How the new player does against the old."""
    found = shop.all(name, Pair, partial(paired, task, new, old), range(pairs))
    return {
        "pairs": pairs,
        "won": told(mean_of(np.array([each.share for each in found]), task.seed)),
        "margin": told(mean_of(np.array([each.margin for each in found]), task.seed)),
    }


def judged(
    shop: Workshop, task: Task, learned: Learned, used: Learned | None, asked: argparse.Namespace
) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """What was found of veterans and marshals who have learnt this, and the levels that it makes stronger."""
    kind = "yardstick" if learned.value is None else f"value of {asked.games}"
    against = "untrained veteran" if used is None else "veteran in use"

    def match(new: Player, old: Player, name: str, pairs: int) -> bool:
        strength[name] = compared(shop, task, new, old, pairs, f"{name}, {kind}, {_code()}")
        print(f"{name}:", strength[name], flush=True)
        return is_ahead(strength[name])

    strength: dict[str, dict[str, Any]] = {}
    levels: list[str] = []
    if match(Player("veteran", learned), Player("veteran", used), f"veteran against {against}", asked.pairs):
        levels, used, against = ["veteran"], learned, "this veteran"
    if asked.marshals:
        new, old = Player("marshal", learned), Player("veteran", used)
        levels += ["marshal"] if match(new, old, f"marshal against {against}", asked.marshals) else []
    return strength, ["recruit", *levels] if levels else []


def main() -> None:
    """Learn, compare, and write the files if they are better."""
    asked = _asked()
    rules = titled(asked.title)
    scenarios = tuple((asked.scenario or rules.scenarios[0].id).split(","))
    task, name = Task(asked.title, scenarios, asked.seed), asked.name or scenarios[0]
    which = hashlib.sha256(",".join(scenarios).encode()).hexdigest()[:6]
    judged_by = yardstick_of(rules, scenarios[0])[:6]
    stamp = f"{rules.edition}-{rules.data_digest[:8]}-{judged_by}-{which}-{asked.seed}"
    shop = Workshop(asked.keep / f"{asked.title}-{stamp}-{asked.teacher}-{asked.taught}", asked.workers)
    weights, made, lessons = learn_prior(shop, task, asked.teacher, asked.taught)
    packed, value = written_prior(weights), None
    prior = read_prior(packed, task.sides)
    print("prior:", made, flush=True)
    if not asked.no_value:
        value, of_value = learn_value(shop, task, prior, lessons, asked.games)
        made |= {f"value_{key}": each for key, each in of_value.items()}
        print("value:", of_value, flush=True)
    made |= {"seed": asked.seed, "commit": commit(), "command": _command(asked)}
    in_use = () if asked.anew else levels_of(rules, scenarios[0])
    used = None if asked.anew else learned_of(rules, scenarios[0], "veteran")
    strength, levels = judged(shop, task, Learned(prior, value), used, asked)
    text = written_sheet(rules, scenarios, task.sides, made, strength, value, levels)
    sheet_of(text)
    is_better = bool(levels) and set(levels) >= set(in_use)
    folder = folder_of(rules) if is_better else shop.folder
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.toml").write_text(text, "utf-8")
    (folder / f"{name}.json.gz").write_bytes(packed)
    use = f"for {', '.join(levels)}" if is_better else "not better beyond doubt, so not put to use"
    print(f"Written to {folder / name}.toml: {use}")


def _asked() -> argparse.Namespace:
    """What is to be learnt, and from how many games."""
    parser = argparse.ArgumentParser(prog="python -m scripts.train", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("title")
    parser.add_argument("--scenario", help="one, or several that are alike: a,b; the first if not given")
    parser.add_argument("--name", help="of the files; the first scenario if not given")
    parser.add_argument("--games", type=int, default=500, help="of players by the prior (500)")
    parser.add_argument("--taught", type=int, default=60, help="games of the teacher (60)")
    parser.add_argument("--teacher", default="greedy", choices=list(TEACHERS))
    parser.add_argument("--no-value", action="store_true", help="measure positions by the title's yardstick")
    parser.add_argument("--anew", action="store_true", help="as if nothing were in use yet")
    parser.add_argument("--pairs", type=int, default=40, help="of games against the player in use (40)")
    parser.add_argument("--marshals", type=int, default=12, help="pairs of a marshal against a veteran (12)")
    parser.add_argument("--seed", type=int, default=1815)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "grognard-training")
    return parser.parse_args()


def _command(asked: argparse.Namespace) -> str:
    """The command that makes the same file."""
    given = {key: value for key, value in vars(asked).items() if key not in ("title", "workers", "keep")}
    words = [f"--{key.replace('_', '-')}" + ("" if value is True else f" {value}")
             for key, value in given.items() if value not in (None, False)]  # fmt: skip
    return " ".join(["python -m scripts.train", asked.title, *words])


def _code() -> str:
    """Which computers met: what they look like now."""
    files = sorted(Path(marshal.__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:8]


def commit() -> str:
    """The commit that is worked on."""
    answer = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    )
    return answer.stdout.strip()


if __name__ == "__main__":
    main()
