"""Where rules meet: EX-205 to EX-272."""

import pytest

from domain.kernel import PUBLIC, Seat
from domain.kernel.prose import prose
from domain.napoleonics.combat.dice import ranged_dice
from domain.napoleonics.combat.retreats import ignorable, retreats
from domain.napoleonics.combat.sight import sees
from domain.napoleonics.combat.targets import attack_dice, battery_dice
from domain.napoleonics.events.cards import CardDrawn, DeckShuffled, SquareFormed
from domain.napoleonics.events.combat import AttackRolled, BlocksLost, LeaderChecked, LeaderEliminated
from domain.napoleonics.events.movement import UnitExited
from domain.napoleonics.events.turns import BannerLost
from domain.napoleonics.facts import FACTS
from domain.napoleonics.facts.scenarios import ExitFact, ObjectiveFact
from domain.napoleonics.facts.sides import SEATS
from domain.napoleonics.orders.cards import (
    ChooseSection,
    LeaveSquare,
    OrderUnit,
    PlaceUnit,
    PlayCard,
    RestoreBlock,
    SendBack,
    UseCard,
)
from domain.napoleonics.orders.combat import (
    AddBattery,
    Advance,
    Attack,
    BattleBack,
    DeclineBattleBack,
    FormSquare,
    HoldGround,
    IgnoreFlags,
    RetireAndReform,
    Retreat,
    RetreatLeader,
    StandFast,
    StrikeFirst,
)
from domain.napoleonics.orders.movement import ExitMap
from domain.napoleonics.position.pieces import is_supported
from domain.napoleonics.position.state import Command, State, draw_pile
from domain.napoleonics.seen.scene import redact, view
from domain.napoleonics.sequence.setup import set_up
from domain.napoleonics.title import NAPOLEONICS
from tests.laws.games import opened_game
from tests.rules.napoleonics.position import (
    Table,
    combat,
    command,
    hand,
    melee_count,
    movement,
    position,
    ranged_count,
)

FAR = "fr_line A1, br_line I1"
STRIKES = StrikeFirst("first_strike_1")


def scenario_start(name: str) -> State:
    """The position in which a scenario begins."""
    return opened_game(NAPOLEONICS, name, SEATS, bytes(32)).head.state  # type: ignore[no-any-return]


def test_ex_205_a_first_strike_costs_a_square() -> None:
    """R-57, R-60."""
    hands = {"british": hand("first_strike", "rally", "elan"), "french": hand("forward")}
    table = combat(
        f"fr_light_cavalry E6, fr_cuirassier E9, br_line F6, br_line F9, {FAR}", active="french", hands=hands,
        dice="IIAA,ICAA", played="bombard_1",
    )  # fmt: skip
    table.give(Attack("fr_light_cavalry-1", "br_line-1"), STRIKES, DeclineBattleBack())
    assert table.blocks("fr_light_cavalry-1") == 4 and table.blocks("br_line-1") == 3
    table.give(Attack("fr_cuirassier-1", "br_line-2"))
    assert table.menu() == [StandFast()]
    table.give(StandFast()).until("command")
    assert [event.side for event in table.all(CardDrawn)] == ["british", "french"]
    assert table.in_hand("british") == 3


def test_ex_206_the_card_taken_may_be_first_strike() -> None:
    """R-61, R-68."""
    hands = {"british": hand("first_strike", "rally", "elan", "forward"), "french": hand("bombard")}
    table = combat(
        f"fr_light_cavalry E6, fr_light_cavalry E9, br_line F6, br_line F9, {FAR}", active="french",
        hands=hands, dice="A,A", draws=("first_strike_1",),
    )  # fmt: skip
    table.give(Attack("fr_light_cavalry-1", "br_line-1"), FormSquare("br_line-1"))
    table.give(Attack("fr_light_cavalry-2", "br_line-2"))
    assert not table.offers(StrikeFirst)


def test_ex_207_a_card_comes_back_in_the_enemys_turn() -> None:
    """R-60, R-68."""
    hands = {"british": hand("rally", "elan"), "french": hand("bombard")}
    table = combat(
        f"fr_line E6, fr_light_cavalry E9, br_line F6 1, br_line F9, {FAR}", active="french", hands=hands,
        squares={"br_line-1": "forward"}, dice="IAACF",
    )  # fmt: skip
    table.attack("fr_line-1", "br_line-1")
    assert table.in_hand("british") == 3 and table.banners("french") == 1
    table.until("combat").give(Attack("fr_light_cavalry-1", "br_line-2"))
    assert FormSquare("br_line-2") in table.menu()


def test_ex_208_six_cards_and_four_squares() -> None:
    """R-60."""
    columns = (2, 4, 6, 8, 10)
    cavalry = ", ".join(f"fr_light_cavalry E{column}" for column in columns)
    foot = ", ".join(f"br_line F{column}" for column in columns)
    hands = {"british": hand("rally", "elan", "forward", "short_supply", "bombard", "leadership")}
    table = combat(f"{cavalry}, {foot}", active="french", hands=hands, dice="A,A,A,A,A,A,A,A")
    for number in range(1, 5):
        table.give(Attack(f"fr_light_cavalry-{number}", f"br_line-{number}"), FormSquare(f"br_line-{number}"))
        assert table.in_hand("british") == 6 - number
    table.give(Attack("fr_light_cavalry-5", "br_line-5"))
    assert not table.offers(FormSquare)


