"""Battles (11): cards, dice, losses, rounds and who wins."""

from typing import Any

import pytest

from domain.kernel import Play
from domain.wellington.battle.battle import at_hand, harm, strike
from domain.wellington.battle.dice import nationality
from domain.wellington.events.battle import (
    AttackJoined,
    BattleDiceCounted,
    BattleResolved,
    BattleRolled,
    CardLaid,
    CardSettled,
    CardStruck,
    CardTurned,
    PiecesLost,
    PiecesReturned,
    PlunderRolled,
    SoldiersRallied,
)
from domain.wellington.events.cards import CardPlayed
from domain.wellington.facts.world import Side
from domain.wellington.orders.answers import RemoveLeader
from domain.wellington.orders.battle import LayCard, LayNone, LeaveFlag, TakeOddLoss
from domain.wellington.orders.points import PlaceFlag
from domain.wellington.position import card_changes, card_table
from domain.wellington.position.card_table import BATTLE_CARDS, CardEffect, on_nothing
from domain.wellington.position.conflict import Battle, Camp, Laid, Part
from domain.wellington.position.state import General, Lasting, State, Troop, sp_of
from tests.rules.wellington.position import Table, fought, position

SALAMANCA = Battle("salamanca", "allied", "britain", ("ciudad_rodrigo",), line="broken")
MEET = Battle("salamanca", "french", "nord", ("lumbrales",))
"""Nord attacks over an open line from Lumbrales."""


def dice_of(table: Table, side: Side) -> list[int]:
    """What a side counted, round by round."""
    return [event.total for event in table.all(BattleDiceCounted) if event.side == side]


def result_of(table: Table) -> BattleResolved:
    (result,) = table.all(BattleResolved)
    return result


def test_wellington_routs_marmont_at_salamanca() -> None:
    """EX-A 23 without its cards: 5 + 5 + 1 dice against 2 + 2 + 2 and 1 for the broken line."""
    table = fought(
        SALAMANCA,
        soldiers_at={"salamanca": "britain 1 2 0, nord 2 0 0"},
        leaders_at={"wellington": "salamanca", "marmont": "salamanca"},
        dice=[[6, 5, 5, 5, 4, 4, 4, 3, 3, 2, 2], [6, 4, 4, 3, 3, 2, 1], [1]],
    )
    assert table.prompt == "free_flag"
    assert dice_of(table, "allied") == [11] and dice_of(table, "french") == [7]
    result = result_of(table)
    assert result.winner == "allied" and result.is_rout and result.is_overrun and result.is_flag_overrun
    assert result.hits == {"allied": 1, "french": 4} and result.losses == {"allied": 1, "french": 3}
    assert not table.state.leaders["wellington"].marked
    assert table.state.leaders["marmont"].place == "unbuilt"
    table.give(PlaceFlag("salamanca", "britain"))
    assert table.state.flags["salamanca"] == "britain" and not table.state.battles


def test_the_free_flag_may_be_left() -> None:
    table = fought(
        SALAMANCA,
        soldiers_at={"salamanca": "britain 1 2 0, nord 1 0 0"},
        leaders_at={"wellington": "salamanca"},
        dice=[[6, 5, 5, 5, 4, 4, 4, 3, 3, 2, 2], [4, 4, 4, 3]],
    )
    table.give(LeaveFlag())
    assert "salamanca" not in table.state.flags and not table.state.battles


def test_the_spanish_masses_beat_marmont_at_valladolid_in_two_rounds() -> None:
    """EX-A 17 and 18, without the two dice of the card: a tie, then hits 2 to 1; Marmont retreats."""
    table = fought(
        Battle("valladolid", "allied", "spain"),
        soldiers_at={"valladolid": "spain 0 1 0, nord 2 0 0"},
        leaders_at={"marmont": "valladolid"},
        dice=[[5, 1], [6, 1, 2, 3, 4, 4], [6], [1, 2, 3, 4, 4]],
    )
    assert dice_of(table, "allied") == [2, 1] and dice_of(table, "french") == [6, 5]
    assert table.prompt == "retreat"
    assert table.state.battles[-1].winner == "allied" and not table.state.battles[-1].is_rout
    assert sp_of(table.state, "valladolid", "spain") == 1 and sp_of(table.state, "valladolid", "nord") == 1


