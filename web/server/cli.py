"""The command line: `grognard`."""

import json
import os
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from domain.bots import BOTS, LEVELS, OTHERS, USUAL_LEVEL
from domain.kernel import ALL, PUBLIC, GrognardError, RuleSet, Scenario, Seat, titles
from web.server.accounts_commands import accounts_group
from web.server.bans_commands import bans_group
from web.server.config_commands import config_group
from web.server.export_command import export
from web.server.games_commands import games_group, play
from web.server.options import (
    AS_JSON,
    DATA,
    DATABASE,
    KNOWN_DATA,
    REDIS,
    SET,
    URL,
    known_store,
    option,
    progress_bar,
    say,
    set_up,
    settled,
    store_in,
    typed,
)
from web.server.packs import PACK, chosen_pack, packs_group
from web.server.statistics_command import statistics

if TYPE_CHECKING:
    from domain.kernel.packs import Pack
    from domain.store import Holder
    from replays.simulation import Run
    from replays.verification import Verified

FOR_PROGRAMS = """\b
Exit status: 0 done; 1 refused, in one sentence on standard error; 2 typed wrongly."""


class OutFile(click.Path):
    """A file to write, or `-` for standard output. It is refused before any work if it cannot be written, or
    is not called so that `grognard` will know it again."""

    def __init__(self, suffix: str = "") -> None:
        super().__init__(path_type=Path, dir_okay=False, writable=True, allow_dash=True)
        self.suffix = suffix

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        folder = path.parent
        if str(path) != "-" and not folder.is_dir():
            self.fail(f"there is no folder {folder}; make it first: mkdir -p {folder}", param, ctx)
        if str(path) != "-" and not path.exists() and not os.access(folder, os.W_OK | os.X_OK):
            self.fail(f"nothing can be written in the folder {folder}.", param, ctx)
        if str(path) != "-" and not path.name.endswith(self.suffix):
            self.fail(f"{path} is not called {self.suffix}; type {path.with_suffix(self.suffix)}", param, ctx)
        return path


def is_standard_output(path: Path | None) -> bool:
    """Whether `--out -` was typed."""
    return path is not None and str(path) == "-"


class _Group(click.Group):
    """Turns every error of ours, and of the files that were named, into one sentence and exit status 1."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except GrognardError as problem:
            raise click.ClickException(problem.message) from problem
        except BrokenPipeError:
            os._exit(141)
        except OSError as problem:
            where = f"{problem.filename}: " if problem.filename else ""
            raise click.ClickException(f"{where}{problem.strerror or problem}.") from problem

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What can be played and by whom, as it is registered."""
        import domain.titles  # noqa: F401  (registers every title)

        with formatter.section("Titles, their scenarios and seats"):
            formatter.write_dl([
                (f"{each.id} {'|'.join(s.id for s in each.scenarios)}", _seatings(each)) for each in titles()
            ])  # fmt: skip
        with formatter.section("Computer players"):
            formatter.write_text(f"{', '.join(LEVELS)}; the usual one is {USUAL_LEVEL}.")
            formatter.write_text(f"To compare them with: {', '.join(OTHERS)}.")
        with formatter.section("Variables of the environment"):
            formatter.write_dl(sorted(_variables(self).items()))
        super().format_epilog(ctx, formatter)


def _variables(group: click.Group) -> dict[str, str]:
    """The variables of the environment that commands listen to, each with its option and what the first
    command that has it says of it."""
    found: dict[str, str] = {}
    for each in _options(group):
        if isinstance(each.envvar, str):
            found.setdefault(each.envvar, f"{each.opts[0]}: {each.help}")
    return found


def _options(group: click.Group) -> Iterator[click.Option]:
    """The options of all commands of a group, and of the groups in it."""
    for command in group.commands.values():
        if isinstance(command, click.Group):
            yield from _options(command)
        yield from (each for each in command.params if isinstance(each, click.Option))


