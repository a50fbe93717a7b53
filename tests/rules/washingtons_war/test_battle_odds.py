"""What the menus tell of marches and battles, and how their orders show on the board."""

from typing import Any

import pytest

from domain.kernel.prose import prose
from domain.kernel.ruleset import Hint
from domain.washingtons_war.battle.odds import odds
from domain.washingtons_war.events.movement import OverrunMade
from domain.washingtons_war.facts.ids import OUT_OF_PLAY
from domain.washingtons_war.movement.hints import hint
from domain.washingtons_war.orders.battle import DiscardForBattle, PlayBattleCard, Retreat
from domain.washingtons_war.orders.markers import FlipMarker, PlaceMarker, RemoveMarker
from domain.washingtons_war.orders.movement import (
    AvoidBattle,
    Halt,
    Intercept,
    LandParty,
    LoadUnits,
    March,
    Sail,
    SlipAway,
    StandAndFight,
)
from domain.washingtons_war.orders.reinforcements import LandReinforcements
from domain.washingtons_war.position.state import State, with_general
from domain.washingtons_war.seen.hints import hint as hint_of_any
from tests.rules.washingtons_war.marching import acting, campaigning, go, quiet
from tests.rules.washingtons_war.position import Table, markers

ARNOLD_CARD = "benedict_arnold_betrays"
SARATOGA: dict[str, Any] = {
    "generals": {"burgoyne": "ticonderoga", "gates": "saratoga"}, "british": {"ticonderoga": 5},
    "american": {"saratoga": 5}, "markers": markers(american="ticonderoga saratoga albany", british="oswego"),
}  # fmt: skip


def test_a_march_into_battle_tells_its_chances() -> None:
    """9.2: P-2 of the examples, with a way back closed; nothing is reckoned of cards in hands."""
    table = acting("burgoyne", **SARATOGA)
    found = odds(table.state, (), March("burgoyne", "saratoga"))
    assert found is not None and found.key == "battle"
    assert found.win == 747 / 1296
    assert found.about == {
        "attack": 6, "defence": 6, "surrender": True, "regulars": 42, "caught": 0, "avoids": 1,
    }  # fmt: skip
    assert found.lost == pytest.approx(5 * 549 / 1296 + 747 / 1296 * 2 / 6)
    assert found.taken == pytest.approx(5 / 3 * 747 / 1296 + 549 / 1296 * 2 / 6)


@pytest.mark.parametrize(
    ("units", "told"),
    [(9, "General: 3 on 1 to 3, else 6"), (5, "General: 3 on 1 to 3, else 5"), (3, "General: 3 on any die")],
)
def test_the_line_of_a_general_adds_no_more_than_his_cu(units: int, told: str) -> None:
    """9.3: Howe's battle rating is 6, but he adds at most as much as he has CU."""
    table = acting(
        "washington", generals={"howe": "boston", "washington": "lexington_concord"},
        british={"boston": units}, american={"lexington_concord": 6},
    )  # fmt: skip
    found = odds(table.state, (), March("washington", "boston"))
    assert found is not None
    assert told in [prose("washingtons_war", "en").of_battle(factor.said) for factor in found.factors[1]]


def test_an_overrun_needs_no_dice() -> None:
    """9.7."""
    table = acting(
        "howe", generals={"howe": "new_york"}, british={"new_york": 5}, american={"new_brunswick": 1}
    )
    found = odds(table.state, (), March("howe", "new_brunswick"))
    assert found is not None and (found.key, found.win, found.taken) == ("overrun", None, 1.0)


def test_a_march_past_armies_tells_whether_they_may_come() -> None:
    """7.8: the chance that one of two armies of agility 3 and 2 succeeds."""
    table = acting(
        "howe", generals={"howe": "new_york", "greene": "morristown", "lee": "philadelphia"},
        british={"new_york": 5}, american={"morristown": 3, "philadelphia": 1},
        markers=markers(american="new_brunswick"),
    )  # fmt: skip
    found = odds(table.state, (), March("howe", "new_brunswick"))
    assert found is not None and (found.key, found.win) == ("march", None)
    assert found.about == {"caught": 67}
    assert odds(table.state, (), March("howe", "long_island")) is None
    assert hint(table.state, March("howe", "new_brunswick")) == Hint("howe", "new_brunswick", "risk", 1)
    table.give(March("howe", "new_brunswick"))
    told = odds(table.state, (), Intercept("greene", "new_brunswick"))
    assert told is not None and (told.key, told.win) == ("interception", 0.5)
    assert told.about["needed"] == 3 and 0 < told.about["holds"] < 100
    assert hint(table.state, Intercept("lee", "new_brunswick")) == Hint("lee", "new_brunswick", "fight")


