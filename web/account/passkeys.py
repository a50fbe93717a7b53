"""Passkeys on the pages: one is kept with the password said once more and logs in without it, or stands
instead of a password from the beginning.

They hold for the server's own address, as the host has set it (`url`): with a name and https, or localhost.
Whoever's browser has no scripts, or no passkeys, logs in with the password.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import request
from flask_babel import gettext as _

from domain.store import passkeys as kept
from domain.store.accounts import Account
from domain.store.passkeys import LONGEST_KEY, LONGEST_NAME, Passkey, decoded
from web.account import keeping
from web.account.keeping import NotProven
from web.base import logins, security
from web.base.site import site

SERVER = "Grognard"
UNREADABLE = (ValueError, TypeError, KeyError, RecursionError)
"""What comes of reading an answer that is none."""
USUAL = {"https": 443, "http": 80}
"""The ports that browsers do not write."""


class Home(NamedTuple):
    """Where passkeys hold: the name of the site, and the address of its pages."""

    name: str
    origin: str


def home() -> Home | None:
    """Where they hold; None where the server's address has no name of its own."""
    try:
        parts = urlsplit(public_address())
        name, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:
        return None
    has_name = not name.replace(".", "").isdecimal() and ":" not in name
    is_safe = parts.scheme == "https" or name == "localhost"
    shown = "" if port in (None, USUAL.get(parts.scheme)) else f":{port}"
    return Home(name, f"{parts.scheme}://{name}{shown}") if name and has_name and is_safe else None


def public_address() -> str:
    """The address that people type, as the host has set it."""
    found: str = site().settings.notices.url
    return found


# What a browser is asked, as JSON


def asked_to_keep(password: str) -> str:
    """What a browser needs to make one more passkey. Raises NotProven, NotLoggedIn."""
    account = keeping.confirmed(password)
    challenge = site().games.passkeys.challenge(_of_this_log_in("keep"))
    return _asked_to_make(account.name, account.id, challenge, site().games.passkeys.of(account).values())


def asked_to_begin(name: str) -> str:
    """What a browser needs to make the passkey that shall keep a name. Raises InvalidSetup, NameKept."""
    clean = keeping.checked(name)
    challenge = site().games.passkeys.challenge(_to_begin(clean))
    return _asked_to_make(clean, _id_by(challenge), challenge)


def _asked_to_make(name: str, account: str, challenge: bytes, known: Iterable[Passkey] = ()) -> str:
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    return options_to_json(generate_registration_options(
        rp_id=_here().name, rp_name=SERVER, user_name=name, user_id=bytes.fromhex(account),
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=decoded(each.credential)) for each in known],
    ))  # fmt: skip


def asked_to_log_in() -> str:
    """What a browser needs to show a passkey, whosever it is."""
    return _asked_to_show(site().games.passkeys.challenge(_to_log_in()))


def asked_to_prove() -> str:
    """What a browser needs to show a passkey of whoever is logged in once more. Raises NotLoggedIn."""
    known = site().games.passkeys.of(logins.required().account).values()
    return _asked_to_show(site().games.passkeys.challenge(_of_this_log_in("prove")), known)


def _asked_to_show(challenge: bytes, known: Iterable[Passkey] = ()) -> str:
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor, UserVerificationRequirement

    return options_to_json(generate_authentication_options(
        rp_id=_here().name, challenge=challenge,
        user_verification=UserVerificationRequirement.REQUIRED,
        allow_credentials=[PublicKeyCredentialDescriptor(id=decoded(each.credential)) for each in known],
    ))  # fmt: skip


# What it answers


def keep(name: str, answer: str) -> None:
    """Keeps the passkey that a browser has made. Raises NotProven, InvalidSetup, NotLoggedIn."""
    account, purpose = logins.required().account, _of_this_log_in("keep")
    made = _made(answer, _challenge_in(answer, purpose))
    site().games.passkeys.keep(account, name, *made, _here().name)


def begin(name: str, answer: str) -> tuple[Account, str, str]:
    """Keeps a name by the passkey that a browser has made; gives the account, its recovery words and what
    proves the log-in. Raises NotProven, InvalidSetup, NameKept."""
    challenge = _challenge_in(answer, _to_begin(keeping.checked(name)))
    made = _made(answer, challenge)
    called = logins.browser_words(request.headers.get("User-Agent", "")) or _("The first one")
    keep = partial(site().games.passkeys.make_account, _id_by(challenge))
    return keeping.make_by(name, lambda clean, words: keep(clean, words, called, *made, _here().name))