def _seatings(rule_set: RuleSet) -> str:
    """Every way to seat the players of a title, once."""
    return " or ".join(dict.fromkeys(",".join(s) for each in rule_set.scenarios for s in each.seatings))


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]}, epilog=FOR_PROGRAMS)
@click.version_option(package_name="grognard", message="Grognard %(version)s")
def main() -> None:
    """Host, replay and study board wargames.

    \b
    grognard serve                                     host games on this machine
    grognard new waterloo --seat coalition=bot         open a game and print its links
    grognard simulate waterloo --games 1000 --out w.parquet
    grognard compare w.parquet other.parquet           what differs, with intervals
    grognard statistics w.parquet                      who wins, what would make it even
    grognard replay verify game.jsonl                  check every draw of an archived game
    grognard replay export ID --out - | gzip > game.jsonl.gz
    grognard pack export waterloo my_waterloo          correct printed values of a title
    grognard config check                              how this server is set up, and who said so
    """
    import domain.titles  # noqa: F401  (registers every title)


main.add_command(packs_group)
main.add_command(config_group)
main.add_command(games_group)
main.add_command(accounts_group)
main.add_command(bans_group)
main.add_command(play)
main.add_command(export)
main.add_command(statistics)


@main.command()
@option("--host", default="127.0.0.1", show_default=True, envvar="GROGNARD_HOST",
        help="0.0.0.0 lets others in.")
@option("--port", type=click.IntRange(0, 65535), default=5815, show_default=True, envvar="GROGNARD_PORT",
        help="0 takes any that is free.")
@REDIS
@option("--url", default="", envvar="GROGNARD_URL",
        help="The address that people type: for links in mails, and where other commands find the server.")
@option("--smtp", default="", envvar="GROGNARD_SMTP_URL",
        help="smtp(s)://user:password@host:port to send mails.")
@option("--mail-from", default="", envvar="GROGNARD_MAIL_FROM", help="The address that mails are from.")
@option("--webhooks", is_flag=True, envvar="GROGNARD_WEBHOOKS", help="Let players have webhooks.")
@option("--projector", type=click.Choice(["thread", "process"]), default="thread", show_default=True,
        envvar="GROGNARD_PROJECTOR", help="Where the views are made: a process leaves more to the players.")
@SET
@DATA
@DATABASE
@click.pass_context
def serve(ctx: click.Context, /, settings: tuple[str, ...], **_options: Any) -> None:
    """Host games until Ctrl-C.

    Everything is kept in the data folder: games in SQLite, and an embedded Redis for the views,
    which can always be built again from the games. `grognard config example` shows every setting.

    \b
    grognard serve --host 0.0.0.0 --port 8080 --data /srv/grognard
    grognard serve --config /etc/grognard.toml --set talk_limit="10 per minute"
    """
    from web.server.serve import place_of
    from web.server.serve import serve as run

    found = settled(ctx, typed(ctx, settings))
    run(place_of(ctx.params["data"], found))


@main.command()
@URL
@DATA
def invite(url: str, data: Path) -> None:
    """Print the host's own link: who opens it is known here, as those who know the host's word are.

    Another `host_word` in grognard.toml makes it worthless, and so does another secret key.

    \b
    grognard invite --url https://games.example.org
    """
    from web.hosting.doors import house_token
    from web.server.serve import prepared, signing_secrets

    known = signing_secrets(prepared(data), set_up("secret_key"))
    click.echo(f"{url}/enter/{house_token(known, set_up('host_word'))}")


@main.command("new-title")
@click.argument("name")
def write_title(name: str) -> None:
    """Write a new title that plays: a dozen squares, two seats, a die; with its tests.

    NAME is its id, for example hill_of_birds. Change its rules from there; docs/titles.md says how.

    \b
    grognard new-title hill_of_birds
    """
    from web.server.new_title import ROOT, new_title

    for path in new_title(name):
        click.echo(path.relative_to(ROOT))
    click.echo(f"Try it:  grognard serve\nTest it: python -m pytest tests/rules/{name} tests/laws -k {name}")