def test_ex_209_squares_lower_the_command_value() -> None:
    """R-13, R-61."""
    table = command(
        f"br_line F6, br_line F8, {FAR}", cards=("assault_center", "rally", "elan"),
        squares={"br_line-1": "forward", "br_line-2": "bombard"},
    ).play("assault_center")  # fmt: skip
    assert table.state.command is not None and table.state.command.value == 3


def test_ex_210_combined_arms_under_elan_into_a_town() -> None:
    """R-17, R-71."""
    state = position("br_line F6, br_foot_artillery G5, fr_line E6", terrain={"E6": "town"}, card="elan")
    assert attack_dice(state, "br_line-1", "fr_line-1").total == 3
    assert battery_dice(state, "br_foot_artillery-1", "fr_line-1").total == 3


def test_ex_211_more_than_eight_dice() -> None:
    """R-31, R-71."""
    table = combat(
        "fr_line E7, fr_guard_foot_artillery E8, br_line F7", active="french", terrain={"F7": "hill"},
        dice="AAAAAAAAA",
    )  # fmt: skip
    table.give(Attack("fr_line-1", "br_line-1"), AddBattery("fr_guard_foot_artillery-1")).stand()
    assert len(table.last(AttackRolled).faces) == 9


def test_ex_212_sabers_of_a_distant_battery_hit() -> None:
    """R-71, R-72."""
    table = combat(f"br_line F6, br_foot_artillery G5, fr_line E6, {FAR}", dice="SSSICAF")
    table.give(Attack("br_line-1", "fr_line-1"), AddBattery("br_foot_artillery-1")).stand()
    assert table.blocks("fr_line-1") == 0


def test_ex_213_batteries_against_a_lone_leader() -> None:
    """R-59, R-70."""
    table = combat(
        f"fr_line E7, fr_foot_artillery F5, fr_foot_artillery F8, {FAR}", "wellesley F7", active="french",
        dice="IIICCAFF",
    )  # fmt: skip
    table.give(Attack("fr_line-1", "wellesley"))
    assert table.offers(AddBattery) == [AddBattery("fr_foot_artillery-2")]
    table.give(AddBattery("fr_foot_artillery-2"))
    assert table.prompt == "leader_retreat"
    table.give(RetreatLeader("wellesley", ("G7",)))
    assert table.prompt == "advance"


def test_ex_214_retiring_under_guns_with_a_leader() -> None:
    """R-76, R-77."""
    table = combat(
        f"br_line F7, br_foot_artillery G6, fr_light_cavalry E7, {FAR}", "ney E7", dice="CCISSFA,SI"
    )
    table.give(Attack("br_line-1", "fr_light_cavalry-1"), AddBattery("br_foot_artillery-1"))
    table.give(RetireAndReform("fr_light_cavalry-1"))
    assert table.blocks("fr_light_cavalry-1") == 2
    table.give(Retreat("fr_light_cavalry-1", "C7"), Advance("br_line-1", "E7"))
    assert table.at("ney") == "C7" and len(table.all(AttackRolled)) == 1


def test_ex_215_bayonet_charge_into_a_forest() -> None:
    """R-47, R-48, R-120."""
    for unit, battles in (("br_light", True), ("br_line", False)):
        table = movement(
            f"{unit} G7, fr_line D6, {FAR}", card="bayonet_charge", terrain={"E7": "forest"}
        ).move(f"{unit}-1", "E7")
        table.to_combat()
        assert bool(table.melees(f"{unit}-1")) == battles
        if battles:
            assert melee_count(table.state, "br_light-1", "fr_line-1") == 5


def test_ex_216_the_guard_out_of_a_ford_uphill() -> None:
    """R-35, R-120."""
    terrain = {"F6": "ford", "E6": "hill"}
    table = movement("br_guard_grenadier G6, fr_line E6", card="bayonet_charge", terrain=terrain)
    table.move("br_guard_grenadier-1", "F6")
    assert table.melees("br_guard_grenadier-1") == {"fr_line-1"}
    assert melee_count(table.state, "br_guard_grenadier-1", "fr_line-1") == 5


@pytest.mark.parametrize(("leaves", "dice"), [(True, 4), (False, 1)])
def test_ex_217_bayonet_charge_and_a_square(leaves: bool, dice: int) -> None:
    """R-69, R-120."""
    table = command(
        f"br_line F6, fr_line E6, {FAR}", cards=("bayonet_charge",), squares={"br_line-1": "rally"}
    )
    table.play("bayonet_charge").order("br_line-1")
    if leaves:
        table.give(LeaveSquare("br_line-1"))
    table.until("combat")
    assert melee_count(table.state, "br_line-1", "fr_line-1") == dice


def test_ex_218_cavalry_charge_with_a_horse_battery() -> None:
    """R-71, R-122."""
    state = position("br_light_cavalry E8, br_horse_artillery G6, fr_line D7", card="cavalry_charge")
    assert sees(state, "br_horse_artillery-1", "D7")
    assert attack_dice(state, "br_light_cavalry-1", "fr_line-1").total == 4
    assert battery_dice(state, "br_horse_artillery-1", "fr_line-1").total == 2


