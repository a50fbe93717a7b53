"""Menus as a page lays them out: on the cards of the hand, by counter, the rest in the prompt bar."""

from collections.abc import Container, Sequence
from typing import Any

import msgspec

Option = dict[str, Any]


class Menu(msgspec.Struct):
    """Every option of a menu, once."""

    plain: list[Option]
    by_card: dict[str, list[Option]]
    by_piece: dict[str, list[Option]]

    @property
    def is_empty(self) -> bool:
        return not (self.plain or self.by_card or self.by_piece)


def sorted_menu(options: Sequence[Option], cards: Container[str]) -> Menu:
    """Where each option's button goes. `cards` lie in the hand; options get `value`, the order as the
    form sends it."""
    menu = Menu([], {}, {})
    for option in options:
        option["value"] = msgspec.json.encode(option["order"]).decode()
        card = option["order"].get("card")
        if card in cards:
            menu.by_card.setdefault(card, []).append(option)
        elif option["piece"]:
            menu.by_piece.setdefault(option["piece"], []).append(option)
        else:
            menu.plain.append(option)
    return menu
