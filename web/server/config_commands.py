"""How the server is set up, on the command line: `grognard config`."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from web.server.options import AS_JSON, CONFIG, DATA, say, settings_file, settled

if TYPE_CHECKING:
    from web.server.configuration import Configuration


@click.group("config")
def config_group() -> None:
    """How this server is set up: grognard.toml, the environment, and what is usual.

    \b
    grognard config example > data/grognard.toml       every setting, to be changed
    grognard config check                              what holds here, and who said so
    """


@config_group.command("example")
def show_example() -> None:
    """Print grognard.toml with every setting, each explained and as it usually is."""
    from web.server.configuration import example

    click.echo(example(), nl=False)


@config_group.command("check")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@DATA
@AS_JSON
@click.pass_context
def check(ctx: click.Context, /, file: Path | None, as_json: bool, **_options: Any) -> None:
    """Tell every setting, who said it, and what it does; or what is wrong, with exit status 1.

    FILE is checked if it is given, else the file that the server would read; secrets are not shown.

    \b
    grognard config check /etc/grognard.toml
    """
    from domain.store.backends import settings_for
    from web.post.mail import mail_server
    from web.server.configuration import shown, strangers

    if file is not None:
        ctx.meta[CONFIG] = file
    found, read = settled(ctx, {}), settings_file(ctx)
    if found["database_url"].value:
        settings_for(found["database_url"].value, os.environ)
    if found["smtp_url"].value:
        mail_server(found["smtp_url"].value, found["mail_from"].value)
    unread = strangers(os.environ)
    document = {name: {"value": shown(name, one.value), "source": one.source} for name, one in found.items()}
    say({"file": str(read) if read else None, "settings": document, "unread": unread}, as_json,
        lambda: "\n".join([_first(read), *_told(found), *map(_unread, unread)]))  # fmt: skip


def _first(read: Path | None) -> str:
    return f"{read} is in order." if read else "There is no file; the environment and what is usual hold."


def _told(found: "Configuration") -> list[str]:
    from web.server.configuration import CHAPTERS, USUAL, shown

    lines = []
    for chapter, choices in CHAPTERS.items():
        lines += ["", chapter]
        for each in choices:
            value, source = found[each.name]
            who = "" if source == USUAL else f"  ({source})"
            lines += [f"  {each.name} = {shown(each.name, value)}{who}", f"      {each.words}"]
    return lines


def _unread(variable: str) -> str:
    return f"\nNobody reads the variable {variable}; see `grognard config example` for those that count."
