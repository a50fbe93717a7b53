"""Battles: the cases of section D of the examples, and those of section I on battle."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from domain.kernel.orders import Order
from domain.washingtons_war.battle.chances import wins
from domain.washingtons_war.battle.modifiers import army_of, modifiers
from domain.washingtons_war.battle.odds import odds
from domain.washingtons_war.events.alliance import AllianceMarkerMoved, RegularsLost
from domain.washingtons_war.events.battle import (
    BattleCardUsed,
    BattleEnded,
    BattleLossesRolled,
    BattleResolved,
    BattleStarted,
    BattleValuesRolled,
    ForceRetreated,
    ForceSurrendered,
    UnitsFell,
)
from domain.washingtons_war.events.ending import GameEnded
from domain.washingtons_war.events.movement import ArmyMoved, GeneralActivated, OverrunMade
from domain.washingtons_war.events.pieces import CongressDispersed, GeneralCaptured, GeneralRemoved
from domain.washingtons_war.facts import SIDES, Side
from domain.washingtons_war.facts.ids import CAPTURED, OUT_OF_PLAY
from domain.washingtons_war.orders.battle import DiscardForBattle, PlayBattleCard, Retreat, UseNoCard
from domain.washingtons_war.orders.markers import RemoveMarker
from domain.washingtons_war.orders.movement import Halt, Intercept, March, SendGeneral, StandAndFight
from domain.washingtons_war.orders.units import LoseUnit
from domain.washingtons_war.position.conflict import Camp, Fight
from domain.washingtons_war.position.state import Impulse
from domain.washingtons_war.position.units import cu
from tests.rules.washingtons_war.marching import acting, campaigning, ends, go, quiet
from tests.rules.washingtons_war.position import Table, markers, position

OPS = "ops_1_01"
MORGAN, KNOX, ARNOLD, TARLETON = (
    "morgans_riflemen", "henry_knox_artillery", "benedict_arnold_betrays", "tarleton_waxhaws",
)  # fmt: skip


def attack(general: str, start: str, where: str, dice: Iterable[Sequence[int]] = (), **facts: Any) -> Table:
    """The general enters the space and whoever stands there fights; then the battle goes its way."""
    table = acting(general, dice=dice, generals={general: start, **facts.pop("generals", {})}, **facts)
    table.give(March(general, where))
    return stand(table)


def stand(table: Table) -> Table:
    """Nobody intercepts or avoids battle."""
    while table.prompt in ("intercept", "avoid_battle"):
        quiet_once(table)
    return table


def quiet_once(table: Table) -> Table:
    """The window that is open passes."""
    assert table.decision is not None
    silence = table.decision.asks[table.seats[0]].silence
    assert silence is not None
    return table.give(silence)


def chance(where: str, attacker: Side, camps: dict[Side, Camp], **facts: Any) -> int:
    """How many of 1296 results the attacker wins."""
    fight = facts.pop("fight", {})
    generals = {camp.general: where for camp in camps.values() if camp.general}
    state = position(generals=generals, **facts)
    battle = Fight(where, attacker, "", camps, **fight)
    armies = {side: army_of(state, battle, side) for side in camps}
    defender: Side = "american" if attacker == "british" else "british"
    won = wins(armies[attacker], armies[defender]) * 1296
    assert won.denominator == 1
    return int(won)


# Saratoga -------------------------------------------------------------------------------------------

SARATOGA: dict[str, Any] = {
    "generals": {"gates": "saratoga"}, "british": {"ticonderoga": 5}, "american": {"saratoga": 5},
    "markers": markers(american="ticonderoga saratoga albany", british="oswego"),
    "hands": {"british": (KNOX,), "american": (MORGAN,)},
}  # fmt: skip


def saratoga() -> Table:
    """Burgoyne at Saratoga as the rulebook tells it, to its end."""
    dice = [[4], [1], [3], [4], [5], [2]]
    table = attack("burgoyne", "ticonderoga", "saratoga", dice, **SARATOGA)
    return table.give(DiscardForBattle(KNOX)).give(PlayBattleCard(MORGAN))


def test_e_38_dice_and_totals() -> None:
    """9.2, 9.3, 9.4: every term of both sides, and the American wins 13 against 12."""
    table = saratoga()
    (values,) = table.all(BattleValuesRolled)
    assert values.values == {"british": 2, "american": 1}
    (result,) = table.all(BattleResolved)
    assert result.terms == {
        "british": {"units": 5, "general": 2, "regulars": 1, "discard": 1},
        "american": {"units": 5, "general": 1, "militia": 1, "battle_card": 2},
    }
    assert result.totals == {"british": 12, "american": 13}
    assert result.winner == "american"


def test_e_39_losses_and_surrender() -> None:
    """9.5, 9.61.B, 9.63.A: two CU fall, and Burgoyne has only Ticonderoga to go back to."""
    table = saratoga()
    assert table.all(BattleLossesRolled)[0].losses == {"british": 2, "american": 1}
    assert table.state.american["saratoga"] == 4
    (surrender,) = table.all(ForceSurrendered)
    assert (surrender.units, surrender.general) == ({"british": 3}, "burgoyne")
    assert table.state.generals["burgoyne"] == CAPTURED
    assert table.state.british == {"point_pleasant": 1}


def test_e_40_track() -> None:
    """9.2 Step 7, 9.41, 12.1: one for the victory, two for the Regulars."""
    table = saratoga()
    assert [(each.before, each.after) for each in table.all(AllianceMarkerMoved)] == [(0, 1), (1, 3)]
    assert not table.state.regulars
    assert table.all(BattleEnded)[0].lost == {"british": 5, "american": 1}


def test_e_41_the_attacker_wins_ties() -> None:
    """9.2 Step 4."""
    facts = {**SARATOGA, "hands": {}}
    table = attack("burgoyne", "ticonderoga", "saratoga", [[4], [4], [3], [3], [1], [6]], **facts)
    (result,) = table.all(BattleResolved)
    assert result.totals["british"] == result.totals["american"] == 11
    assert result.winner == "british"


def test_a_battle_is_dice_then_losses_then_retreat() -> None:
    """9.0, 9.6: the winner is known before anybody falls, and who is not destroyed leaves the field."""
    table = attack(
        "howe", "carlisle", "york", [[6], [1], [6], [1], [5], [6]], generals={"greene": "york"},
        british={"carlisle": 5}, american={"york": 3},
    )  # fmt: skip
    past_retreat(table)
    order = [BattleStarted, BattleValuesRolled, BattleResolved, BattleLossesRolled, UnitsFell, ForceRetreated]
    told = [type(event) for event in table.game.events if type(event) in order]
    assert told == order
    assert cu(table.state, "york", "american") == 0


def test_a_side_that_is_wiped_out_does_not_retreat() -> None:
    """9.0, 9.6: without CU and general there is nobody to go."""
    table = attack(
        "howe", "carlisle", "york", [[6], [6], [1], [6], [6]], british={"carlisle": 5}, american={"york": 2}
    )
    assert table.all(BattleEnded) and not table.all(ForceRetreated) and not table.all(ForceSurrendered)


# Losses and the winner's field ------------------------------------------------------------------------


@pytest.mark.parametrize(("marker", "held"), [("british", True), ("", True), ("american", False)])
def test_e_42_the_winner_loses_his_last_cu(marker: str, held: bool) -> None:
    """9.5: he stays on a friendly marker or none, and is captured on an enemy one (R-64)."""
    table = attack(
        "howe", "carlisle", "york", [[6], [1], [6], [1], [1], [1]], generals={"greene": "york"},
        british={"carlisle": 1}, american={"york": 1}, markers=markers(**{marker: "york"}) if marker else {},
    )  # fmt: skip
    assert table.all(BattleResolved)[0].winner == "british"
    table = past_retreat(table)
    assert table.state.generals["howe"] == ("york" if held else CAPTURED)


def past_retreat(table: Table) -> Table:
    """The beaten force goes to the first space that it may go to."""
    while table.decision is not None and table.prompt == "retreat":
        table.give(table.offers(Retreat)[0])
    return table


def test_both_sides_roll_for_losses() -> None:
    """9.5: the winner loses one CU against a general of agility 3 on 1 to 4, against none on 1 only."""
    for die, lost in ((4, 1), (5, 0)):
        table = attack(
            "howe", "carlisle", "york", [[6], [1], [6], [1], [1], [die]], generals={"greene": "york"},
            british={"carlisle": 5}, american={"york": 2},
        )  # fmt: skip
        assert table.all(BattleLossesRolled)[0].losses["british"] == lost
    for die, lost in ((1, 1), (2, 0)):
        table = attack(
            "howe", "carlisle", "york", [[6], [6], [1], [1], [die]],
            british={"carlisle": 5}, american={"york": 2},
        )  # fmt: skip
        assert table.all(BattleLossesRolled)[0].losses["british"] == lost


def test_the_american_says_which_nation_falls() -> None:
    """9.5, R-6: of a mixed force, one CU at a time."""
    table = attack(
        "howe", "carlisle", "york", [[6], [1], [6], [1], [5], [6]], generals={"greene": "york"},
        british={"carlisle": 5}, american={"york": 2}, french={"york": 2},
    )  # fmt: skip
    assert table.prompt == "lose_unit"
    table.give(LoseUnit("french")).give(LoseUnit("american"))
    assert (table.state.american["york"], table.state.french["york"]) == (1, 1)


def test_e_77_captured_while_winning() -> None:
    """9.5, 7.6.B, 12.1, R-64, R-100: the markers and three spaces first, then the victory."""
    table = attack(
        "clinton", "salem", "hillsborough", [[3], [5], [1], [6], [2], [2]],
        generals={"washington": "hillsborough"},
        british={"salem": 1}, american={"hillsborough": 1}, alliance=2,
        markers=markers(american="york", british="hillsborough new_bern"),
    )  # fmt: skip
    (result,) = table.all(BattleResolved)
    assert result.totals == {"british": 5, "american": 8}
    assert table.all(GeneralRemoved) == [GeneralRemoved("washington", "hillsborough", "7.6.B")]
    assert table.menu() == [RemoveMarker("york")]
    table.give(RemoveMarker("york"))
    assert table.all(ForceRetreated)[0].to == "salem"
    assert [(each.before, each.after) for each in table.all(AllianceMarkerMoved)] == [(2, 0), (0, 1)]


def test_e_105_winning_the_battle_losing_the_war() -> None:
    """13.1, 9.5: without any American or French CU the British win before the alliance moves."""
    table = acting(
        "burgoyne", generals={"burgoyne": "carlisle", "lee": "york"}, british={"carlisle": 1},
        dice=[[1], [6], [1], [6], [1], [2]],
    )  # fmt: skip
    table.game.state = position(
        generals={"burgoyne": "carlisle", "lee": "york"}, british={"carlisle": 1, "salem": 1},
        american={"york": 1}, marching=table.state.marching,
    )  # fmt: skip
    table.decision = table.game.run()
    stand(table.give(March("burgoyne", "york")))
    assert table.all(BattleResolved)[0].winner == "american"
    assert table.all(GameEnded)[0].winner == "british"
    assert not table.all(AllianceMarkerMoved)


# Modifiers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "marker", "navy", "helps"),
    [
        ("boston", "american", "", True), ("norfolk", "", "", True), ("philadelphia", "american", "", False),
        ("philadelphia", "british", "", True), ("quebec", "", "", False),
        ("savannah", "british", "south_atlantic", False), ("albany", "", "", False),
    ],
)  # fmt: skip
def test_e_118_where_the_royal_navy_helps(where: str, marker: str, navy: str, helps: bool) -> None:
    """9.42, 12.3: in any open port, a fortified one with a British marker; attacking or defending."""
    laid = markers(**{marker: where}) if marker else {}
    facts: dict[str, Any] = {"navy": navy} if navy else {}
    state = position(markers=laid, **facts)
    for attacker in SIDES:
        fight = Fight(where, attacker, "", {"british": Camp(1), "american": Camp(1)})
        assert ("royal_navy" in modifiers(state, fight, "british")) == helps
        assert "royal_navy" not in modifiers(state, fight, "american")


def test_e_99_militia_in_canada() -> None:
    """9.43, 10.0.B: Montreal and Quebec both, and nothing else counts."""
    fight = Fight("fort_detroit", "american", "", {"british": Camp(1), "american": Camp(1)})
    both = position(markers=markers(american="fort_detroit", british="montreal quebec"))
    assert "militia" in modifiers(both, fight, "british")
    one = position(markers=markers(american="fort_detroit", british="quebec"))
    assert not any("militia" in modifiers(one, fight, side) for side in ("british", "american"))


def test_e_98_militia_moves_within_a_card() -> None:
    """9.43, 7.2.B: the majority of markers at the moment of the battle."""
    camps: dict[Side, Camp] = {"british": Camp(5, "burgoyne"), "american": Camp(3, "gates")}
    before = markers(american="saratoga albany long_island", british="oswego fort_stanwix new_york")
    assert chance("albany", "british", camps, markers=before) == 1179
    after = {**before, "long_island": "british"}
    assert chance("albany", "british", camps, markers=after) == 1251


@pytest.mark.parametrize(
    ("attacker", "facts", "won"),
    [
        ("british", {"regulars": False}, 738),
        ("british", {}, 900),
        ("british", {"where": "baltimore"}, 1044),
        ("british", {"markers": markers(american="salem")}, 738),
        ("british", {"markers": markers(american="salem"), "fight": {"intercepted": True}}, 558),
        ("american", {"where": "baltimore"}, 396),
        ("american", {"where": "baltimore", "navy": "chesapeake"}, 558),
    ],
)
def test_e_97_cornwallis_and_greene(attacker: Side, facts: dict[str, Any], won: int) -> None:
    """9.4: four CU and a general of four on each side, one modifier at a time."""
    camps: dict[Side, Camp] = {"british": Camp(4, "cornwallis"), "american": Camp(4, "greene")}
    where = facts.get("where", "salem")
    rest = {name: value for name, value in facts.items() if name != "where"}
    assert chance(where, attacker, camps, **rest) == won


def test_e_90_and_e_91_interceptors_in_numbers() -> None:
    """7.8, 9.46: one more for the side that intercepted."""
    held = markers(american="alexandria yorktown")
    camps: dict[Side, Camp] = {"british": Camp(5, "cornwallis"), "american": Camp(4, "lafayette")}
    assert chance("alexandria", "british", camps, markers=held, fight={"intercepted": True}) == 1044
    camps = {"british": Camp(5, "clinton"), "american": Camp(4, "washington")}
    held = markers(american="hartford")
    assert chance("hartford", "british", camps, markers=held, fight={"intercepted": True}) == 558


@pytest.mark.parametrize(("hand", "bonus"), [((), 2), ((OPS,), 0)])
def test_e_46_winter_offensive(hand: tuple[str, ...], bonus: int) -> None:
    """9.44: Washington, activated by the very last card of the phase."""
    impulse = Impulse("american", 9, "ops_1_02", "activate")
    table = attack(
        "washington", "york", "carlisle", american={"york": 5}, british={"carlisle": 5}, impulse=impulse,
        hands={"british": hand},
    )  # fmt: skip
    quiet(table)
    assert table.all(BattleResolved)[0].terms["american"].get("winter_offensive", 0) == bonus


@pytest.mark.parametrize(
    ("hands", "order", "bonus"),
    [
        ({"american": ("edward_bancroft",)}, DiscardForBattle("edward_bancroft"), 2),
        ({"american": ("edward_bancroft",)}, UseNoCard(), 0),
        ({"american": ("henry_knox_artillery",)}, PlayBattleCard("henry_knox_artillery"), 0),
        ({"british": ("edward_bancroft",)}, DiscardForBattle("edward_bancroft"), 2),
        ({"british": ("edward_bancroft",)}, UseNoCard(), 0),
    ],
)
def test_the_last_card_played_may_be_followed_by_one_that_is_discarded(
    hands: dict[Side, tuple[str, ...]], order: Order, bonus: int
) -> None:
    """9.44: «attivata dall'ultima (in assoluto) Carta giocata nella Fase Strategica».

    In a battle a card is played or discarded (9.2, 6.33.D): none was played after one that was discarded.
    """
    table = acting(
        "washington", generals={"washington": "york"}, american={"york": 5}, british={"carlisle": 5},
        impulse=Impulse("american", 9, "ops_1_02", "activate"), hands=hands,
    )  # fmt: skip
    table.give(March("washington", "carlisle"))
    told = odds(table.state, (), order)
    table.give(order)
    assert table.all(BattleResolved)[0].terms["american"].get("winter_offensive", 0) == bonus
    if bonus:
        camps: dict[Side, Camp] = {"american": Camp(5, "washington"), "british": Camp(5)}
        for side in hands:
            camps[side] = Camp(5, camps[side].general, {"discard": 1})
        won = chance("carlisle", "american", camps, fight={"winter_offensive": True}) / 1296
        assert told is not None and told.win == pytest.approx(won if "american" in hands else 1 - won)


def test_only_washington_has_the_winter_offensive() -> None:
    """9.44, R-60: of the generals of a campaign his army alone."""
    table = campaigning(
        "washington", 2, generals={"greene": "york", "washington": "hartford"},
        american={"york": 5, "hartford": 5}, british={"carlisle": 2, "west_point": 2},
        impulse=Impulse("american", 9, "minor_campaign_1", "event"),
    )  # fmt: skip
    table.give(SendGeneral("greene")).give(March("greene", "carlisle"))
    past_retreat(quiet(table))
    table.give(SendGeneral("washington")).give(March("washington", "west_point"))
    quiet(table)
    found = [each.terms["american"].get("winter_offensive", 0) for each in table.all(BattleResolved)]
    assert found == [0, 2]


def test_washington_sets_out_in_winter_once_the_last_event_was_discarded_in_an_earlier_battle() -> None:
    """9.44, R-60: «indipendentemente dalla sequenza di attivazioni»."""
    table = campaigning(
        "washington", 2, generals={"greene": "york", "washington": "hartford"},
        american={"york": 5, "hartford": 5}, british={"carlisle": 2, "west_point": 2},
        impulse=Impulse("american", 9, "minor_campaign_1", "event"), hands={"american": ("edward_bancroft",)},
    )  # fmt: skip
    table.give(SendGeneral("greene")).give(March("greene", "carlisle"))
    past_retreat(table.give(DiscardForBattle("edward_bancroft")))
    table.give(SendGeneral("washington"))
    assert [each.winter_offensive for each in table.all(GeneralActivated)] == [False, True]


def test_e_94_glover_as_the_last_card() -> None:
    """7.3.C, 9.44, R-60: six spaces, a battle in the sixth, and the Winter Offensive."""
    impulse = Impulse("american", 9, "glovers_marblehead_regiment", "event")
    path = ("west_point", "morristown", "reading", "carlisle", "york", "frederick_town")
    facts: dict[str, Any] = {
        "generals": {"washington": "hartford", "clinton": "frederick_town"}, "american": {"hartford": 5},
        "british": {"frederick_town": 4}, "impulse": impulse,
    }  # fmt: skip
    table = quiet(go(acting("washington", spaces=6, **facts), "washington", *path))
    assert table.all(BattleResolved)[0].terms["american"]["winter_offensive"] == 2
    table = go(acting("washington", **facts), "washington", *path[:4])
    assert ends(table) == {"reading", "york", "bedford"}  # the fifth space; Frederick Town would be the sixth
    camps: dict[Side, Camp] = {"american": Camp(5, "washington"), "british": Camp(4, "clinton")}
    assert chance("frederick_town", "american", camps, fight={"winter_offensive": True}) == 1152


def test_e_95_arnold_on_the_trail() -> None:
    """7.4.D, 9.61, R-3, R-99: he goes back over it as attacker; as defender he may not go over it."""
    laid = markers(british="quebec montreal")
    camps: dict[Side, Camp] = {"american": Camp(3, "arnold"), "british": Camp(2, "carleton")}
    assert chance("quebec", "american", camps, markers=laid) == 549
    dice = [[1], [6], [1], [6], [1], [6]]
    for more, back in ((laid, True), ({**laid, "falmouth": "british"}, False)):
        table = attack(
            "arnold", "falmouth", "quebec", dice, generals={"carleton": "quebec"}, american={"falmouth": 3},
            british={"quebec": 2}, markers=more,
        )  # fmt: skip
        assert table.state.generals["arnold"] == ("falmouth" if back else CAPTURED)
    table = attack(
        "howe", "boston", "falmouth", [[6], [1], [6], [1], [1], [6]], generals={"arnold": "falmouth"},
        british={"boston": 5}, american={"falmouth": 3},
    )  # fmt: skip
    assert [each.to for each in table.all(ForceRetreated)] == ["concord_nh"]


def test_e_100_regulars_lost_between_two_battles() -> None:
    """9.41, 12.1: at once, also within a campaign; once in a game."""
    laid = markers(american="ticonderoga saratoga albany reading")
    first = [[1], [6], [1], [6], [1], [6]]
    second = [[1], [6], [1], [6], [6], [6]]
    table = campaigning(
        "howe", 2, generals={
            "burgoyne": "ticonderoga", "gates": "saratoga", "howe": "carlisle", "washington": "reading",
        },
        british={"ticonderoga": 5, "carlisle": 5}, american={"saratoga": 5, "reading": 5},
        markers=laid, alliance=2, dice=[*first, *second],
    )  # fmt: skip
    stand(table.give(SendGeneral("burgoyne")).give(March("burgoyne", "saratoga")))
    assert table.state.alliance == 5 and not table.state.regulars
    stand(table.give(SendGeneral("howe")).give(March("howe", "reading")))
    assert "regulars" not in table.all(BattleResolved)[1].terms["british"]
    assert table.all(BattleEnded)[1].lost["british"] == 3
    assert table.state.alliance == 6 and len(table.all(RegularsLost)) == 1
    camps: dict[Side, Camp] = {"british": Camp(5, "howe"), "american": Camp(5, "washington")}
    assert chance("reading", "british", camps, markers=laid, regulars=False) == 738
    assert chance("reading", "british", camps, markers=laid) == 900


def test_e_68_regulars_are_lost_only_once() -> None:
    """9.41, 12.1: later heavy losses move nothing."""
    facts = {**SARATOGA, "hands": {}, "regulars": False}
    table = attack("burgoyne", "ticonderoga", "saratoga", [[1], [6], [1], [6], [6], [6]], **facts)
    assert table.state.alliance == 1


def test_e_101_two_cu_are_not_three() -> None:
    """9.41, 9.63.A: losses are capped by what he has."""
    table = attack(
        "cornwallis", "carlisle", "york", [[1], [6], [1], [6], [6], [6]], generals={"greene": "york"},
        british={"carlisle": 2}, american={"york": 5}, markers=markers(american="carlisle"),
    )  # fmt: skip
    assert table.all(BattleEnded)[0].lost["british"] == 2
    assert table.state.generals["cornwallis"] == CAPTURED
    assert table.state.regulars and table.state.alliance == 1


def test_e_78_nine_is_nine() -> None:
    """12.2.A, R-83: once at nine the marker moves no more, whoever is captured."""
    table = campaigning(
        "howe", 3,
        generals={"burgoyne": "carlisle", "lee": "york", "howe": "albany", "washington": "springfield"},
        british={"carlisle": 1, "albany": 2}, american={"york": 5}, alliance=8,
        dice=[[1], [6], [1], [6], [1], [6]],
    )  # fmt: skip
    stand(table.give(SendGeneral("burgoyne")).give(March("burgoyne", "york")))
    assert table.state.alliance == 9
    go(table.give(SendGeneral("howe")), "howe", "springfield").give(Halt("howe"))
    assert table.state.generals["washington"] == OUT_OF_PLAY
    assert table.state.alliance == 9 and table.prompt == "campaign"


# Retreats -------------------------------------------------------------------------------------------


def test_the_beaten_attacker_goes_back_where_he_came_from() -> None:
    """9.61.B: to the last space of his path, not to where he began."""
    table = acting(
        "howe", generals={"howe": "philadelphia", "greene": "carlisle"}, british={"philadelphia": 5},
        american={"carlisle": 5}, dice=[[1], [6], [1], [6], [1], [6]],
    )  # fmt: skip
    stand(go(table, "howe", "york", "carlisle"))
    assert [(each.to, each.units) for each in table.all(ForceRetreated)] == [("york", {"british": 4})]
    assert table.state.generals["howe"] == "york"


def test_the_beaten_defender_chooses_but_not_the_attackers_way() -> None:
    """9.61.A, 9.61.B: any adjacent space without enemy CU or marker, save that."""
    table = attack(
        "howe", "philadelphia", "york", [[6], [1], [6], [1], [1], [6]], generals={"greene": "york"},
        british={"philadelphia": 5, "baltimore": 1}, american={"york": 3},
        markers=markers(british="frederick_town"),
    )  # fmt: skip
    assert [each.to for each in table.all(ForceRetreated)] == ["carlisle"]
    table = attack(
        "howe", "philadelphia", "york", [[6], [1], [6], [1], [1], [6]], generals={"greene": "york"},
        british={"philadelphia": 5}, american={"york": 3},
    )  # fmt: skip
    assert {order.to for order in table.offers(Retreat)} == {"carlisle", "baltimore", "frederick_town"}
    table.give(Retreat("baltimore"))
    assert table.state.american["baltimore"] == 2 and table.state.generals["greene"] == "baltimore"


def test_who_intercepted_need_not_go_back() -> None:
    """7.8.F, 9.61.B, R-51: any legal space, but not where the British came from."""
    table = acting(
        "howe", generals={"howe": "new_york", "greene": "morristown"}, british={"new_york": 5},
        american={"morristown": 3}, markers=markers(american="new_brunswick"),
        dice=[[1], [6], [1], [6], [1], [1], [6]],
    )  # fmt: skip
    table.give(March("howe", "new_brunswick")).give(Intercept("greene", "new_brunswick"))
    assert {order.to for order in table.offers(Retreat)} == {"morristown", "monmouth", "philadelphia"}


def test_intercepted_british_go_back_or_surrender() -> None:
    """7.8.F, 9.63.A: to where they came from, also if that is the enemy's."""
    table = acting(
        "howe", generals={"howe": "new_york", "greene": "morristown"}, british={"new_york": 3},
        american={"morristown": 5}, markers=markers(american="new_brunswick new_york"),
        dice=[[1], [1], [6], [1], [6], [1], [6]],
    )  # fmt: skip
    table.give(March("howe", "new_brunswick")).give(Intercept("greene", "new_brunswick"))
    assert table.all(ForceSurrendered) and table.state.generals["howe"] == CAPTURED