def test_ex_219_breakthrough_into_a_ford() -> None:
    """R-48, R-101, R-102."""
    table = combat(
        f"fr_light_cavalry D6, br_line E6 1, br_line F6, {FAR}", active="french", terrain={"E6": "ford"},
        dice="IAA",
    )  # fmt: skip
    table.attack("fr_light_cavalry-1", "br_line-1")
    assert table.offers(Advance) == [Advance("fr_light_cavalry-1", "E6")]
    table.give(Advance("fr_light_cavalry-1", "E6"))
    assert table.prompt == "bonus" and melee_count(table.state, "fr_light_cavalry-1", "br_line-2") == 3


def broken_through(dice: str) -> Table:
    """French light cavalry broke through to E7 and attacks the line in F7."""
    hands = {"british": hand("rally", "elan", "forward", "bombard"), "french": hand("leadership")}
    table = combat(
        f"fr_light_cavalry D6, br_line E6 1, br_line F7, {FAR}", active="french", hands=hands, dice=dice
    )
    table.attack("fr_light_cavalry-1", "br_line-1").give(Advance("fr_light_cavalry-1", "E7"))
    return table.give(Attack("fr_light_cavalry-1", "br_line-2"))


def test_ex_220_a_square_in_a_bonus_melee() -> None:
    """R-60, R-63, R-102."""
    table = broken_through("IAAA,F").give(FormSquare("br_line-2"))
    assert {order.to for order in table.offers(Retreat)} == {"D6", "D7"}
    table.give(Retreat("fr_light_cavalry-1", "D7"))
    assert table.in_hand("british") == 3 and len(table.state.track["british"]) == 1
    assert not table.melees("fr_light_cavalry-1")


def test_ex_221_battle_back_after_a_bonus_melee() -> None:
    """R-102, R-106."""
    table = broken_through("IAAA,ICAA,CFA").give(StandFast(), BattleBack("br_line-2"))
    assert table.blocks("br_line-2") == 3 and table.blocks("fr_light_cavalry-1") == 3
    table.give(Retreat("fr_light_cavalry-1", "D7"))
    assert table.prompt != "advance"


def test_ex_222_one_check_for_each_combat() -> None:
    """R-81, R-82."""
    hands = {"british": hand("first_strike", "rally"), "french": hand("forward")}
    table = combat(
        f"fr_light_cavalry E7, br_line F7, {FAR}", "ney E7", active="french", hands=hands,
        dice="SIAF,SI,IAC,CAA,SS",
    )  # fmt: skip
    table.give(Attack("fr_light_cavalry-1", "br_line-1"), STRIKES, IgnoreFlags(1), BattleBack("br_line-1"))
    assert table.blocks("fr_light_cavalry-1") == 2 and table.blocks("br_line-1") == 3
    assert table.at("ney") is None and table.banners("british") == 1


def test_ex_223_a_check_after_a_blocked_retreat_only() -> None:
    """R-82, R-83, R-99."""
    table = combat(f"fr_line G7, br_line I7, {FAR}", "wellesley I7", active="french", dice="FFAA,SS")
    table.fire("fr_line-1", "br_line-1").give(IgnoreFlags(1))
    assert table.blocks("br_line-1") == 3 and table.at("wellesley") is None
    kinds = [type(event) for event in table.game.events]
    assert kinds.index(BlocksLost) < kinds.index(LeaderChecked)


def test_ex_224_the_last_block_lost_to_a_blocked_retreat() -> None:
    """R-83, R-86."""
    table = combat(
        f"fr_line G6, br_line H6 1, br_line I6, br_line I7, {FAR}", "wellesley H6", active="french",
        dice="FFAAA,I",
    )  # fmt: skip
    table.attack("fr_line-1", "br_line-1").give(IgnoreFlags(1))
    assert table.blocks("br_line-1") == 0 and table.banners("french") == 1
    assert set(table.offers(RetreatLeader)) == {
        RetreatLeader("wellesley", ("I6",)), RetreatLeader("wellesley", ("I7",)),
        RetreatLeader("wellesley", ("I6",), off=True), RetreatLeader("wellesley", ("I7",), off=True),
    }  # fmt: skip


@pytest.mark.parametrize(("dice", "most"), [("FFFFF", 5), ("IFFFF,SS", 4)])
def test_ex_225_five_flags_ignored(dice: str, most: int) -> None:
    """R-94, R-95, R-97."""
    table = combat(
        "fr_old_guard E6, br_guard_grenadier F6, br_line F5", "wellesley F6, hill F7", active="french",
        works={"F6": ("NW", "NE")}, dice=dice,
    )  # fmt: skip
    table.attack("fr_old_guard-1", "br_guard_grenadier-1")
    assert max(order.count for order in table.offers(IgnoreFlags)) == most


def test_ex_226_support_is_driven_off_first() -> None:
    """R-95."""
    table = combat(
        f"fr_line E8, fr_line E7, br_line F6, br_line F7, br_line F8, {FAR}", active="french",
        dice="FFCAA,FCCAA",
    )  # fmt: skip
    assert is_supported(table.state, "br_line-2")
    table.attack("fr_line-1", "br_line-3").give(Retreat("br_line-3", "H8"), HoldGround())
    assert not is_supported(table.state, "br_line-2")
    table.attack("fr_line-2", "br_line-2")
    assert {order.to for order in table.offers(Retreat)} == {"G7", "G8"}