def test_joseph_routs_a_leaderless_cavalry_whose_evasion_failed() -> None:
    """EX-A 49: 4 + 1 + 2 and 1 for the evasion against 2; no flag in a fortress, no plunder, no marker."""
    table = fought(
        Battle("ciudad_rodrigo", "french", "nord", ("almaraz",), evasion_failed=True),
        soldiers_at={"ciudad_rodrigo": "spain 0 1 0, nord 0 2 0"},
        leaders_at={"joseph": "ciudad_rodrigo"},
        flags={"ciudad_rodrigo": "spain"},
        dice=[[5, 5, 5, 4, 4, 3, 2, 1], [1, 2]],
    )
    assert dice_of(table, "french") == [8] and dice_of(table, "allied") == [2]
    result = result_of(table)
    assert result.is_rout and result.is_overrun and result.is_flag_overrun
    assert table.state.flags["ciudad_rodrigo"] == "spain"
    assert not table.all(PlunderRolled) and not table.state.leaders["joseph"].marked


@pytest.mark.parametrize(("spanish", "bonus"), [(5, 1), (6, 0)])
def test_a_group_is_british_if_half_of_it_is(spanish: int, bonus: int) -> None:
    """EX-17: 4 British SP and Wellington beside 5 or 6 Spanish SP."""
    assert nationality(position(), "allied", {"britain": 5, "spain": spanish}) == bonus


def test_the_french_bonus_falls_when_the_emperor_calls() -> None:
    assert nationality(position(), "french", {"nord": 3}) == 2
    assert nationality(position(removed=("the_emperor_calls",)), "french", {"nord": 3}) == 1


@pytest.mark.parametrize(("line", "dice"), [(None, 0), ("open", 0), ("broken", 1), ("pass", 2), ("river", 3)])
def test_the_line_gives_the_defender_dice_in_the_first_round_only(line: Any, dice: int) -> None:
    """EX-18."""
    table = fought(
        Battle("salamanca", "allied", "britain", ("ciudad_rodrigo",), line=line),
        soldiers_at={"salamanca": "britain 2 0 0, nord 0 1 0"},
        dice=[[1] * 3, [1] * (4 + dice), [1] * 3, [1] * 4],
    )
    assert dice_of(table, "french") == [4 + dice, 4] and dice_of(table, "allied") == [3, 3]


def test_disorganisations_cost_dice_in_the_second_round_but_never_below_none() -> None:
    """EX-19 without card 13, and EX-20."""
    table = fought(
        Battle("salamanca", "french", "sud", ("lumbrales",)),
        soldiers_at={"salamanca": "sud 4 0 0, spain 1 0 0"},
        leaders_at={"soult": "salamanca"},
        dice=[[5, 5, 1, 1, 1, 1, 1, 1, 1, 1], [5]],
    )
    assert dice_of(table, "allied") == [1]
    table = fought(
        MEET,
        soldiers_at={"salamanca": "nord 2 0 0, spain 2 0 0"},
        dice=[[5, 5, 1, 1], [5, 5], [1, 1]],
    )
    assert dice_of(table, "allied") == [2, 0] and dice_of(table, "french") == [4, 2]
    assert result_of(table).winner == "allied"


def test_sixes_eliminate_before_fives_disorganise_and_fall_on_the_disorganised() -> None:
    """11.5, R-60: the disorganised piece of the first round dies in the second, so the rout finds none."""
    table = fought(
        MEET,
        soldiers_at={"salamanca": "nord 2 0 0, spain 3 0 0"},
        dice=[[5, 1, 1, 1], [5, 1, 1], [6, 1, 1], [1, 1]],
    )
    assert table.state.battles[-1].camps["allied"].shaken == 0
    assert table.prompt == "retreat"