def test_e_43_sea_retreat() -> None:
    """9.62: from an open port to any port that is neither blockaded nor American."""
    facts: dict[str, Any] = {
        "generals": {"cornwallis": "yorktown"}, "british": {"yorktown": 5},
        "american": {"richmond": 5, "new_bern": 2}, "markers": markers(american="savannah", british="boston"),
    }  # fmt: skip
    dice = [[6], [1], [6], [1], [1], [6]]
    table = attack("washington", "richmond", "yorktown", dice, **facts)
    by_sea = {order.to for order in table.offers(Retreat) if order.by_sea}
    assert {"boston", "charleston"} <= by_sea and not {"savannah", "new_bern"} & by_sea
    assert Retreat("norfolk") in table.menu()
    table.give(Retreat("boston", by_sea=True))
    assert table.all(ForceRetreated)[0].cites == "9.62"
    assert table.state.generals["cornwallis"] == "boston"
    table = attack("washington", "richmond", "yorktown", dice, **facts, navy="chesapeake")
    assert [each.to for each in table.all(ForceRetreated)] == ["norfolk"]


def test_by_sea_nobody_goes_where_the_attacker_came_from() -> None:
    """9.61.B: «in un qualsiasi spazio ad eccezione di quello dove l'Armata attaccante proveniva».

    9.63.B calls it no «ritirata lecita per il difensore», whatever the sea allows.
    """
    table = attack(
        "washington", "boston", "barnstable", [[6], [6], [1], [1], [6]],
        british={"barnstable": 3}, american={"boston": 5},
    )  # fmt: skip
    offered = {(order.to, order.by_sea) for order in table.offers(Retreat)}
    assert not {("boston", True), ("boston", False)} & offered and ("falmouth", True) in offered


