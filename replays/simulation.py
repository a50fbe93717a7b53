"""Simulation: many games by bots through the pure core, one summary row each.

Game number n of a run depends only on the run's seed and n: the same rows come out whatever the
number of workers, and any single game can be played again as a real one (`kept_game`).
"""

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import lru_cache
from itertools import islice
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

import domain.titles  # noqa: F401  (worker processes import this module: it registers the titles)
from domain.bots import BOTS
from domain.bots.playing import opening, play_on, recorded_game
from domain.kernel import (
    Answers,
    Drawn,
    Play,
    Recorded,
    Rolled,
    RuleSet,
    Seat,
    SeedRevealed,
    Standing,
    packs,
)
from domain.kernel.chance import SealedChance
from domain.kernel.errors import InvalidSetup
from domain.kernel.events import Event
from domain.kernel.history import History, resumed, said, standing_events
from domain.kernel.prose_files import plain_refusal
from domain.store.people import LONGEST
from projections.card_use import card_uses
from projections.fighting import attacks_of, losses_of
from projections.first_decisions import opening_columns, powers_of
from projections.following import worth, write_json
from projections.title_facts import facts_of
from projections.winning import result_columns
from replays.archive import read
from replays.openings import Places, dealt_hands, first_mover, places_of
from replays.showing import rule_set_of

if TYPE_CHECKING:  # a server that starts does not wait for it
    import polars as pl

GAMES_PER_CHUNK = 20


class Start(msgspec.Struct, frozen=True):
    """A position to go on from: event `version` of a game, of which `archive` is the whole.

    `dice` names what is rolled from there on; two positions of a game with the same name meet the same dice.
    0 is the position's own.
    """

    game: str
    version: int
    archive: bytes
    dice: int = 0


class Run(msgspec.Struct, frozen=True):
    """What to simulate: a title's scenario, a bot for every seat, the run's seed, where to start from if that
    is not the scenario's own beginning, and who sits there if it is not the first seating of so many. `pack`
    is the data pack to play on (`packs.to_json`), if it starts at the beginning and not on built-in data."""

    title: str
    scenario: str
    bots: tuple[str, ...]
    seed: int
    start: Start | None = None
    seated: tuple[Seat, ...] = ()
    pack: bytes = b""

    def checked(self) -> "Run":
        """This run, if it can be played. Raises InvalidSetup, DataError."""
        seats = self.seats
        self._check_seats()
        for bot in self.bots:
            if bot not in BOTS:
                raise InvalidSetup(plain_refusal("no_bot", bot=bot, known=", ".join(sorted(BOTS))))
        if len(self.bots) != len(seats):
            found = {"count": len(self.bots), "places": len(seats), "seats": ", ".join(seats)}
            raise InvalidSetup(plain_refusal("wrong_number_of_bots", **found))
        if self.start is not None and standing_of(self.start).is_over:
            raise InvalidSetup(plain_refusal("over_at_start", version=self.start.version))
        return self

    @property
    def rule_set(self) -> RuleSet:
        return packs.on_pack(self.title, self.data[1])

    @property
    def data(self) -> tuple[str, str]:
        """Name and digest of the pack that is played on; both empty for built-in data."""
        if self.start is not None:
            opened = standing_of(self.start).opened
            return opened.pack, opened.pack_data
        return _learned(self.pack) if self.pack else ("", "")

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats asked for; else the scenario's first seating with as many seats as there are bots (else
        its usual one). The game's own seats if it starts from a game."""
        if self.start is not None:
            return standing_of(self.start).opened.seats
        if self.seated:
            return self.seated
        seatings = self.rule_set.scenario(self.scenario).seatings
        return next((each for each in seatings if len(each) == len(self.bots)), seatings[0])

    def _check_seats(self) -> None:
        """Raises InvalidSetup for seats that nobody can take there."""
        scenario = self.rule_set.scenario(self.scenario)
        own = [standing_of(self.start).opened.seats] if self.start is not None else scenario.seatings
        if self.seated and self.seated not in own:
            known = "; ".join(", ".join(each) for each in own)
            named = {"title": self.rule_set.name, "scenario": scenario.name, "seats": ", ".join(self.seated)}
            raise InvalidSetup(plain_refusal("not_seated_so", known=known, **named))


@lru_cache(maxsize=8)
def _learned(pack: bytes) -> tuple[str, str]:
    """Name and digest of a pack that this process knows from now on. Raises InvalidSetup, DataError."""
    read = packs.from_json(pack)
    packs.learn(read)
    return read.name, read.digest


