"""Looking after games on the command line: `grognard games`, and closing play."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import click

from domain.kernel.errors import SetAside, UnknownGame
from domain.store.shelf import OF_NAMES
from web.server.options import AS_JSON, DATABASE, KNOWN_DATA, known_store, say

GAME = click.argument("game")
WHY = click.option("--why", default="", help="What is noted with it.")


@click.group("games")
def games_group() -> None:
    """Find games, and put away what should not be seen. Nothing is deleted, and all of it is noted.

    \b
    grognard games list --like anna
    grognard games hide ID --why "a test"              in no list; who has its address sees it
    grognard games remove ID --why "an insult"         nobody sees it any more
    grognard games show ID                             as it was before
    grognard games unname ID --why "an insult"         called by what is played, by whom and when
    grognard games name ID                             called as before
    
    A tournament is put away by its ID as well, which stands in its address; its games stay.
    """


@games_group.command("list")
@click.option("--like", default="", help="Only games in whose line this stands.")
@click.option("--away", "is_away", is_flag=True, help="Only those that were put away.")
@KNOWN_DATA
@DATABASE
@AS_JSON
def list_games(like: str, is_away: bool, data: Any, database: str, as_json: bool) -> None:
    """List every game: id, day of its last event, what it is, who plays, and whether it is put away."""
    with known_store(data, database) as games:
        away = games.shelf.away()
        found = [_told(games, game) for game in games.ids() if game in away or not is_away]
    found = [each for each in found if like.lower() in _line(each).lower()]
    say(found, as_json, lambda: "\n".join(map(_line, found)) or "There are no such games.")


def _told(games: Any, game: str) -> dict[str, Any]:
    from projections.lobby import glanced

    trace = [{"did": each.did, "at": _day(each.at), "why": each.why} for each in games.shelf.trace(game)]
    try:
        row = glanced(games, game)
    except SetAside as problem:
        return {"game": game, "day": "", "title": "", "name": "", "status": "set aside",
                "players": [], "problem": problem.message, "trace": trace}  # fmt: skip
    return {
        "game": game, "day": _day(row["updated_at"]), "title": row["title"], "name": row["name"],
        "status": row["status"], "players": [each["holder"] for each in row["seats"] if each["holder"]],
        "trace": trace,
    }  # fmt: skip


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def _line(told: dict[str, Any]) -> str:
    words = [told[each] for each in ("game", "day", "title", "status", "name")] + [", ".join(told["players"])]
    if told["trace"]:
        last = told["trace"][-1]
        words.append(f"({last['did']} {last['at']}{': ' if last['why'] else ''}{last['why']})")
    return "  ".join(word for word in words if word)


def _command(name: str, did: str, words: str, said: str) -> Callable[..., None]:
    @games_group.command(name, help=words)
    @GAME
    @WHY
    @KNOWN_DATA
    @DATABASE
    def command(game: str, why: str, data: Any, database: str) -> None:
        with known_store(data, database) as games:
            is_of_name = did in OF_NAMES
            if game not in games.ids() and (is_of_name or not games.tournaments.is_here(game)):
                raise UnknownGame(f"There is no game {game!r} here; `grognard games list` shows them all.")
            if is_of_name:
                games.take_name(game, why, is_back=did == "named")
            else:
                games.shelf.put(game, did, why)
        click.echo(said.format(game))

    return command


_command("hide", "hidden", "Take GAME out of the lists; who has its address still sees it and plays on.",
         "Game {} is in no list any more.")  # fmt: skip
_command("remove", "removed", "Let nobody see GAME any more; `games show` brings it back.",
         "Nobody sees game {} any more.")  # fmt: skip
_command("unname", "unnamed", "Take from GAME the name that somebody gave it; `games name` gives it back.",
         "Game {} has lost its name.")  # fmt: skip
_command("name", "named", "Give GAME the name back that was taken from it.",
         "Game {} has its name again.")  # fmt: skip
_command("show", "shown", "Let GAME be seen as it was before it was hidden or removed.",
         "Game {} is seen again.")  # fmt: skip


@click.command("play")
@click.argument("how", type=click.Choice(["open", "close", "tell"]))
@WHY
@KNOWN_DATA
@DATABASE
def play(how: str, why: str, data: Any, database: str) -> None:
    """Close play for a while, open it again, or tell how it is; a running server obeys at once.

    While play is closed everything can be looked at and nothing is changed by people and programs.

    \b
    grognard play close --why "Back at eight."
    """
    from domain.store.shelf import PLAY

    with known_store(data, database) as games:
        if how != "tell":
            games.shelf.put(PLAY, "closed" if how == "close" else "opened", why)
        closed = games.shelf.closed()
    click.echo(f"Play is closed. {closed.why}".strip() if closed else "Play is open.")
