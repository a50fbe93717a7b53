"""What random games found wrong, each pinned by a position."""

import pytest

from domain.kernel.chance import Rolled
from domain.wellington.events.arrival import FormationArrived
from domain.wellington.events.cards import CardDiscarded, CardPlayed
from domain.wellington.events.interphase import NationalCardsShuffled
from domain.wellington.events.losses import LossesTaken
from domain.wellington.facts.world import card_id
from domain.wellington.orders.answers import LetPass
from domain.wellington.orders.impulses import PlayEvent
from domain.wellington.playing.choices import MakeChoices
from domain.wellington.playing.responses import TakeEffect
from domain.wellington.position.state import has_formation
from tests.rules.wellington.answering import respond
from tests.rules.wellington.position import given, position


def test_soldiers_who_waited_for_a_card_that_is_cancelled_attack_alone() -> None:
    """EX-09 with 24 against 62: the Spanish masses do not stay among the French."""
    table = given(soldiers_at={"leon": "nord 1 1 0"}, hands={"britain": (62,), "spain": (90,), "sud": (24,)})
    table.give(PlayEvent(card_id(62), "leon"))
    respond(table, "spain", 90, "leon")
    while not has_formation(table.state, "leon", "allied"):
        table.answer({seat: (LetPass(),) for seat in table.seats})
    respond(table, "sud", 24, "cancel").quiet()
    assert [each.card for each in table.all(CardPlayed)] == [card_id(number) for number in (62, 90, 24)]
    assert [each.arrival.power for each in table.all(FormationArrived)] == ["spain"]
    assert table.prompt == "answer_arrival"


def test_a_card_handed_over_is_an_ordinary_one_once_it_left_the_hand() -> None:
    handed = position(hands={"spain": (65, 94, 1)}, given={card_id(65): "spain", card_id(94): "spain"})
    assert CardDiscarded("spain", card_id(65)).apply(handed).given == {card_id(94): "spain"}
    assert NationalCardsShuffled().apply(handed).given == {card_id(65): "spain"}


def test_a_leader_who_fell_commands_nobody() -> None:
    state = position(leaders_at={"wellington": "salamanca", "hill": "salamanca"}, commanders=("wellington",))
    assert LossesTaken("britain", "salamanca", 0, ("wellington",), "siege").apply(state).commanders == ()


@pytest.mark.parametrize("number", [33, 52, 67])
def test_a_card_against_a_leader_whom_another_answer_took_does_nothing(number: int) -> None:
    """Protocol 5: an answer to the card took Hill; without a target it lies with the played cards."""
    card = card_id(number)
    effect = TakeEffect("sud", card, "response", "hill")
    table = given(soldiers_at={"zamora": "nord 2 0 0"}, hands={"britain": (1,)}, then=[effect])
    assert table.state.leaders["hill"].place != "map"
    assert table.prompt == "play_impulse" and not table.all(LossesTaken) and not table.all(Rolled)
    assert not [each for each in table.state.lasting if each.card == card]


def test_a_cavalry_raid_whose_army_an_answer_drove_away_does_nothing() -> None:
    """#56: announced with an army in Salamanca, which has gone when the card takes effect."""
    raid = MakeChoices("britain", card_id(56), "salamanca")
    table = given(soldiers_at={"zamora": "nord 2 0 0"}, hands={"britain": (1,)}, then=[raid])
    assert table.prompt == "play_impulse" and not table.game.events


def test_a_bad_commissary_of_an_army_whose_leader_an_answer_took_harms_nobody() -> None:
    """#80: announced against an army in Zamora, whose leader has fallen when the card takes effect."""
    effect = TakeEffect("britain", card_id(80), "event", "zamora")
    table = given(soldiers_at={"zamora": "nord 2 0 0"}, hands={"britain": (1,)}, then=[effect])
    assert table.prompt == "play_impulse" and not table.all(LossesTaken) and not table.all(Rolled)
