"""Bans on the command line: `grognard bans`."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import click

from domain.kernel.errors import UnknownGame
from web.server.options import AS_JSON, DATABASE, KNOWN_DATA, known_store, say


@click.group("bans")
def bans_group() -> None:
    """Ban people, or ranges of addresses, from opening and joining games and from talking.

    What they have is kept. A running server obeys at once. WHO is an address, a range, or a person as
    `bans people` names him.

    \b
    grognard bans people GAME                          who has something of a game
    grognard bans add person:0123456789abcdef --why "insults"
    grognard bans add 192.0.2.0/24 --why "a flood of games"
    grognard bans lift 192.0.2.0/24 --why "it is over"
    """


@bans_group.command("list")
@KNOWN_DATA
@DATABASE
@AS_JSON
def list_bans(data: Any, database: str, as_json: bool) -> None:
    """Tell who is banned, since when and why; with --json also who was, and all that was done."""
    with known_store(data, database) as games:
        now, found = games.bans.now(), games.bans.all()
    told = [
        {
            "who": who,
            "banned": who in now,
            "trace": [{"did": each.did, "at": _day(each.at), "why": each.why} for each in trace],
        }
        for who, trace in found.items()
    ]
    lines = [f"{who}  {_day(ban.at)}  {ban.why}".rstrip() for who, ban in now.items()]
    say(told, as_json, lambda: "\n".join(lines) or "Nobody is banned.")


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


@bans_group.command("people")
@click.argument("game")
@KNOWN_DATA
@DATABASE
@AS_JSON
def list_people(game: str, data: Any, database: str, as_json: bool) -> None:
    """Tell who has something of GAME, by the mark of each browser, which opens nothing."""
    from domain.store.bans import people

    with known_store(data, database) as games:
        if game not in games.ids():
            raise UnknownGame(f"There is no game {game!r} here; `grognard games list` shows them all.")
        holders = games.holders(game)
        told = [
            {"who": each.mark, "seats": {seat: holders[seat].name for seat in each.seats},
             "opener": each.is_opener}
            for each in people(games, game)
        ]  # fmt: skip
    say(told, as_json, lambda: "\n".join(map(_line, told)) or "No browser has anything of it.")


def _line(person: dict[str, Any]) -> str:
    seats = ", ".join(f"{seat} ({name})" if name else seat for seat, name in person["seats"].items())
    return "  ".join(word for word in (person["who"], seats, "opened it" if person["opener"] else "") if word)


def _command(name: str, help: str, said: str) -> Callable[..., None]:
    @bans_group.command(name, help=help)
    @click.argument("who")
    @click.option("--why", required=True, help="The reason; who is banned reads it.")
    @KNOWN_DATA
    @DATABASE
    def command(who: str, why: str, data: Any, database: str) -> None:
        if not why.strip():
            raise click.UsageError("Say why (--why): it is noted with what is done. Nothing was changed.")
        with known_store(data, database) as games:
            named = (games.bans.ban if name == "add" else games.bans.lift)(who, why)
        click.echo(said.format(named))

    return command


_command("add", "Ban WHO; what he has is kept.", "{} is banned.")
_command("lift", "Lift the ban of WHO.", "{} is not banned any more.")