def test_no_attacker_and_no_american_retreats_by_sea() -> None:
    """9.62: attackers go back; Americans never put to sea."""
    table = attack(
        "howe", "boston", "falmouth", [[1], [6], [1], [6], [1], [6]], generals={"greene": "falmouth"},
        british={"boston": 5}, american={"falmouth": 5}, markers=markers(american="boston"),
    )  # fmt: skip
    assert table.all(ForceSurrendered)
    table = attack(
        "howe", "boston", "falmouth", [[6], [1], [6], [1], [1], [6]], generals={"greene": "falmouth"},
        british={"boston": 5}, american={"falmouth": 5}, markers=markers(british="concord_nh"),
    )  # fmt: skip
    assert table.all(ForceSurrendered)


def test_e_103_a_retreat_that_captures() -> None:
    """9.61, 7.6.A, R-63: a force with CU may go where a lone enemy general stands."""
    facts: dict[str, Any] = {
        "generals": {"greene": "camden", "clinton": "eutaw_springs"}, "british": {"charlotte": 5},
        "american": {"camden": 3}, "markers": markers(british="cheraw ninety_six"),
    }  # fmt: skip
    table = attack("cornwallis", "charlotte", "camden", [[6], [1], [6], [1], [1], [6]], **facts)
    assert table.state.generals["greene"] == "eutaw_springs"
    assert table.all(GeneralCaptured) == [GeneralCaptured("clinton", "eutaw_springs")]
    shut = {**facts, "markers": markers(british="cheraw ninety_six eutaw_springs")}
    table = attack("cornwallis", "charlotte", "camden", [[6], [1], [6], [1], [1], [6]], **shut)
    assert table.all(ForceSurrendered)[0].units == {"american": 2}
    assert table.state.generals["greene"] == CAPTURED
    table = attack("cornwallis", "charlotte", "camden", [[6], [1], [6], [1], [6], [6]], **facts)
    assert table.state.generals["greene"] == CAPTURED and table.state.generals["clinton"] == "eutaw_springs"


