"""What the analysis of finished games must know of a title: data in `domain/<title>/analysis.toml`.

Which powers a seat commands and who is on whose side, which first events name an opening, which events show
a card. A title without a file has none of it: every seat is a side of its own.
"""

import tomllib

import msgspec

from domain.kernel import titled
from domain.kernel.once import once

Value = str | bool
"""What a field of an event may be asked for."""


class First(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which events are meant: those of a type whose fields have one of the values."""

    event: str
    where: dict[str, tuple[Value, ...]] = {}


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question about how a game opens, asked of the power that decides it.

    The first event of a type (before `until` came) tells: the value of its field `by` has a name in `named`,
    else it is called `otherwise`. Without such an event the opening is `without`. Empty: the game has none.
    Where the event's field `exchanged_by` is true, names in `exchanged` stand for one another.
    """

    id: str
    power: str
    event: str
    by: str
    named: dict[str, tuple[Value, ...]]
    where: dict[str, tuple[Value, ...]] = {}
    until: First | None = None
    otherwise: str = ""
    without: str = ""
    exchanged_by: str = ""
    exchanged: dict[str, str] = {}


class CardFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where an event says which card (or cards), and what it was used for: in its field `use`, or always what
    `called` says. `within` are fields with lists of such parts."""

    event: str
    card: str
    use: str = ""
    called: str = ""
    within: tuple[str, ...] = ()


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which event tells how an attack went. Its odds stand in the field `odds` (of faces, their number), or
    are those of the points in `attack` and `defence` less those in `attack_die` and `defence_die`, or of the
    dice that both sides were `counted` before. It succeeded if the field `result` has one of the values
    in `won`, or that of the field `attacker`; a number if it is above 0."""

    event: str
    result: str
    odds: str = ""
    attack: str = ""
    defence: str = ""
    attack_die: str = ""
    defence_die: str = ""
    counted: str = ""
    won: tuple[str, ...] = ()
    attacker: str = ""


class Loss(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which event tells a loss: where, and how much in the field `amount` (a number, or numbers by kind); one
    piece if none is named."""

    event: str
    place: str
    amount: str = ""


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often the side that a handicap helps won games between computers of one level: with each of its
    choices, as the final positions of the same games tell it. The games were played without a handicap."""

    scenario: str
    side: str
    bot: str
    games: int
    won: dict[str, int]

    @property
    def nearest(self) -> str:
        """The choice with which the chance is nearest to even."""
        return min(self.won, key=lambda choice: abs(2 * self.won[choice] - self.games))


class TitleFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of it. `on_tables` are purposes of rolls whose pips are looked up on a table, and of rolls that end
    things: beside losses each such roll counts as one, by its own standard deviation. `losing` are rolls that
    cost one piece with so many pips or fewer and nothing with more: purpose -> pips.

    `turn` begins a turn; `taken` tells what a seat commands where `seats` does not. With
    `one_winner` only one of the seats of the winning side has won."""

    on_tables: tuple[str, ...] = ()
    losing: dict[str, int] = {}
    turn: str = ""
    taken: str = ""
    one_winner: bool = False
    seats: dict[str, tuple[str, ...]] = {}
    teams: dict[str, tuple[str, ...]] = {}
    openings: tuple[Opening, ...] = ()
    uses: tuple[CardFields, ...] = ()
    gains: tuple[CardFields, ...] = ()
    handicaps: tuple[Measured, ...] = ()
    attacks: tuple[Attack, ...] = ()
    losses: tuple[Loss, ...] = ()

    def team_of(self, powers: tuple[str, ...]) -> str:
        """The side that these powers are on; the first power itself if the title names no sides."""
        return next((team for team, own in self.teams.items() if powers[0] in own), powers[0])


@once
def facts_of(title: str) -> TitleFacts:
    """The facts of a title. Raises msgspec.ValidationError for a file that does not fit."""
    path = titled(title).folder / "analysis.toml"
    if not path.exists():
        return TitleFacts()
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), TitleFacts)
