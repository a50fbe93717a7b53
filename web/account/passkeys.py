"""Passkeys on the pages: one is kept with the password said once more, and logs in without it.

They hold for the server's own address, as the host has set it (`url`): with a name and https, or localhost.
Whoever's browser has no scripts, or no passkeys, logs in with the password.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

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


class Place(NamedTuple):
    """Where passkeys hold: the name of the site, and the address of its pages."""

    name: str
    origin: str


def place() -> Place | None:
    """Where they hold; None where the server's address has no name of its own."""
    try:
        parts = urlsplit(public_address())
        name, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:
        return None
    has_name = not name.replace(".", "").isdecimal() and ":" not in name
    is_safe = parts.scheme == "https" or name == "localhost"
    shown = "" if port in (None, USUAL.get(parts.scheme)) else f":{port}"
    return Place(name, f"{parts.scheme}://{name}{shown}") if name and has_name and is_safe else None


def public_address() -> str:
    """The address that people type, as the host has set it."""
    found: str = site().settings.notices.url
    return found


# What a browser is asked, as JSON


def asked_to_keep(password: str) -> str:
    """What a browser needs to make a passkey. Raises NotProven, NotLoggedIn."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    account, where = keeping.confirmed(password), _here()
    known = site().games.passkeys.of(account).values()
    return options_to_json(generate_registration_options(
        rp_id=where.name, rp_name=SERVER, user_name=account.name, user_id=bytes.fromhex(account.id),
        challenge=site().games.passkeys.challenge(_of_this_log_in()),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=decoded(each.credential)) for each in known],
    ))  # fmt: skip


def asked_to_log_in() -> str:
    """What a browser needs to show a passkey, whosever it is."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    return options_to_json(generate_authentication_options(
        rp_id=_here().name, challenge=site().games.passkeys.challenge(_to_log_in()),
        user_verification=UserVerificationRequirement.REQUIRED,
    ))  # fmt: skip


# What it answers


def keep(name: str, answer: str) -> None:
    """Keeps the passkey that a browser has made. Raises NotProven, InvalidSetup, NotLoggedIn."""
    from webauthn import verify_registration_response
    from webauthn.helpers import decode_credential_public_key, decoded_public_key_to_cryptography

    account, where = logins.required().account, _here()
    challenge = _challenge_in(answer, _of_this_log_in())
    with _proving():
        found = verify_registration_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=where.name,
            expected_origin=where.origin, require_user_verification=True,
        )  # fmt: skip
        decoded_public_key_to_cryptography(decode_credential_public_key(found.credential_public_key))
    if len(found.credential_id) > LONGEST_NAME or len(found.credential_public_key) > LONGEST_KEY:
        raise _not_proven()
    site().games.passkeys.keep(
        account, name, found.credential_id, found.credential_public_key, found.sign_count
    )


def log_in(answer: str) -> tuple[Account, str]:
    """Logs in whoever's passkey this is; gives the account and what proves the log-in. Raises NotProven."""
    from webauthn import verify_authentication_response

    where, challenge = _here(), _challenge_in(answer, _to_log_in())
    account, passkey = _shown_in(answer)
    with _proving():
        found = verify_authentication_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=where.name,
            expected_origin=where.origin, credential_public_key=decoded(passkey.key),
            credential_current_sign_count=passkey.count, require_user_verification=True,
        )  # fmt: skip
    if not site().games.passkeys.used(account, passkey, found.new_sign_count):
        raise _not_proven()
    return account, keeping.begin(account)


def remove(place: str) -> None:
    """Takes one of the asker's own away. Raises NotLoggedIn."""
    site().games.passkeys.remove(logins.required().account, place)


# In it


def _of_this_log_in() -> str:
    """What a challenge to make a passkey is for: this log-in alone may answer it."""
    here = logins.required()
    return f"keep {here.account.id} {here.log_in}"


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


def _here() -> Place:
    where = place()
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


def _shown_in(answer: str) -> tuple[Account, Passkey]:
    """The account and the passkey that an answer names. Raises NotProven."""
    try:
        said = json.loads(answer)
        account, credential = decoded(said["response"]["userHandle"]).hex(), decoded(said["rawId"])
    except UNREADABLE as problem:
        raise _not_proven() from problem
    found: tuple[Account, kept.Passkey] | None = site().games.passkeys.find(account, credential)
    if found is None:
        raise _not_proven()
    return found


def _not_proven() -> NotProven:
    return NotProven(_("This passkey was not accepted. Try again, or use the password."))
