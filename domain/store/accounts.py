"""Accounts: names kept by a password or a passkey, the words that give an account back, and log-ins.

An account is a person (`Account.person`): what he is given is kept under that name as it is kept under the
name of a browser (`passes.py`), and whoever is logged in has it in every browser. An account is one note,
found by what its name looks like, so that of two who take the same name at once one has it. A log-in is a
note of its own, found by the hash of what its browser shows.
"""

import hashlib
import re
from collections.abc import Callable
from functools import partial
from secrets import token_hex

import msgspec
from msgspec.structs import replace

from domain.kernel.errors import GrognardError, InvalidSetup
from domain.kernel.prose_files import plain_refusal
from domain.store import passwords
from domain.store.changes import Changes, Remembered
from domain.store.commits import Cursor
from domain.store.faults import storing
from domain.store.people import clean_name, likeness, twin
from domain.store.vault import ACCOUNT, LOG_IN, PASSKEY, Notes, Within, subject

HOUR = 3_600_000
LASTS = 180 * 24 * HOUR
"""A log-in that nobody used for so long (milliseconds) is over."""
MOST_LOG_INS = 50
FRESH = 10 * 60_000
"""So long after a log-in was proven it may change what logs in, where there is no password to say again."""
LONGEST_BROWSER = 60
TOKEN, PLACE = re.compile("[0-9a-f]{96}"), re.compile("[0-9a-f]{32}")
"""What a browser shows, and what its log-in is called among those of an account."""
RESERVED = frozenset({"computer", "host", "qualcuno", "somebody", "the computer"})
"""Words that the pages say of people."""


class NameKept(GrognardError):
    """Somebody keeps this name."""

    code = "name_kept"


class StaleAccount(GrognardError):
    """The account is gone, or its password or words were changed a moment ago."""

    code = "stale_account"


class Account(msgspec.Struct, frozen=True):
    """A kept name: since when (milliseconds since 1970), the hashes of password (empty where passkeys stand
    instead of one) and words, and which log-ins hold: those of an earlier `round` are ended."""

    id: str
    name: str
    person: str
    made: int
    password: str
    words: str
    round: int = 1

    def __repr__(self) -> str:
        return f"Account({self.name!r}, ...)"


class LogIn(msgspec.Struct, frozen=True):
    """One log-in: when it began and was last seen (milliseconds since 1970), in what browser, and when a
    passkey was shown again in it."""

    alike: str
    round: int
    at: int
    seen: int
    browser: str = ""
    proven: int = 0


_read = msgspec.json.Decoder(Account).decode
_read_log_in = msgspec.json.Decoder(LogIn).decode