def test_a_tie_and_a_tie_again_send_the_attacker_back() -> None:
    """EX-21, R-63: no rout, no plunder, all are marked."""
    table = fought(
        MEET,
        soldiers_at={"salamanca": "nord 2 0 0, britain 2 0 0"},
        leaders_at={"clausel": "salamanca"},
        dice=[[5, 1, 1, 1, 1, 1], [5, 1, 1], [1] * 5, [1] * 2],
    )
    result = result_of(table)
    assert result.winner == "allied" and not result.is_rout and result.rounds == 2
    assert sp_of(table.state, "lumbrales", "nord") == 2
    assert table.state.leaders["clausel"] == General("map", "lumbrales", marked=True)
    assert all(troop.marked for troop in table.state.troops["salamanca"])
    assert not table.all(PlunderRolled)


@pytest.mark.parametrize(("suffered", "is_rout"), [([5], True), ([5, 5], False)])
def test_three_hits_ahead_are_a_rout(suffered: list[int], is_rout: bool) -> None:
    """EX-22: 4 to 1 is one, 4 to 2 is not; only a rout kills the disorganised."""
    table = fought(
        MEET,
        soldiers_at={"salamanca": "nord 6 0 0, britain 5 0 0"},
        dice=[[5, 5, 5, 5, 1, 1, 1, 1], suffered + [1] * (6 - len(suffered))],
    )
    assert table.state.battles[-1].is_rout == is_rout
    assert sp_of(table.state, "salamanca", "britain") == (1 if is_rout else 5)


def test_who_is_wholly_eliminated_has_lost_whatever_the_hits() -> None:
    """R-62: one hit kills the only piece; the winner has suffered two."""
    table = fought(
        MEET,
        soldiers_at={"salamanca": "nord 4 0 0, spain 1 0 0"},
        dice=[[6, 1, 1, 1, 1, 1], [1]],
    )
    result = result_of(table)
    assert result.winner == "french" and result.is_overrun and not result.is_rout


def test_if_both_are_gone_nobody_wins() -> None:
    """R-61: no flag, no plunder, the duchy keeps its controller."""
    table = fought(MEET, soldiers_at={"salamanca": "nord 1 0 0, spain 1 0 0"}, dice=[[6, 6, 1], [6]])
    result = result_of(table)
    assert result.winner is None and not result.is_overrun
    assert "salamanca" not in table.state.flags and not table.state.troops and not table.state.battles


def test_leaders_fall_after_the_last_soldier_and_the_commander_last() -> None:
    """R-58: four sixes take two soldiers, then staff of the owner's choice."""
    table = fought(
        Battle("salamanca", "french", "nord", ("lumbrales",)),
        soldiers_at={"salamanca": "nord 4 0 0, britain 2 0 0"},
        leaders_at={"wellington": "salamanca", "hill": "salamanca", "beresford": "salamanca"},
        dice=[[6, 6, 6, 1, 1, 1], [6] + [1] * 9],
    )
    assert table.prompt == "remove_leader"
    assert {order.leader for order in table.offers(RemoveLeader)} == {"beresford", "hill"}
    table.give(RemoveLeader("hill"))
    assert table.state.leaders["hill"].place == "unbuilt"
    assert table.state.leaders["wellington"].place == "map"


def test_allies_share_losses_and_the_commander_says_where_the_odd_one_falls() -> None:
    """11.51, R-59."""
    table = fought(
        MEET,
        soldiers_at={"salamanca": "nord 6 0 0, britain 4 0 0, spain 4 0 0"},
        leaders_at={"wellington": "salamanca"},
        dice=[[6, 6, 6, 1, 1, 1, 1, 1], [1] * 14],
    )
    assert table.prompt == "odd_loss" and table.seats == ("britain",)
    table.give(TakeOddLoss("spain"))
    assert [(e.power, e.sp) for e in table.all(PiecesLost)] == [("britain", 1), ("spain", 2)]


