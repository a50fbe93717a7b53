"""What was done about a tournament, one thing after the other; each says when (milliseconds since 1970)."""

from typing import Literal

import msgspec

from domain.kernel.time_control import TimeControl

Kind = Literal["round_robin", "swiss", "knockout"]
Opening = Literal["itself", "maker", "all"]
"""Who opens the next round: it comes by itself when the last one is over, the maker does, or all rounds of a
round robin begin at once."""
Seeding = Literal["entry", "rating"]
How = Literal["", "resignation", "agreement", "time", "award", "forfeit"]
"""How a game came to its points beside the rules of its title."""
Points = tuple[float, float]
"""What the first and the second of a pairing get."""
NOBODY = 0
"""Who stands where a knock-out has nobody left: both have lost, or left."""


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Something that was done."""

    at: int = 0


class Made(Event, frozen=True, kw_only=True):
    """A tournament was made: what is played, how, and by how many.

    `games_each` is how many games a pairing has, each with sides changed; `rounds` of a Swiss tournament is 0
    where as many are played as the entrants need. `has_word` says that only who knows a word may enter.
    """

    name: str
    kind: Kind
    title: str
    scenario: str
    seats: tuple[str, str]
    options: dict[str, str] = {}
    pack: str = ""
    games_each: int = 1
    most: int = 16
    rounds: int = 0
    opening: Opening = "itself"
    seeding: Seeding = "entry"
    has_word: bool = False
    watchers: Literal["now", "later", "end"] = "now"
    delay: int = 10
    pace: Literal["live", "fast", "slow"] = "live"
    undo: Literal["free", "consent", "unrevealed"] = "free"
    cover: int = 0
    """Seconds that response windows stay open at least."""
    clock: TimeControl | None = None
    """How long the players may think in each game."""


class Entered(Event, frozen=True, kw_only=True):
    """Somebody entered under a name, or a computer under that of its way of playing; entrants are numbered
    from 1."""

    entrant: int
    name: str
    is_computer: bool = False


class Withdrawn(Event, frozen=True, kw_only=True):
    """An entrant left, or was taken out by the maker."""

    entrant: int
    by_maker: bool = False


class Started(Event, frozen=True, kw_only=True):
    """Nobody enters any more; `order` are the entrants, the best seed first."""

    order: tuple[int, ...]


class Pairing(msgspec.Struct, frozen=True):
    """Two who meet, or one who has a bye. Of `games` the first sits on the first seat in every other one,
    beginning with the first. `given` are points that stand without a game."""

    first: int
    second: int | None = None
    games: tuple[str, ...] = ()
    given: Points = (0.0, 0.0)

    @property
    def people(self) -> tuple[int, ...]:
        """The entrants of it."""
        return tuple(each for each in (self.first, self.second or NOBODY) if each != NOBODY)


class RoundPaired(Event, frozen=True, kw_only=True):
    """The next round: who meets whom, in games that are opened by these ids."""

    pairings: tuple[Pairing, ...]


class Replayed(Event, frozen=True, kw_only=True):
    """A drawn pairing of a knock-out is played again, with sides changed, in a further game."""

    round: int
    table: int
    game: str


class GameOver(Event, frozen=True, kw_only=True):
    """A game of the tournament counts: by its end, by the maker's award, or because somebody left.

    `margin` is what the first of the pairing had more than the second where the title counts that.
    """

    game: str
    points: Points
    margin: float = 0.0
    how: How = ""
    reason: str = ""


AnyEvent = Made | Entered | Withdrawn | Started | RoundPaired | Replayed | GameOver
