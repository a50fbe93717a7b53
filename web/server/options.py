"""What the commands share: options, the store that they work on, how they tell what they did."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import click


def option(*names: str, **facts: Any) -> Callable[[Any], Any]:
    """An option that may also be set by a variable of the environment, which its help names."""
    return click.option(*names, show_envvar=True, **facts)


def _data(help: str) -> Callable[[Any], Any]:
    return option("--data", type=click.Path(path_type=Path, file_okay=False), default=Path("data"),
                  show_default=True, envvar="GROGNARD_DATA", help=help)  # fmt: skip


DATA = _data("The data folder of the server; made if it is missing.")
KNOWN_DATA = _data("The data folder of the server; commands that only read make none.")
DATABASE = option(
    "--database", default="", envvar="GROGNARD_DATABASE_URL", help="postgresql://... instead of SQLite."
)
REDIS = option(
    "--redis", default="", envvar="GROGNARD_REDIS_URL", help="redis://... instead of an embedded Redis."
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program to read.")


def say(value: Any, as_json: bool, text: Callable[[], str], to_stderr: bool = False) -> None:
    click.echo(json.dumps(value, ensure_ascii=False) if as_json else text(), err=to_stderr)


def store_in(data: Path, database: str) -> AbstractContextManager[Any]:
    """The games of a data folder, which is made if it is missing."""
    from web.server.serve import prepared

    return _opened(prepared(data), database)


@contextmanager
def _opened(data: Path, database: str) -> Iterator[Any]:
    from domain.store import open_games
    from web.server.serve import Place

    games = open_games(Place(data, database=database).store_url)
    try:
        yield games
    finally:
        games.close()


def known_store(data: Path, database: str) -> AbstractContextManager[Any]:
    """The games of a data folder that is there: nothing is made where somebody only looks."""
    if not database and not (data / "grognard.db").is_file():
        raise click.ClickException(f"There are no games in {data}: {_what_is_there(data)}. "
                                   "Name the server's data folder: --data FOLDER.")  # fmt: skip
    return _opened(data, database)


def _what_is_there(folder: Path) -> str:
    """What a folder holds in which no grognard.db is."""
    if not folder.is_dir():
        return "there is no such folder"
    names = sorted(each.name for each in folder.iterdir())
    if not names:
        return "the folder is empty"
    return f"it has no grognard.db, but {', '.join(names[:5])}{' ...' if len(names) > 5 else ''}"
