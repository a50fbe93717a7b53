"""Everything that Wellington says can be said, and cites a rule that stands in rules.md."""

import re
from functools import cache
from random import Random

from domain.bots.playing import Bot, Situation, opening, play_out, random_bot
from domain.kernel import PUBLIC, Event, Order, Seat
from domain.kernel.decisions import Ask
from domain.kernel.events import rule_of
from domain.kernel.prose import Prose
from domain.wellington.title import WELLINGTON as RULES
from tests.rules.wellington.built_in import CARDS, DUCHIES, LEADERS

HEADING = re.compile(r"^#+ (?:(\d+(?:\.\d+)?)|([A-Z]+-[\dA-Z]+)|(#\d+))(?: |$)", re.MULTILINE)
TELLING = Prose(RULES, "en")
IDS = re.compile(
    rf"(?<!\w)({'|'.join(sorted(each for each in (*CARDS, *DUCHIES, *LEADERS) if '_' in each))})(?!\w)"
    r"|\w_\w|\{|\(\)|: \.|None"
)
"""What must not be read in a sentence: an id, an open bracket, an empty place."""


@cache
def heard() -> tuple[list[Event], dict[str, Ask], list[Order], set[str]]:
    """Events, asks by prompt, orders and phases of a random game in every seating."""
    events: list[Event] = []
    asks: dict[str, Ask] = {}
    orders: dict[Order, None] = {}
    phases: set[str] = set()

    def listening(situation: Situation) -> Order:
        asks[situation.ask.prompt] = situation.ask
        phases.add(RULES.view(situation.supposed(Random(0))[0], PUBLIC).phase)
        orders.update(dict.fromkeys(situation.ask.menu(situation.draft)[:20]))
        return random_bot(situation)

    bot: Bot = listening
    seatings = [(each.id, seats) for each in RULES.scenarios for seats in each.seatings]
    for number, (scenario, seats) in enumerate(seatings):
        seed = b"prose %d" % number
        opened = opening(RULES, scenario, seats, seed, "game")
        play_out(
            RULES,
            opened,
            seed,
            dict.fromkeys(seats, bot),
            Random(number),
            lambda play, rounds: events.extend(play.events),
        )
    return events, asks, list(orders), phases


def anchors() -> set[str]:
    text = (RULES.folder / "rules.md").read_text("utf-8")
    return {"".join(found) for found in HEADING.findall(text)}


def test_every_event_has_a_sentence() -> None:
    wanted = {kind.__name__ for kind in RULES.events}
    wanted |= {f"{kind.__name__}.hidden" for kind in RULES.events if kind.secrets}
    assert wanted and wanted - set(TELLING.tables["events"]) == set()


def test_every_order_has_a_button() -> None:
    wanted = {kind.__name__ for kind in RULES.orders}
    assert wanted and wanted - set(TELLING.tables["orders"]) == set()


def test_what_happens_can_be_told_to_everybody() -> None:
    events, _, _, _ = heard()
    assert len({type(event) for event in events}) > 25
    told = set()
    for event in events:
        for viewer in (Seat("all"), PUBLIC, Seat("french"), Seat("britain")):
            told.add(TELLING.event(RULES.redact(event, viewer)))
    for sentence in told:
        assert sentence.endswith("."), sentence
        assert not IDS.search(sentence), sentence


def test_what_is_asked_and_offered_can_be_told() -> None:
    _, asks, orders, phases = heard()
    for ask in asks.values():
        assert not IDS.search(TELLING.prompt(ask)), TELLING.prompt(ask)
    for order in orders:
        assert not IDS.search(TELLING.order(order)), TELLING.order(order)
    assert phases <= set(TELLING.tables["phases"])


def test_every_rule_that_is_cited_stands_in_the_rules() -> None:
    events, asks, _, _ = heard()
    cited = {rule_of(event) for event in events} | {ask.rule for ask in asks.values()}
    cited |= {kind.rule for kind in RULES.events if kind.rule}
    sections = {rule for rule in cited if not rule.startswith("#")}
    known = anchors()
    assert sections <= known | {f"{rule}.0" for rule in known}, sections - known


def test_every_measure_has_a_name() -> None:
    assert {measure.id for measure in RULES.measures} == set(TELLING.tables["measures"])
    names = RULES.names("en")
    assert all(measure.group in names for measure in RULES.measures)


def test_marks_are_of_events_that_there_are() -> None:
    assert set(RULES.marks) <= {kind.__name__ for kind in RULES.events}


def test_everything_on_the_map_and_in_the_hands_has_a_name() -> None:
    names = RULES.names("en")
    assert {*CARDS, *DUCHIES, *LEADERS} <= set(names)
    assert names["form_square"] == "Form Square! (card 1, 2 points)"
    assert names["avila-salamanca"] == "Ávila to Salamanca"