def test_one_who_has_too_few_gives_what_he_has() -> None:
    table = fought(
        MEET,
        soldiers_at={"salamanca": "nord 6 0 0, britain 6 0 0, spain 1 0 0"},
        dice=[[6, 6, 6, 6, 1, 1, 1, 1], [1] * 8],
    )
    assert [(e.power, e.sp) for e in table.all(PiecesLost)] == [("britain", 3), ("spain", 1)]


# Cards --------------------------------------------------------------------------------------------


@pytest.fixture
def rush(monkeypatch: pytest.MonkeyPatch) -> None:
    """A battle card of two dice for one round, as a card writer enters it."""
    monkeypatch.setitem(BATTLE_CARDS, "cold_steel", CardEffect(lambda play, power, target: None, on_nothing))

    def two(state: Any, fight: Any, laid: Laid, side: Side) -> int:
        return 2 * (side == card_changes.helped(laid) and laid.round == fight.round)

    monkeypatch.setitem(card_table.dice, "cold_steel", two)
    monkeypatch.setattr(card_table, "works", {})


def test_the_attackers_powers_lay_cards_first_then_the_defenders(rush: None) -> None:
    """D-14: each power with a card and a piece is asked, whatever it holds."""
    table = fought(
        MEET,
        soldiers_at={"salamanca": "nord 4 0 0, britain 2 0 0, spain 1 0 0"},
        hands={"britain": (14,), "sud": (9,), "spain": (9,), "nord": (10,)},
    )
    asked = []
    while table.prompt == "lay_card":
        asked.append(table.seats[0])
        table.give(LayNone()).quiet()
    assert asked[:3] == ["nord", "britain", "spain"]


def test_an_ally_without_a_piece_plays_no_battle_card(rush: None) -> None:
    """EX-16."""
    table = fought(
        MEET, soldiers_at={"salamanca": "nord 4 0 0, britain 2 0 0"}, hands={"spain": (14,), "sud": (9,)}
    )
    assert table.prompt != "lay_card"


def test_a_battle_card_lies_in_its_round(rush: None) -> None:
    """R-57: its dice hold for one round."""
    table = fought(
        MEET,
        soldiers_at={"salamanca": "nord 2 0 0, britain 2 0 0"},
        hands={"britain": (14,)},
        dice=[[1] * 4, [1] * 5, [1] * 4, [1] * 3],
    )
    assert LayCard("britain", "cold_steel") in table.menu()
    table.give(LayCard("britain", "cold_steel")).quiet()
    assert dice_of(table, "allied") == [5, 3]
    assert [event.mode for event in table.all(CardPlayed)] == ["battle"]
    assert table.all(CardLaid)[0].laid == Laid("cold_steel", "britain", 1)


def test_a_pool_is_halved_after_all_additions(monkeypatch: pytest.MonkeyPatch) -> None:
    """EX-45: half of 5 dice is 3, of 2 is 1."""
    monkeypatch.setitem(
        card_table.pool, "a_card", lambda state, fight, laid, side, dice: card_changes.halved(dice)
    )
    table = fought(
        MEET,
        soldiers_at={"salamanca": "nord 3 0 0, spain 2 0 0"},
        lasting=(Lasting("a_card", "spain"),),
        dice=[[1] * 3, [1], [1] * 3, [1]],
    )
    assert dice_of(table, "french") == [3, 3] and dice_of(table, "allied") == [1, 1]
    assert [card_changes.halved(dice) for dice in (1, 2, 3, 4)] == [1, 1, 2, 2]