@pytest.mark.parametrize("stands", ["lincoln", None])
def test_an_interception_is_reckoned_with_the_better_general_who_may_stay(stands: str | None) -> None:
    """7.8.D: the American player says which of the two goes back."""
    table = acting(
        "howe", generals={"howe": "boston", "lafayette": "springfield"}
        | ({stands: "lexington_concord"} if stands else {}),
        british={"boston": 5}, american={"lexington_concord": 2, "springfield": 4},
        markers=markers(american="lexington_concord springfield hartford", british="boston"),
    )  # fmt: skip
    table.give(March("howe", "lexington_concord"))
    found = odds(table.state, (), Intercept("lafayette", "lexington_concord"))
    assert found is not None and found.about["holds"] == 43


def test_a_march_that_may_be_intercepted_tells_also_that_the_enemy_may_slip_away() -> None:
    table = acting(
        "howe", generals={"howe": "boston", "washington": "lexington_concord", "greene": "springfield"},
        british={"boston": 5}, american={"lexington_concord": 3, "springfield": 2},
        markers=markers(american="lexington_concord springfield hartford", british="boston"),
    )  # fmt: skip
    found = odds(table.state, (), March("howe", "lexington_concord"))
    assert found is not None and found.about["avoids"] == 5
    told = prose("washingtons_war", "en").odds(found, str, str)
    assert told.endswith("intercepted before 50 %; the enemy may slip away on 5 or less.")


def test_what_a_card_does_for_the_side_that_uses_it() -> None:
    """9.45: P-1 without and with the American card, as each side sees it."""
    knox, morgan = "henry_knox_artillery", "morgans_riflemen"
    table = acting("burgoyne", **SARATOGA, hands={"british": (knox,), "american": (morgan,)})
    table.give(March("burgoyne", "saratoga"))
    quiet_avoid(table)
    found = odds(table.state, (), DiscardForBattle(knox))
    assert found is not None and found.about == {"modifier": 1, "without": 58}
    table.give(DiscardForBattle(knox))
    answer = odds(table.state, (), PlayBattleCard(morgan))
    assert answer is not None and answer.win == 1 - 549 / 1296
    assert hint(table.state, PlayBattleCard(morgan)) == Hint(morgan, "saratoga", "act")


def quiet_avoid(table: Table) -> None:
    """The army stands."""
    assert table.decision is not None and table.prompt == "avoid_battle"
    found = odds(table.state, (), AvoidBattle("gates"))
    assert found is not None and found.win == 1 / 6
    silence = table.decision.asks[table.seats[0]].silence
    assert silence is not None
    table.give(silence)


def test_hints_tell_piece_target_and_cost() -> None:
    """7.3, 7.5: a wilderness costs three, a voyage everything."""
    table = acting("howe", generals={"howe": "boston"}, british={"boston": 5}, american={"falmouth": 2})
    assert hinted(table.state, March("howe", "barnstable")) == ("howe", "barnstable", "safe", 1)
    assert hinted(table.state, March("howe", "falmouth")) == ("howe", "falmouth", "fight", 1)
    assert hinted(table.state, Sail("howe", "norfolk")) == ("howe", "norfolk", "safe", 4)
    assert hinted(table.state, LoadUnits("howe", british=3)) == ("howe", "boston", "safe", None)
    assert hinted(table.state, Halt("howe")) == (None, None, "safe", None)
    west = acting("carleton", generals={"carleton": "fort_detroit"}, british={"fort_detroit": 1})
    assert hinted(west.state, March("carleton", "fort_niagara")) == ("carleton", "fort_niagara", "safe", 3)
    campaign = campaigning("howe", 2, generals={"howe": "boston"}, british={"boston": 2})
    assert hinted(campaign.state, LandParty("newport")) == (None, "newport", "here", None)
    assert hinted(campaign.state, SlipAway("howe", "newport")) == ("howe", "newport", "safe", None)


