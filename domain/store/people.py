"""Who holds a seat, and names that may be shown to others."""

import re
import unicodedata

import msgspec

from domain.bots import BOTS, USUAL_LEVEL
from domain.kernel.errors import InvalidSetup
from domain.kernel.prose_files import plain_refusal

KINDS = ("person", "hotseat", "bot", "open")
LONGEST = 60
SOMEBODY = "somebody"
"""What a person is called who was forgotten."""

_JOINERS = "\u200c\u200d\ufe0f"
"""Format characters that names in some scripts and emoji need."""
_UNSEEN = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Joiners, variation selectors and blanks that are no spaces (NFKC makes U+1160 of U+3164 and U+FFA0)."""

_TWINS = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445"  # Cyrillic as in Russian
    "\u0455\u0456\u0458\u0475\u04af\u04bb\u04cf\u0501\u051b\u051d"  # and in other languages
    "\u03b1\u03b2\u03b3\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7"  # Greek
    "\u0570\u0578\u057d\u0585"  # Armenian
    "\u0131\u0251\u0261\u026a\u0280\u0299\u029c\u029f\u1d00\u1d04\u1d07\u1d0d\u1d0f\u1d1b\u1d1c\u1d20\u1d21\u1d22\ua731",
    "abekmhopctyxsijvyhldqwabyezhikmvoptuxhnuoiagirbhlacemotuvwzs",
)
"""Letters of other scripts, and small capitals, that look like a Latin letter, the small or the large one."""


class Holder(msgspec.Struct, frozen=True):
    """Who holds a seat. `kind` is person, hotseat, bot or open; a bot's name is its policy."""

    kind: str
    name: str = ""


OPEN = Holder("open")


def clean_name(name: str) -> str:
    """The name with its spaces put in order; empty if nobody would see anything of it.

    Raises InvalidSetup if it is longer than 60 characters, or holds control characters or marks
    that turn the direction of text, with which one name could be made to look like another.
    """
    tidy = unicodedata.normalize("NFC", " ".join(name.split()))
    if len(tidy) > LONGEST:
        raise InvalidSetup(plain_refusal("long_name", name=tidy[:20], length=len(tidy), most=LONGEST))
    for character in tidy:
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn") and character not in _JOINERS:
            code = f"U+{ord(character):04X}"
            raise InvalidSetup(plain_refusal("invisible_in_name", name=ascii(tidy), code=code))
    return tidy if likeness(tidy) else ""


def likeness(name: str) -> str:
    """What two names have in common that people would take for the same name."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(_UNSEEN.sub("", folded).split())


def twin(name: str) -> str:
    """What a name has in common with names that look like it in whatever script they are written."""
    letters = unicodedata.normalize("NFKD", likeness(name)).translate(_TWINS)
    return unicodedata.normalize("NFKC", letters)


def clean_holder(holder: Holder) -> Holder:
    """The holder with a clean name; a computer without one is the usual one. Raises InvalidSetup."""
    if holder.kind not in KINDS:
        raise InvalidSetup(plain_refusal("no_such_holder", kind=holder.kind, known=", ".join(KINDS)))
    clean = Holder(holder.kind, clean_name(holder.name))
    return known_bot(clean if clean.name else Holder("bot", USUAL_LEVEL)) if clean.kind == "bot" else clean


def known_bot(holder: Holder) -> Holder:
    """The holder, unless it is a computer that nobody here can play: its game would stand still for ever.

    Raises InvalidSetup.
    """
    if holder.kind == "bot" and holder.name not in BOTS:
        raise InvalidSetup(plain_refusal("no_bot", bot=holder.name, known=", ".join(sorted(BOTS))))
    return holder
