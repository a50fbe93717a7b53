"""How the holder of a seat proves who they are: a PIN at a screen that several share, and a phrase of words
that gives the seat back in another browser.

Only salted hashes are kept: no event, no archive and no page can tell the PIN or the phrase.
"""

import hmac
from hashlib import scrypt
from secrets import token_bytes
from typing import Literal

from domain.kernel.errors import InvalidSetup
from domain.kernel.prose_files import plain_refusal
from domain.kernel.seats import Seat
from domain.store.faults import storing
from domain.store.vault import PHRASE, PIN, Notes

Proof = Literal["pin", "phrase"]
PROOFS: dict[Proof, str] = {"pin": PIN, "phrase": PHRASE}
DIGITS = 4


class Proofs:
    """The notes about PINs and phrases."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    def keep(self, game: str, seat: Seat, proof: Proof, text: str) -> None:
        """Puts a proof in the place of whatever was there. Raises InvalidSetup for a PIN of other signs."""
        clean = _clean(text)
        if proof == "pin" and not is_pin(clean):
            raise InvalidSetup(plain_refusal("pin_digits", digits=DIGITS))
        with storing("Keeping the proof"):
            self._notes.remove(PROOFS[proof], game, seat)
            self._notes.write(PROOFS[proof], game, seat, _hashed(clean, token_bytes(16)))

    def carry_over(self, game: str, to: str, seat: Seat, as_seat: Seat | None = None) -> None:
        """The seat of another game (or another seat there, `as_seat`) has the same PIN, if there is one."""
        with storing("Keeping the PIN"):
            kept = self._notes.read(PIN, game, seat)
            if kept is not None:
                self._notes.write(PIN, to, as_seat or seat, kept)

    def has(self, game: str, seat: Seat, proof: Proof) -> bool:
        """Whether the seat has such a proof."""
        with storing("Reading the proof"):
            return self._notes.read(PROOFS[proof], game, seat) is not None

    def fits(self, game: str, seat: Seat, proof: Proof, text: str) -> bool:
        """Whether this is the seat's proof; never where it has none."""
        with storing("Reading the proof"):
            kept = self._notes.read(PROOFS[proof], game, seat)
        if kept is None:
            return False
        salt = bytes.fromhex(kept.partition(":")[0])
        return hmac.compare_digest(_hashed(_clean(text), salt), kept)

    def drop(self, game: str, seat: Seat, *proofs: Proof) -> None:
        """Forgets the proofs of a seat: all, or some kinds of them."""
        with storing("Forgetting the proof"):
            for proof in proofs or PROOFS:
                self._notes.remove(PROOFS[proof], game, seat)


def is_pin(text: str) -> bool:
    """Whether a text has the form of a PIN."""
    return len(text) == DIGITS and text.isascii() and text.isdecimal()


def _clean(text: str) -> str:
    """The text as it is compared: small letters, one space between words."""
    return " ".join(text[:200].casefold().split())


def _hashed(text: str, salt: bytes) -> str:
    return f"{salt.hex()}:{scrypt(text.encode(), salt=salt, n=2**14, r=8, p=1).hex()}"