@lru_cache(maxsize=4)
def standing_of(start: Start) -> Standing:
    """The last position between commands up to the start's event. Raises ArchiveError, IllegalOrder."""
    recorded = read(start.archive).recorded
    return resting(History(rule_set_of(recorded), recorded), start.version)


def resting(history: History, version: int) -> Standing:
    """The last position between commands at or before event `version`. Raises IllegalOrder."""
    return history.at(history.at(version).rest)


def secret(run: Run, number: int) -> bytes:
    """The secret seed of game `number`, the same for every policy: all meet the same dice."""
    text = f"{run.title}:{run.scenario}:{run.seed}:{number}"
    if run.start is not None:
        text += f":{run.start.game}:{run.start.dice or run.start.version}"
    return hashlib.sha256(text.encode()).digest()


def game_id(run: Run, number: int) -> str:
    """The id of game `number`, 32 hexadecimal digits."""
    players = ",".join(f"{seat}={bot}" for seat, bot in zip(run.seats, run.bots, strict=True))
    played = f"{players}{'' if run.start else run.data[1]}"
    if run.start is not None and run.start.dice:
        played += f":{run.start.version}"
    return hashlib.md5(secret(run, number) + played.encode(), usedforsecurity=False).hexdigest()


class _Tally:
    """Counts one game while it is played."""

    def __init__(self, run: Run) -> None:
        self.run, self.rule_set, self.facts = run, run.rule_set, facts_of(run.title)
        self.orders = self.events = 0
        self.chances: dict[Seat, list[tuple[float, float]]] = {seat: [] for seat in run.seats}
        self.turns: list[dict[str, Any]] = []
        self.turn = 0
        self.dealt: dict[Seat, tuple[str, ...]] = {}
        self.first = ""
        self.places: Places = {}
        self.told: list[Event] = []

    def command(self, play: "Play[Any]", rounds: list[Answers]) -> None:
        self.orders += sum(sum(said(answers).values()) for answers in rounds)
        self.events += len(play.events)
        self.told += play.events
        for event in play.events:
            if isinstance(event, (Rolled, Drawn)) and event.score is not None and event.variance:
                own = self.chances.setdefault(event.seat, [])
                score, mean, variance = worth(event, self.facts)
                own.append((score - mean, variance))
        if self.run.start is None:  # else the game has opened already, and its hands are its players' own
            self._opens(play, rounds)
        turn = self.rule_set.clock(play.state)[0]
        if turn != self.turn or not play.agenda:
            self.turn = turn
            self.turns.append({"turn": turn, **self.rule_set.measure(play.state)})

    def lucks(self) -> dict[str, tuple[float, float]]:
        """By how much chance gave each seat more than expected, and the variance of that."""
        return {
            seat: (math.fsum(found for found, _ in own), math.fsum(spread for _, spread in own))
            for seat, own in self.chances.items()
        }

    def _opens(self, play: "Play[Any]", rounds: list[Answers]) -> None:
        if not self.dealt:
            self.dealt = dealt_hands(self.rule_set, play.state, self.run.seats)
        if not self.first:
            places = places_of(self.rule_set, play.state)
            self.first = first_mover(self.places or places, places, rounds)
            self.places = places


