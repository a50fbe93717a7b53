"""The command line: `grognard`."""

import os
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from domain.bots import LEVELS, OTHERS, USUAL_LEVEL
from domain.kernel import GrognardError, RuleSet, Scenario, Seat, titles
from web.server.accounts_commands import accounts_group
from web.server.bans_commands import bans_group
from web.server.config_commands import config_group
from web.server.export_command import export
from web.server.games_commands import games_group, play
from web.server.options import (
    AS_JSON,
    DATA,
    DATABASE,
    REDIS,
    SET,
    URL,
    option,
    say,
    set_up,
    settled,
    store_in,
    typed,
)
from web.server.packs import PACK, chosen_pack, packs_group
from web.server.replay_commands import replay_group
from web.server.simulate_command import compare, simulate
from web.server.statistics_command import statistics
from web.server.upkeep_commands import backup, health, rebuild, restore

if TYPE_CHECKING:
    from domain.store import Holder

MAY = ("may_open", "may_import", "may_simulate", "may_keep_names")
FOR_PROGRAMS = """\b
Exit status: 0 done; 1 refused, in one sentence on standard error; 2 typed wrongly."""


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
    from web.server.serve import installation_of
    from web.server.serve import serve as run

    found = settled(ctx, typed(ctx, settings))
    run(installation_of(ctx.params["data"], found))


@main.command()
@URL
@DATA
def invite(url: str, data: Path) -> None:
    """Print the host's own link: who opens it is known here, as those who know the host's word are.

    Another `host_word` in grognard.toml makes it worthless, and so does another secret key. It is signed with
    the key of the data folder, which the server makes when it starts for the first time.

    \b
    grognard invite --url https://games.example.org --data /srv/grognard
    """
    from web.hosting.doors import house_token
    from web.server.serve import KEY, signing_secrets

    given = set_up("secret_key")
    if not given and not (data / KEY).is_file():
        raise click.ClickException(
            f"There is no {KEY} in {data}, so no server would take a link that is made here. Name the "
            "server's data folder (--data FOLDER), or start it there first: grognard serve"
        )
    token = house_token(signing_secrets(data, given), set_up("host_word"))
    click.echo(f"{url}/enter/{token}")
    if set_up("access", "open") == "open" and not any(set_up(may, "anyone") == "known" for may in MAY):
        click.echo(f"It opens nothing yet: access is open, and none of {', '.join(MAY)} is known.", err=True)


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
            f"{each['id']:<15} {s['id']:<18} {_turns(s['turns'])}seats: "
            + " or ".join(",".join(seats) for seats in s["seatings"])
            for each in found
            for s in each["scenarios"]
        )

    say(found, as_json, text)


def _turns(turns: int) -> str:
    """How long a scenario is; nothing where points end it and not a turn."""
    return f"{turns} turns; " if turns else ""


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


for each in (
    simulate, compare, statistics, replay_group, export, packs_group,
    config_group, games_group, accounts_group, bans_group, play, rebuild, backup, restore, health,
):  # fmt: skip
    main.add_command(each)