def test_cards_may_soften_the_dice_against_a_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """EX-A 23: two fives are ignored, so the French score one hit."""

    def ignore_two(
        state: Any, fight: Any, laid: Laid, side: Side, faces: card_table.Faces
    ) -> card_table.Faces:
        fives = [face for face in faces if face == 5]
        if side != card_changes.helped(laid):
            return faces
        return (*(face for face in faces if face != 5), *fives[2:])

    monkeypatch.setitem(card_table.faces, "a_card", ignore_two)
    table = fought(
        SALAMANCA,
        soldiers_at={"salamanca": "britain 1 2 0, nord 2 0 0"},
        leaders_at={"wellington": "salamanca", "marmont": "salamanca"},
        lasting=(Lasting("a_card", "britain"),),
        dice=[[6, 5, 5, 5, 4, 4, 4, 3, 3, 2, 2], [6, 5, 5, 4, 3, 2, 1], [1]],
    )
    assert table.all(BattleRolled)[0].french == (6, 5, 5, 4, 3, 2, 1)
    assert result_of(table).hits == {"allied": 1, "french": 4}


def test_damage_done_before_the_battle_counts() -> None:
    """R-84: a caller may bring hits into the first round."""
    battle = Battle("salamanca", "french", "nord", ("lumbrales",), camps={"allied": Camp(hits=1)})
    table = fought(battle, soldiers_at={"salamanca": "nord 2 0 0, spain 2 0 0"}, dice=[[1] * 4, [1] * 2])
    assert table.state.battles[-1].winner == "french"


# Hooks of cards -----------------------------------------------------------------------------------


def with_card(monkeypatch: pytest.MonkeyPatch, table: str, function: Any) -> tuple[Laid, ...]:
    """A card of Britain that lies in the battle and answers one of the tables."""
    monkeypatch.setitem(getattr(card_table, table), "a_card", function)
    return (Laid("a_card", "britain", 1),)


BRITISH_ROUT = {
    "soldiers_at": {"salamanca": "britain 6 0 0, nord 5 0 0"},
    "dice": [[5, 5, 5, 1, 1, 1, 1], [1] * 7],
}
"""Three hits against none on five soldiers."""


def test_a_card_may_turn_a_rout_into_a_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = with_card(monkeypatch, "rout", lambda state, battle, laid, side: "retreat")
    table = fought(Battle("salamanca", "allied", "britain", cards=cards), **BRITISH_ROUT)
    assert not at_hand(table.state).is_rout and sp_of(table.state, "salamanca", "nord") == 5


def test_a_card_may_spare_the_routed(monkeypatch: pytest.MonkeyPatch) -> None:
    """C-49: the rout itself stands."""
    cards = with_card(monkeypatch, "rout", lambda state, battle, laid, side: "spared")
    table = fought(Battle("salamanca", "allied", "britain", cards=cards), **BRITISH_ROUT)
    assert at_hand(table.state).is_rout and sp_of(table.state, "salamanca", "nord") == 5


