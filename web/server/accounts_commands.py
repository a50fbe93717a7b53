"""Accounts on the command line: `grognard accounts`."""

from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Any

import click

from domain.kernel.errors import InvalidSetup
from domain.kernel.prose_files import plain_refusal
from web.server.options import AS_JSON, DATABASE, KNOWN_DATA, known_store, say


@click.group("accounts")
def accounts_group() -> None:
    """See who keeps a name, and help people who cannot log in.

    A running server obeys at once.

    \b
    grognard accounts list
    grognard accounts add Ada                          a name, and its recovery words
    grognard accounts end Ada                          end all log-ins
    grognard accounts words Ada                        new recovery words, for who proved who they are
    grognard accounts forget Ada --yes                 the account is gone; the games stay
    """


@accounts_group.command("list")
@KNOWN_DATA
@DATABASE
@AS_JSON
def list_accounts(data: Any, database: str, as_json: bool) -> None:
    """Tell the names that are kept, since when, and how many log-ins each has."""
    with known_store(data, database) as games:
        told = [
            {"name": each.name, "since": _day(each.made), "log_ins": len(games.accounts.log_ins(each))}
            for each in games.accounts.every()
        ]
    lines = [f"{each['name']}  since {each['since']}  {each['log_ins']} log-ins" for each in told]
    say(told, as_json, lambda: "\n".join(lines) or "Nobody keeps a name.")


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


@accounts_group.command("add")
@click.argument("name")
@KNOWN_DATA
@DATABASE
def add(name: str, data: Any, database: str) -> None:
    """Keep NAME, and print the recovery words, by which its person sets a password."""
    words = _new_words()
    with known_store(data, database) as games:
        games.accounts.make(name, token_urlsafe(24), words)
    click.echo(words)


@accounts_group.command("words")
@click.argument("name")
@KNOWN_DATA
@DATABASE
def change_words(name: str, data: Any, database: str) -> None:
    """Print new recovery words for NAME; the old ones are worthless. Log-ins stay."""
    words = _new_words()
    with known_store(data, database) as games:
        games.accounts.set_words(_known(games, name), words)
    click.echo(words)


@accounts_group.command("end")
@click.argument("name")
@KNOWN_DATA
@DATABASE
def end(name: str, data: Any, database: str) -> None:
    """End all log-ins of NAME."""
    with known_store(data, database) as games:
        ended = games.accounts.end_others(_known(games, name))
    click.echo(f"{ended} log-ins of {name} are ended.")


@accounts_group.command("forget")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do it; without this nothing is changed.")
@KNOWN_DATA
@DATABASE
def forget(name: str, yes: bool, data: Any, database: str) -> None:
    """Forget who keeps NAME: account, log-ins and what it was given are gone; the games stay."""
    with known_store(data, database) as games:
        account = _known(games, name)
        if not yes:
            raise click.ClickException(f"{account.name} would be forgotten for ever. Say --yes to do it.")
        games.forget_person(account)
    click.echo(f"{account.name} is forgotten.")


def _known(games: Any, name: str) -> Any:
    """The account of a name. Raises InvalidSetup."""
    found = games.accounts.of(name)
    if found is None:
        raise InvalidSetup(plain_refusal("no_account", name=name))
    return found


def _new_words() -> str:
    from web.account.keeping import WORDS
    from web.hosting.pins_and_phrases import new_words

    return new_words(WORDS)
