"""The panel of a siege: both sides' dice, what hit, what may come, what came and what it cost (12)."""

from math import comb
from typing import Any

import pytest

from domain.kernel import PUBLIC
from domain.kernel.battles import Battle, Course
from domain.kernel.events import Event
from domain.kernel.fought import Span, spans
from domain.kernel.history import Recorded
from domain.kernel.prose import prose
from domain.kernel.seats import Seat
from domain.wellington.events.battle import BattleBegan, BattleEnded, CardLaid
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.points import FlagPlaced
from domain.wellington.events.sieges import SackRolled, SiegeDiceApart, SiegeEnded, SiegeLifted, SiegeRolled
from domain.wellington.orders.answers import Respond
from domain.wellington.orders.battle import LayCard
from domain.wellington.orders.points import Carry, PlaceFlag
from domain.wellington.orders.sieges import AimAtRound, FightOn, LiftSiege
from domain.wellington.position.state import changed
from domain.wellington.seen.fights import BATTLES
from domain.wellington.seen.odds import odds, siege_round_chances
from tests.rules.wellington import test_card_movements as relief
from tests.rules.wellington import test_cards_harm as harm
from tests.rules.wellington.position import Table
from tests.rules.wellington.test_cards_draws import played
from tests.rules.wellington.test_siege_cards import (
    GUNS,
    HOPE,
    LIGHT_DIVISION,
    SAPPERS,
    pass_once,
    siege,
    to_the_end,
    until,
)
from tests.rules.wellington.test_siege_odds import chances, with_siege
from tests.rules.wellington.test_sieges import RODRIGO, before_rodrigo, besiege, fight_on

OTHERS = {"britain": (17,)}
"""Britain holds a card so that its impulse goes on after the siege."""


def found(table: Table) -> list[Span]:
    """The battles and sieges of the table, by their events."""
    return spans(BATTLES, [Recorded("", number, 0, event) for number, event in enumerate(table.game.events)])


def panel(table: Table, number: int = -1) -> Battle:
    """The battle or siege that began last, as everybody sees it."""
    events = [table.game.events[version] for version in found(table)[number].versions]
    return BATTLES.tell(Course(events, table.state, PUBLIC))


def lines(battle: Battle, camp: int) -> dict[str, int | None]:
    """What the dice of a side come from, with the cards by their name."""
    factors = [each for each in battle.camps[camp].factors if each is not None]
    return {str(each.said.about.get("card", each.said.key)): each.adds for each in factors}


def shares(battle: Battle) -> dict[str, float]:
    return {each.said.key: each.share for each in battle.chances}


def notes(battle: Battle) -> dict[str, Any]:
    return {each.key: each.about for each in battle.notes}


def to_the_first(table: Table, kind: type[Event]) -> Table:
    """Nobody answers or lays a card until such an event has happened."""
    while not table.all(kind):
        pass_once(table)
    return table


def test_both_sides_stand_line_by_line_before_any_die() -> None:
    """12.3: the besieger rolls as in battle, the fortress its strength; nobody of it stands there (12.1)."""
    table = siege([], OTHERS, lasting=LIGHT_DIVISION)
    battle = panel(table)
    assert battle.title.key == "siege" and battle.spaces == (RODRIGO,) and battle.stage == "declared"
    assert [(camp.side, camp.role, camp.pieces) for camp in battle.camps] == [
        ("britain", "attacker", ("wellington",)), ("nord", "defender", ()),
    ]  # fmt: skip
    assert lines(battle, 0) == {
        "soldiers": 5, "commander": 5, "nationality": 1, "the_light_division-title": 1,
    }  # fmt: skip
    assert lines(battle, 1) == {"fort_strength": 3}
    assert [camp.total for camp in battle.camps] == [12, 3]
    assert notes(battle)["sixes_so_far"] == {"sixes": 0, "strength": 3}


def test_the_chances_of_the_siege_are_exact_before_any_die_and_before_each_round() -> None:
    """12.3, R-78: he fights on whenever he may; the share is the one that enumeration finds."""
    table = siege([[6, *[1] * 10], [1] * 3], OTHERS)
    falls = float(sum(chances(with_siege("wellington", 5, 3)).values()))
    assert shares(panel(table)) == {"falls": pytest.approx(falls), "holds": pytest.approx(1 - falls)}
    while table.prompt != "lay_card":
        pass_once(table)
    assert panel(table).stage == "cards" and shares(panel(table))["falls"] == pytest.approx(falls)
    to_the_end(table)
    assert table.prompt == "fight_on"
    battle, offered = panel(table), odds(table.state, (), FightOn())
    assert battle.head is not None and battle.head.key == "if_fights_on" and offered is not None
    assert battle.result is not None and battle.result.key == "may_go_on"
    assert shares(battle)["falls"] == offered.win and battle.head.about["lost"] == round(offered.lost or 0, 1)