@main.command("titles")
@AS_JSON
def list_titles(as_json: bool) -> None:
    """List the titles, their scenarios and who can play them.

    \b
    grognard titles --json                             what `new` and `simulate` take, for a program
    """
    found: list[dict[str, Any]] = [
        {
            "id": each.id,
            "name": each.name,
            "scenarios": [
                {
                    "id": s.id,
                    "name": s.name,
                    "turns": s.length,
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

    say(found, as_json, text)


@main.command()
@click.argument("title")
@click.option("--scenario", default=None, help="The first one of the title if not given.")
@click.option("--players", type=int, default=None, help="How many seats, where the scenario leaves a choice.")
@click.option(
    "--seat", "holders", multiple=True, metavar="SEAT=KIND[:NAME]",
    help="Who holds a seat: person, hotseat, open, or bot with the name of a computer player (the best one "
    "without), e.g. --seat french=hotseat:Anna --seat coalition=bot.",
)  # fmt: skip
@click.option("--name", default="", help="What to call the game.")
@PACK
@URL
@click.option("--cover", default=0, type=click.IntRange(0, 60), help="Seconds that windows stay open.")
@DATA
@DATABASE
@AS_JSON
def new(
    title: str, scenario: str | None, players: int | None, holders: tuple[str, ...], name: str, pack: str,
    url: str, cover: int, data: Path, database: str, as_json: bool,
) -> None:  # fmt: skip
    """Open a game of TITLE in the data folder and print a link for each seat that a person holds.

    \b
    grognard new waterloo --seat french=hotseat:Anna --seat coalition=bot:greedy
    grognard new wellington --scenario 1813 --players 2 --name "Sunday evening"
    grognard titles                                    what TITLE, scenarios and seats there are
    """
    from domain.store.people import clean_holder, clean_name

    rule_set = chosen_pack(title, pack, data, database)[0]
    chosen = rule_set.scenario(scenario or rule_set.scenarios[0].id)
    named = [_holder(each) for each in holders]
    held = {seat: clean_holder(holder) for seat, holder in named}
    if twice := [seat for seat, count in Counter(seat for seat, _ in named).items() if count > 1]:
        raise click.UsageError(f"The seat {twice[0]} is given twice; say once who holds it.")
    seats = _seating(chosen, players, held)
    clean_name(name)
    with store_in(data, database) as games:
        game = games.create(
            title, chosen.id, seats=seats, name=name, holders=held, cover=cover * 1000, pack=pack
        )
        links = _links(games, game, data, url, [seat for seat in seats if not _is_bot(held.get(seat))])
    watch = f"{url}/g/{game}/watch"
    say(
        {"game": game, "links": links, "watch": watch}, as_json,
        lambda: "\n".join([f"Game {game}", *(f"{s}: {at}" for s, at in links.items()), f"watch: {watch}"]),
    )  # fmt: skip


def _holder(typed: str) -> "tuple[Seat, Holder]":
    """A seat and who holds it, from SEAT=KIND[:NAME]."""
    from domain.store import Holder

    seat, _, holder = typed.partition("=")
    kind, _, who = holder.partition(":")
    if not kind:
        raise click.UsageError(f"{typed!r} does not say who holds the seat; type {seat}=hotseat:Anna.")
    return Seat(seat), Holder(kind, who)


def _is_bot(holder: "Holder | None") -> bool:
    return holder is not None and holder.kind == "bot"


def _seating(scenario: Scenario, players: int | None, named: Collection[Seat]) -> tuple[Seat, ...]:
    """The first way to seat so many players with these seats. Raises UsageError."""
    fitting = [seats for seats in scenario.seatings if players in (None, len(seats)) and {*named} <= {*seats}]
    if fitting:
        return fitting[0]
    known = " or ".join(",".join(seats) for seats in scenario.seatings)
    wanted = f"seats {','.join(named)}" if named else f"{players} players"
    if named and players is not None:
        wanted += f" and {players} players"
    raise click.UsageError(f"{scenario.name} is not played with {wanted}; its seats are {known}.")


def _links(games: Any, game: str, data: Path, url: str, seats: Sequence[Seat]) -> dict[Seat, str]:
    """The link by which whoever holds a seat comes to it."""
    from web.base.security import token_signed_by
    from web.server.serve import signing_secrets

    known = signing_secrets(data, set_up("secret_key"))
    keys = {seat: games.seat_key(game, seat) for seat in seats}
    return {seat: f"{url}/join/{token_signed_by(known, game, {seat: keys[seat]})}" for seat in seats}


def _rule(rule: str) -> str:
    """How a line of a log names its rule: a paragraph, a card by its number or id, or nothing."""
    if not rule:
        return ""
    return f"card {rule[1:].replace('_', ' ')}" if rule.startswith("#") else f"§{rule}"


@main.command()
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
@PACK
@DATA
@DATABASE
@AS_JSON
def simulate(
    title: str, scenario: str | None, number: int, seats: str, bots: str, seed: int, out: Path, keep: int,
    workers: int | None, pack: str, data: Path, database: str, as_json: bool,
) -> None:  # fmt: skip
    """Let computer players play many games of TITLE and write one row for each into a Parquet file.

    Beside it, `<out>.turns.parquet` holds the measures at the start of every turn. The rows depend only on
    the seed, not on the number of workers. With `--out -` the rows alone go to standard output, and what
    was found to standard error.

    \b
    grognard simulate waterloo --scenario long --bots greedy,random,random --out w.parquet
    grognard simulate waterloo --pack "Waterloo, corrected" --out corrected.parquet
    grognard simulate wellington --seats player_1,player_2 --bots random --games 50 --out bids.parquet
    """
    from replays.simulation import simulate as play

    rule_set, on = chosen_pack(title, pack, data, database)
    run = _run(rule_set, scenario, seats, bots, seed, on)
    with store_in(data, database) if keep else nullcontext() as games:
        with progress_bar(f"Playing {title}", number, as_json) as progress:
            rows, turns = play(run, number, workers or os.cpu_count() or 1, progress)
        if is_standard_output(out):
            rows.write_parquet(sys.stdout.buffer)
        else:
            rows.write_parquet(out)
            turns.write_parquet(out.with_suffix(".turns.parquet"))
        found = {
            "games": number,
            "seats": dict(zip(run.seats, run.bots, strict=True)),
            "wins": _wins(title, rows),
            "out": str(out),
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


def _wins(title: str, rows: Any) -> dict[str, int]:
    """The games that each side and each seat won, and the draws."""
    from projections.title_facts import facts_of
    from projections.winning import DRAW, is_drawn, results

    found: Counter[str] = Counter()
    for row in rows.select("seats", "winners", "^powers:.*$").to_dicts():
        found.update({name: int(won) for name, (won, _even) in results(row, facts_of(title)).items()})
        found.update([DRAW] * is_drawn(row))
    return dict(found)


def _kept(games: Any, run: "Run", number: int) -> list[str]:
    """The ids of the first games, which are now real ones, or were already: the same seed, the same games."""
    from domain.store.games import now
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


@main.command()
@click.argument("first")
@click.argument("second")
@click.option("--seed", type=int, default=1, help="For the resampling; the same seed gives the same numbers.")
@KNOWN_DATA
@DATABASE
@AS_JSON
def compare(first: str, second: str, seed: int, data: Path, database: str, as_json: bool) -> None:
    """Compare two groups of games, or two games.

    FIRST and SECOND are Parquet files of `grognard simulate`, or two games: archives (.jsonl) or ids of
    games in the data folder.

    \b
    grognard compare greedy.parquet random.parquet
    grognard compare game.jsonl fork.jsonl --json
    """
    from replays import comparison

    if first.endswith(".parquet"):
        found: Any = comparison.compare_files(Path(first), Path(second), seed)
    else:
        found = comparison.compare_games(_recorded(first, data, database), _recorded(second, data, database))
    say(comparison.as_json(found), as_json, lambda: comparison.as_text(found))


def _recorded(source: str, data: Path, database: str) -> Any:
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


@main.group()
def replay() -> None:
    """Export, import, check and show archived games."""


@replay.command("export")
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
        written = write(games.rule_set(game), recorded, _viewer(recorded, viewer), seed)
    if is_standard_output(out):
        sys.stdout.buffer.write(written)
        return
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


@replay.command("verify")
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


@replay.command("show")
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

    recorded = _recorded(source, data, database)
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


@main.command()
@REDIS
@KNOWN_DATA
@DATABASE
@AS_JSON
def rebuild(redis: str, data: Path, database: str, as_json: bool) -> None:
    """Build every view in Redis again from the games. Games are never touched.

    \b
    grognard rebuild --data /srv/grognard
    """
    from projections import Projector
    from projections.redis_server import find_or_start
    from web.server.serve import prepared

    with known_store(data, database) as games:
        server = find_or_start(prepared(data), redis or None)
        try:
            projector = Projector(games, server.client())
            with progress_bar("Rebuilding", games.max_notification_id(), as_json) as progress:
                projector.rebuild(progress)
            aside, number = projector.faults, len(games.ids()) - len(projector.faults)
        finally:
            server.stop()
    games_said = "1 game" if number == 1 else f"{number} games"
    told = [f"Game {game} is set aside: {why}" for game, why in aside.items()]
    say(
        {"games": number, **({"set_aside": aside} if aside else {})}, as_json,
        lambda: "\n".join([f"The views of {games_said} are built again.", *told]),
    )  # fmt: skip


@main.command()
@click.argument("file", type=OutFile(".tar.gz"))
@KNOWN_DATA
@DATABASE
@AS_JSON
def backup(file: Path, data: Path, database: str, as_json: bool) -> None:
    """Copy every game, seed, seat key and link's secret into FILE, while the server plays on.

    Who has this file has every hand and every seat: keep it as you keep the data folder.

    \b
    grognard backup /backups/grognard-$(date +%F).tar.gz --data /srv/grognard
    """
    from domain.store.backup import take

    if is_standard_output(file):
        raise click.UsageError("A copy goes into a file; name one.")
    if not database:
        with known_store(data, database):
            pass
    found = take(data, database, file, set_up("secret_key"))
    say({"file": str(file), **found}, as_json, lambda: f"{found['events']} events are in {file}.")


@main.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@DATA
@DATABASE
@AS_JSON
def restore(file: Path, data: Path, database: str, as_json: bool) -> None:
    """Put a copy of `grognard backup` into an empty data folder or database.

    Views are built again when the server starts. A secret.key that lies in the folder stays.

    \b
    grognard restore grognard.tar.gz --data /srv/grognard
    """
    from domain.store.backup import put_back
    from web.server.serve import held, prepared

    with held(prepared(data)):
        found = put_back(file, data, database)
    say(found, as_json, lambda: f"{found['events']} events are back. Start the server: grognard serve")


@main.command()
@URL
@AS_JSON
def health(url: str, as_json: bool) -> None:
    """Ask a running server how it is: store, Redis, how far the views are behind.

    \b
    grognard health --url https://games.example.org   exit status 1 if games cannot be played there
    """
    from http.client import HTTPException
    from urllib.error import HTTPError
    from urllib.request import urlopen

    is_well = True
    try:
        with urlopen(f"{url}/healthz", timeout=30) as answer:
            found = json.loads(answer.read())
    except HTTPError as unwell:
        is_well, text = False, unwell.read()
        try:
            found = json.loads(text)
        except ValueError:
            raise click.ClickException(f"{url} answers {unwell.code}; that is no Grognard.") from unwell
    except (OSError, HTTPException, ValueError) as problem:
        raise click.ClickException(
            f"No Grognard answers at {url} ({problem}). Start one: grognard serve"
        ) from problem
    say(found, as_json, lambda: "\n".join(f"{name}: {value}" for name, value in found.items()))
    sys.exit(0 if is_well else 1)
