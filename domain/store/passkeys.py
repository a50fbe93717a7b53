"""Passkeys of accounts: what a device proves instead of a password, and the challenges that it signs.

A passkey is a note of its account, found by the hash of the device's name for it; kept is its public half. A
challenge is a note until somebody answers it, who takes it away: it is good for one answer.
"""

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from functools import partial
from secrets import token_bytes

import msgspec

from domain.kernel.errors import InvalidSetup
from domain.kernel.prose_files import plain_refusal
from domain.store.accounts import Account, Accounts, StaleAccount
from domain.store.commits import Cursor
from domain.store.faults import storing
from domain.store.people import clean_name, twin
from domain.store.vault import CHALLENGE, PASSKEY, Notes

LASTS = 5 * 60_000
"""So long a challenge may be answered (milliseconds)."""
MOST = 20
LONGEST_NAME, LONGEST_KEY = 1023, 4096
"""So many bytes a device's name for a passkey has at most (as browsers hold it), and its public key."""


class Passkey(msgspec.Struct, frozen=True):
    """What is kept of one: its name, the device's own name and public key for it (base64), how often the
    device says it was used, since when it is kept and when it was last used (milliseconds since 1970; 0
    never), and the name of the site at which it is good (empty where that was not noted yet)."""

    alike: str
    name: str
    credential: str
    key: str
    count: int
    made: int
    seen: int = 0
    site: str = ""


class Challenge(msgspec.Struct, frozen=True):
    """The hash of what a challenge is for (that names a log-in, or a browser), and since when it stands."""

    purpose: str
    at: int


_read = msgspec.json.Decoder(Passkey).decode
_read_challenge = msgspec.json.Decoder(Challenge).decode


class Passkeys:
    """The notes about passkeys and challenges."""

    def __init__(self, notes: Notes, accounts: Accounts, clock: Callable[[], int]) -> None:
        self._notes, self._accounts, self._clock = notes, accounts, clock

    # Challenges

    def challenge(self, purpose: str) -> bytes:
        """A new one for this purpose; those that nobody answered in time are gone."""
        new, now = token_bytes(32), self._clock()
        with storing("Keeping the challenge"):
            for _, place, body in self._notes.about(CHALLENGE, (CHALLENGE,)):
                if now - _read_challenge(body).at > LASTS:
                    self._notes.remove(CHALLENGE, CHALLENGE, place)
            self._notes.write(CHALLENGE, CHALLENGE, _place(new), _written(Challenge(_of(purpose), now)))
        return new

    def is_answered(self, challenge: bytes, purpose: str) -> bool:
        """Whether this stood and was for this purpose; it stands no more, whatever becomes of the answer."""
        place = _place(challenge)
        with storing("Reading the challenge"):
            body = self._notes.read(CHALLENGE, CHALLENGE, place)
            if body is None or not self._notes.remove(CHALLENGE, CHALLENGE, place):
                return False
        found = _read_challenge(body)
        return found.purpose == _of(purpose) and self._clock() - found.at <= LASTS

    # Passkeys

    def of(self, account: Account) -> dict[str, Passkey]:
        """The passkeys of an account by their places, the oldest first."""
        with storing("Reading the passkeys"):
            found = {place: _read(body) for _, place, body in self._notes.about(account.id, (PASSKEY,))}
        return dict(sorted(found.items(), key=lambda each: (each[1].made, each[0])))

    def keep(
        self, account: Account, name: str, credential: bytes, key: bytes, count: int, site: str = ""
    ) -> None:
        """Keeps one more, which is good at `site`. Raises InvalidSetup where there are enough or this is kept
        already, or for a name that is none; StaleAccount where the account was changed meanwhile: then
        nothing is kept."""
        if len(self.of(account)) >= MOST:
            raise InvalidSetup(plain_refusal("passkeys_enough", most=MOST))
        new = self._new(account.name, name, credential, key, count, site)
        with storing("Keeping the passkey"):
            if not self._notes.write(PASSKEY, account.id, _place(credential), _written(new)):
                raise InvalidSetup(plain_refusal("passkey_known"))
        try:
            self._accounts.check_unchanged(account)
        except StaleAccount:
            self._notes.remove(PASSKEY, account.id, _place(credential))
            raise

    def make_account(
        self, id_: str, name: str, words: str, called: str, credential: bytes, key: bytes, count: int,
        site: str = "",
    ) -> Account:  # fmt: skip
        """Keeps a name by this passkey, under the id that the device knows. Raises InvalidSetup, NameKept."""
        new = _written(self._new(name, called, credential, key, count, site))
        with_it = partial(self._notes.add, PASSKEY, id_, _place(credential), new)
        return self._accounts.make_without_password(id_, name, words, with_it)

    def _new(self, of: str, name: str, credential: bytes, key: bytes, count: int, site: str) -> Passkey:
        clean = clean_name(name)
        if not clean:
            raise InvalidSetup(plain_refusal("passkey_name"))
        alike, now = twin(clean_name(of)), self._clock()
        return Passkey(alike, clean, encoded(credential), encoded(key), count, now, site=site)

    def find(self, account_id: str, credential: bytes) -> tuple[Account, Passkey] | None:
        """The account that has this passkey, and what is kept of it."""
        with storing("Reading the passkey"):
            body = self._notes.read(PASSKEY, account_id, _place(credential))
        if body is None:
            return None
        found = _read(body)
        account = self._accounts.still(account_id, found.alike)
        return None if account is None else (account, found)

    def used(self, account: Account, was: Passkey, count: int, site: str = "") -> bool:
        """Notes that one was used just now, at `site`. False where that has changed since it was read."""
        new = msgspec.structs.replace(was, count=count, seen=self._clock(), site=site or was.site)
        place = _place(decoded(was.credential))
        with storing("Noting the passkey"):
            return self._notes.write(PASSKEY, account.id, place, _written(new), was=_written(was))

    def remove(self, account: Account, place: str, site: str = "") -> bool:
        """Takes one away. False if there is no such one. Raises InvalidSetup for the last one of an account
        without a password that is good at `site`; StaleAccount where the account was changed meanwhile."""
        if place not in self.of(account):
            return False
        is_there = False

        def take(cursor: Cursor) -> None:
            nonlocal is_there
            known = {at: _read(body) for _, at, body in self._notes.about(account.id, (PASSKEY,), cursor)}
            is_there = place in known
            left = [each for at, each in known.items() if at != place and is_good_at(each, site)]
            if is_there and not left and not account.password:
                raise InvalidSetup(plain_refusal("passkey_last"))
            self._notes.clear(account.id, (PASSKEY,), place, cursor)

        self._accounts.while_unchanged(account, take)
        return is_there


def is_good_at(passkey: Passkey, site: str) -> bool:
    """Whether one logs in at a site, as far as that is known; everywhere is the empty name."""
    return not site or passkey.site in ("", site)


def encoded(raw: bytes) -> str:
    """Bytes as browsers write them in JSON."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes again. Raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _written(note: Passkey | Challenge) -> str:
    return msgspec.json.encode(note).decode()


def _of(purpose: str) -> str:
    return _place(purpose.encode())


def _place(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:32]
