"""The command line: `grognard`."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from domain.kernel import ALL, GrognardError, Seat, titled, titles

DATA = click.option(
    "--data", type=click.Path(path_type=Path), default=Path("data"), show_default=True, envvar="DATA",
    help="The data folder of the server.",
)  # fmt: skip
DATABASE = click.option(
    "--database", default="", envvar="DATABASE_URL", help="postgresql://... instead of SQLite."
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program to read.")


class _Group(click.Group):
    """Turns every error of ours into one sentence and exit status 1."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except GrognardError as problem:
            raise click.ClickException(problem.message) from problem
        except BrokenPipeError:
            os._exit(141)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Host, replay and study board wargames.

    \b
    grognard serve                                     host games on this machine
    grognard new waterloo --scenario short             open a game and print its links
    grognard simulate waterloo --games 1000 --out w.parquet
    grognard compare w.parquet other.parquet           what differs, with intervals
    grognard replay verify game.jsonl                  check every draw of an archived game
    """
    import domain.titles  # noqa: F401  (registers every title)


def _said(value: Any, as_json: bool, text: Callable[[], str]) -> None:
    click.echo(json.dumps(value, ensure_ascii=False) if as_json else text())


@contextmanager
def _store(data: Path, database: str) -> Iterator[Any]:
    """The games of a data folder; it must have been served once."""
    from domain.store import open_games
    from web.serve import Place, prepared

    games = open_games(Place(prepared(data), database=database).store_url)
    try:
        yield games
    finally:
        games.close()


@contextmanager
def progress_bar(label: str, total: int, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, a line every tenth elsewhere, nothing when `quiet`."""
    if quiet:
        yield lambda done: None
    elif sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True)) as bar:
            task = bar.add_task(label, total=total)
            yield lambda done: bar.update(task, completed=done)
    else:
        shown = -1

        def line(done: int) -> None:
            nonlocal shown
            if total and done * 10 // total > shown:
                shown = done * 10 // total
                click.echo(f"{label}: {done} of {total}", err=True)

        yield line


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, envvar="HOST", help="0.0.0.0 lets others in.")
@click.option("--port", type=click.IntRange(0, 65535), default=5815, show_default=True, envvar="PORT")
@click.option("--redis", default="", envvar="REDIS_URL", help="redis://... instead of an embedded Redis.")
@click.option("--url", default="", envvar="GROGNARD_URL", help="What people type; for links in mails.")
@click.option(
    "--smtp", default="", envvar="GROGNARD_SMTP_URL", help="smtp(s)://user:password@host:port to send mails."
)
@click.option("--mail-from", default="", envvar="GROGNARD_MAIL_FROM", help="The address that mails are from.")
@click.option("--webhooks", is_flag=True, envvar="GROGNARD_WEBHOOKS", help="Let players have webhooks.")
@DATA
@DATABASE
def serve(
    host: str, port: int, redis: str, url: str, smtp: str, mail_from: str, webhooks: bool, data: Path,
    database: str,
) -> None:  # fmt: skip
    """Host games until Ctrl-C.

    Everything is kept in the data folder: games in SQLite, and an embedded Redis for the views,
    which can always be built again from the games.
    """
    from web.serve import Place
    from web.serve import serve as run

    run(Place(data, host, port, database, redis, url, smtp, mail_from, webhooks))


@main.command("titles")
@AS_JSON
def list_titles(as_json: bool) -> None:
    """List the titles, their scenarios and who can play them."""
    found = [
        {
            "id": each.id,
            "name": each.name,
            "scenarios": [
                {
                    "id": s.id,
                    "name": s.name,
                    "turns": s.turns,
                    "seatings": [list(seats) for seats in s.seatings],
                }
                for s in each.scenarios
            ],
        }
        for each in titles()
    ]

    def text() -> str:
        return "\n".join(
            f"{each['id']:<12} {s['id']:<10} {s['turns']} turns; seats: "
            + " or ".join(",".join(seats) for seats in s["seatings"])
            for each in found
            for s in each["scenarios"]
        )

    _said(found, as_json, text)


