"""The examples of the API's document; the tests send each of them.

They are made of the last title by name: its first scenario, and the last order of the first menu.
"""

from functools import cache
from typing import Any

from domain.kernel import titles
from domain.store import open_games
from projections.documents import desk_document


class _Later(dict[str, Any]):
    """An example that is made when the document is: titles register after this module is imported."""


def example(name: str) -> dict[str, Any]:
    """The example called `name`."""
    return EXAMPLES[name]


EXAMPLES: dict[str, dict[str, Any]] = {
    name: _Later() for name in ("new_game", "fork", "join", "order", "seat", "take_back", "consent")
}


@cache
def fill() -> None:
    """Makes the examples from the titles that are registered now."""
    rule_set = titles()[-1]
    scenario = rule_set.scenarios[0]
    seats = scenario.seatings[0]
    places = {seat: {"kind": "me", "name": "Ada"} for seat in seats}
    games = open_games("memory:")
    game = games.create(rule_set.id, scenario.id, seats=seats)
    desk = games.desk(game)
    seat = desk.waiting[0]
    options = desk_document(rule_set, desk, seat)["options"]
    closing = [option for option in options if option["closes"]] or options
    EXAMPLES["new_game"].update(
        title=rule_set.id,
        scenario=scenario.id,
        name="A first game",
        options={option.id: option.default for option in scenario.options},
        seats=places,
    )
    EXAMPLES["fork"].update(version=desk.version, same_fate=False, name="What if", seats=places)
    EXAMPLES["join"].update(name="Bruno")
    EXAMPLES["order"].update(seat=seat, moment=desk.moment, order=closing[-1]["order"])
    EXAMPLES["seat"].update(seat=seat, moment=desk.moment)
    EXAMPLES["take_back"].update(to=None)
    EXAMPLES["consent"].update(seat=seat, agree=True)
    games.close()
