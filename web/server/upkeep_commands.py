"""What a host does beside the games: `grognard rebuild`, `backup`, `restore`, `health`."""

import json
import shlex
import sys
from pathlib import Path

import click

from web.server.options import (
    AS_JSON,
    DATA,
    DATABASE,
    KNOWN_DATA,
    REDIS,
    URL,
    OutFile,
    is_standard_output,
    known_store,
    progress_bar,
    say,
    set_up,
)


@click.command()
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


@click.command()
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


@click.command()
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
    from web.server.serve import filled

    with filled(data):
        found = put_back(file, data, database)
    start = f"grognard serve --data {shlex.quote(str(data))}"  # --database may hold a password
    also = " with the same --database" if database else ""
    say(found, as_json, lambda: f"{found['events']} events are back. Start the server{also}: {start}")


@click.command()
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
