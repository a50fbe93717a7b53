"""Law 5 for whoever looks ahead: what is supposed of a position depends on nothing that the seat may not
know, neither the cards of others nor the answers that they have sealed."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from domain.bots import BOTS, LEVELS, marshal, situation
from domain.brandywine.title import BRANDYWINE
from domain.kernel import ALL, Decision, Play, SealedChance, Seat, Step, decision_at
from domain.kernel.history import History, resumed
from domain.kernel.prose import prose
from domain.titles import TITLES
from domain.waterloo.orders import Bid, LeaveBid
from domain.waterloo.title import WATERLOO
from domain.waterloo.turn import Bidding
from tests.council import COUNCIL
from tests.laws.games import answered, whole_game
from tests.laws.test_laws import hidden, words
from tests.toy import SKIRMISH

TABLES = [
    pytest.param(rule_set.id, scenario.id, seats, id=f"{rule_set.id}-{scenario.id}-{len(seats)}")
    for rule_set in (SKIRMISH, COUNCIL, *TITLES)
    for scenario in rule_set.scenarios[:1]
    for seats in {len(seats): seats for seats in scenario.seatings}.values()
] + [
    pytest.param(title.id, scenario, title.scenario(scenario).seatings[-1], id=f"{title.id}-{scenario}")
    for title, scenario in ((WATERLOO, "long"), (BRANDYWINE, "entire_battle"))  # where more is hidden
]
POLICIES = ("greedy", *LEVELS)
"""Players that look at positions, in turn."""

every_table = pytest.mark.parametrize(("title", "scenario", "seats"), TABLES)


def positions(history: History, every: int) -> "Iterator[Play[Any]]":
    """Where the game asked somebody: some of the rests, and all decisions after silent rounds."""
    for number, rest in enumerate(history.rests()[1:]):
        if rest == len(history.recorded):
            return
        play = resumed(history.at(rest), SealedChance(b"s" * 32))
        if number % every == 0:
            yield play
        for answers in (history.recorded[rest].answers or ())[:-1]:
            play = Play(play.state, play.agenda, SealedChance(b"s" * 32), play.ledger)
            play.answer(answers)
            if play.events or not play.agenda:
                break
            yield play


def asked_of(play: "Play[Any]") -> Decision:
    found = decision_at(play.state, play.agenda)
    assert found is not None
    return found


@every_table
def test_where_hidden_things_really_are_changes_nothing_that_is_supposed(
    title: str, scenario: str, seats: Any
) -> None:
    history = whole_game(title, scenario, seats, 0)
    rule_set = history.rule_set
    for play in positions(history, 7):
        for seat in seats:
            other = rule_set.conceal(play.state, play.agenda, seat, Random(1))
            supposed = rule_set.conceal(play.state, play.agenda, seat, Random(2))
            assert rule_set.conceal(*other, seat, Random(2)) == supposed
        assert rule_set.conceal(play.state, play.agenda, ALL, Random(1)) == (play.state, tuple(play.agenda))


@every_table
def test_a_computer_chooses_alike_whatever_the_others_hide(
    title: str, scenario: str, seats: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marshal, "TRIALS", marshal.Trials(cards=8, looks=8))
    history, compared = whole_game(title, scenario, seats, 1), 0
    rule_set = history.rule_set
    for play in positions(history, 1 + len(history.rests()) // 12):
        for seat, ask in asked_of(play).asks.items():
            other = rule_set.conceal(play.state, play.agenda, seat, Random(3))
            again = decision_at(*other)
            assert again is not None
            same = again.asks[seat]
            for order in list(ask.menu())[:20]:
                assert rule_set.hint(play.state, order) == rule_set.hint(other[0], order)
                assert rule_set.odds(play.state, (), order) == rule_set.odds(other[0], (), order)
                assert rule_set.forfeit(play.state, order) == rule_set.forfeit(other[0], order)
            bot = POLICIES[compared % len(POLICIES)]
            choices = [
                BOTS[bot](situation(rule_set, play.state, play.agenda, ask, (), Random(4))),
                BOTS[bot](situation(rule_set, *other, same, (), Random(4))),
            ]
            assert choices[0] == choices[1], (ask.prompt, bot, choices)
            compared += 1
    assert compared >= 3


@every_table
def test_answers_of_others_that_led_to_no_event_change_nothing_that_is_supposed(
    title: str, scenario: str, seats: Any
) -> None:
    """Two games that differ only in what others answered in secret, and that look alike to a seat."""
    history, random = whole_game(title, scenario, seats, 2), Random(5)
    rule_set = history.rule_set
    for play in positions(history, 1 + len(history.rests()) // 60):
        decision = asked_of(play)
        if len(decision.seats) == 1:
            continue
        for seat in seats:
            own = {s: draft for s, draft in answered(decision.asks, random).items() if s == seat}
            ways = [_silent(play, {**answered(decision.asks, random), **own}) for _ in range(4)]
            silent = [each for each in ways if each is not None]
            alike = [each for each in silent if _looks(each, seat) == _looks(silent[0], seat)]
            supposed = [rule_set.conceal(each.state, each.agenda, seat, Random(6)) for each in alike]
            assert all(each == supposed[0] for each in supposed)


def _silent(play: "Play[Any]", answers: Any) -> "Play[Any] | None":
    """The game after these answers, if nothing happened by them."""
    after = Play(play.state, play.agenda, SealedChance(b"s" * 32), play.ledger)
    after.answer(answers)
    return None if after.events or not after.agenda else after


def _looks(play: "Play[Any]", seat: Seat) -> Any:
    decision = asked_of(play)
    own = decision.ask(seat)
    asked = [(ask.seat, ask.prompt, ask.about) for ask in decision.asks.values()]
    return asked, list(own.menu()) if own else ()


@every_table
def test_no_step_names_a_card_that_a_seat_may_not_know_unless_it_says_whose_it_is(
    title: str, scenario: str, seats: Any
) -> None:
    history = whole_game(title, scenario, seats, 1)
    rule_set = history.rule_set
    for play in positions(history, 3):
        every = rule_set.view(play.state, ALL)
        named = set().union(
            *(
                words(msgspec.to_builtins(step))
                for step in play.agenda
                if type(step).concealed is Step.concealed
            )
        )
        for seat in seats:
            assert not hidden(every, rule_set.view(play.state, seat)) & named


def test_a_french_bid_that_lies_sealed_while_the_prussian_bids_is_any_card_or_none_to_him() -> None:
    """Rule 7.0: with three players the Anglo-Allied one may leave the bid to the Prussian one; W-23."""
    seats = WATERLOO.scenario("long").seatings[1]
    french, anglo, prussian = (Seat(each) for each in ("french", "anglo_allied", "prussian"))
    history = whole_game("waterloo", "long", seats, 0)
    play = next(
        play
        for play in positions(history, 1)
        if isinstance(play.agenda[-1], Bidding) and any(
            isinstance(order, LeaveBid) for order in asked_of(play).asks[anglo].menu()
        )
    )  # fmt: skip
    asks = asked_of(play).asks
    (leave,) = (order for order in asks[anglo].menu() if isinstance(order, LeaveBid))
    after = [_silent(play, {french: (bid,), anglo: (leave,)}) for bid in asks[french].menu()]
    assert len(after) > 2 and all(each is not None for each in after)
    for number in range(9):
        alike = [each for each in after if each is not None]
        supposed = [WATERLOO.conceal(each.state, each.agenda, prussian, Random(number)) for each in alike]
        assert all(each == supposed[0] for each in supposed)
        state, agenda = supposed[0]
        assert isinstance(agenda[-1], Bidding) and agenda[-1].french in (*state.hands["french"], None)
    assert after[0] is not None
    kept = WATERLOO.conceal(after[0].state, after[0].agenda, french, Random(1))[1][-1]
    bid = next(iter(asks[french].menu()))
    assert isinstance(kept, Bidding) and isinstance(bid, Bid) and kept.french == bid.card


@every_table
def test_an_open_question_is_worded_by_what_is_public_alone(title: str, scenario: str, seats: Any) -> None:
    history = whole_game(title, scenario, seats, 0)
    rule_set, told = history.rule_set, 0
    wording = prose(rule_set)
    asked = wording.tables["prompts"]
    assert {each.split(".")[0] for each in asked} >= set(rule_set.open_questions), "each is a question"
    for play in positions(history, 3):
        decision = asked_of(play)
        for ask in map(decision.ask, decision.seats):
            if ask is None or ask.prompt not in rule_set.open_questions:
                continue
            for other in set(seats) - set(rule_set.side_of(ask.seat, seats, play.state)):
                supposed = decision_at(*rule_set.conceal(play.state, play.agenda, other, Random(4)))
                again = supposed.ask(ask.seat) if supposed is not None else None
                if again is not None and again.prompt == ask.prompt:  # else a sealed answer leads elsewhere
                    assert wording.prompt(again, ()) == wording.prompt(ask, ())
                    told += 1
    assert told or not rule_set.open_questions
