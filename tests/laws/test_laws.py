"""The laws of architecture.md section 9 that hold for every registered title.

A new title gets them by being registered. Laws 8 to 12 need a store, Redis or a server and are
tested there.
"""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.kernel import (
    ALL,
    PUBLIC,
    Drawn,
    Opened,
    Parent,
    Play,
    Recorded,
    Rolled,
    Scene,
    SealedChance,
    Seat,
    Undone,
    decision_at,
    fold,
)
from domain.kernel.chance import recompute
from domain.kernel.codec import codec
from domain.kernel.history import History, forked, resumed, was_alone
from domain.kernel.prose import prose
from domain.kernel.scene import SCALARS, SECTIONS, applied, changes, plain, section_of
from domain.skeleton import SKELETON
from domain.titles import TITLES
from tests.laws.games import answered, opened_game, play_on, whole_game
from tests.thorough import of_many, times
from tests.toy import SKIRMISH

HOSTED = (SKIRMISH, SKELETON, *TITLES)
TABLES = [
    pytest.param(rule_set.id, scenario.id, seats, id=f"{rule_set.id}-{scenario.id}-{len(seats)}")
    for rule_set in HOSTED
    for number, scenario in enumerate(rule_set.scenarios)
    if number % of_many(len(rule_set.scenarios)) == 0
    for seats in scenario.seatings
    if seats == scenario.seatings[0]
    or not any(seats in earlier.seatings for earlier in rule_set.scenarios[:number])
]
"""Every scenario (of many, every fourth), and every way to seat the players, at least once."""
FEW = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
every_table = pytest.mark.parametrize(("title", "scenario", "seats"), TABLES)
numbers = st.integers(0, 2)
moments = st.integers(0, 10_000)


def a_rest(history: History, moment: int) -> int:
    rests = history.rests()
    return rests[moment % len(rests)]


@every_table
@pytest.mark.parametrize("number", [0, 1, 2])
def test_law_1_the_live_state_is_the_fold_of_all_events(
    title: str, scenario: str, seats: Any, number: int
) -> None:
    history = whole_game(title, scenario, seats, number)
    assert fold(history.rule_set, history.recorded, None, history.at) == history.head


@every_table
@FEW
@given(number=numbers, moment=moments)
def test_law_1_the_live_state_is_the_fold_of_the_events_from_anywhere(
    title: str, scenario: str, seats: Any, number: int, moment: int
) -> None:
    history = whole_game(title, scenario, seats, number)
    rest = a_rest(history, moment)
    written = codec(title)
    snapshot = written.read_standing(written.write_standing(history.at(rest)))
    assert snapshot == history.at(rest)
    assert fold(history.rule_set, history.recorded[rest:], snapshot, history.at) == history.head


@every_table
@pytest.mark.parametrize("number", [0, 1, 2])
def test_law_2_every_event_is_read_back_as_it_was_written(
    title: str, scenario: str, seats: Any, number: int
) -> None:
    written = codec(title)
    for each in whole_game(title, scenario, seats, number).recorded:
        topic = written.topic(each.body)
        assert written.read(each.game, each.version, topic, written.write(each)) == each


@every_table
@FEW
@given(number=numbers, moment=moments, other=moments, more=st.integers(0, 5))
def test_u17_law_3_an_undo_gives_the_board_back_and_never_a_draw(
    title: str, scenario: str, seats: Any, number: int, moment: int, other: int, more: int
) -> None:
    seed = number.to_bytes(32, "big")
    whole = whole_game(title, scenario, seats, number)
    reached = a_rest(whole, max(moment, other) % len(whole.rests()))
    to = a_rest(whole, min(moment, other) % len(whole.rests()))
    if to > reached or to == 1:
        return
    history = History(whole.rule_set, whole.recorded[:reached])
    before = history.head
    history.extend([Recorded("game", reached + 1, 0, Undone(to, seats[0]))])
    assert history.head.state == history.at(to).state
    assert history.head.agenda == history.at(to).agenda
    assert history.head.version == before.version + 1
    assert history.head.ledger == before.ledger
    play_on(history, seed, Random(other), more)
    draws = [
        (each.body.purpose, each.body.index)
        for each in history.recorded
        if isinstance(each.body, (Rolled, Drawn))
    ]
    assert len(draws) == len(set(draws))


