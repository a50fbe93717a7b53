"""The tables of the game: costs, dice rolls, sieges, reinforcements, peace, victory."""

from collections.abc import Mapping
from typing import Annotated, Generic, Literal, TypeVar

import msgspec

from domain.kernel.datafiles import DataFile, Entry, Name, Source
from domain.wellington.facts.cards import Cards
from domain.wellington.facts.iberia import LINE_KINDS, Duchy, Iberia, LineKind, Port, Strength
from domain.wellington.facts.powers import POWERS, Power, Side

Year = Literal[1812, 1813, 1814]
Phase = Literal["impulses", "attrition", "guerrilla", "resource_balance", "conquest", "peace", "interphase"]
InterphasePart = Literal["resources", "reinforcements", "redeployment", "cards"]
Positive = Annotated[int, msgspec.Meta(ge=1, le=20)]
NotNegative = Annotated[int, msgspec.Meta(ge=0, le=20)]
Signed = Annotated[int, msgspec.Meta(ge=-20, le=20)]
"""No table of the game has a larger number: dice, costs and gains beyond it are a slip of the pen."""
Few = Annotated[int, msgspec.Meta(ge=0, le=6)]
"""Dice of a battle."""
Card = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
Row = Annotated[int, msgspec.Meta(ge=-1_000, le=1_000)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Hits = tuple[Literal[1, 2, 3, 4, 5, 6], ...]


class Band(Entry, frozen=True, kw_only=True, rename={"frm": "from"}):
    """A row of a table: from this result to that, or from this one on."""

    frm: Row
    to: Row | None = None


class GuerrillaBand(Band, frozen=True, kw_only=True):
    flag_falls: bool


class PlunderBand(Band, frozen=True, kw_only=True):
    resources: NotNegative


class AppealBand(Band, frozen=True, kw_only=True):
    """Reinforcement points that each French power gets, or the points' worth of soldiers that it removes."""

    cp: NotNegative
    remove_cp: NotNegative = 0


class BonusBand(Band, frozen=True, kw_only=True):
    vp: NotNegative


B = TypeVar("B", bound=Band)


class Table(Entry, Generic[B], frozen=True, kw_only=True):
    """Rows without a gap. A result below the first row reads the first (R-90)."""

    result: tuple[B, ...]

    def row(self, number: int) -> B:
        """The row of a modified roll."""
        for band in self.result:
            if band.to is None or number <= band.to:
                return band
        return self.result[-1]


class Turns(Entry, frozen=True, kw_only=True):
    years: tuple[Year, ...]
    order: tuple[Power, ...]
    phases: tuple[Phase, ...]
    interphase_after: tuple[Year, ...]
    interphase: tuple[InterphasePart, ...]
    src: Source


class Hand(Entry, frozen=True, kw_only=True):
    """Cards without the national ones (2.7, 16.4)."""

    dealt: Positive
    drawn: Positive
    limit: Positive
    src: Source


class Gain(Entry, frozen=True, kw_only=True):
    """Resources in the Interphase for controlling a duchy (16.1)."""

    duchy: Duchy
    gain: Positive
    side: Side | Literal["any"]


class Resources(Entry, frozen=True, kw_only=True):
    limit: Positive
    excess_hand: Positive
    interphase: tuple[Gain, ...]
    src: Source


class Costs(Entry, frozen=True, kw_only=True):
    """In command points; a leader's cost to build is his own fact."""

    build_sp: Positive
    regroup_sp: Positive
    regroup_leader: Positive
    flag: Positive
    march: Positive
    convoy_piece: Positive
    redeployment: Positive
    src: Source


class Battery(Entry, frozen=True, kw_only=True):
    """Dice of the coastal batteries (14.3)."""

    port: Positive
    fortress: Positive
    hasty_fort: Positive


class Convoy(Entry, frozen=True, kw_only=True):
    pieces: Positive
    assault_card: Card
    assault_ports: tuple[Port, ...]
    battery: Battery
    battery_hits: Hits
    src: Source


class Interception(Entry, frozen=True, kw_only=True):
    """A roll of interception (10.4); the leader's battle value is added."""

    dice: Positive
    target: Positive
    into_friendly: Signed
    from_unfriendly: Signed
    across_rough: Signed
    rough: tuple[LineKind, ...]
    forbidden: tuple[LineKind, ...]
    src: Source


class Evasion(Interception, frozen=True, kw_only=True):
    """A roll of evasion (10.7); a failed one gives the other side dice in the first round."""

    failed_dice: Few


class Battle(Entry, frozen=True, kw_only=True):
    eliminates: Hits
    disorganises: Hits
    rounds: Positive
    rout_margin: Positive
    staff_dice: Few
    british_group_share: Share
    terrain_dice: Mapping[LineKind, Few]
    src: Source


class Siege(Entry, frozen=True, kw_only=True):
    """The strength of a fortress is its dice, the sixes needed and the most rounds (12.3)."""

    besieger_hits: Hits
    fortress_hits: Hits
    fortress: Strength
    gibraltar: Strength
    hasty_fort: Strength
    src: Source


class Attrition(Entry, frozen=True, kw_only=True):
    eliminates: Hits
    free_marches: Positive
    src: Source


class Guerrilla(Table[GuerrillaBand], frozen=True, kw_only=True):
    adjacent: Positive
    src: Source


class Plunder(Table[PlunderBand], frozen=True, kw_only=True):
    natural: Positive
    natural_gain: Positive
    src: Source

    def resources(self, die: int, lost: int) -> int:
        """What this die yields against so many strength points and leaders lost (11.10)."""
        return max(self.row(die + lost).resources, self.natural_gain if die == self.natural else 0)


class Sack(Entry, frozen=True, kw_only=True):
    target: Positive
    per_round_saved: Positive
    resources: Positive
    src: Source


class CardModifier(Entry, frozen=True, kw_only=True):
    """What a card adds to a roll once it has been played; `once` if only to the next."""

    card: Card
    add: Signed
    once: bool = False


class Appeal(Table[AppealBand], frozen=True, kw_only=True):
    """The Appeal to the Emperor: one die, changed by the cards that have been played (16.21)."""

    modifiers: tuple[CardModifier, ...]
    src: Source


class Letter(Entry, frozen=True, kw_only=True):
    """The Letter to the Horse Guards: the dice are the British points (16.22)."""

    dice: Positive
    without: Mapping[Duchy, Signed]
    other_wellesley: Card
    src: Source


class Uprising(Entry, frozen=True, kw_only=True):
    """The Popular Uprising: the dice and the keys are the Spanish points (16.23)."""

    dice: Positive
    keys_for_one: Positive
    other_wellesley: Card
    src: Source


class CardTarget(Entry, frozen=True, kw_only=True):
    card: Card
    target: Positive


class ConquestOfSpain(Entry, frozen=True, kw_only=True):
    capital: Duchy
    keys_for_one: Positive
    target: Positive
    target_with_card: CardTarget
    src: Source


class ConquestOfPortugal(Entry, frozen=True, kw_only=True):
    portuguese_keys: Positive
    spanish_keys: Positive
    src: Source


class Peace(Entry, frozen=True, kw_only=True):
    target: Positive
    years: tuple[Year, ...]
    barred_by_card: Card
    src: Source


class Victory(Entry, frozen=True, kw_only=True):
    """Points of a power (19); `resources_for_one` unspent Resources are one point."""

    key: Positive
    capital: Positive
    resources_for_one: Positive
    unpaid_removal: Signed
    french_prizes: tuple[Duchy, ...]
    duchies_for_one: tuple[Positive, ...]                 # by turn
    all_home_1814: Positive
    tied_side: Side
    src: Source


class SpanishBonus(Table[BonusBand], frozen=True, kw_only=True):
    src: Source


class Tables(Entry, frozen=True, kw_only=True):
    """All tables, each under its name in the file."""

    turns: Turns
    hand: Hand
    resources: Resources
    costs: Costs
    convoy: Convoy
    interception: Interception
    evasion: Evasion
    battle: Battle
    siege: Siege
    attrition: Attrition
    guerrilla: Guerrilla
    plunder: Plunder
    sack: Sack
    appeal_to_the_emperor: Appeal
    letter_to_the_horse_guards: Letter
    popular_uprising: Uprising
    conquest_of_spain: ConquestOfSpain
    conquest_of_portugal: ConquestOfPortugal
    peace: Peace
    victory: Victory
    spanish_bonus: SpanishBonus


SECTIONS: tuple[Name, ...] = Tables.__struct_fields__
FIRST_RESULT = {"guerrilla": 1, "plunder": 1, "appeal_to_the_emperor": 1, "spanish_bonus": 0}
LAST_RESULT = {"guerrilla": 7}
"""The highest result of a table that ends; the others go on for ever."""


def read_tables(file: DataFile, iberia: Iberia, cards: Cards) -> Tables:
    """The tables of a `tables.toml`. Raises DataError."""
    kinds = msgspec.structs.fields(Tables)
    tables = Tables(**{field.name: file.read_table(field.name, field.type) for field in kinds})
    for name, first in FIRST_RESULT.items():
        _check_bands(file, name, getattr(tables, name).result, first, LAST_RESULT.get(name))
    file.require(tables.turns.order == POWERS, "turns", "order", f"must be {', '.join(POWERS)} (1.3)")
    file.require(set(tables.battle.terrain_dice) == set(LINE_KINDS), "battle", "terrain_dice",
                 f"needs {', '.join(LINE_KINDS)}, and no other kind of line")
    file.require(len(tables.victory.duchies_for_one) == len(tables.turns.years), "victory",
                 "duchies_for_one", "needs a number for each year")
    file.require(tables.evasion.forbidden == tables.interception.forbidden, "evasion", "forbidden",
                 "must be as in interception: the same lines are closed to both (10.3, 10.6)")
    _check_duchies(file, tables, iberia)
    _check_cards(file, tables, cards)
    return tables


def _check_bands(file: DataFile, name: str, bands: tuple[Band, ...], first: int, last: int | None) -> None:
    """Rows follow each other from the first result to the last."""
    file.require(bool(bands) and bands[0].frm == first, name, "result", f"must begin with {first}")
    for band, following in zip(bands, bands[1:], strict=False):
        file.require(band.to is not None and following.frm == band.to + 1, name, "result",
                     f"the row after {band.frm} must go on where it ends, not with {following.frm}")
    for band in bands:
        file.require(band.to is None or band.frm <= band.to, name, "result",
                     f"row {band.frm} ends before it begins")
    file.require(bands[-1].to == last, name, "result",
                 f"must end with {last if last else 'a row without end'}")


def _check_duchies(file: DataFile, tables: Tables, iberia: Iberia) -> None:
    named = {
        ("resources", "interphase"): tuple(gain.duchy for gain in tables.resources.interphase),
        ("letter_to_the_horse_guards", "without"): tuple(tables.letter_to_the_horse_guards.without),
        ("conquest_of_spain", "capital"): (tables.conquest_of_spain.capital,),
        ("victory", "french_prizes"): tables.victory.french_prizes,
    }
    for (entry, field), duchies in named.items():
        for duchy in duchies:
            file.require(duchy in iberia.duchies, entry, field, f"{duchy!r} is no duchy")
    file.require(tables.conquest_of_spain.capital == iberia.capital, "conquest_of_spain", "capital",
                 f"must be {iberia.capital}, as on the map")
    file.require(tables.conquest_of_portugal.portuguese_keys == len(iberia.portuguese_keys),
                 "conquest_of_portugal", "portuguese_keys", f"the map has {len(iberia.portuguese_keys)}")
    siege, defences = tables.siege, iberia.fortresses
    file.require(siege.fortress in defences.values(), "siege", "fortress",
                 f"says {siege.fortress}, but no fortress of the map has that defence")
    rock = defences.get("gibraltar", siege.gibraltar)
    file.require(rock == siege.gibraltar, "siege", "gibraltar",
                 f"says {siege.gibraltar}, but the defence of gibraltar is {rock}")


def _check_cards(file: DataFile, tables: Tables, cards: Cards) -> None:
    appeal = tables.appeal_to_the_emperor
    named = {
        ("convoy", "assault_card"): (tables.convoy.assault_card,),
        ("appeal_to_the_emperor", "modifiers"): tuple(one.card for one in appeal.modifiers),
        ("letter_to_the_horse_guards", "other_wellesley"):
            (tables.letter_to_the_horse_guards.other_wellesley,),
        ("popular_uprising", "other_wellesley"): (tables.popular_uprising.other_wellesley,),
        ("conquest_of_spain", "target_with_card"): (tables.conquest_of_spain.target_with_card.card,),
        ("peace", "barred_by_card"): (tables.peace.barred_by_card,),
    }
    for (entry, field), numbers in named.items():
        for number in numbers:
            file.require(number in cards.cards, entry, field, f"there is no card {number}")
    for one in appeal.modifiers:
        said = cards.cards[one.card].params.get("appeal_modifier_once" if one.once else "appeal_modifier")
        file.require(said == one.add, "appeal_to_the_emperor", "modifiers",
                     f"says {one.add} for card {one.card}, but the card says {said}")