def test_ex_227_a_second_leader_in_the_way() -> None:
    """R-93, R-94."""
    table = combat(
        f"fr_line C7, br_line E7, br_line F6, {FAR}", "wellesley E7, hill F7", active="french",
        dice="FFFA,SI",
    )  # fmt: skip
    table.fire("fr_line-1", "br_line-1").give(IgnoreFlags(2))
    assert table.blocks("br_line-1") == 3 and table.at("br_line-1") == "E7"
    assert len(table.all(LeaderChecked)) == 1


def test_ex_228_over_the_bridge_at_redinha() -> None:
    """R-92, R-94."""
    state = scenario_start("redinha")
    light = next(unit for unit, at in state.at.items() if at == "D6")
    assert light.startswith("fr_light") and state.ground.kind("D6") == "town"
    state = state.changed(at={**state.at, "br_line-1": "F6"})
    assert ranged_dice(state, "br_line-1", "D6").total == 3
    assert ignorable(state, light, "F6") == 1
    assert retreats(state, light, 2) == {"B6": ("D6", "C6", "B6")}
    assert set(retreats(state, light, 3)) == {"A7"}


def test_ex_229_bridge_and_river() -> None:
    """R-92."""
    terrain = {"C7": "river", "C6": "bridge"}
    table = combat(f"br_line E6, fr_line D6, fr_line C6, {FAR}", terrain=terrain, dice="FAAC,AAAA")
    table.attack("br_line-1", "fr_line-1")
    assert table.blocks("fr_line-1") == 3
    table.give(BattleBack("fr_line-1"))
    assert not table.game.dice


def test_ex_230_militia_near_the_edge() -> None:
    """R-92, R-98, R-108."""
    table = combat(f"fr_line G6, pt_militia H6, {FAR}", active="french", dice="FCAAC")
    table.attack("fr_line-1", "pt_militia-1").give(Retreat("pt_militia-1", "I6"))
    assert table.blocks("pt_militia-1") == 2 and table.prompt == "advance"


@pytest.mark.parametrize(("blocks", "moves", "more"), [(3, True, 3), (1, True, None), (1, False, 1)])
def test_ex_231_a_horse_battery_moves_and_combines(blocks: int, moves: bool, more: int | None) -> None:
    """R-34, R-70."""
    start = "H6" if moves else "G6"
    table = movement(f"br_line F7, br_horse_artillery {start} {blocks}, fr_line E7, {FAR}")
    if moves:
        table.move("br_horse_artillery-1", "G6")
    table.done().give(Attack("br_line-1", "fr_line-1"))
    offered = [AddBattery("br_horse_artillery-1")] if more else []
    assert table.offers(AddBattery) == offered
    if more:
        assert battery_dice(table.state, "br_horse_artillery-1", "fr_line-1").total == more


def test_ex_232_a_battery_beside_a_square() -> None:
    """R-66, R-67."""
    table = combat(
        f"fr_foot_artillery E6, br_line F6, {FAR}", active="french", squares={"br_line-1": "rally"},
        dice="ISFC,S",
    )  # fmt: skip
    table.attack("fr_foot_artillery-1", "br_line-1")
    assert table.blocks("br_line-1") == 1
    table.give(BattleBack("br_line-1"))
    assert table.blocks("fr_foot_artillery-1") == 2


def test_ex_233_a_square_attacks_cuirassiers() -> None:
    """R-58, R-69, R-76."""
    table = combat(f"br_line F6, fr_cuirassier E6, {FAR}", squares={"br_line-1": "rally"}, dice="F,A")
    table.give(Attack("br_line-1", "fr_cuirassier-1"))
    assert RetireAndReform("fr_cuirassier-1") in table.menu()
    table.give(StandFast(), IgnoreFlags(1), BattleBack("fr_cuirassier-1"))
    assert not table.game.dice, "their battle back had one die"


A3_AND_A11 = tuple(
    ObjectiveFact(hex=hex, side="british", kind="temporary", banners=1) for hex in ("A3", "A11")
)


def test_ex_234_short_supply_takes_a_banner() -> None:
    """R-11, R-113."""
    table = command(
        "br_line A3, fr_line A7", objectives=A3_AND_A11, held={"A3": "british"}, active="french",
        cards=("short_supply",),
    ).play("short_supply")  # fmt: skip
    table.give(SendBack("br_line-1"))
    assert table.seat == "british"
    assert {order.to for order in table.offers(PlaceUnit)} == {"I1", "I2", "I3", "I4"}
    table.give(PlaceUnit("br_line-1", "I2"))
    assert table.last(BannerLost).hex == "A3" and table.banners("british") == 0


def test_ex_235_fewer_units_than_orders() -> None:
    """R-14."""
    table = command("br_line I1, br_line I11, br_line I12, br_line I13, fr_line A1", cards=("forward",))
    table.play("forward").order("br_line-1", "br_line-2", "br_line-3")
    assert len(table.ordered()) == 3 and table.prompt == "movement"