@pytest.mark.parametrize("way_out", [True, False])
def test_e_104_cu_without_a_general(way_out: bool) -> None:
    """9.61, 9.63.B, R-62: they retreat as one force, or surrender."""
    table = attack(
        "howe", "alexandria", "richmond", [[6], [6], [1], [1], [2]],
        british={"alexandria": 5, **({} if way_out else {"petersburg": 1})}, american={"richmond": 3},
        markers=markers(american="petersburg" if way_out else "", british="charlottesville yorktown"),
    )  # fmt: skip
    assert table.all(BattleLossesRolled)[0].losses == {"american": 1, "british": 0}
    assert bool(table.all(ForceSurrendered)) != way_out
    assert table.state.american.get("petersburg", 0) == (2 if way_out else 0)
    assert not table.all(GeneralCaptured)


def test_congress_is_dispersed_when_the_americans_lose_there() -> None:
    """7.7, R-65: beaten or surrendered."""
    table = attack(
        "howe", "new_brunswick", "philadelphia", [[6], [1], [6], [1], [1], [6]],
        generals={"greene": "philadelphia"}, british={"new_brunswick": 5}, american={"philadelphia": 3},
    )  # fmt: skip
    past_retreat(table)
    assert table.all(CongressDispersed)
    assert table.decision is None


