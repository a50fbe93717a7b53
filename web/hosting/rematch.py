"""A rematch: the form for the same game again, with everybody one seat further."""

from domain.kernel import Opened
from web.base.security import Visitor
from web.base.site import rule_set_of, site
from web.hosting import clocks


def _pack_still_offered(opened: Opened) -> str:
    """The digest of the game's data pack; empty where a new game cannot have it."""
    offered = site().games.packs.offered(opened.title) if opened.pack else []
    return opened.data if opened.data in [each.digest for each in offered] else ""


def fields(who: Visitor) -> dict[str, str]:
    """What the form is filled with: title, scenario, options, and for each seat whoever sat one seat
    before it; two players change sides. Raises UnknownGame."""
    opened, holders = site().games.standing(who.game).opened, site().games.holders(who.game)
    scenario = rule_set_of(who.game).scenario(opened.scenario)
    found = {
        "title": opened.title,
        "scenario": opened.scenario,
        "pack": _pack_still_offered(opened),
        "seating": str(scenario.seatings.index(opened.seats)),
    }
    found |= clocks.fields_of(opened.clock)
    found |= {f"option_{option}": choice for option, choice in opened.options.items()}
    for seat, before in zip(opened.seats, (opened.seats[-1], *opened.seats[:-1]), strict=True):
        holder = holders[before]
        if holder.kind == "bot":
            found |= {f"kind_{seat}": "bot", f"policy_{seat}": holder.name}
        else:
            person = "me" if before in who.seats else "invitation"
            kind = person if holder.kind == "person" else holder.kind
            found |= {f"kind_{seat}": kind, f"name_{seat}": holder.name}
    return found