def test_ex_236_booking_split_hexes() -> None:
    """R-02, R-14."""
    for last, fits in (("F9", True), ("G2", False)):
        table = command(
            f"br_line F4, br_line D4, br_line G7, br_line {last}, fr_line A1", cards=("coordinated_advance",)
        ).play("coordinated_advance")
        table.order("br_line-1", "br_line-2", "br_line-3")
        assert (table.prompt == "orders" and OrderUnit("br_line-4") in table.menu()) == fits


def test_ex_237_a_leader_on_a_split_hex() -> None:
    """R-02."""
    for card in ("probe_center", "probe_right", "recon_in_force"):
        table = command("br_line I1, fr_line A1", "wellesley F9", cards=(card,)).play(card)
        assert "wellesley" in table.orderable()
        table.order("wellesley")
        assert "wellesley" not in table.orderable()


def test_ex_238_a_leader_with_an_order_of_his_own_stays() -> None:
    """R-14, R-40."""
    table = command("br_grenadier F7, br_line E8, fr_line A1", "wellesley F7", cards=("attack_center",))
    table.play("attack_center").order("br_grenadier-1", "wellesley").done().move("br_grenadier-1", "E7")
    assert table.at("wellesley") == "F7" and is_supported(table.state, "br_grenadier-1")


def test_ex_239_taken_up_and_gone_again() -> None:
    """R-40, R-42."""
    facts = {"ordered": {"br_line-1": "own", "wellesley": "apart"}}
    table = movement("br_line G7, fr_line A1", "wellesley F7", **facts)
    table.move("br_line-1", "F7").move("wellesley", "D7")
    assert table.at("wellesley") == "D7" and table.at("br_line-1") == "F7"
    first = movement("br_line G7, fr_line A1", "wellesley F7", **facts).move("wellesley", "G7")
    assert not first.moves("br_line-1"), "he has moved, so the line stays"


def test_ex_240_leadership() -> None:
    """R-40, R-126."""
    table = command("br_line F7, fr_line D7", "wellesley F7", cards=("leadership",)).play("leadership")
    assert ranged_count(table.state, "br_line-1", "fr_line-1") == 6
    moved = table.state.changed(moved={"br_line-1": 1, "wellesley": 1})
    assert ranged_count(moved, "br_line-1", "fr_line-1") == 3
    table.move("wellesley", "G7")
    assert "br_line-1" not in table.ordered()


@pytest.mark.parametrize(("leaves", "dice"), [(True, 7), (False, 1)])
def test_ex_241_fire_and_hold_in_square(leaves: bool, dice: int) -> None:
    """R-69, R-123."""
    table = command("br_light F6, fr_line D6", cards=("fire_and_hold",), squares={"br_light-1": "rally"})
    table.play("fire_and_hold").order("br_light-1")
    if leaves:
        table.give(LeaveSquare("br_light-1"))
    table.until("combat")
    assert table.shots("br_light-1") and ranged_count(table.state, "br_light-1", "fr_line-1") == dice


def test_ex_242_a_copied_force_march_chooses_anew() -> None:
    """R-16."""
    table = command(
        f"fr_line C6, {FAR}", active="french", cards=("counter_attack",),
        last=Command("force_march", section="west"),
    ).play("counter_attack")  # fmt: skip
    assert len(table.offers(ChooseSection)) == 3


def test_ex_243_rally_and_a_square() -> None:
    """R-13, R-18, R-68."""
    table = command(
        f"br_line F6 2, fr_line D6, {FAR}", cards=("rally", "elan", "forward"), dice="III",
        squares={"br_line-1": "bombard"},
    )  # fmt: skip
    table.play("rally").give(RestoreBlock("br_line-1"), RestoreBlock("br_line-1"))
    assert table.blocks("br_line-1") == 4 and table.prompt == "orders"
    table.order("br_line-1").give(LeaveSquare("br_line-1"))
    assert table.in_hand("british") == 3 and table.state.track["british"] == ()
    table.until("combat")
    assert ranged_count(table.state, "br_line-1", "fr_line-1") == 5
    table.until("command")
    assert table.in_hand("british") == 4


def test_ex_244_two_first_strikes_and_an_empty_pile() -> None:
    """R-110, R-111."""
    deck = list(FACTS.deck)
    table = combat(
        f"br_line I7, {FAR}", hands={"british": tuple(deck[:5]), "french": tuple(deck[5:9])}, played=deck[9],
        discards=tuple(deck[11:]), strikes={"british": 0, "french": 2}, ordered={},
    )  # fmt: skip
    assert [event.side for event in table.all(CardDrawn)] == ["french", "french", "british"]
    assert table.last(DeckShuffled).size == 60 and len(draw_pile(table.state)) == 58
    assert (table.in_hand("british"), table.in_hand("french")) == (6, 6) and table.state.discards == ()


def test_ex_245_won_before_a_card_is_played() -> None:
    """R-112, R-113."""
    table = combat(
        "pt_line A11, fr_line A1", objectives=A3_AND_A11, active="french", ordered={},
        needs={"british": 5, "french": 5}, banners={"british": 4, "french": 0},
    )  # fmt: skip
    assert table.state.winner == "british" and table.decision is None


