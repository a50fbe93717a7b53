"""What the commands share: options, the store that they work on, how they tell what they did."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

if TYPE_CHECKING:
    from web.server.configuration import Configuration

CONFIG = "GROGNARD_CONFIG"
FILE = "grognard.toml"


def option(*names: str, **facts: Any) -> Callable[[Any], Any]:
    """An option that may also be set by a variable of the environment, which its help names."""
    return click.option(*names, show_envvar=True, **facts)


def _config_said(ctx: click.Context, _param: click.Parameter, value: Path | None) -> None:
    ctx.meta[CONFIG] = value


def _data_said(ctx: click.Context, param: click.Parameter, value: Path) -> Path:
    """The data folder; of a file that was named if nobody said another."""
    if ctx.get_parameter_source(str(param.name)) is ParameterSource.DEFAULT and ctx.meta.get(CONFIG):
        from web.server.configuration import configuration

        return Path(configuration({}, os.environ, ctx.meta[CONFIG])["data"].value)
    return value


def _data(help: str) -> Callable[[Any], Any]:
    config = option("--config", type=click.Path(path_type=Path, dir_okay=False), envvar=CONFIG, is_eager=True,
                    expose_value=False, callback=_config_said,
                    help="The host's settings; grognard.toml of the data folder if not given.")  # fmt: skip
    data = option("--data", type=click.Path(path_type=Path, file_okay=False), default=Path("data"),
                  show_default=True, envvar="GROGNARD_DATA", help=help, is_eager=True,
                  callback=_data_said)  # fmt: skip
    return lambda command: config(data(command))


def _file(ctx: click.Context) -> tuple[Path, bool]:
    """The file of settings for the command that runs, and whether it was named."""
    named = ctx.meta.get(CONFIG) or os.environ.get(CONFIG)
    data = ctx.params.get("data") or os.environ.get("GROGNARD_DATA", "data")
    return (Path(named), True) if named else (Path(data) / FILE, False)


def settled(ctx: click.Context, typed: Mapping[str, tuple[Any, str]]) -> "Configuration":
    """Every setting for the command that runs. Raises BadConfiguration."""
    from web.server.configuration import configuration

    return configuration(typed, os.environ, settings_file(ctx), is_in_data=not _file(ctx)[1])


def settings_file(ctx: click.Context) -> Path | None:
    """The file of settings that counts for the command that runs, if there is one."""
    file, is_named = _file(ctx)
    return file if is_named or file.is_file() else None


def set_up(name: str, usual: Any = "") -> Any:
    """The value of a setting for the command that runs, as environment and file have it."""
    ctx = click.get_current_context()
    file, is_named = _file(ctx)
    variables = {f"GROGNARD_{name}".upper(), f"GROGNARD_{name}_FILE".upper()}
    if not is_named and not file.is_file() and not variables & {*os.environ}:
        return usual  # nobody said anything, and who only looks need not wait for all that pages know
    return settled(ctx, {})[name].value or usual


def _settled(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """The value of an option that nobody typed, as environment and file have it."""
    if ctx.get_parameter_source(str(param.name)) is not ParameterSource.DEFAULT:
        return value
    with ctx:
        return set_up(OPTIONS[str(param.name)], value)


def _site(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """The address of the server, which links begin with. Raises BadParameter."""
    from web.server.kinds import SITE

    try:
        return str(SITE.read(_settled(ctx, param, value)))
    except ValueError:
        raise click.BadParameter(f"{value!r} is not {SITE.takes}.", ctx, param) from None


def typed(ctx: click.Context, settings: Iterable[str]) -> dict[str, tuple[Any, str]]:
    """What was typed for this command, by setting. Raises BadConfiguration."""
    from web.server.configuration import choice

    said = {
        OPTIONS[name]: (value, "--" + name.replace("_", "-"))
        for name, value in ctx.params.items()
        if name in OPTIONS and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    for each in settings:
        name, _, value = each.partition("=")
        said[choice(name.strip(), "--set").name] = (value.strip(), f"--set {name.strip()}")
    return {name: (str(value) if name == "data" else value, source) for name, (value, source) in said.items()}


OPTIONS = {"database": "database_url", "redis": "redis_url", "smtp": "smtp_url"} | {
    name: name for name in ("host", "port", "url", "mail_from", "webhooks", "projector", "data")
}
"""The setting of each option that has another way to be said."""

DATA = _data("The data folder of the server; made if it is missing.")
KNOWN_DATA = _data("The data folder of the server; commands that only read make none.")
DATABASE = option("--database", default="", envvar="GROGNARD_DATABASE_URL", callback=_settled,
                  help="postgresql://... instead of SQLite.")  # fmt: skip
REDIS = option("--redis", default="", envvar="GROGNARD_REDIS_URL", callback=_settled,
               help="redis://... instead of an embedded Redis.")  # fmt: skip
URL = option("--url", default="http://127.0.0.1:5815", show_default=True, envvar="GROGNARD_URL",
             callback=_site, help="Where the server is.")  # fmt: skip
SET = click.option("--set", "settings", multiple=True, metavar="NAME=VALUE",
                   help="Any setting, for this time; `grognard config example` names them.")  # fmt: skip
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program to read.")


def say(value: Any, as_json: bool, text: Callable[[], str], to_stderr: bool = False) -> None:
    click.echo(json.dumps(value, ensure_ascii=False) if as_json else text(), err=to_stderr)


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


def store_in(data: Path, database: str) -> AbstractContextManager[Any]:
    """The games of a data folder, which is made if it is missing."""
    from web.server.serve import prepared

    return _opened(prepared(data), database)


@contextmanager
def _opened(data: Path, database: str) -> Iterator[Any]:
    from domain.store import open_games
    from web.server.serve import Installation

    games = open_games(Installation(data, database=database).store_url)
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


class OutFile(click.Path):
    """A file to write, or `-` for standard output. It is refused before any work if it cannot be written, or
    is not called so that `grognard` will know it again."""

    def __init__(self, suffix: str = "") -> None:
        super().__init__(path_type=Path, dir_okay=False, writable=True, allow_dash=True)
        self.suffix = suffix

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        folder = path.parent
        if not path.name:
            self.fail("no name of a file was typed.", param, ctx)
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
