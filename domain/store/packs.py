"""Data packs in the store: each is kept once, by its digest, for the games that are played on it.

Those that a host added are offered for new games; those that came with an archive, or were withdrawn, are
kept for their games only.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from domain.kernel import packs
from domain.kernel.errors import DataError, InvalidSetup
from domain.kernel.events import Opened
from domain.kernel.packs import Pack
from domain.kernel.prose_files import plain_refusal
from domain.kernel.ruleset import RuleSet, titled
from domain.store.faults import storing
from domain.store.people import clean_name
from domain.store.vault import Notes

log = logging.getLogger(__name__)
SUBJECT = "packs"
SHORTEST = 6
"""Digits of a digest by which a pack may be asked for."""


@dataclass(frozen=True)
class Kept:
    """A pack that is in the store. `added` is when (milliseconds since 1970)."""

    title: str
    digest: str
    name: str
    added: int
    is_offered: bool


class Packs:
    """The table of packs. What was read of it is checked and learned once in each process."""

    def __init__(self, notes: Notes, clock: Callable[[], int]) -> None:
        self._notes, self._clock = notes, clock

    # Keeping

    def add(self, pack: Pack) -> Kept:
        """Offers a pack for new games; another one of the same name is not offered any more.

        Raises DataError, InvalidSetup; then nothing has changed.
        """
        self.keep(pack)
        name = checked_name(pack.name)
        with storing("Offering the data pack"):
            self._notes.change(
                SUBJECT, "UPDATE {packs} SET is_offered=0 WHERE title=? AND name=? RETURNING digest",
                pack.title, name,
            )  # fmt: skip
            self._notes.change(
                SUBJECT, "UPDATE {packs} SET is_offered=1, name=?, added=? WHERE title=? AND digest=? "
                "RETURNING digest", name, self._clock(), pack.title, pack.digest,
            )  # fmt: skip
        return self._found(pack.title, pack.digest)

    def keep(self, pack: Pack) -> None:
        """Keeps a pack for its games, if it is not here yet. Raises DataError, InvalidSetup."""
        packs.learn(pack)
        name, body = checked_name(pack.name), packs.to_json(pack).decode()
        with storing("Keeping the data pack"):
            self._notes.change(
                SUBJECT, "INSERT INTO {packs} (title, digest, name, body, added, is_offered) "
                "VALUES (?,?,?,?,?,0) ON CONFLICT DO NOTHING RETURNING digest",
                pack.title, pack.digest, name, body, self._clock(),
            )  # fmt: skip

    def withdraw(self, kept: Kept) -> None:
        """The pack is not offered any more; its games go on."""
        with storing("Withdrawing the data pack"):
            self._notes.change(
                SUBJECT, "UPDATE {packs} SET is_offered=0 WHERE title=? AND digest=? RETURNING digest",
                kept.title, kept.digest,
            )  # fmt: skip

    # Looking

    def every(self) -> list[Kept]:
        """All packs, by title, those with the newest names first."""
        with storing("Reading the data packs"):
            rows = self._notes.rows("SELECT title, digest, name, added, is_offered FROM {packs}")
        found = [
            Kept(title, digest, name, added, bool(offered)) for title, digest, name, added, offered in rows
        ]
        return sorted(found, key=lambda each: (each.title, -each.added, each.digest))

    def offered(self, title: str) -> list[Kept]:
        """The packs of a title that a new game may be played on, the newest first."""
        return [each for each in self.every() if each.title == title and each.is_offered]

    def find(self, title: str, asked: str, *, is_offered: bool = False) -> Kept:
        """The pack that a name or the beginning of a digest means. Raises InvalidSetup.

        A name means the one that is offered under it, if there are several. What begins a digest never means
        the name of another pack: strangers give names too.
        """
        known = [each for each in self.every() if each.title == title]
        known = [each for each in known if each.is_offered or not is_offered]
        called = [each for each in known if each.name == asked]
        called = [each for each in called if each.is_offered] or called
        begun = [each for each in known if len(asked) >= SHORTEST and each.digest.startswith(asked)]
        meant = begun or called
        if len(meant) != 1:
            has = ", ".join(f"{each.name} ({each.digest[:12]})" for each in known) or "-"
            raise InvalidSetup(plain_refusal("no_such_pack", title=titled(title).name, pack=asked, known=has))
        return meant[0]

    def _found(self, title: str, digest: str) -> Kept:
        return next(each for each in self.every() if (each.title, each.digest) == (title, digest))

    def read(self, title: str, digest: str) -> Pack:
        """A pack that is kept here. Raises InvalidSetup if it is not, or is damaged."""
        with storing("Reading the data pack"):
            rows = self._notes.rows("SELECT body FROM {packs} WHERE title=? AND digest=?", title, digest)
        try:
            pack = packs.from_json(rows[0][0])
        except (IndexError, msgspec.DecodeError) as problem:
            raise _lost(title, digest) from problem
        if pack.digest != digest:
            raise _lost(title, digest)
        return pack

    def named(self, title: str, asked: str) -> Pack:
        """A pack that is offered, under its present name. Raises InvalidSetup."""
        kept = self.find(title, asked, is_offered=True)
        return Pack(title, kept.name, self.read(title, kept.digest).files)

    # Rules

    def rules_on(self, title: str, digest: str) -> RuleSet:
        """The rules of a title on a pack that is kept here, on the built-in data without a digest.

        Raises InvalidSetup, DataError.
        """
        try:
            return packs.on_pack(title, digest)
        except InvalidSetup:
            return packs.learn(self.read(title, digest))

    def rules_of(self, opened: Opened) -> RuleSet:
        """The rules that a game is played by. Raises InvalidSetup if its pack is lost, DataError."""
        return self.rules_on(opened.title, opened.pack_data)

    def chosen(self, title: str, asked: str) -> tuple[RuleSet, str]:
        """The rules of a title on a pack that is offered, and its name; without one the built-in data.

        Raises InvalidSetup.
        """
        if not asked:
            return titled(title), ""
        kept = self.find(title, asked, is_offered=True)
        return self.rules_on(title, kept.digest), kept.name

    def agreed(self, title: str, digest: str) -> tuple[RuleSet, str]:
        """The same by the digest of a pack that was agreed on, whether or not it is offered any more."""
        if not digest:
            return titled(title), ""
        kept = self.find(title, digest)
        return self.rules_on(title, kept.digest), kept.name

    def learn_board(self, board: str) -> None:
        """Learns the packs that a board may have been drawn of: another process may have shown it."""
        _, _, mark = board.partition("@")
        for each in self.every() if len(mark) == packs.MARK else ():
            if each.digest.startswith(mark):
                try:
                    self.rules_on(each.title, each.digest)
                except (DataError, InvalidSetup) as problem:
                    log.warning("The data pack %s of %s cannot be used: %s", each.name, each.title, problem)


def _lost(title: str, digest: str) -> InvalidSetup:
    return InvalidSetup(plain_refusal("no_pack", title=titled(title).name, digest=digest[:12]))


def checked_name(name: str) -> str:
    """The name of a pack. Raises InvalidSetup for none, and for one that people cannot have either."""
    clean = clean_name(name)
    if not clean:
        raise InvalidSetup(plain_refusal("pack_without_name"))
    return clean