def test_ex_246_the_gain_comes_before_the_loss() -> None:
    """R-113, R-118."""
    table = combat(
        "br_line A3, fr_line A4 1, fr_line I7", objectives=A3_AND_A11, held={"A3": "british"},
        needs={"british": 5, "french": 5}, banners={"british": 3, "french": 0}, dice="IAAA",
    )  # fmt: skip
    table.attack("br_line-1", "fr_line-1")
    assert table.state.winner == "british" and table.decision is None


def test_ex_247_a_first_strike_decides() -> None:
    """R-53, R-118."""
    table = combat(
        "br_line E7 1, fr_line D7 1", hands={"french": hand("first_strike")}, dice="IA",
        needs={"british": 5, "french": 5}, banners={"british": 4, "french": 4},
    )  # fmt: skip
    table.give(Attack("br_line-1", "fr_line-1"), STRIKES)
    assert table.state.winner == "french" and len(table.all(AttackRolled)) == 1


def test_ex_248_won_before_the_leader_check() -> None:
    """R-112, R-118."""
    table = combat(
        "fr_line E7, br_line D7 1", "wellesley D7", active="french", dice="IAAAA",
        needs={"british": 5, "french": 5}, banners={"british": 0, "french": 4},
    )  # fmt: skip
    table.attack("fr_line-1", "br_line-1")
    assert table.state.winner == "french" and not table.all(LeaderChecked)
    assert not table.all(LeaderEliminated)


def test_ex_249_artillery_out_of_a_town_at_a_hill() -> None:
    """R-35, R-144."""
    state = position("br_foot_artillery E7, fr_line A7", terrain={"E7": "town", "A7": "hill"})
    assert ranged_count(state, "br_foot_artillery-1", "fr_line-1") == 1


def test_ex_250_ford_to_sand_quarry() -> None:
    """R-35."""
    state = position("br_line E7, fr_line C7, fr_line D7",
                     terrain={"E7": "ford", "C7": "sand_quarry", "D7": "sand_quarry"})  # fmt: skip
    assert ranged_count(state, "br_line-1", "fr_line-1") == 4
    assert melee_count(state, "br_line-1", "fr_line-2") == 2


def test_ex_251_bombard_comes_after_the_minimum() -> None:
    """R-07, R-144."""
    for card, dice in (("assault_center", 0), ("bombard", 2)):
        state = position("br_foot_artillery F7 1, fr_line A7", terrain={"A7": "forest"}, card=card)
        assert ranged_count(state, "br_foot_artillery-1", "fr_line-1") == dice


@pytest.mark.parametrize(("unit", "dice"), [("fr_line", 1), ("pt_line", 0), ("pt_light", 1)])
def test_ex_252_half_fire_under_elan_into_a_town(unit: str, dice: int) -> None:
    """R-33, R-144."""
    side = FACTS.units.units[unit].side
    foe = "br_line" if side == "french" else "fr_line"
    state = position(f"{unit} E7 3, {foe} C7", active=side, terrain={"C7": "town"}, card="elan",
                     moved={f"{unit}-1": 1})  # fmt: skip
    assert ranged_count(state, f"{unit}-1", f"{foe}-1") == dice


def test_ex_253_force_march_then_fire() -> None:
    """R-32, R-124."""
    units = "br_grenadier E5, br_line E7, br_line E9, fr_line C5, fr_line C7, fr_line C9"
    two = {"br_grenadier-1": 2, "br_line-1": 2, "br_line-2": 2, "wellesley": 2}
    table = combat(units, "wellesley E7", card="force_march", moved=two)
    assert ranged_count(table.state, "br_grenadier-1", "fr_line-1") == 3
    assert ranged_count(table.state, "br_line-1", "fr_line-2") == 2
    assert table.shots("br_grenadier-1") and table.shots("br_line-1") and not table.shots("br_line-2")


@pytest.mark.parametrize(("enemies", "dice"), [("fr_line E6", 5), ("fr_line E6, fr_light_cavalry E7", 1)])
def test_ex_254_cold_steel_and_squares(enemies: str, dice: int) -> None:
    """R-69, R-125."""
    table = command(f"br_line F6, {enemies}, {FAR}", cards=("give_them_the_cold_steel",),
                    squares={"br_line-1": "rally"}).play("give_them_the_cold_steel")  # fmt: skip
    if dice > 1:
        table.give(LeaveSquare("br_line-1"))
    assert table.prompt == "combat" and melee_count(table.state, "br_line-1", "fr_line-1") == dice


def test_ex_255_la_grande_manoeuvre_with_a_leader() -> None:
    """R-43, R-127."""
    table = command(
        "fr_cuirassier A7, fr_line C7, br_line I1", "ney A7", active="french", cards=("la_grande_manoeuvre",)
    ).play("la_grande_manoeuvre")
    table.give(UseCard("card")).order("fr_cuirassier-1", "ney").done()
    assert "E8" in table.moves("ney") and "E8" in table.moves("fr_cuirassier-1")
    table.move("ney", "C7").move("fr_cuirassier-1", "E8")
    assert table.at("ney") == "C7" and table.state.active == "british"