def simulated(run: Run, number: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Game `number`: its summary row, and its measures at the start of each turn and the end."""
    rule_set, seats, tally = run.rule_set, run.seats, _Tally(run)
    game, seed = game_id(run, number), secret(run, number)
    bots = {seat: BOTS[bot] for seat, bot in zip(seats, run.bots, strict=True)}
    play = play_on(rule_set, _beginning(run, game, seed), bots, Random(seed), tally.command)
    result = rule_set.result(play.state)
    assert result is not None, f"game {number} ended without a result"
    facts = facts_of(run.title)
    commanded = powers_of(facts, seats, [*_past(run.start), *tally.told])
    powers = {str(seat): own for seat, own in commanded.items()}
    row = {
        "game": game,
        "number": number,
        "title": run.title,
        "scenario": run.scenario,
        **dict(zip(("pack", "data"), run.data, strict=True)),
        "seats": ",".join(seats),
        "seats_kind": "bots",
        "players": ",".join(run.bots),
        "rule": result.rule,
        "reason": result.reason,
        **result_columns(facts, powers, result.winners, result.scores, tally.lucks()),
        "turns": rule_set.clock(play.state)[0],
        "orders": tally.orders,
        "events": tally.events,
        **{f"dealt:{seat}": " ".join(cards) for seat, cards in tally.dealt.items()},
        "first": tally.first,
        **{f"powers:{seat}": " ".join(own) for seat, own in powers.items()},
        **_opening(run, tally),
        **{f"measure:{name}": float(value) for name, value in rule_set.measure(play.state).items()},
    }
    turns = [{"game": game, "number": number, **each} for each in tally.turns]
    return row, turns


@lru_cache(maxsize=4)
def _past(start: Start | None) -> tuple[Event, ...]:
    """The events that stand where a run starts."""
    if start is None:
        return ()
    last = standing_of(start).version
    recorded = [each for each in read(start.archive).recorded if each.version <= last]
    return tuple(each.body for each in standing_events(recorded))


def _opening(run: Run, tally: _Tally) -> dict[str, str]:
    """How the game opened and what its cards were used for, as `projections.statistics.game_row` has it."""
    if run.start is not None:
        return {}
    facts = facts_of(run.title)
    return {
        **opening_columns(facts, run.seats, tally.told),
        "cards": write_json(card_uses(facts, tally.told)).decode(),
        "attacks": write_json(attacks_of(facts, tally.told)).decode(),
        "lost": write_json(losses_of(facts, tally.told)).decode(),
    }


def _beginning(run: Run, game: str, seed: bytes) -> "Play[Any]":
    """The play that a simulated game begins with: its dice come from `seed` alone."""
    rule_set, chance = run.rule_set, SealedChance(seed)
    if run.start is not None:
        return resumed(standing_of(run.start), chance)
    state, agenda = rule_set.set_up(
        opening(rule_set, run.scenario, run.seats, seed, game, pack=run.data[0])
    )
    return Play(state, agenda, chance)


def _chunk(run: Run, numbers: Sequence[int]) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    return [simulated(run, number) for number in numbers]


def _chunks(games: int) -> Iterator[list[int]]:
    numbers = iter(range(games))
    while chunk := list(islice(numbers, GAMES_PER_CHUNK)):
        yield chunk


def simulate(
    run: Run, games: int, workers: int = 1, progress: Callable[[int], None] = lambda done: None
) -> "tuple[pl.DataFrame, pl.DataFrame]":
    """`games` games: a frame with one row each, and one with their measures by turn.

    `progress` is told how many games are done. More than one worker means a process pool.
    """
    run.checked()
    if workers == 1:
        return _collected(map(_chunk, *_tasks(run, games)), progress)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return simulate_on(pool, run, games, progress)


def simulate_on(
    pool: Executor, run: Run, games: int, progress: Callable[[int], None] = lambda done: None
) -> "tuple[pl.DataFrame, pl.DataFrame]":
    """The same on any `concurrent.futures.Executor` (`dask.distributed` has one for a cluster)."""
    return _collected(pool.map(_chunk, *_tasks(run.checked(), games)), progress)


def _tasks(run: Run, games: int) -> tuple[list[Run], list[list[int]]]:
    chunks = list(_chunks(games))
    return [run] * len(chunks), chunks


def _collected(chunks: Any, progress: Callable[[int], None]) -> "tuple[pl.DataFrame, pl.DataFrame]":
    rows: list[dict[str, Any]] = []
    turns: list[dict[str, Any]] = []
    for chunk in chunks:
        for row, each in chunk:
            rows.append(row)
            turns.extend(each)
        progress(len(rows))
    return frames(rows, turns)


def frames(rows: list[dict[str, Any]], turns: list[dict[str, Any]]) -> "tuple[pl.DataFrame, pl.DataFrame]":
    """Games and their measures by turn as tables: every row is looked at for what a column holds."""
    import polars as pl

    return pl.DataFrame(rows, infer_schema_length=None), pl.DataFrame(turns, infer_schema_length=None)


def kept_game(run: Run, number: int, at: int) -> list[Recorded]:
    """Simulated game `number` as a real one of the moment `at` (milliseconds since 1970), seed revealed."""
    rule_set, seats = run.rule_set, run.seats
    game, seed = game_id(run, number), secret(run, number)
    bots = {seat: BOTS[bot] for seat, bot in zip(seats, run.bots, strict=True)}
    which = f", simulated game {number} of seed {run.seed}"
    name = rule_set.name[: LONGEST - len(which)].rstrip() + which
    opened = opening(rule_set, run.scenario, seats, seed, game, name, run.data[0])
    names = dict(zip(seats, run.bots, strict=True))
    recorded = recorded_game(rule_set, opened, game, seed, bots, Random(seed), names)
    recorded.append(Recorded(game, len(recorded) + 1, at, SeedRevealed(seed.hex())))
    return [msgspec.structs.replace(each, at=at) for each in recorded]