def _made(answer: str, challenge: bytes) -> tuple[bytes, bytes, int]:
    """The device's name for a passkey that it made, its public key, and how often it was used. Raises
    NotProven."""
    from webauthn import verify_registration_response
    from webauthn.helpers import decode_credential_public_key, decoded_public_key_to_cryptography

    where = _here()
    with _proving():
        found = verify_registration_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=where.name,
            expected_origin=where.origin, require_user_verification=True,
        )  # fmt: skip
        decoded_public_key_to_cryptography(decode_credential_public_key(found.credential_public_key))
    if len(found.credential_id) > LONGEST_NAME or len(found.credential_public_key) > LONGEST_KEY:
        raise _not_proven()
    return found.credential_id, found.credential_public_key, found.sign_count


def log_in(answer: str) -> tuple[Account, str]:
    """Logs in whoever's passkey this is; gives the account and what proves the log-in. Raises NotProven."""
    account = _who_showed(answer, _to_log_in())
    return account, keeping.begin(account)


def prove(answer: str) -> None:
    """Notes that whoever is logged in has shown a passkey once more. Raises NotProven, NotLoggedIn."""
    here = logins.required()
    account = _who_showed(answer, _of_this_log_in("prove"), here.account.id)
    if account.id != here.account.id or not site().games.accounts.prove(*here):
        raise _not_proven()


def _who_showed(answer: str, purpose: str, asked: str = "") -> Account:
    """Whose passkey this is; the account whose passkeys were asked for, if any. Raises NotProven."""
    from webauthn import verify_authentication_response

    where, challenge = _here(), _challenge_in(answer, purpose)
    account, passkey = _shown_in(answer, asked)
    with _proving():
        found = verify_authentication_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=where.name,
            expected_origin=where.origin, credential_public_key=decoded(passkey.key),
            credential_current_sign_count=passkey.count, require_user_verification=True,
        )  # fmt: skip
    if not site().games.passkeys.used(account, passkey, found.new_sign_count, where.name):
        raise _not_proven()
    return account


def remove(passkey: str) -> None:
    """Takes one of the asker's own away; who has no password has shown one a few minutes ago, and keeps one
    that is good at this address. Raises NotLoggedIn, NotProven, InvalidSetup, StaleAccount."""
    account, here = logins.required().account, home()
    if not account.password:
        keeping.confirmed("")
    site().games.passkeys.remove(account, passkey, here.name if here else "")


def do_without_password(password: str) -> str:
    """They stand instead of the password, where they work; gives what proves the log-in. Raises NotProven,
    InvalidSetup, NotLoggedIn."""
    _here()
    return keeping.do_without_password(password)


# In it


def _of_this_log_in(deed: str) -> str:
    """What a challenge to keep a passkey, or to prove one, is for: this log-in alone may answer it."""
    here = logins.required()
    return f"{deed} {here.account.id} {here.log_in}"


def _to_begin(name: str) -> str:
    """What a challenge to keep a name is for: this browser alone may answer it, for this name."""
    return f"begin {security.browser()} {name}"


def _id_by(challenge: bytes) -> str:
    """The id of the account that a device was told with this challenge."""
    return hashlib.sha256(b"account " + challenge).hexdigest()[:32]


def _to_log_in() -> str:
    """What a challenge to log in is for: this browser alone may answer it."""
    return f"log_in {security.browser()}"


@contextmanager
def _proving() -> Iterator[None]:
    """Whatever the library raises at what somebody sent, it is no proof: at nonsense that is not only its own
    errors. Raises NotProven."""
    try:
        yield
    except Exception as problem:
        raise _not_proven() from problem


def _here() -> Home:
    where = home()
    if where is None:
        raise NotProven(_("Passkeys do not work at this server's address."))
    return where


def _challenge_in(answer: str, purpose: str) -> bytes:
    """The challenge that is answered, which is spent with it. Raises NotProven."""
    try:
        said = json.loads(decoded(json.loads(answer)["response"]["clientDataJSON"]))
        challenge = decoded(said["challenge"])
    except UNREADABLE as problem:
        raise _not_proven() from problem
    if not site().games.passkeys.is_answered(challenge, purpose):
        raise _not_proven()
    return challenge


def _shown_in(answer: str, asked: str) -> tuple[Account, Passkey]:
    """The account and the passkey that an answer names: a device that was asked for the passkeys of one
    account may leave out whose they are. Raises NotProven."""
    try:
        said = json.loads(answer)
        named = said["response"].get("userHandle") if asked else said["response"]["userHandle"]
        account, credential = decoded(named).hex() if named else asked, decoded(said["rawId"])
    except UNREADABLE as problem:
        raise _not_proven() from problem
    found: tuple[Account, kept.Passkey] | None = site().games.passkeys.find(account, credential)
    if found is None:
        raise _not_proven()
    return found


def _not_proven() -> NotProven:
    return NotProven(_("This passkey was not accepted. Try again, or log in another way."))
