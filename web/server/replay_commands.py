"""Archived games: `grognard replay`."""

import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from domain.kernel import ALL, PUBLIC, GrognardError, Seat
from web.server.options import (
    AS_JSON,
    DATA,
    DATABASE,
    KNOWN_DATA,
    OutFile,
    is_standard_output,
    known_store,
    say,
    store_in,
)

if TYPE_CHECKING:
    from replays.verification import Verified


def recorded_game(source: str, data: Path, database: str) -> Any:
    """A game from an archive or from the data folder."""
    if Path(source).is_file():
        from replays.archive import load

        return load(Path(source)).recorded
    if "/" in source or source.endswith((".jsonl", ".parquet")):
        raise click.UsageError(f"There is no archive {source}; give one, or the id of a game.")
    with known_store(data, database) as games:
        return games.recorded(source)


def _viewer(recorded: Any, typed: str) -> Seat:
    """Whose view was asked for. Raises UsageError."""
    known = (*recorded[0].body.seats, PUBLIC, ALL)
    if typed not in known:
        raise click.UsageError(f"Nobody sees this game as {typed!r}; it is seen as {', '.join(known)}.")
    return Seat(typed)


@click.group("replay")
def replay_group() -> None:
    """Export, import, check and show archived games."""


@replay_group.command("export")
@click.argument("game")
@click.option("--out", type=OutFile(), help="<game>.jsonl if not given; - is standard output.")
@click.option(
    "--as", "viewer", default=ALL, help="As this seat, or `public`, may see it; all of it if not given."
)
@click.option(
    "--with-seed", is_flag=True, help="Put the secret seed of a running game in: never give it to players."
)
@KNOWN_DATA
@DATABASE
def export_game(game: str, out: Path | None, viewer: str, with_seed: bool, data: Path, database: str) -> None:
    """Write GAME as one .jsonl file.

    This is the host's own tool: without --as the file of a running game holds every hand.

    \b
    grognard replay export ID --out game.jsonl
    grognard replay export ID --as french --out - | gzip > seen.jsonl.gz
    """
    from replays.archive import write

    with known_store(data, database) as games:
        seed = games.seed(game, host=True) if with_seed else None
        recorded = games.recorded(game)
        first = games.matches.first_of(game)
        written = write(games.rule_set(game), recorded, _viewer(recorded, viewer), seed, first)
    if is_standard_output(out):
        sys.stdout.buffer.write(written)
        return
    path = out or Path(f"{game}.jsonl")
    holds_secrets = viewer == ALL or with_seed  # of a running game: they are its host's alone
    mode = 0o600 if holds_secrets else 0o666
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
        if holds_secrets and path.is_file():  # one that was there before keeps who may read it
            os.fchmod(file.fileno(), mode)
        file.write(written)
    click.echo(f"Game {game} is in {path}.")


@replay_group.command("import")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False, exists=True)
)
@DATA
@DATABASE
def import_games(files: tuple[Path, ...], data: Path, database: str) -> None:
    """Check archives and put their games into the data folder.

    \b
    grognard replay import *.jsonl --data games
    """
    from replays.importing import adopt

    refused = False
    with store_in(data, database) as games:
        for path in files:
            try:
                click.echo(f"{path} is game {adopt(games, path.read_bytes())}.")
            except GrognardError as problem:
                refused = True
                click.echo(f"{path} is not taken in. {problem.message}", err=True)
    sys.exit(1 if refused else 0)


@replay_group.command("verify")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False, exists=True)
)
@AS_JSON
def verify_archives(files: tuple[Path, ...], as_json: bool) -> None:
    """Check archives: the chain, the rules, every roll and draw. Names the first line that is wrong.

    \b
    grognard replay verify game.jsonl other.jsonl      exit status 1 if any is not in order
    """
    import msgspec

    from replays.errors import ArchiveError
    from replays.verification import verify

    wrong = False
    for path in files:
        try:
            found = verify(path.read_bytes())
        except ArchiveError as problem:
            wrong = True
            say(
                {"file": str(path), "ok": False, "line": problem.line, "problem": problem.problem}, as_json,
                partial("{} is NOT in order. {}".format, path, problem.message),
            )  # fmt: skip
            continue
        facts = {"file": str(path), "ok": True, **msgspec.to_builtins(found)}
        say(facts, as_json, partial(_in_order, path, found))
    sys.exit(1 if wrong else 0)


def _in_order(path: Path, found: "Verified") -> str:
    checked = f"{found.orders} orders run again, {found.draws} rolls and draws recomputed."
    on = f" It was checked on its data pack: {found.pack}." if found.pack else ""
    return "\n".join([f"{path} is in order: {found.events} events, {checked}{on}", *found.notes])


@replay_group.command("schema")
@click.argument("title")
def schema(title: str) -> None:
    """Print what the lines of an archive of TITLE may hold, as JSON Schema (docs/archives.md).

    \b
    grognard replay schema waterloo > waterloo.schema.json
    """
    import domain.titles  # noqa: F401  (registers every title)
    from domain.kernel import titled
    from replays.archive_schema import archive_schema

    click.echo(json.dumps(archive_schema(titled(title)), indent=2))


@replay_group.command("show")
@click.argument("source")
@click.option("--at", type=int, default=None, help="Show the position after this event instead of the log.")
@click.option("--as", "viewer", default=None, help="As this seat, or `public`, may see it.")
@KNOWN_DATA
@DATABASE
@AS_JSON
def show(source: str, at: int | None, viewer: str | None, data: Path, database: str, as_json: bool) -> None:
    """Print a game's log, or one position of it; SOURCE is an archive, or the id of a game.

    \b
    grognard replay show game.jsonl
    grognard replay show ID --at 120 --as french
    """
    from replays.showing import log_lines, position

    recorded = recorded_game(source, data, database)
    if not recorded:
        raise click.UsageError(f"{source} shows only what one viewer saw: it has no events to play through.")
    who = _viewer(recorded, viewer or ALL)
    if at is None:
        lines = log_lines(recorded, who)
        say(
            lines,
            as_json,
            lambda: "\n".join(
                f"{line['version']:>5}  {line['text']}  {_rule(line['rule'])}".rstrip() for line in lines
            ),
        )
    else:
        found, text = position(recorded, at, who)
        say(found, as_json, lambda: text)


def _rule(rule: str) -> str:
    """How a line of a log names its rule: a paragraph, a card by its number or id, or nothing."""
    if not rule:
        return ""
    return f"card {rule[1:].replace('_', ' ')}" if rule.startswith("#") else f"§{rule}"