@every_table
@FEW
@given(number=numbers, moment=moments, more=st.integers(1, 5))
def test_law_4_a_fork_begins_where_its_parent_stood_and_goes_its_own_way(
    title: str, scenario: str, seats: Any, number: int, moment: int, more: int
) -> None:
    parent = whole_game(title, scenario, seats, number)
    point = max(a_rest(parent, moment), parent.rests()[1])
    before = list(parent.recorded)
    opened = parent.recorded[0].body
    assert isinstance(opened, Opened)
    line = Parent("game", point, same_fate=False)
    opening = msgspec.structs.replace(opened, parent=line)
    fork = History(parent.rule_set, forked(parent.recorded, "fork", opening, line, 0))
    assert fork.head.state == parent.at(point).state
    assert fork.head.agenda == parent.at(point).agenda
    play_on(fork, b"other" * 6, Random(moment), more)
    assert parent.recorded == before


@every_table
@pytest.mark.parametrize("number", range(times(5, 10)))
def test_u18_a_fork_with_the_same_fate_and_the_same_choices_is_its_parent_byte_for_byte(
    title: str, scenario: str, seats: Any, number: int
) -> None:
    parent = whole_game(title, scenario, seats, number)
    rests = parent.rests()
    point = rests[len(rests) * (number % 5) // 5 + 1]
    play = Play(parent.at(point).state, parent.at(point).agenda, SealedChance(number.to_bytes(32, "big")),
                parent.at(point).ledger)  # fmt: skip
    for each in parent.recorded[point:]:
        for answers in each.answers or ():
            play.answer(answers)
    told = [msgspec.json.encode(each.body) for each in parent.recorded[point:]]
    assert [msgspec.json.encode(event) for event in play.events] == told


def hidden(every: Scene, shown: Scene) -> set[str]:
    """The cards that the scene of everything names in hands that are closed in the one shown."""
    return {
        card
        for owner, hand in every.hands.items()
        if shown.hands[owner].cards is None
        for card in hand.cards or ()
    }


def words(value: Any) -> set[str]:
    """Everything that stands between quotation marks when it is written as JSON."""
    return set(msgspec.json.encode(value).decode().split('"'))


class Reader:
    """Reads the scenes of one viewer, a section again only when it is another one."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[Any, set[str]]] = {}

    def words(self, scene: Scene) -> set[str]:
        """All words of the scene."""
        for name in scene.__struct_fields__:
            section = getattr(scene, name)
            if name not in self._read or self._read[name][0] is not section:
                self._read[name] = section, words(section)
        return set().union(*(found for _, found in self._read.values()))


@every_table
@pytest.mark.parametrize("number", [0, 1])
def test_law_5_no_event_or_scene_names_a_card_that_the_viewer_may_not_know(
    title: str, scenario: str, seats: Any, number: int
) -> None:
    history = whole_game(title, scenario, seats, number)
    rule_set = history.rule_set
    state: Any = history.at(1).state
    readers = {viewer: Reader() for viewer in (PUBLIC, *seats)}
    for each in history.recorded[1:]:
        state = each.body.apply(state)
        every = rule_set.view(state, ALL)
        for viewer, reader in readers.items():
            shown = rule_set.view(state, viewer)
            read = reader.words(shown) | words(rule_set.redact(each.body, viewer))
            assert not hidden(every, shown) & read, (each.version, viewer, type(each.body).__name__)


def as_sent(scene: Scene) -> bytes:
    """A scene byte for byte: in which order its counters come may tell of hidden ones, too."""
    return msgspec.json.encode(scene)


@every_table
@FEW
@given(number=numbers, moment=moments, deal=st.integers(0, 99))
def test_law_5_what_others_hide_changes_nothing_that_a_seat_can_see(
    title: str, scenario: str, seats: Any, number: int, moment: int, deal: int
) -> None:
    history = whole_game(title, scenario, seats, number)
    rule_set = history.rule_set
    standing = history.at(a_rest(history, moment))
    if standing.version == 1:
        return
    decision = decision_at(standing.state, standing.agenda)
    for seat in seats:
        other, agenda = rule_set.conceal(standing.state, standing.agenda, seat, Random(deal))
        assert as_sent(rule_set.view(other, seat)) == as_sent(rule_set.view(standing.state, seat))
        asked = decision_at(other, agenda)
        if decision is None or asked is None:
            assert decision is asked
            continue
        assert asked.seats == decision.seats
        for each in decision.seats:
            assert asked.asks[each].prompt == decision.asks[each].prompt
        if seat in decision.seats:
            assert list(asked.asks[seat].menu()) == list(decision.asks[seat].menu())


@every_table
@FEW
@given(number=numbers, moment=moments)
def test_law_6_every_offered_order_is_accepted(
    title: str, scenario: str, seats: Any, number: int, moment: int
) -> None:
    history = whole_game(title, scenario, seats, number)
    standing = history.at(a_rest(history, moment))
    decision = decision_at(standing.state, standing.agenda) if standing.version > 1 else None
    if decision is None:
        return
    random = Random(moment)
    for seat, ask in decision.asks.items():
        menu = list(ask.menu())
        assert menu, f"{seat} is asked {ask.prompt!r} and has no legal order"
        assert len(set(menu)) == len(menu)
        assert menu == list(decision_at(standing.state, standing.agenda).ask(seat).menu())  # type: ignore[union-attr]
        others = {s: a for s, a in answered(decision.asks, random).items() if s != seat}
        for order in random.sample(menu, min(len(menu), 25)):
            draft = (order,)
            while not draft[-1].closes:
                draft = (*draft, random.choice(list(ask.menu(draft))))
            resumed(standing, SealedChance(b"x" * 32)).answer({**others, seat: draft})


@every_table
@pytest.mark.parametrize("number", [0, 1, 2])
def test_law_7_a_live_game_waits_for_somebody_and_random_play_ends(
    title: str, scenario: str, seats: Any, number: int
) -> None:
    history = whole_game(title, scenario, seats, number)
    assert history.head.is_over
    assert history.rule_set.result(history.head.state) is not None
    for rest in history.rests()[1:]:
        standing = history.at(rest)
        decision = decision_at(standing.state, standing.agenda)
        assert (decision is None) == standing.is_over
        assert decision is None or set(decision.seats) <= set(seats)


def spelt_out(scene: Scene, before: Scene, document: dict[str, Any]) -> dict[str, Any]:
    """`plain(scene)`; sections that are the very same as those of `before` are taken from its `document`."""
    spelt: dict[str, Any] = {name: getattr(scene, name) for name in SCALARS}
    for name in SECTIONS:
        section = getattr(scene, name)
        spelt[name] = document[name] if section is getattr(before, name) else section_of(section)
    return spelt


@every_table
def test_law_9_changes_lead_from_scene_to_scene_and_back(title: str, scenario: str, seats: Any) -> None:
    history = whole_game(title, scenario, seats, 0)
    view = history.rule_set.view
    for viewer in (PUBLIC, ALL, *seats):
        state: Any = history.at(1).state
        before = view(state, viewer)
        document = plain(before)
        for each in history.recorded[1:]:
            state = each.body.apply(state)
            after = view(state, viewer)
            found = msgspec.json.decode(msgspec.json.encode(changes(before, after)))
            later = spelt_out(after, before, document)
            assert applied(document, found) == later
            assert applied(later, found, backwards=True) == document
            before, document = after, later
        assert document == plain(before)


@every_table
@pytest.mark.parametrize("number", range(times(2, 10)))
def test_u19_every_roll_and_draw_can_be_recomputed_from_the_seed(
    title: str, scenario: str, seats: Any, number: int
) -> None:
    chance = SealedChance(number.to_bytes(32, "big"))
    for each in whole_game(title, scenario, seats, number).recorded:
        if isinstance(each.body, Rolled):
            assert recompute(chance, each.body) == each.body.values
        if isinstance(each.body, Drawn):
            assert recompute(chance, each.body) == each.body.picks


@every_table
def test_every_event_prompt_and_order_has_a_sentence_and_a_rule(
    title: str, scenario: str, seats: Any
) -> None:
    history = whole_game(title, scenario, seats, 0)
    words = prose(title)
    for each in history.recorded[1:]:
        for viewer in (PUBLIC, *seats):
            assert words.event(history.rule_set.redact(each.body, viewer))
    for rest in history.rests()[1:]:
        standing = history.at(rest)
        decision = decision_at(standing.state, standing.agenda)
        for ask in decision.asks.values() if decision else ():
            assert ask.rule
            assert words.prompt(ask)
            assert all(words.order(order) for order in ask.menu())


def test_an_undo_is_free_only_while_the_seat_was_alone() -> None:
    history = whole_game("skirmish", "line", (Seat("red"), Seat("blue")), 0)
    red, blue = Seat("red"), Seat("blue")
    revealing = next(r for r in history.recorded if r.body.reveals)
    marched = next(r for r in history.recorded if type(r.body).__name__ == "Marched")
    mover = marched.body.seat  # type: ignore[attr-defined]
    other = blue if mover == red else red
    assert was_alone([marched], (mover,))
    assert not was_alone([marched], (other,))
    assert not was_alone([revealing], (red,))
    assert not was_alone([revealing], (red, blue))


def test_a_game_stands_at_its_first_decision_when_it_is_opened() -> None:
    for rule_set in HOSTED:
        scenario = rule_set.scenarios[0]
        history = opened_game(rule_set, scenario.id, scenario.seatings[0], b"s" * 32)
        assert decision_at(history.head.state, history.head.agenda) is not None