def test_only_sixes_hit_the_fortress_but_fives_and_sixes_the_besieger() -> None:
    """12.3; EX-A steps 3 to 5."""
    dice = [[6, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1], [5, 2, 1]]
    table = siege(dice, {"britain": (17,), "nord": (71,)}, lasting=LIGHT_DIVISION)
    to_the_first(until(table, LayCard("nord", SAPPERS), Seat("nord")), SiegeRolled)
    battle = panel(table)
    ((attack,), (defence,)) = (camp.throws for camp in battle.camps)
    assert battle.stage == "dice" and [card.card for card in battle.camps[1].cards] == [SAPPERS]
    assert attack.faces == (6, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1) and sum(attack.hits) == 2
    assert attack.expected == 2.0
    assert defence.faces == (5, 2, 1) and defence.hits == (True, False, False) and defence.expected == 1.0
    assert shares(battle)["enough"] == pytest.approx(0.322573, abs=1e-6)  # three sixes or more of twelve dice
    to_the_end(table)
    battle = panel(table)
    assert battle.stage == "result" and battle.result is not None and battle.result.key == "held"
    assert notes(battle)["sixes_so_far"] == {"sixes": 2, "strength": 3}
    suffered = {"power": "britain", "eliminated": 1, "disorganised": 1}
    assert notes(battle)["besieger_suffered"] == suffered, "one by the sappers' six (#71)"
    assert [type(each) for each in battle.losses] == [LossesTaken]


def test_what_the_dice_promised_counts_what_cards_make_of_them() -> None:
    """#21: each pair of fives is a six; #71: a six of the besieger's sappers is sure in the first round."""
    table = siege([[1] * 11, [1] * 3], {"britain": (17, 21, 71)})
    until(table, LayCard("britain", GUNS), Seat("britain"))
    to_the_first(until(table, LayCard("britain", SAPPERS), Seat("britain")), SiegeRolled)
    battle = panel(table)
    assert battle.head is not None and battle.head.about == {"attack": 11, "defence": 3, "sixes": 2}
    ways = sum(
        comb(11, sixes) * comb(11 - sixes, fives) * 4 ** (11 - sixes - fives)
        for sixes in range(12) for fives in range(12 - sixes) if sixes + fives // 2 >= 2
    )  # fmt: skip
    assert shares(battle)["enough"] == pytest.approx(ways / 6**11)


def test_a_fallen_fortress_tells_its_losses_its_flag_and_its_sack() -> None:
    """12.3, 12.41, 12.5: taken in fewer rounds than its strength, with what the die brought."""
    table = siege([[6, 6, 6, *[1] * 8], [6, 1, 1], [5]], OTHERS)
    until(table, PlaceFlag(RODRIGO, "spain"), Seat("britain"))
    to_the_end(table)
    battle = panel(table)
    assert table.all(SiegeEnded)[0].overrun
    assert battle.result is not None and battle.result.key == "siege_overrun" and battle.stage == "result"
    assert [type(each) for each in battle.losses] == [LossesTaken, FlagPlaced, SackRolled]


def test_the_dice_of_the_forlorn_hope_lie_apart_and_a_one_costs_a_piece() -> None:
    """#15: until they are rolled no chance is told, since they would change it."""
    table = siege([[6, 1, 1], [6, *[1] * 10], [1, 1, 1]], {"britain": (15, 17)})
    to_the_first(until(table, LayCard("britain", HOPE), Seat("britain")), CardLaid)
    assert not table.all(SiegeDiceApart) and not panel(table).chances
    to_the_first(table, SiegeRolled)
    apart, dice = panel(table).camps[0].throws
    assert apart.said.about["card"] == "forlorn_hope-title" and apart.faces == (6, 1, 1)
    assert apart.hits == (True, False, False) and len(dice.faces) == 11
    assert "backfired" in notes(panel(table))


def test_a_six_apart_counts_as_one_before_in_the_last_round() -> None:
    """#15: where no other round follows it is all the same when it was rolled."""
    state = with_siege("wellington", 5, 3)
    assert state.siege is not None
    last = changed(state.siege, round=3, sixes=1)
    apart = changed(state, siege=changed(last, apart=(6, 4, 2)))
    before = changed(state, siege=changed(last, sixes=2))
    assert siege_round_chances(apart)[0] == pytest.approx(siege_round_chances(before)[0])


def test_the_dice_that_the_bombardment_adds_late_lie_beside_the_others() -> None:
    """#8, W-7."""
    dice = [[6, 6, 5, *[1] * 9], [5, 2, 1], [6, 1, 1], [1]]
    table = siege(dice, {"britain": (17,), "spain": (8,)}, lasting=LIGHT_DIVISION)
    to_the_first(table, SiegeRolled)
    table.give(Respond("spain", "bombardment"), seat=Seat("spain"))
    to_the_end(until(table, AimAtRound(1), Seat("britain")))
    first, added = panel(table).camps[0].throws
    assert len(first.faces) == 12 and added.faces == (6, 1, 1)
    assert notes(panel(table))["sixes_so_far"]["sixes"] == 3


