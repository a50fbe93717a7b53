"""Many games by computers, and two groups beside each other: `grognard simulate`, `grognard compare`."""

import os
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from domain.bots import BOTS, USUAL_LEVEL
from domain.kernel import RuleSet, Seat
from web.server.options import (
    AS_JSON,
    DATA,
    DATABASE,
    KNOWN_DATA,
    OutFile,
    is_standard_output,
    progress_bar,
    say,
    store_in,
)
from web.server.packs import PACK, chosen_pack
from web.server.replay_commands import recorded_game

if TYPE_CHECKING:
    from domain.kernel.packs import Pack
    from replays.simulation import Run

Rows = list[dict[str, Any]]
MANY = 5000
"""More games than that are written in parts."""


@click.command()
@click.argument("title")
@click.option("--scenario", default=None, help="The first one of the title if not given.")
@click.option("--games", "number", type=click.IntRange(1), default=200, show_default=True)
@click.option(
    "--seats", default="", metavar="SEAT,SEAT...",
    help="Who plays: one of the scenario's seatings, e.g. britain,spain,french, or player_1,player_2 who bid "
    "for what they play. The first one with as many seats as there are bots if not given.",
)  # fmt: skip
@click.option(
    "--bots", default=USUAL_LEVEL, show_default=True, metavar="BOT[,BOT...]",
    help=f"A computer player for each seat, or one for all: {', '.join(BOTS)}. "
    f"The usual one is {USUAL_LEVEL}.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--out", type=OutFile(".parquet"), required=True, help="A .parquet file; - is standard output.")
@click.option(
    "--keep", type=click.IntRange(0), default=0, help="Keep the first K games as real ones to replay."
)
@click.option("--workers", type=click.IntRange(1), default=None, help="Processes; all cores if not given.")
@click.option(
    "--scheduler", default="", metavar="ADDRESS",
    help="Play on the Dask cluster of tcp://HOST:8786 instead, in parts (pip install grognard[cluster]).",
)  # fmt: skip
@PACK
@DATA
@DATABASE
@AS_JSON
def simulate(
    title: str, scenario: str | None, number: int, seats: str, bots: str, seed: int, out: Path, keep: int,
    workers: int | None, scheduler: str, pack: str, data: Path, database: str, as_json: bool,
) -> None:  # fmt: skip
    """Let computer players play many games of TITLE and write one row for each into a Parquet file.

    Beside it, `<out>.turns.parquet` holds the measures at the start of every turn. The rows depend only on
    the seed, not on the number of workers. With `--out -` the rows alone go to standard output, and what
    was found to standard error.

    More than 5,000 games are written in parts, into the folder `<out>.parts`: whoever stops and types the
    same again goes on with what is missing. `grognard statistics <out>.parts` says what they show. With
    `--scheduler` the machines of a Dask cluster play the same games, each part on one of them.

    \b
    grognard simulate waterloo --games 100000 --bots random --out vast.parquet
    grognard simulate waterloo --games 100000 --scheduler tcp://10.0.0.2:8786 --out vast.parquet
    grognard simulate waterloo --scenario long --bots greedy,random,random --out w.parquet
    grognard simulate waterloo --pack "Waterloo, corrected" --out corrected.parquet
    grognard simulate wellington --seats player_1,player_2 --bots random --games 50 --out bids.parquet
    """
    rule_set, on = chosen_pack(title, pack, data, database)
    run = _run(rule_set, scenario, seats, bots, seed, on)
    if scheduler and is_standard_output(out):
        raise click.UsageError("--scheduler writes parts: name a file with --out.")
    with store_in(data, database) if keep else nullcontext() as games:
        is_vast = scheduler or number > MANY and not is_standard_output(out)
        play = partial(_in_parts, scheduler) if is_vast else _in_one_file
        with progress_bar(f"Playing {title}", number, as_json) as progress:
            into, rows = play(run, number, out, workers or os.cpu_count() or 1, progress)
        found = {
            "games": number,
            "seats": dict(zip(run.seats, run.bots, strict=True)),
            "wins": _wins(title, rows),
            "out": str(into),
            "kept": _kept(games, run, min(keep, number)),
            **({"pack": run.data[0], "data": run.data[1]} if pack else {}),
        }
    say(found, as_json, lambda: _simulated(run, found), to_stderr=is_standard_output(out))


