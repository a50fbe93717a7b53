"""Everything that Waterloo says can be said, and cites a rule that stands in rules.md."""

import re
from functools import cache
from random import Random
from typing import Any

from domain.bots.playing import Bot, Situation, opening, play_out, random_bot
from domain.kernel import PUBLIC, Event, Order, Seat
from domain.kernel.decisions import Ask
from domain.kernel.events import rule_of
from domain.kernel.prose import prose
from domain.waterloo.title import WATERLOO

HEADING = re.compile(r"^#+ (?:(\d+(?:\.\d+)?)|(W-\d+)) ", re.MULTILINE)


@cache
def heard() -> tuple[list[Event], dict[str, Ask], list[Order], set[str]]:
    """Events, asks by prompt, orders and phases of random games in every seating."""
    events: list[Event] = []
    asks: dict[str, Ask] = {}
    orders: dict[type, Order] = {}
    phases: set[str] = set()

    def listening(situation: Situation) -> Order:
        asks[situation.ask.prompt] = situation.ask
        phases.add(WATERLOO.view(situation.supposed(Random(0))[0], PUBLIC).phase)
        menu = situation.ask.menu(situation.draft)
        for order in menu:
            orders.setdefault(type(order), order)
        return random_bot(situation)

    bot: Bot = listening
    seatings = [(each.id, seats) for each in WATERLOO.scenarios for seats in each.seatings]
    for number, (scenario, seats) in enumerate(seatings * 4):
        seed = b"prose %d" % number
        opened = opening(WATERLOO, scenario, seats, seed, "game")
        play_out(
            WATERLOO,
            opened,
            seed,
            dict.fromkeys(seats, bot),
            Random(number),
            lambda play, rounds: events.extend(play.events),
        )
    return events, asks, list(orders.values()), phases


def anchors() -> set[str]:
    text = (WATERLOO.folder / "rules.md").read_text("utf-8")
    return {section or ruling for section, ruling in HEADING.findall(text)}


def test_every_event_has_a_sentence() -> None:
    wanted = {kind.__name__ for kind in WATERLOO.events}
    wanted |= {f"{kind.__name__}.hidden" for kind in WATERLOO.events if kind.secrets}
    assert wanted and wanted - set(prose("waterloo").tables["events"]) == set()


def test_every_order_has_a_button() -> None:
    wanted = {kind.__name__ for kind in WATERLOO.orders}
    assert wanted and wanted - set(prose("waterloo").tables["orders"]) == set()


def test_what_happens_can_be_told_to_everybody() -> None:
    events, _, _, _ = heard()
    assert len({type(event) for event in events}) > 35
    for event in events:
        for viewer in (Seat("all"), PUBLIC, Seat("french"), Seat("coalition")):
            sentence = prose("waterloo").event(WATERLOO.redact(event, viewer))
            assert sentence.endswith("."), sentence
            assert not re.search(r"\b(fr|aa|pr)_|\{|\(\)|: \.|None", sentence), sentence


def test_what_is_asked_and_offered_can_be_told() -> None:
    _, asks, orders, phases = heard()
    telling = prose("waterloo")
    for ask in asks.values():
        assert not re.search(r"\b(fr|aa|pr)_|None", telling.prompt(ask))
    for order in orders:
        assert not re.search(r"\b(fr|aa|pr)_|None", telling.order(order))
    assert phases <= set(telling.tables["phases"])
    assert set(asks) <= set(telling.tables["prompts"])


def test_every_rule_that_is_cited_stands_in_the_rules() -> None:
    events, asks, _, _ = heard()
    known = anchors()
    cited = {rule_of(event) for event in events} | {ask.rule for ask in asks.values()}
    cited |= {kind.rule for kind in WATERLOO.events if kind.rule}
    assert cited <= known | {f"{rule}.0" for rule in known}, cited - known


def test_every_measure_has_a_name() -> None:
    assert {measure.id for measure in WATERLOO.measures} == set(prose("waterloo").tables["measures"])


def test_marks_are_of_events_that_there_are() -> None:
    assert set(WATERLOO.marks) <= {kind.__name__ for kind in WATERLOO.events}


def test_a_move_reads_as_a_wargamer_tells_it() -> None:
    events, _, _, _ = heard()
    moved: Any = next(event for event in events if type(event).__name__ == "UnitMoved")
    sentence = prose("waterloo").event(moved)
    assert f" moves {WATERLOO.names('en')[moved.start]} to " in sentence and " MP)." in sentence
