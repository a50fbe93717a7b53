"""The examples of the API's document; the tests send each of them.

They are made of the last title by name: its first scenario, and a closing order of its first menu.
"""

from typing import Any

from domain.bots import USUAL_LEVEL
from domain.kernel import titles
from domain.store import Holder, open_games
from domain.store.tournament_rounds import seats_for_two
from projections.documents import desk_document
from web.account import account_api
from web.admin import admin_api


def examples() -> dict[str, dict[str, Any]]:
    """Path of each endpoint that takes a body -> the example of that body."""
    rule_set = titles()[-1]
    scenario = rule_set.scenarios[0]
    seats = scenario.seatings[0]
    places = {str(seat): {"kind": "me", "name": "Ada"} for seat in seats}
    games = open_games("memory:")
    holders = {seat: Holder("person", "Ada") for seat in seats}
    desk = games.desk(games.create(rule_set.id, scenario.id, seats=seats, holders=holders))
    seat = desk.waiting[0]
    options = desk_document(rule_set, desk, seat)["options"]
    order = [option for option in options if option["closes"]][-1]["order"]
    games.close()
    return {
        "/api/games": {
            "title": rule_set.id,
            "scenario": scenario.id,
            "name": "A first game",
            "options": {option.id: option.default for option in scenario.options},
            "seats": places,
        },
        "/api/games/{game}/forks": {
            "version": desk.version,
            "same_fate": False,
            "name": "What if",
            "seats": places,
        },
        "/api/games/{game}/seats/{seat}": {"name": "Bruno"},
        "/api/games/{game}/orders": {"seat": seat, "moment": desk.moment, "order": order},
        "/api/games/{game}/retractions": {"seat": seat, "moment": desk.moment},
        "/api/games/{game}/standing-orders": {"seat": seat, "level": "all", "pass_empty": True},
        "/api/games/{game}/nudges": {"seat": seat},
        "/api/games/{game}/notes": {
            "seat": seat,
            "event": desk.version,
            "text": "Why not wait for the reserve?",
            "audience": "after",
            "marks": [],
        },
        "/api/games/{game}/lines": {"seat": seat, "text": "Good luck!"},
        "/api/games/{game}/undos": {"to": None},
        "/api/games/{game}/draws": {"seat": seat},
        "/api/games/{game}/draws/answers": {"seat": seat, "agree": False},
        "/api/games/{game}/hints": {"seat": seat, "moment": desk.moment},
        "/api/games/{game}/resignations": {"seat": seat},
        "/api/games/{game}/claims": {"seat": seat},
        "/api/games/{game}/consents": {"seat": seat, "agree": True},
        **_of_tournaments(),
        "/api/simulations": {
            "title": rule_set.id,
            "scenario": scenario.id,
            "seats": [str(each) for each in seats],
            "bots": [USUAL_LEVEL],
            "games": 200,
            "seed": 1,
        },
        **account_api.EXAMPLES,
        **admin_api.EXAMPLES,
    }


def _of_tournaments() -> dict[str, dict[str, Any]]:
    """A tournament of the first scenario that two play."""
    rule_set, scenario = next(
        (each, scenario) for each in titles() for scenario in each.scenarios if seats_for_two(each, scenario)
    )
    one = "/api/tournaments/{tournament}"
    return {
        "/api/tournaments": {
            "name": "Spring Cup",
            "kind": "round_robin",
            "title": rule_set.id,
            "scenario": scenario.id,
            "most": 8,
            "opening": "all",
        },
        f"{one}/entries": {"name": "Ada"},
        f"{one}/computers": {"level": "veteran"},
        f"{one}/withdrawals": {"entrant": 1},
        f"{one}/rounds": {"round": 1},
        f"{one}/awards": {"game": "0" * 32, "to": [1], "reason": "did not come"},
        f"{one}/seats": {"game": "0" * 32},
    }