def _run(
    rule_set: RuleSet, scenario: str | None, seats: str, bots: str, seed: int, on: "Pack | None"
) -> "Run":
    """What was typed as a run. Raises InvalidSetup."""
    from domain.kernel.packs import to_json
    from replays.simulation import Run

    chosen = scenario or rule_set.scenarios[0].id
    seated = tuple(Seat(each) for each in seats.split(",") if each)
    players = tuple(bots.split(","))
    if len(players) == 1:
        players *= len(seated or rule_set.scenario(chosen).seatings[0])
    return Run(rule_set.id, chosen, players, seed, None, seated, to_json(on) if on else b"").checked()


def _in_one_file(
    run: "Run", number: int, out: Path, workers: int, progress: Callable[[int], None]
) -> tuple[Path, Rows]:
    """Plays all games and writes them; (where they are, what `_wins` needs of them)."""
    from replays.simulation import simulate as play

    rows, turns = play(run, number, workers, progress)
    if is_standard_output(out):
        rows.write_parquet(sys.stdout.buffer)
    else:
        rows.write_parquet(out)
        turns.write_parquet(out.with_suffix(".turns.parquet"))
    return out, rows.select("seats", "winners", "^powers:.*$").to_dicts()


def _in_parts(
    scheduler: str, run: "Run", number: int, out: Path, workers: int, progress: Callable[[int], None]
) -> tuple[Path, Rows]:
    """The same of more games than anybody should hold at once."""
    from replays.parts import SUFFIX, play_parts
    from replays.vast import endings

    folder = out.with_suffix(SUFFIX)
    play_parts(run, number, folder, workers, progress, scheduler=scheduler)
    return folder, endings(folder)


def _wins(title: str, rows: Rows) -> dict[str, int]:
    """The games that each side and each seat won, and the draws."""
    from projections.title_facts import facts_of
    from projections.winning import DRAW, is_drawn, results
    from replays.findings import games_of

    found: Counter[str] = Counter()
    for row in rows:
        games = games_of(row)
        found.update({name: games * won for name, (won, _even) in results(row, facts_of(title)).items()})
        if is_drawn(row):
            found[DRAW] += games
    return dict(found)


def _kept(games: Any, run: "Run", number: int) -> list[str]:
    """The ids of the first games, which are now real ones, or were already: the same seed, the same games."""
    from domain.store.reading import now
    from replays.simulation import kept_game

    here = set(games.ids()) if number else set()
    played = [kept_game(run, each, now()) for each in range(number)]
    return [each[0].game if each[0].game in here else games.adopt(each, None) for each in played]


def _simulated(run: "Run", found: dict[str, Any]) -> str:
    who = ", ".join(f"{seat} by {bot}" for seat, bot in found["seats"].items())
    won = ", ".join(f"{winner} {count}" for winner, count in found["wins"].items())
    on = f" on {run.data[0]}" if run.pack else ""
    lines = [f"{found['games']} games of {run.title} ({run.scenario}){on}, {who}. Won: {won}."]
    if found["out"] != "-":
        lines.append(f"Rows are in {found['out']}.")
    return "\n".join([*lines, *(f"Kept as game {each}." for each in found["kept"])])


@click.command()
@click.argument("first")
@click.argument("second")
@click.option("--seed", type=int, default=1, help="For the resampling; the same seed gives the same numbers.")
@KNOWN_DATA
@DATABASE
@AS_JSON
def compare(first: str, second: str, seed: int, data: Path, database: str, as_json: bool) -> None:
    """Compare two groups of games, or two games.

    FIRST and SECOND are Parquet files or folders of parts of `grognard simulate` (of these the first 5,000
    games are compared), or two games: archives (.jsonl) or ids of games in the data folder.

    \b
    grognard compare greedy.parquet random.parquet
    grognard compare game.jsonl fork.jsonl --json
    """
    from replays import comparison
    from replays.parts import SUFFIX

    if Path(first).suffix in (".parquet", SUFFIX):
        found: Any = comparison.compare_files(Path(first), Path(second), seed)
    else:
        games = (recorded_game(each, data, database) for each in (first, second))
        found = comparison.compare_games(*games)
    say(comparison.as_json(found), as_json, lambda: comparison.as_text(found))
