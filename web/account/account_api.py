"""The API's endpoints for accounts. Logging in gives a token, which stands for the person in every call."""

from typing import Any

from flask_smorest import Blueprint
from marshmallow import Schema, fields, validate

from domain.store import passwords
from web.account import keeping, passkeys
from web.base import limits, logins
from web.hosting.schemas import CHANGE, Envelope, text

Json = dict[str, Any]
account_api = Blueprint("api_account", __name__, url_prefix="/api/account", description="Accounts")
OF_PERSON: Json = {"security": [{"person": []}]}
CHANGE_OF_PERSON: Json = {**CHANGE, **OF_PERSON}
EXAMPLES: dict[str, Json] = {
    "/api/account": {"name": "Ada", "password": "the small hours of Sunday"},
    "/api/account/log-ins": {"name": "Ada", "password": "the small hours of Sunday"},
    "/api/account/log-ins/ends": {"log_in": "0" * 32},
    "/api/account/passwords": {"password": "the small hours of Sunday", "new": "a wet field before noon"},
    "/api/account/words": {"password": "a wet field before noon"},
    "/api/account/recoveries": {
        "name": "Ada", "words": "bado lemi sotu rane pilo vuma deno fira",
        "password": "the small hours of Sunday",
    },
    "/api/account/passkeys/removals": {"passkey": "0" * 32},
    "/api/account/removals": {"password": "the small hours of Sunday", "sure": True},
}  # fmt: skip


def _secret(**more: Any) -> fields.String:
    return fields.String(required=True, validate=validate.Length(max=passwords.LONGEST), **more)


class KeptIn(Envelope):
    """A name, and a password for it."""

    name = text(required=True)
    password = _secret()


class EndIn(Envelope):
    """The log-in that shall end; null for all but the one that asks."""

    log_in = text(required=True, allow_none=True)


class PasskeyRemovalIn(Envelope):
    """The passkey that shall log in no more."""

    passkey = text(required=True)


class NewPasswordIn(Envelope):
    """The password, and another one."""

    password = _secret()
    new = _secret()


class PasswordIn(Envelope):
    """The password again."""

    password = _secret()


class RecoveryIn(KeptIn):
    """A name, its recovery words, and a new password."""

    words = _secret()


class RemovalIn(PasswordIn):
    """The password again, and that it is meant."""

    sure = fields.Boolean(required=True, validate=validate.Equal(True))


class TokenOut(Schema):
    """Whose log-in it is, and the token that stands for the person (`Authorization: Bearer ...`)."""

    name = fields.String(required=True)
    token = fields.String(required=True)


class KeptOut(TokenOut):
    """The same with the recovery words, which are told only now."""

    words = fields.String(required=True)


class WordsOut(Schema):
    """The recovery words, which are told only now."""

    words = fields.String(required=True)


class LogInOut(Schema):
    """A log-in: since when, and when it was last seen (milliseconds since 1970, to the hour); `is_this` is
    the one that asks."""

    id = fields.String(required=True)
    since = fields.Integer(required=True)
    seen = fields.Integer(required=True)
    browser = fields.String(required=True)
    is_this = fields.Boolean(required=True)


class PasskeyOut(Schema):
    """A passkey: what its owner calls it, since when it is kept and when it was last used (milliseconds since
    1970; 0 never), and the name of the site at which it is good (empty if not noted). Browsers make and show
    them."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    made = fields.Integer(required=True)
    seen = fields.Integer(required=True)
    site = fields.String(required=True)


class DataOut(Schema):
    """All that is kept about a person; `games` with the seats, texts and notices of each."""

    name = fields.String(required=True)
    made = fields.Integer(required=True)
    log_ins = fields.List(fields.Nested(LogInOut), required=True)
    passkeys = fields.List(fields.Nested(PasskeyOut), required=True)
    games = fields.List(fields.Dict(), required=True)


class AccountOut(Schema):
    """An account: its name, since when it is kept (milliseconds since 1970), and its log-ins."""

    name = fields.String(required=True)
    made = fields.Integer(required=True)
    log_ins = fields.List(fields.Nested(LogInOut), required=True)


def _account() -> Json:
    here = logins.required()
    return {"name": here.account.name, "made": here.account.made, "log_ins": keeping.log_ins(here)}


@account_api.get("")
@account_api.doc(**OF_PERSON)
@account_api.response(200, AccountOut)
def one() -> Json:
    """The account of whoever is logged in."""
    return _account()


@account_api.post("")
@account_api.doc(**CHANGE)
@limits.joins
@account_api.arguments(KeptIn)
@account_api.response(201, KeptOut)
def make(asked: Json) -> Json:
    """Keep a name. The games of the asker's browser go into the account."""
    account, words, token = keeping.make(asked["name"], asked["password"])
    return {"name": account.name, "token": token, "words": words}


@account_api.post("/log-ins")
@account_api.doc(**CHANGE)
@limits.joins
@account_api.arguments(KeptIn)
@account_api.response(201, TokenOut)
def log_in(asked: Json) -> Json:
    """Log in: the token is good until it is ended, or was not used for half a year."""
    account, token = keeping.log_in(asked["name"], asked["password"])
    return {"name": account.name, "token": token}


@account_api.post("/log-ins/ends")
@account_api.doc(**CHANGE_OF_PERSON)
@limits.joins
@account_api.arguments(EndIn)
@account_api.response(204)
def end(asked: Json) -> None:
    """End a log-in, or all others."""
    keeping.end(asked["log_in"] or "")


@account_api.post("/passwords")
@account_api.doc(**CHANGE_OF_PERSON)
@limits.joins
@account_api.arguments(NewPasswordIn)
@account_api.response(200, TokenOut)
def change_password(asked: Json) -> Json:
    """Change the password: every log-in ends, and this one has a new token."""
    token = keeping.change_password(asked["password"], asked["new"])
    return {"name": logins.own_name(), "token": token}


@account_api.post("/words")
@account_api.doc(**CHANGE_OF_PERSON)
@limits.joins
@account_api.arguments(PasswordIn)
@account_api.response(200, WordsOut)
def change_words(asked: Json) -> Json:
    """New recovery words: the old ones are worthless."""
    return {"words": keeping.change_words(asked["password"])}


@account_api.post("/recoveries")
@account_api.doc(**CHANGE)
@limits.joins
@account_api.arguments(RecoveryIn)
@account_api.response(200, KeptOut)
def recover(asked: Json) -> Json:
    """A new password by the recovery words, which are replaced: every log-in ends."""
    account, words, token = keeping.recover(asked["name"], asked["words"], asked["password"])
    return {"name": account.name, "token": token, "words": words}


@account_api.get("/data")
@account_api.doc(**OF_PERSON)
@limits.looks
@account_api.response(
    200, DataOut, description="All that is kept about the person: log-ins, games, texts, addresses"
)
def data() -> Json:
    """What is kept about whoever is logged in."""
    return keeping.about_me()


@account_api.post("/passkeys/removals")
@account_api.doc(**CHANGE_OF_PERSON)
@limits.joins
@account_api.arguments(PasskeyRemovalIn)
@account_api.response(204)
def remove_passkey(asked: Json) -> None:
    """Take a passkey away (`/data` lists them); one that is not there stays so."""
    passkeys.remove(asked["passkey"])


@account_api.post("/removals")
@account_api.doc(**CHANGE_OF_PERSON)
@limits.joins
@account_api.arguments(RemovalIn)
@account_api.response(204)
def forget(asked: Json) -> None:
    """Forget the person: the account is gone, the games stay."""
    keeping.forget(asked["password"])