class Accounts:
    """The notes about accounts and log-ins."""

    def __init__(self, notes: Notes, changes: Changes, clock: Callable[[], int]) -> None:
        self._notes, self._clock = notes, clock
        self._known: Remembered[Account | None] = Remembered(changes)
        self._log_ins: Remembered[LogIn | None] = Remembered(changes)

    # Names

    def of(self, name: str) -> Account | None:
        """The account of a name, or of one that looks like it. Raises InvalidSetup for what is no name."""
        return self._alike(twin(clean_name(name)))

    def _alike(self, alike: str) -> Account | None:
        def read() -> Account | None:
            body = self._notes.read(ACCOUNT, ACCOUNT, alike)
            return None if body is None else _read(body)

        with storing("Reading the account"):
            return self._known.get(read, subject(ACCOUNT, ACCOUNT), part=alike)

    def every(self) -> list[Account]:
        """All accounts, by name."""
        with storing("Reading the accounts"):
            found = [_read(body) for _, _, body in self._notes.about(ACCOUNT, (ACCOUNT,))]
        return sorted(found, key=lambda each: (likeness(each.name), each.id))

    def check_name(self, name: str) -> str:
        """The name as it would be kept. Raises InvalidSetup, NameKept."""
        clean = clean_name(name)
        if not clean:
            raise InvalidSetup(plain_refusal("no_name"))
        if twin(clean) in RESERVED:
            raise InvalidSetup(plain_refusal("name_reserved", name=clean))
        if self.of(clean) is not None:
            raise NameKept(plain_refusal("name_kept", name=clean))
        return clean

    def make(self, name: str, password: str, words: str) -> Account:
        """Keeps a name. Raises InvalidSetup, NameKept."""
        clean = self.check_name(name)
        passwords.check(password, clean)
        return self._keep(token_hex(16), clean, passwords.hashed(password), words)

    def make_without_password(self, id_: str, name: str, words: str, then: Within) -> Account:
        """Keeps a name under this id, for what `then` writes in the same transaction: a passkey. Raises
        InvalidSetup, NameKept."""
        return self._keep(id_, self.check_name(name), "", words, then)

    def _keep(self, id_: str, name: str, password: str, words: str, then: Within | None = None) -> Account:
        new = Account(
            id_, name, token_hex(16), self._clock(), password, passwords.hashed(_spelled(words))
        )  # fmt: skip
        with storing("Keeping the account"):
            if not self._notes.write(ACCOUNT, ACCOUNT, twin(name), _written(new), then=then):
                raise NameKept(plain_refusal("name_kept", name=name))
        return new

    def forget(self, account: Account) -> None:
        """The account and its log-ins are gone; the name is anybody's."""
        with storing("Forgetting the account"):
            self._notes.remove(ACCOUNT, ACCOUNT, twin(account.name))
            for _, place, _ in self._notes.about(account.id, (PASSKEY,)):
                self._notes.remove(PASSKEY, account.id, place)
        self._drop(account, *self.log_ins(account))

    # Proofs

    def has_password(self, account: Account | None, password: str) -> bool:
        """Whether this is the account's password; never where there is no account, or none with a password,
        which takes as long."""
        return passwords.fits((account.password or None) if account else None, password)

    def has_words(self, account: Account | None, words: str) -> bool:
        """The same of its recovery words."""
        return passwords.fits(account.words if account else None, _spelled(words))

    def set_password(self, account: Account, password: str) -> Account:
        """Another password: every log-in ends. Raises InvalidSetup."""
        passwords.check(password, account.name)
        return self._change(account, True, password=passwords.hashed(password))

    def do_without_password(self, account: Account) -> Account:
        """Passkeys stand instead of the password: every log-in ends. Raises InvalidSetup without one."""

        def has_one(cursor: Cursor) -> None:
            if not self._notes.about(account.id, (PASSKEY,), cursor):
                raise InvalidSetup(plain_refusal("passkey_first"))

        return self._change(account, True, has_one, password="")

    def recover(self, account: Account, password: str, words: str) -> Account:
        """Another password and other words, after the old words were said: every log-in ends, and no passkey
        is left. Raises InvalidSetup."""
        passwords.check(password, account.name)
        kept = {"password": passwords.hashed(password), "words": passwords.hashed(_spelled(words))}
        without = partial(self._notes.drop, PASSKEY, account.id)
        return self._change(account, True, without, **kept)

    def set_words(self, account: Account, words: str) -> Account:
        """Other recovery words: the old ones are worthless."""
        return self._change(account, False, words=passwords.hashed(_spelled(words)))

    def _change(self, account: Account, is_ending: bool, then: Within | None = None, **kept: str) -> Account:
        """Raises StaleAccount where it is gone, or was changed since it was read."""
        new = replace(account, **kept, round=account.round + is_ending)
        with storing("Changing the account"):
            if not self._notes.write(
                ACCOUNT, ACCOUNT, twin(account.name), _written(new), _written(account), then
            ):
                raise StaleAccount(plain_refusal("account_changed"))
        if is_ending:
            self._drop(account, *self.log_ins(account))
        return new

    def while_unchanged(self, account: Account, then: Within) -> None:
        """Does `then` in a transaction in which nothing else changes the account. Raises StaleAccount, and
        what `then` raises: nothing is written then."""
        self._change(account, False, then)

    def check_unchanged(self, account: Account) -> None:
        """Raises StaleAccount where it is gone, or was changed since it was read."""
        with storing("Reading the account"):
            if self._notes.read(ACCOUNT, ACCOUNT, twin(account.name)) != _written(account):
                raise StaleAccount(plain_refusal("account_changed"))

    # Log-ins

    def log_in(self, account: Account, browser: str) -> str:
        """A new log-in; gives what its browser shows from now on, which is kept nowhere."""
        secret, now = token_hex(32), self._clock()
        new = LogIn(twin(account.name), account.round, now, now, browser[:LONGEST_BROWSER])
        known = self.log_ins(account)
        oldest = sorted(known, key=lambda each: known[each].seen)
        with storing("Keeping the log-in"):
            self._notes.write(LOG_IN, account.id, _place(secret), _log_in_written(new))
            self._drop(account, *oldest[: max(0, len(oldest) + 1 - MOST_LOG_INS)])
        return account.id + secret

    def logged_in(self, token: str) -> tuple[Account, str] | None:
        """Whose log-in a browser shows, and which of his; None if it shows none that holds."""
        if not TOKEN.fullmatch(token):
            return None
        id_, place = token[:32], _place(token[32:])
        account = self.holds(id_, place)
        return None if account is None else (account, place)

    def holds(self, id_: str, place: str) -> Account | None:
        """The account of a log-in, if that has not ended."""
        found = self._log_in(id_, place)
        if found is None or self._clock() - found.seen > LASTS:
            return None
        account = self.still(id_, found.alike)
        return account if account and account.round == found.round else None

    def still(self, id_: str, alike: str) -> Account | None:
        """The account of this id, which has a name that looks like this; None if it is gone."""
        account = self._alike(alike)
        return account if account and account.id == id_ else None

    def _log_in(self, id_: str, place: str) -> LogIn | None:
        def read() -> LogIn | None:
            body = self._notes.read(LOG_IN, id_, place)
            return None if body is None else _read_log_in(body)

        with storing("Reading the log-in"):
            return self._log_ins.get(read, subject(LOG_IN, id_), part=place)

    def seen(self, account: Account, place: str) -> None:
        """A log-in was used just now; noted once an hour."""
        was, now = self._log_in(account.id, place), self._clock()
        if was is not None and now - was.seen >= HOUR:
            old, new = (_log_in_written(each) for each in (was, replace(was, seen=now)))
            with storing("Noting the log-in"):
                self._notes.write(LOG_IN, account.id, place, new, was=old)

    def prove(self, account: Account, place: str) -> bool:
        """Notes that whoever is logged in there has just shown a passkey again. False if it has ended, or was
        changed meanwhile."""
        was = self._log_in(account.id, place)
        if was is None:
            return False
        old, new = (_log_in_written(each) for each in (was, replace(was, proven=self._clock())))
        with storing("Noting the log-in"):
            return self._notes.write(LOG_IN, account.id, place, new, was=old)

    def is_fresh(self, account: Account, place: str) -> bool:
        """Whether a log-in began, or was proven again, a few minutes ago."""
        found = self._log_in(account.id, place)
        return found is not None and self._clock() - max(found.at, found.proven) <= FRESH

    def has_shown(self, account: Account, place: str) -> bool:
        """Whether a passkey was shown again in a log-in a few minutes ago: that it began does not count."""
        found = self._log_in(account.id, place)
        return found is not None and self._clock() - found.proven <= FRESH

    def log_ins(self, account: Account) -> dict[str, LogIn]:
        """The log-ins of an account that have not ended, the one that was seen last first."""
        with storing("Reading the log-ins"):
            found = {place: _read_log_in(body) for _, place, body in self._notes.about(account.id, (LOG_IN,))}
        return dict(sorted(found.items(), key=lambda each: (-each[1].seen, each[0])))

    def end(self, account: Account, place: str) -> bool:
        """Ends a log-in. False if there is no such one."""
        with storing("Ending the log-in"):
            return bool(PLACE.fullmatch(place)) and self._notes.remove(LOG_IN, account.id, place)

    def end_others(self, account: Account, but: str = "") -> int:
        """Ends every log-in but one; gives how many there were."""
        others = [place for place in self.log_ins(account) if place != but]
        self._drop(account, *others)
        return len(others)

    def _drop(self, account: Account, *places: str) -> None:
        for place in places:
            self._notes.remove(LOG_IN, account.id, place)


def _written(account: Account) -> str:
    return msgspec.json.encode(account).decode()


def _log_in_written(log_in: LogIn) -> str:
    return msgspec.json.encode(log_in).decode()


def _place(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def _spelled(words: str) -> str:
    """Words as they are compared: small letters, one space between them."""
    return " ".join(words[: passwords.LONGEST].casefold().split())