@main.command()
@click.argument("title")
@click.option("--scenario", default=None, help="The first one of the title if not given.")
@click.option("--players", type=int, default=None, help="How many seats, where the scenario leaves a choice.")
@click.option(
    "--seat", "holders", multiple=True, metavar="SEAT=KIND[:NAME]",
    help="Who holds a seat: person, hotseat or bot, e.g. --seat french=hotseat:Anna.",
)  # fmt: skip
@click.option("--name", default="", help="What to call the game.")
@click.option("--url", default="http://127.0.0.1:5815", show_default=True, help="Where the server is.")
@click.option("--cover", default=0, type=click.IntRange(0, 60), help="Seconds that windows stay open.")
@DATA
@DATABASE
@AS_JSON
def new(
    title: str, scenario: str | None, players: int | None, holders: tuple[str, ...], name: str, url: str,
    cover: int, data: Path, database: str, as_json: bool,
) -> None:  # fmt: skip
    """Open a game in the data folder and print a link for each seat that a person holds."""
    from domain.store import Holder
    from web.app import create_app
    from web.security import seat_token
    from web.serve import signing_secrets
    from web.site import Settings

    chosen = titled(title).scenario(scenario or titled(title).scenarios[0].id)
    seatings = [seats for seats in chosen.seatings if players in (None, len(seats))]
    if not seatings:
        raise click.UsageError(f"{chosen.name} is not for {players} players.")
    named = {each.partition("=")[0] for each in holders}
    seats = next((seats for seats in seatings if named.issubset(seats)), seatings[0])
    held = {}
    for each in holders:
        seat, _, holder = each.partition("=")
        kind, _, who = holder.partition(":")
        if seat not in seats:
            raise click.UsageError(f"{chosen.name} has no seat {seat!r}; it has {', '.join(seats)}.")
        held[Seat(seat)] = Holder(kind, who)
    with _store(data, database) as games:
        game = games.create(title, chosen.id, seats=seats, name=name, holders=held, cover=cover * 1000)
        app = create_app(games, None, Settings(secrets=signing_secrets(data)))
        with app.app_context():
            links = {
                seat: f"{url}/join/{seat_token(game, seat)}"
                for seat in seats
                if held.get(seat, Holder("open", "")).kind != "bot"
            }
        app.extensions["site"].hub.stop()
    watch = f"{url}/g/{game}/watch"
    _said(
        {"game": game, "links": links, "watch": watch}, as_json,
        lambda: "\n".join([f"Game {game}", *(f"{s}: {at}" for s, at in links.items()), f"watch: {watch}"]),
    )  # fmt: skip


def _rule(rule: str) -> str:
    """How a line of a log names its rule: a paragraph, or a card by its number or id."""
    return f"card {rule[1:].replace('_', ' ')}" if rule.startswith("#") else f"§{rule}"


@main.command()
@click.argument("title")
@click.option("--scenario", default=None, help="The first one of the title if not given.")
@click.option("--games", "number", type=click.IntRange(1), default=200, show_default=True)
@click.option("--bots", default="random,random", show_default=True, help="One policy for each seat.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="A .parquet file."
)
@click.option(
    "--keep", type=click.IntRange(0), default=0, help="Keep the first K games as real ones to replay."
)
@click.option("--workers", type=click.IntRange(1), default=None, help="Processes; all cores if not given.")
@DATA
@DATABASE
@AS_JSON
def simulate(
    title: str, scenario: str | None, number: int, bots: str, seed: int, out: Path, keep: int,
    workers: int | None, data: Path, database: str, as_json: bool,
) -> None:  # fmt: skip
    """Let bots play many games and write one row for each into a Parquet file.

    Beside it, `<out>.turns.parquet` holds the measures at the start of every turn. The rows depend only on
    the seed, not on the number of workers.
    """
    from domain.store.games import now
    from replays.simulation import Run, kept_game
    from replays.simulation import simulate as play

    run = Run(title, scenario or titled(title).scenarios[0].id, tuple(bots.split(",")), seed).checked()
    with progress_bar(f"Playing {title}", number, as_json) as progress:
        rows, turns = play(run, number, workers or os.cpu_count() or 1, progress)
    rows.write_parquet(out)
    turns.write_parquet(out.with_suffix(".turns.parquet"))
    kept = []
    if keep:
        with _store(data, database) as games:
            kept = [games.adopt(kept_game(run, each, now()), None) for each in range(min(keep, number))]
    wins = rows["winner"].value_counts(sort=True).to_dicts()
    found = {
        "games": number,
        "wins": {each["winner"]: each["count"] for each in wins},
        "out": str(out),
        "kept": kept,
    }

    def text() -> str:
        won = ", ".join(f"{winner} {count}" for winner, count in found["wins"].items())  # type: ignore[attr-defined]
        lines = [f"{number} games of {title} ({run.scenario}): won by {won}.", f"Rows are in {out}."]
        lines += [f"Kept as game {each}." for each in kept]
        return "\n".join(lines)

    _said(found, as_json, text)


@main.command()
@click.argument("first")
@click.argument("second")
@click.option("--seed", type=int, default=1, help="For the resampling; the same seed gives the same numbers.")
@DATA
@DATABASE
@AS_JSON
def compare(first: str, second: str, seed: int, data: Path, database: str, as_json: bool) -> None:
    """Compare two groups of games, or two games.

    FIRST and SECOND are Parquet files of `grognard simulate`, or two games: archives (.jsonl) or ids of
    games in the data folder.
    """
    from replays import comparison

    if first.endswith(".parquet"):
        found = comparison.compare_files(Path(first), Path(second), seed)
    else:
        found = comparison.compare_games(_recorded(first, data, database), _recorded(second, data, database))
    _said(comparison.as_json(found), as_json, lambda: comparison.as_text(found))


def _recorded(source: str, data: Path, database: str) -> Any:
    """A game from an archive or from the data folder."""
    if Path(source).is_file():
        from replays.archive import load

        return load(Path(source)).recorded
    with _store(data, database) as games:
        return games.recorded(source)