# Cards ----------------------------------------------------------------------------------------------


def test_e_119_cards_in_a_battle() -> None:
    """9.45, 6.33: attacker first, then defender; battle cards of one's own side, any event for one."""
    facts: dict[str, Any] = {
        **SARATOGA, "hands": {"british": (TARLETON, KNOX, OPS), "american": ("ops_2_01", MORGAN)},
    }  # fmt: skip
    table = attack("burgoyne", "ticonderoga", "saratoga", **facts)
    assert table.seats == ("british",)
    assert set(table.menu()) == {
        UseNoCard(), PlayBattleCard(TARLETON), DiscardForBattle(TARLETON), DiscardForBattle(KNOX),
    }  # fmt: skip
    table.give(PlayBattleCard(TARLETON))
    assert table.seats == ("american",)
    assert set(table.menu()) == {UseNoCard(), PlayBattleCard(MORGAN), DiscardForBattle(MORGAN)}
    table.give(DiscardForBattle(MORGAN))
    used = [(each.card, each.use, each.modifier) for each in table.all(BattleCardUsed)]
    assert used == [(TARLETON, "battle_card", 2), (MORGAN, "discard", 1)]
    terms = table.all(BattleResolved)[0].terms
    assert (terms["british"]["battle_card"], terms["american"]["discard"]) == (2, 1)