def test_a_place_of_markers_and_arrivals_is_none_to_go_to() -> None:
    """6.2, 8.2: a marker is placed or taken away there, CU arrive there."""
    table = acting("howe", generals={"howe": "boston"}, british={"boston": 5})
    for order in (PlaceMarker("york"), FlipMarker("york"), RemoveMarker("york"), LandReinforcements("york")):
        assert hint_of_any(table.state, order) == Hint(target="york", kind="here")


def test_arnolds_card_is_reckoned_without_arnold() -> None:
    """6.33.D, 9.3: Arnold, who defends, is gone before the dice; the odds are those of CU alone."""
    table = acting(
        "howe", generals={"howe": "boston", "arnold": "lexington_concord"}, british={"boston": 4},
        american={"lexington_concord": 3}, hands={"british": (ARNOLD_CARD,)},
        markers=markers("newport hartford", "boston"),
    )  # fmt: skip
    table.give(March("howe", "lexington_concord")).give(StandAndFight())
    state = table.state
    found = odds(state, (), PlayBattleCard(ARNOLD_CARD))
    alone = odds(with_general(state, "arnold", OUT_OF_PLAY), (), PlayBattleCard(ARNOLD_CARD))
    given_up = odds(state, (), DiscardForBattle(ARNOLD_CARD))
    assert found is not None and alone is not None and given_up is not None
    assert (found.win, found.lost, found.taken) == (alone.win, alone.lost, alone.taken)
    assert found.about["modifier"] == 2 and found.about["without"] < alone.about["without"]
    assert given_up.lost > found.lost, "discarded, the card leaves Arnold in the battle"


def test_arnolds_card_may_make_an_overrun_of_the_battle() -> None:
    """9.2 Step 1, 9.7, R-55: without Arnold the single CU is swept away by four."""
    table = acting(
        "howe", generals={"howe": "boston", "arnold": "lexington_concord"}, british={"boston": 4},
        american={"lexington_concord": 1}, hands={"british": (ARNOLD_CARD,)},
        markers=markers("newport", "boston"),
    )  # fmt: skip
    table.give(March("howe", "lexington_concord")).give(StandAndFight())
    found = odds(table.state, (), PlayBattleCard(ARNOLD_CARD))
    assert found is not None and (found.key, found.win, found.taken) == ("overrun", None, 1.0)
    given_up = odds(table.state, (), DiscardForBattle(ARNOLD_CARD))
    assert given_up is not None and given_up.key == "battle_card"
    table.give(PlayBattleCard(ARNOLD_CARD))
    assert len(table.all(OverrunMade)) == 1


def test_a_retreat_is_shown_by_the_beaten_general() -> None:
    """9.61."""
    table = acting(
        "howe", generals={"howe": "philadelphia", "greene": "york"}, british={"philadelphia": 5},
        american={"york": 3}, dice=[[6], [1], [6], [1], [1], [6]],
    )  # fmt: skip
    quiet(go(table, "howe", "york"))
    assert table.prompt == "retreat"
    assert hinted(table.state, Retreat("carlisle")) == ("greene", "carlisle", "safe", None)


def test_a_force_that_arnold_has_betrayed_retreats_without_him() -> None:
    """6.33.D, 9.2 Step 1: he has left the game, so no counter of his shows where the beaten force may go."""
    table = acting(
        "howe", generals={"howe": "philadelphia", "arnold": "york"}, british={"philadelphia": 5},
        american={"york": 4}, hands={"british": (ARNOLD_CARD,)}, dice=[[1], [6], [1], [1], [6]],
    )  # fmt: skip
    table.give(March("howe", "york")).give(StandAndFight()).give(PlayBattleCard(ARNOLD_CARD))
    assert table.prompt == "retreat"
    assert hinted(table.state, Retreat("carlisle")) == (None, "carlisle", "safe", None)


def hinted(state: State, order: Any) -> tuple[str | None, str | None, str, int | None]:
    """The hint as its four parts."""
    found = hint(state, order)
    assert found is not None
    return found.piece, found.target, found.kind, found.cost


@pytest.mark.parametrize("held", [True, False])
def test_regulars_at_stake_are_told(held: bool) -> None:
    """9.41: only while the British have them."""
    found = odds(acting("burgoyne", **SARATOGA, regulars=held).state, (), March("burgoyne", "saratoga"))
    assert found is not None
    assert bool(found.about["regulars"]) == held
