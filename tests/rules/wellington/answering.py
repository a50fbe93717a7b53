"""Fights in which cards are answered: play on to a window, answer there, and see the fight through."""

from typing import Any

from domain.kernel.seats import Seat
from domain.wellington.events.battle import BattleDiceCounted, BattleResolved
from domain.wellington.facts.world import Power, Side, card_id
from domain.wellington.orders.answers import LetPass, Respond
from domain.wellington.orders.battle import LayNone
from domain.wellington.position.conflict import Battle
from tests.rules.wellington.position import Table, fought

FROM_RODRIGO = Battle("salamanca", "allied", "britain", ("ciudad_rodrigo",))
"""Britain attacks from Ciudad Rodrigo."""
ONE_EACH = {"salamanca": "britain 3 0 0, nord 3 0 0"}
"""Without leaders the Allies have 4 dice, the French 5."""


def battle_with(hands: dict[Power, tuple[int, ...]], *dice: list[int], **facts: Any) -> Table:
    """Three British soldiers attack three French ones; `dice` are the rolls in order."""
    ours = {"ciudad_rodrigo": "britain"}
    base: dict[str, Any] = {"soldiers_at": ONE_EACH, "flags": ours, "hands": hands, "dice": dice}
    return fought(FROM_RODRIGO, **{**base, **facts})


def window(table: Table) -> str:
    """The window that is open, if any."""
    if table.prompt != "respond" or table.decision is None:
        return ""
    return str(next(iter(table.decision.asks.values())).about["window"])


def reach(table: Table, kind: str) -> Table:
    """Nobody plays a card until this window opens."""
    while window(table) != kind:
        if table.prompt == "lay_card":
            table.give(LayNone())
        else:
            assert table.prompt == "respond", f"{table.prompt} is asked before {kind}"
            table.answer({seat: (LetPass(),) for seat in table.seats})
    return table


def offered(table: Table, power: Power, number: int) -> list[str]:
    """What the power may play the card on now."""
    card = card_id(number)
    return [each.target for each in table.offers(Respond, Seat(power)) if each.card == card]


def respond(table: Table, power: Power, number: int, target: str = "") -> Table:
    """The power answers with the card."""
    return table.give(Respond(power, card_id(number), target), seat=Seat(power))


def answered(table: Table, kind: str, power: Power, number: int, target: str = "") -> Table:
    """In this window the power answers with the card, and nobody answers that."""
    respond(reach(table, kind), power, number, target)
    while window(table) == "card_played":
        table.answer({seat: (LetPass(),) for seat in table.seats})
    return table


def see_through(table: Table) -> Table:
    """No more cards; of every other choice the first, until the fight is over."""
    while table.state.battles or table.state.siege is not None:
        assert table.decision is not None, "the game goes on"
        table.answer({seat: (table.menu(seat)[0],) for seat in table.seats})
    return table


def dice_of(table: Table, side: Side) -> list[int]:
    """What a side counted, round by round."""
    return [event.total for event in table.all(BattleDiceCounted) if event.side == side]


def result_of(table: Table) -> BattleResolved:
    """What the first battle came to."""
    return table.all(BattleResolved)[0]