def test_e_85_must_play_cards_are_no_help_in_battle() -> None:
    """9.45, 6.33.C, 6.34.A: the only answer is to use none, but the question is asked (D-15)."""
    hand = ("declaration_of_independence", "north_government_falls_1780")
    table = attack("burgoyne", "ticonderoga", "saratoga", **{**SARATOGA, "hands": {"british": hand}})
    assert table.menu() == [UseNoCard()]


@pytest.mark.parametrize("units", [4, 3])
def test_e_102_arnolds_card_in_his_own_battle(units: int) -> None:
    """9.2 Step 1, 9.7, R-55, R-106: against four CU one CU alone is overrun; against three it fights on."""
    table = attack(
        "burgoyne", "ticonderoga", "saratoga", generals={"arnold": "saratoga"},
        british={"ticonderoga": units},
        american={"saratoga": 1}, hands={"british": (ARNOLD,), "american": (OPS,)},
    )  # fmt: skip
    table.give(PlayBattleCard(ARNOLD))
    assert table.state.generals["arnold"] == OUT_OF_PLAY
    assert ARNOLD in table.state.removed
    if units == 4:
        assert table.all(OverrunMade) and table.prompt == "march"
        assert table.state.alliance == 0 and not table.all(BattleEnded)
        table.give(March("burgoyne", "albany"))
        assert table.all(ArmyMoved)[-1].used == 2
    else:
        assert table.prompt == "battle_card" and table.seats == ("american",)
        table.give(UseNoCard())
        (result,) = table.all(BattleResolved)
        assert result.terms["british"]["battle_card"] == 2 and result.winner == "british"
        assert set(table.all(BattleValuesRolled)[0].generals) == {"british"}


