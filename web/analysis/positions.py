"""Simulations that go on from a running game: what its hands hold shows in what they find. So they are for
whoever plays all of its seats, and for everybody when it is over."""

from typing import TYPE_CHECKING

from flask_babel import gettext as _

from domain.kernel.errors import NotAllowed, SetAside, UnknownGame
from web.base.security import visitor
from web.base.site import site
from web.hosting import hosting

if TYPE_CHECKING:
    from replays.simulating import Progress


def may_see(found: "Progress") -> bool:
    """Whether the asker may see what a simulation found."""
    try:
        return not found.game or hosting.sees_all(visitor(found.game))
    except UnknownGame:  # it went on from a game of another store
        return True
    except SetAside:
        return False


def check(found: "Progress") -> "Progress":
    """The simulation, if the asker may see what it found. Raises NotAllowed."""
    if not may_see(found):
        raise for_all_seats()
    return found


def check_file(file: str) -> None:
    """The same of a file of simulated games. Raises NotAllowed."""
    if (found := _progress(file)) is not None:
        check(found)


def goes_on(file: str) -> bool:
    """Whether a file is of games that begin in the middle of another one, whoever looks at them."""
    found = _progress(file)
    return found is not None and bool(found.game)


def for_all_seats() -> NotAllowed:
    """What is said to whoever does not hold all seats of a running game."""
    return NotAllowed(_("A running game can be simulated by whoever holds all of its seats."))


def _progress(file: str) -> "Progress | None":
    """How a file of simulated games was asked for here; None for one made by command, or none at all."""
    from replays import selection
    from replays.simulating import progress_of

    folder = site().settings.simulations
    if folder is None or file not in selection.simulations(folder):
        return None
    try:
        return progress_of(folder, file.removesuffix(".parquet"))
    except FileNotFoundError:
        return None