def test_ex_256_the_question_that_must_not_betray() -> None:
    """R-145."""
    shown = []
    for card in ("first_strike", "rally"):
        hands = {"french": hand(card, "elan", "forward", "bombard", "leadership")}
        table = combat("br_line E7, fr_line D7", hands=hands).give(Attack("br_line-1", "fr_line-1"))
        assert table.prompt == "answer" and table.seat == "french"
        assert (STRIKES in table.menu()) == (card == "first_strike") and StandFast() in table.menu()
        assert table.decision is not None
        ask = table.decision.asks[Seat("french")]
        shown.append((prose("napoleonics").prompt(ask), view(table.state, Seat("british")).hands))
    assert shown[0][0] == shown[1][0]
    assert {side: each.count for side, each in shown[0][1].items()} == {
        side: each.count for side, each in shown[1][1].items()
    }
    assert shown[0][1]["french"].cards is None


def test_ex_257_three_answers() -> None:
    """R-54, R-145."""
    table = combat("br_line E7, fr_light_cavalry D7", hands={"french": hand("first_strike")})
    table.give(Attack("br_line-1", "fr_light_cavalry-1"))
    assert table.menu() == [StandFast(), RetireAndReform("fr_light_cavalry-1"), STRIKES]


@pytest.mark.parametrize("is_closed", [False, True])
def test_ex_258_bounced_from_behind(is_closed: bool) -> None:
    """R-63, R-90."""
    other = ", fr_line F6" if is_closed else ""
    table = combat(f"fr_cuirassier G7, br_line F7{other}, {FAR}", active="french",
                   squares={"br_line-1": "rally"}, dice="F,A" if is_closed else "F")  # fmt: skip
    table.attack("fr_cuirassier-1", "br_line-1")
    if is_closed:
        assert table.at("fr_cuirassier-1") == "G7" and table.blocks("fr_cuirassier-1") == 3
    else:
        assert table.at("fr_cuirassier-1") == "F6" and len(table.all(AttackRolled)) == 1


@pytest.mark.parametrize("die", ["C", "F"])
def test_ex_259_first_strike_from_a_square(die: str) -> None:
    """R-58, R-65."""
    table = combat(
        f"fr_light_cavalry E6, br_line F6, {FAR}", active="french", squares={"br_line-1": "rally"},
        hands={"british": hand("first_strike")}, dice=f"{die},A" if die == "C" else die,
    )  # fmt: skip
    table.give(Attack("fr_light_cavalry-1", "br_line-1"), STRIKES)
    if die == "C":
        assert len(table.all(AttackRolled)) == 2 and table.prompt != "battle_back"
    else:
        assert table.prompt == "retreat" and len(table.all(AttackRolled)) == 1


def test_ex_260_a_square_leads() -> None:
    """R-69, R-71."""
    table = combat(
        "br_line F6, br_foot_artillery G5, fr_line E6", squares={"br_line-1": "rally"}, dice="AAAC,AAAAA"
    )
    table.give(Attack("br_line-1", "fr_line-1"), AddBattery("br_foot_artillery-1")).stand()
    table.give(BattleBack("fr_line-1"))
    assert not table.game.dice


def test_ex_261_corners_do_not_block() -> None:
    """R-23."""
    state = position("br_foot_artillery I4, fr_line E7, br_line F5, br_line H5")
    assert sees(state, "br_foot_artillery-1", "E7")
    assert ranged_count(state, "br_foot_artillery-1", "fr_line-1") == 1
    for at in ("H4", "G5", "G6", "F6"):
        assert not sees(
            position(f"br_foot_artillery I4, fr_line E7, br_line {at}"), "br_foot_artillery-1", "E7"
        )


def test_ex_262_guard_cavalry_and_flags() -> None:
    """R-06, R-96."""
    assert ignorable(position("br_guard_heavy_cavalry E6, fr_line C6"), "br_guard_heavy_cavalry-1", "C6") == 2
    table = combat(f"br_guard_heavy_cavalry E6, fr_line D6, {FAR}", squares={"fr_line-1": "rally"}, dice="F")
    table.give(Attack("br_guard_heavy_cavalry-1", "fr_line-1")).stand()
    assert table.prompt == "retreat"


def test_ex_263_no_dice_to_battle_back() -> None:
    """R-107."""
    table = combat(f"fr_line E7, br_light_cavalry F7, {FAR}", active="french", terrain={"F7": "forest"},
                   dice="CAA")  # fmt: skip
    table.give(Attack("fr_line-1", "br_light_cavalry-1")).stand()
    assert table.blocks("br_light_cavalry-1") == 2 and table.prompt != "battle_back"


def test_ex_264_rifles_battle_back() -> None:
    """R-109."""
    table = combat(f"fr_line E7, br_rifle_light F7, {FAR}", active="french", dice="AAAAA,SSI")
    table.attack("fr_line-1", "br_rifle_light-1").give(BattleBack("br_rifle_light-1"))
    assert table.blocks("fr_line-1") == 3