def test_arnold_taken_away_while_he_attacks() -> None:
    """9.2 Step 1, R-55: his CU fight on without a general, and there is no overrun."""
    table = attack(
        "arnold", "albany", "saratoga", [[6], [1], [6], [1], [6]], generals={"burgoyne": "saratoga"},
        american={"albany": 1}, british={"saratoga": 5}, hands={"british": (ARNOLD,)},
    )  # fmt: skip
    table.give(PlayBattleCard(ARNOLD))
    assert table.all(BattleResolved)[0].terms["american"] == {"units": 1}
    assert not table.all(OverrunMade)
    assert table.decision is None


def test_a_hand_without_cards_is_not_asked() -> None:
    """9.2 Step 1: hand sizes are public, so the question tells nothing."""
    table = attack("burgoyne", "ticonderoga", "saratoga", **{**SARATOGA, "hands": {"american": (OPS,)}})
    assert table.seats == ("american",) and table.menu() == [UseNoCard()]


def test_a_battle_ends_the_activation() -> None:
    """7.3.B, 9.1, R-44: won or lost, nobody marches on."""
    table = attack(
        "howe", "carlisle", "york", [[6], [6], [1], [1], [6]], british={"carlisle": 5}, american={"york": 2}
    )
    past_retreat(table)
    assert table.state.generals["howe"] == "york" and table.decision is None


def test_a_general_alone_with_one_cu_fights() -> None:
    """9.1, 9.7: a normal battle, which he may try to avoid first."""
    table = acting(
        "burgoyne", generals={"burgoyne": "ticonderoga", "lee": "saratoga"}, british={"ticonderoga": 5},
        american={"saratoga": 1},
    )  # fmt: skip
    table.give(March("burgoyne", "saratoga")).give(StandAndFight())
    assert table.all(BattleResolved)