def test_a_second_round_has_its_own_dice_and_the_sixes_of_the_first() -> None:
    """12.3, example 1: a disorganised piece rolls no die, the sixes add up."""
    table = before_rodrigo(dice=[[6, 6, *[1] * 9], [5, 1, 1], [6, *[1] * 9], [1] * 3, [1]])
    fight_on(besiege(table, "wellington", 5))
    battle = panel(table)
    assert lines(battle, 0)["disorganised"] == -1 and len(battle.camps[0].throws[0].faces) == 10
    assert battle.head is not None and battle.head.about == {"attack": 10, "defence": 3, "sixes": 1}
    assert notes(battle)["siege_round"] == {"round": 2, "rounds": 3}
    assert notes(battle)["sixes_so_far"] == {"sixes": 3, "strength": 3}


def test_a_siege_that_is_given_up_before_any_die_is_lifted() -> None:
    """#27: the dice stand as they would have been counted, halved."""
    table = siege([], {"britain": (17,), "sud": (27,)})
    to_the_first(until(table, Respond("sud", "heavy_guns_stuck"), Seat("sud")), CardLaid)
    assert panel(table).camps[0].total == 6
    to_the_end(until(table, LiftSiege(), Seat("britain")))
    battle = panel(table)
    assert battle.result is not None and battle.result.key == "lifted" and not battle.chances


def test_what_is_told_of_a_siege_is_the_same_when_the_army_has_gone() -> None:
    table = siege([[6, 6, 6, *[1] * 8], [6, 1, 1], [5]], OTHERS)
    to_the_end(until(table, PlaceFlag(RODRIGO, "spain"), Seat("britain")))
    events = [table.game.events[version] for version in found(table)[-1].versions]
    gone = changed(table.state, troops={})
    assert BATTLES.tell(Course(events, gone, PUBLIC)) == panel(table)


def test_the_battle_of_those_who_relieve_a_fortress_is_no_part_of_its_siege() -> None:
    """#16, C-16: it is fought first, and told by itself."""
    table = relief.siege([[6, 4], relief.faces(10), relief.faces(11, 5)], soldiers_at=relief.RELIEF_ARMY)
    relieves = Respond("nord", relief.RELIEF, "relieve")
    relief.on(until(table, relieves, relief.NORD)).give(relief.COMING, Carry("marmont", 6))
    relief.settled(table)
    assert [panel(table, number).title.key for number in (0, 1)] == ["siege", "battle"]
    of_siege, of_battle = ([table.game.events[version] for version in span.versions] for span in found(table))
    assert isinstance(of_battle[-1], BattleEnded) and isinstance(of_siege[-1], SiegeEnded)
    assert not any(isinstance(each, BattleBegan) for each in of_siege) and table.all(SiegeLifted)
    result = panel(table, 0).result
    assert result is not None and result.key == "lifted"


@pytest.mark.parametrize("leaders", [{}, {"wellington": RODRIGO}])
def test_a_fortress_that_falls_to_a_card_is_told_without_dice(leaders: dict[str, str]) -> None:
    """#43, C-43: it falls before soldiers without a leader too, and is sacked as if in the first round."""
    soldiers = {RODRIGO: "britain 2 0 0"}
    table = harm.owner("britain", 43, soldiers_at=soldiers, leaders_at=leaders, dice=[[4], [1]])
    harm.choose(played(table, 43, "fortress"), 43, RODRIGO)
    (span,) = found(table)
    events = [table.game.events[version] for version in span.versions]
    for count in range(1, len(events) + 1):
        state = changed(table.state, siege=None)
        for each in events[:count]:
            state = each.apply(state)
        assert not any(camp.throws for camp in BATTLES.tell(Course(events[:count], state, PUBLIC)).camps)
    battle = panel(table)
    assert battle.result is not None and battle.result.key in ("taken", "siege_overrun")
    assert [camp.factors for camp in battle.camps] == [(), ()] and not battle.chances


@pytest.mark.parametrize("prompt", ["lay_card", "fight_on", "aim_guns", "siege_flag", "remove_leader"])
def test_the_questions_of_a_siege_are_asked_in_its_panel(prompt: str) -> None:
    assert prompt in BATTLES.asks


@pytest.mark.parametrize(("language", "title", "head"), [
    ("en", "Siege of Ciudad Rodrigo", "If Great Britain fights on"),
    ("it", "Assedio di Ciudad Rodrigo", "Se la Gran Bretagna continua"),
])  # fmt: skip
def test_a_siege_is_told_in_both_languages(language: str, title: str, head: str) -> None:
    table = to_the_end(siege([[6, *[1] * 10], [1] * 3], OTHERS))
    words, battle = prose("wellington", language), panel(table)
    assert words.of_battle(battle.title) == title and battle.head is not None
    assert words.of_battle(battle.head).startswith(head)