@main.group()
def replay() -> None:
    """Export, import, check and show archived games."""


@replay.command("export")
@click.argument("game")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="<game>.jsonl if not given.")
@click.option(
    "--as", "viewer", default=ALL, help="As this seat, or `public`, may see it; all of it if not given."
)
@click.option(
    "--with-seed", is_flag=True, help="Put the secret seed of a running game in: never give it to players."
)
@DATA
@DATABASE
def export_game(game: str, out: Path | None, viewer: str, with_seed: bool, data: Path, database: str) -> None:
    """Write GAME as one .jsonl file.

    This is the host's own tool: without --as the file of a running game holds every hand.
    """
    from replays.archive import write

    with _store(data, database) as games:
        seed = games.seed(game, host=True) if with_seed else None
        written = write(games.rule_set(game), games.recorded(game), Seat(viewer), seed)
    path = out or Path(f"{game}.jsonl")
    path.write_bytes(written)
    click.echo(f"Game {game} is in {path}.")


@replay.command("import")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False, exists=True)
)
@DATA
@DATABASE
def import_games(files: tuple[Path, ...], data: Path, database: str) -> None:
    """Check archives and put their games into the data folder."""
    from replays.importing import adopt

    with _store(data, database) as games:
        for path in files:
            click.echo(f"{path} is game {adopt(games, path.read_bytes())}.")


@replay.command("verify")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False, exists=True)
)
@AS_JSON
def verify_archives(files: tuple[Path, ...], as_json: bool) -> None:
    """Check archives: the chain, the rules, every roll and draw. Names the first line that is wrong."""
    import msgspec

    from replays.archive import ArchiveError
    from replays.verification import verify

    wrong = False
    for path in files:
        try:
            found = verify(path.read_bytes())
        except ArchiveError as problem:
            wrong = True
            _said(
                {"file": str(path), "ok": False, "line": problem.line, "problem": problem.problem}, as_json,
                lambda path=path, problem=problem: f"{path} is NOT in order. {problem.message}",
            )  # fmt: skip
            continue
        facts = {"file": str(path), "ok": True, **msgspec.to_builtins(found)}
        _said(
            facts, as_json,
            lambda path=path, found=found: "\n".join([
                f"{path} is in order: {found.events} events, {found.orders} orders run again, "
                f"{found.draws} rolls and draws recomputed.",
                *found.notes,
            ]),
        )  # fmt: skip
    sys.exit(1 if wrong else 0)


@replay.command("show")
@click.argument("source")
@click.option("--at", type=int, default=None, help="Show the position after this event instead of the log.")
@click.option("--as", "viewer", default=None, help="As this seat, or `public`, may see it.")
@DATA
@DATABASE
@AS_JSON
def show(source: str, at: int | None, viewer: str | None, data: Path, database: str, as_json: bool) -> None:
    """Print a game's log, or one position of it, from an archive or the data folder."""
    from replays.showing import log_lines, position

    recorded = _recorded(source, data, database)
    if not recorded:
        raise click.UsageError(f"{source} shows only what one viewer saw: it has no events to play through.")
    who = Seat(viewer or ALL)
    if at is None:
        lines = log_lines(recorded, who)
        _said(
            lines,
            as_json,
            lambda: "\n".join(
                f"{line['version']:>5}  {line['text']}  {_rule(line['rule'])}" for line in lines
            ),
        )
    else:
        found, text = position(recorded, at, who)
        _said(found, as_json, lambda: text)


@main.command()
@click.option("--redis", default="", envvar="REDIS_URL")
@DATA
@DATABASE
@AS_JSON
def rebuild(redis: str, data: Path, database: str, as_json: bool) -> None:
    """Build every view in Redis again from the games. Games are never touched."""
    from projections import Projector
    from projections.redis_server import find_or_start

    with _store(data, database) as games:
        server = find_or_start(data, redis or None)
        try:
            projector = Projector(games, server.client())
            with progress_bar("Rebuilding", games.max_notification_id(), as_json) as progress:
                projector.rebuild(progress)
            aside, number = projector.faults, len(games.ids()) - len(projector.faults)
        finally:
            server.stop()
    told = [f"Game {game} is set aside: {why}" for game, why in aside.items()]
    _said(
        {"games": number, **({"set_aside": aside} if aside else {})}, as_json,
        lambda: "\n".join([f"The views of {number} games are built again.", *told]),
    )  # fmt: skip


@main.command()
@click.option("--url", default="http://127.0.0.1:5815", show_default=True)
@AS_JSON
def health(url: str, as_json: bool) -> None:
    """Ask a running server how it is: store, Redis, how far the views are behind."""
    from urllib.error import URLError
    from urllib.request import urlopen

    try:
        with urlopen(f"{url}/healthz", timeout=5) as answer:
            found = json.loads(answer.read())
    except (URLError, TimeoutError, ValueError) as problem:
        raise click.ClickException(
            f"No Grognard answers at {url} ({problem}). Start one: grognard serve"
        ) from problem
    _said(found, as_json, lambda: "\n".join(f"{name}: {value}" for name, value in found.items()))