def test_a_card_may_change_the_margin_of_a_rout(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = with_card(monkeypatch, "margin", lambda state, battle, laid, side: 1)
    table = fought(Battle("salamanca", "allied", "britain", cards=cards), **BRITISH_ROUT)
    assert not at_hand(table.state).is_rout


def test_a_card_may_say_who_has_won(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = with_card(monkeypatch, "verdict", lambda state, battle, laid, found: "french")
    table = fought(Battle("salamanca", "allied", "britain", cards=cards), **BRITISH_ROUT)
    assert result_of(table).winner == "french" and table.state.regroup["britain"] == 6


def test_a_card_may_take_the_benefit_of_an_overrun(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = with_card(monkeypatch, "denied", lambda state, battle, laid, side: True)
    table = fought(
        Battle("salamanca", "allied", "britain", cards=cards),
        soldiers_at={"salamanca": "britain 6 0 0, nord 1 0 0"},
        dice=[[6, 6, 6, 1, 1, 1, 1], [1] * 3],
    )
    assert table.prompt == "spend_point" and "salamanca" not in table.state.flags
    assert result_of(table).is_overrun and all(t.marked for t in table.state.troops["salamanca"])


def test_a_forced_round_is_fought_whatever_the_hits(monkeypatch: pytest.MonkeyPatch) -> None:
    """#36: a second round is certain."""
    table = fought(
        Battle("salamanca", "allied", "britain", must=2),
        soldiers_at={"salamanca": "britain 3 0 0, nord 5 0 0"},
        dice=[[5, 1, 1, 1], [1] * 7, [1] * 4, [5, 5] + [1] * 4],
    )
    assert result_of(table).winner == "french" and result_of(table).rounds == 2


def test_a_card_may_work_before_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """#110: what early dice hit does not roll in the round, and counts."""

    def early(play: Play[State], laid: Laid) -> None:
        strike(play, "french", (6, 5))

    monkeypatch.setitem(card_table.works, ("a_card", "before_dice"), early)
    table = fought(
        Battle("salamanca", "allied", "britain", cards=(Laid("a_card", "britain", 1),)),
        soldiers_at={"salamanca": "britain 3 0 0, nord 5 0 0"},
        dice=[[1] * 4, [1] * 5],
    )
    assert dice_of(table, "french") == [5] and table.prompt == "retreat"
    assert at_hand(table.state).camps["french"].hits == 2


def test_a_card_may_harm_the_beaten_before_they_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(card_table.works, ("a_card", "beaten"), lambda play, laid: harm(play, ("nord",), 5))
    table = fought(
        Battle("salamanca", "allied", "britain", cards=(Laid("a_card", "britain", 1),)),
        soldiers_at={"salamanca": "britain 6 0 0, nord 5 0 0"},
        dice=[[5, 1, 1, 1, 1, 1, 1], [1] * 7],
    )
    assert result_of(table).is_overrun and result_of(table).losses == {"allied": 0, "french": 5}


def test_cards_in_a_battle_may_be_turned_settled_and_struck() -> None:
    """#55, #58, #2."""
    table = fought(
        Battle("salamanca", "allied", "britain", cards=(Laid("a_card", "britain", 1),)), **BRITISH_ROUT
    )
    table.game.record(CardTurned("salamanca", "a_card", "nord"))
    table.game.record(CardSettled("salamanca", "a_card", "dice"))
    assert at_hand(table.state).cards == (Laid("a_card", "nord", 1, "dice"),)
    table.game.record(CardStruck("salamanca", "a_card", "the_cavalry_brigade"))
    assert not at_hand(table.state).cards


def test_rallied_soldiers_are_hits_no_more_and_the_fallen_may_return() -> None:
    """C-32, C-79."""
    table = fought(
        Battle("salamanca", "allied", "britain"),
        soldiers_at={"salamanca": "britain 6 0 0, nord 5 0 0"},
        dice=[[6, 6, 5, 5, 1, 1, 1], [5, 5, 5] + [1] * 4],
    )
    table.game.record(SoldiersRallied("salamanca", "french", 1))
    camp = at_hand(table.state).camps["french"]
    assert (camp.hits, camp.disorganised, camp.shaken, camp.lost) == (3, 1, 1, 2)
    assert camp.fallen == (Part("nord", 2),)
    table.game.record(PiecesReturned("nord", "salamanca", Troop("nord", 1)))
    camp = at_hand(table.state).camps["french"]
    assert camp.fallen == (Part("nord", 1),) and camp.lost == 1
    assert sp_of(table.state, "salamanca", "nord") == 4


def test_interceptors_by_card_join_the_attack() -> None:
    """R-65: one more duchy to go back to."""
    table = fought(Battle("salamanca", "allied", "britain", ("ciudad_rodrigo",)), **BRITISH_ROUT)
    table.game.record(AttackJoined("salamanca", "lumbrales", "open"))
    battle = at_hand(table.state)
    assert battle.origins == ("ciudad_rodrigo", "lumbrales") and battle.line == "open"


def test_who_has_lost_his_commander_for_good_counts_no_other() -> None:
    """#32: an army led by nobody has no battle value."""
    camps: dict[Side, Camp] = {"allied": Camp(headless=True)}
    table = fought(
        Battle("salamanca", "allied", "britain", camps=camps),
        soldiers_at={"salamanca": "britain 3 0 0, nord 3 0 0"},
        leaders_at={"hill": "salamanca"},
    )
    assert dice_of(table, "allied")[0] == 3 + 1 + 1