@pytest.mark.parametrize("to", ["F5", "F6"])
def test_ex_265_breakthrough_over_a_leader(to: str) -> None:
    """R-59, R-105."""
    table = combat(f"fr_light_cavalry D6, br_line F6, {FAR}", "wellesley E6", active="french", dice="ICAF")
    table.attack("fr_light_cavalry-1", "wellesley").give(RetreatLeader("wellesley", (to,)))
    table.give(Advance("fr_light_cavalry-1", "E6"))
    assert table.prompt == "bonus" and "br_line-1" in table.melees("fr_light_cavalry-1")
    assert melee_count(table.state, "fr_light_cavalry-1", "br_line-1") == 4


def test_ex_266_driven_back_and_done() -> None:
    """R-142."""
    table = combat(f"br_line E6, br_line I5, fr_line D6, fr_line G6, {FAR}", dice="AAAC,FCAAA")
    table.attack("br_line-1", "fr_line-1").give(BattleBack("fr_line-1"), Retreat("br_line-1", "F6"))
    assert table.melees("br_line-1") == set() and "fr_line-2" in table.state.at


def test_ex_267_in_and_out_of_a_forest() -> None:
    """R-24, R-29."""
    state = position("br_rifle_light G7, fr_line E7", terrain={"G7": "forest"})
    assert sees(state, "br_rifle_light-1", "E7") and sees(state, "fr_line-1", "G7")
    assert ranged_count(state, "br_rifle_light-1", "fr_line-1") == 4
    assert ranged_count(state, "fr_line-1", "br_rifle_light-1") == 3


def test_ex_268_a_card_must_be_played() -> None:
    """R-12, R-116."""
    table = command("br_line I1, fr_line A1", cards=("probe_right", "attack_right"))
    assert table.menu() == [PlayCard("probe_right_1"), PlayCard("attack_right_1")]


def test_ex_269_what_the_other_side_sees_of_a_square() -> None:
    """R-61, R-117."""
    hands = {"british": hand("rally", "elan", "forward", "bombard")}
    table = combat(f"fr_light_cavalry E6, br_line F6, {FAR}", active="french", hands=hands, dice="A,A")
    table.give(Attack("fr_light_cavalry-1", "br_line-1"), FormSquare("br_line-1"))
    formed = table.last(SquareFormed)
    for viewer in (Seat("french"), PUBLIC):
        shown, scene = redact(formed, viewer), view(table.state, viewer)
        assert isinstance(shown, SquareFormed) and (shown.unit, shown.place, shown.card) == (
            "br_line-1",
            1,
            "",
        )
        assert (scene.hands["british"].count, scene.hands["track_british"].count) == (3, 1)
        assert scene.hands["track_british"].cards is None
    assert view(table.state, Seat("british")).hands["track_british"].cards == (formed.card,)


@pytest.mark.parametrize(("ignored", "left"), [(1, 2), (0, 1)])
def test_ex_270_fire_at_a_square(ignored: int, left: int) -> None:
    """R-66, R-67, R-82."""
    table = combat(f"fr_foot_artillery D6, br_line F6, {FAR}", "wellesley F6", active="french",
                   squares={"br_line-1": "rally"}, dice="IIF,SA")  # fmt: skip
    table.fire("fr_foot_artillery-1", "br_line-1").give(IgnoreFlags(ignored))
    assert table.blocks("br_line-1") == left and len(table.all(LeaderChecked)) == 1


def test_ex_271_the_azan_behind_the_line() -> None:
    """R-92."""
    state = scenario_start("salamanca")
    light = next(unit for unit, at in state.at.items() if at == "C10")
    assert light.startswith("pt_light")
    assert set(retreats(state, light, 1)) == {"B10"} and set(retreats(state, light, 2)) == {"A10"}


def test_ex_272_leaving_costs_a_hex() -> None:
    """R-114."""
    exits = (ExitFact(hex="I5", side="british", banners=1),)
    table = movement("br_line H4, br_light_cavalry H5, fr_line A1", exits=exits)
    assert not [order for order in table.offers(ExitMap) if order.unit == "br_line-1"]
    table.give(ExitMap("br_light_cavalry-1", "I5"))
    assert table.banners("british") == 1 and table.at("br_light_cavalry-1") is None


def test_who_rides_round_field_works_on_an_exit_is_not_halted_there_and_leaves() -> None:
    """§Difese campali: only who "attraversa un lato d'esagono" must stop; the way round has no such side."""
    exits = (ExitFact(hex="I5", side="british", banners=1),)
    works = {"I5": ("NW",)}
    table = movement("br_light_cavalry H4, br_heavy_cavalry G4, fr_line A1", exits=exits, works=works)
    assert table.offers(ExitMap) == [ExitMap("br_light_cavalry-1", "I5")]
    table.give(ExitMap("br_light_cavalry-1", "I5"))
    assert table.last(UnitExited).path == ("H4", "H5", "I5") and table.banners("british") == 1


def test_across_field_works_nobody_leaves_by_the_exit_behind_them() -> None:
    """§Difese campali: "devono fermarsi senza più muovere in quel turno"."""
    exits = (ExitFact(hex="I5", side="british", banners=1),)
    works = {"I5": ("NW", "NE", "W", "E")}
    assert not movement("br_light_cavalry H4, fr_line A1", exits=exits, works=works).offers(ExitMap)


def test_setting_up_puts_every_piece_where_the_scenario_says() -> None:
    assert set_up is not None and scenario_start("waterloo").at["napoleon"] == "I7"
