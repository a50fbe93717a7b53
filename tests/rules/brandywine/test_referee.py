"""What a referee found: sentences of the rulebook, one a test, each with its paragraph."""

from typing import Any

import msgspec
import pytest

from domain.brandywine.combat.advances import Advancing, may_lead_on
from domain.brandywine.combat.declaring import attacks
from domain.brandywine.combat.diversion import diversions
from domain.brandywine.combat.duty import duty
from domain.brandywine.combat.phase import DeclareAttacks, Diversion, EndAttacksPhase, FightAll
from domain.brandywine.combat.retreats import GoBack
from domain.brandywine.combat.strength import terrain
from domain.brandywine.events.combat import (
    CombatBegan,
    CombatRolled,
    StepLost,
    UnitCaptured,
    UnitRetreated,
    UnitsPinned,
)
from domain.brandywine.events.fire import HitRolled
from domain.brandywine.events.movement import DelawareRoused, PinAnswered, PinsRemoved
from domain.brandywine.events.turns import BatteryLost, MoraleChecked, RallyRolled, ReleaseMade, StirnWent
from domain.brandywine.facts import DATA
from domain.brandywine.facts.sides import SEATS, SIDES
from domain.brandywine.facts.tables import Tactic
from domain.brandywine.fire.phases import FireOrders, RollVolleys
from domain.brandywine.morale.checks import RallyPhase
from domain.brandywine.movement.arrivals import BuyReleases
from domain.brandywine.movement.phase import MovementPhase, movement_menu
from domain.brandywine.orders.combat import (
    Advance,
    AdvanceLeader,
    Attack,
    ChooseTactic,
    Divert,
    EndAttacks,
    FollowRetreat,
    NoDiversion,
    StayBehind,
    WithdrawCavalry,
)
from domain.brandywine.orders.fire import EndGroup, FireAt, LoseLeader
from domain.brandywine.orders.movement import EndMovement, MoveLeader, MoveUnit
from domain.brandywine.orders.turns import BidMomentum
from domain.brandywine.position.state import Combat, Pin, State
from domain.brandywine.seen.odds import odds
from domain.brandywine.seen.scene import redact, tokens
from domain.brandywine.sequence.initiative import Bid
from domain.brandywine.sequence.setup import free_hexes
from domain.brandywine.sequence.turns import PhaseEnd
from domain.brandywine.title import BRANDYWINE
from domain.kernel import ALL, PUBLIC, Decision, Event, Opened, Order, Seat, Step
from domain.kernel.battles import Course
from domain.kernel.chance import Rolled
from domain.kernel.prose import Prose, prose
from tests.playthroughs.told import ToldPlay

PROSE = Prose(BRANDYWINE, "en")
FREE = {"greene": 1, "army": 1}


def position(pieces: str, **facts: Any) -> State:
    """A state of the Tournament, turn 8: "us_spencer 1512, us_patton 1512 disrupted"."""
    at: dict[str, str] = {}
    condition: dict[str, Any] = {}
    for each in filter(None, (part.strip() for part in pieces.split(","))):
        name, hex, *words = each.split()
        at[name] = hex
        condition.update(dict.fromkeys([name] if words else [], "".join(words)))
    told: dict[str, Any] = {
        "scenario": "tournament", "turn": 8, "half": 1, "phase": "combat", "roused": True, "released": FREE,
        "army": {"british": 20, "american": 20}, **facts,
    }  # fmt: skip
    return State(told.pop("scenario"), SEATS, at=at, condition=condition, **told)


class Table:
    """A game under way; dice fall as they are told ("0 9 4"), every order must stand in the menu."""

    def __init__(self, state: State, *steps: Step, dice: str = "") -> None:
        self.game = ToldPlay(state, list(reversed(steps)), [[int(each) + 1] for each in dice.split()], ())
        self.decision: Decision | None = self.game.run()

    @property
    def prompt(self) -> str:
        return next(iter(self.decision.asks.values())).prompt if self.decision else ""

    @property
    def state(self) -> State:
        return self.game.state

    def menu(self) -> list[Order]:
        return list(self.decision.asks[self.decision.seats[0]].menu()) if self.decision else []

    def give(self, *orders: Order) -> "Table":
        for order in orders:
            assert order in self.menu(), f"{order} is not among {self.menu()}"
            assert self.decision is not None
            self.decision = self.game.answer({self.decision.seats[0]: (order,)})
        return self

    def tactics(self, british: Tactic, american: Tactic) -> "Table":
        chits = zip(SEATS, SIDES, (british, american), strict=True)
        self.decision = self.game.answer({seat: (ChooseTactic(side, chit),) for seat, side, chit in chits})
        return self

    def all(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.game.events if isinstance(event, kind)]


COMBATS: tuple[Step, ...] = (Diversion(), DeclareAttacks(), FightAll(), EndAttacksPhase())


# Who must attack (12.1.1, 16.2.3) ------------------------------------------------------------------


def test_18_1_3_the_british_do_not_move_north_of_renwick_run_but_attack_whoever_stands_there() -> None:
    state = position("gb_5 1515, us_spencer 1514", scenario="knyphausens_feint", active="british")
    assert duty(state).obliged == {"gb_5"}
    assert attacks(state) == [Attack("gb_5", ("1514",))]


def test_16_2_3_maxwells_men_are_not_bound_by_the_bivouac_and_fight_whoever_comes_from_the_north() -> None:
    bound: dict[str, Any] = {"scenario": "entire_battle", "turn": 2, "active": "american", "released": {}}
    assert duty(position("us_porterfield 0324, gb_10 0323", **bound)).obliged == {"us_porterfield"}
    assert not duty(position("us_n_carolina 0928, gb_49 0829", **bound)).can["us_n_carolina"]
    greene = {**bound, "turn": 4, "released": {"greene": 4}}
    assert duty(position("us_n_carolina 0928, gb_49 0829", **greene)).obliged == {"us_n_carolina"}


def test_16_2_3_pinned_units_must_fight_over_the_creek_in_any_case_whoever_else_is_adjacent() -> None:
    pins = (Pin(("gb_5",), ("us_spencer",), "attack"),)
    state = position("us_spencer 0926, gb_5 0826, gb_10 0827", active="american", pins=pins)
    assert Attack("us_spencer", ("0826",)) in attacks(state)


def test_13_1_9_a_pinned_unit_attacks_its_pinned_enemy_and_adds_another_whom_nobody_else_can() -> None:
    """12.1.4: one attacking hex against two defending ones is a combat; never the other alone. Whom somebody
    else may attack need not be added (12.1.1, R-66)."""
    pins = (Pin(("gb_5",), ("us_spencer",), "attack"),)
    state = position("gb_5 1728, us_spencer 1727, us_patton 1828", active="british", pins=pins)
    offered = {order.targets for order in attacks(state)}
    assert {tuple(sorted(each)) for each in offered} == {("1727", "1828")}
    helped = state.changed(at={**state.at, "gb_10": "1829"})
    assert {order.targets for order in attacks(helped) if order.unit == "gb_5"} == {("1727",)}


def test_16_2_3_only_the_hexes_that_attack_over_the_creek_need_all_their_enemies_attacked() -> None:
    """A unit on the far bank that must attack may always join, though others are over the creek from it."""
    table = Table(position("gb_5 0827, gb_10 0925, us_spencer 0926, us_patton 0825"), *COMBATS[1:])
    table.give(Attack("gb_5", ("0926",)), Attack("gb_10", ("0926",)))
    assert EndAttacks() in table.menu() or table.prompt != "attacks"


def test_16_2_3_a_diversion_may_hold_an_enemy_over_the_creek_while_another_there_is_attacked() -> None:
    state = position("gb_5 0826, us_spencer 0925, us_patton 0926")
    assert attacks(state) == [Attack("gb_5", ("0925", "0926"))]
    assert Divert("0925") in diversions(state)
    assert attacks(state.changed(diverted="0925")) == [Attack("gb_5", ("0926",))]
    assert not diversions(position("gb_5 0826, us_spencer 0925")), "nobody else could be attacked"


def test_16_2_4_a_unit_that_attacks_over_the_creek_and_on_its_own_bank_has_1_less_on_the_die() -> None:
    """16.2.5 takes 2 only from those who all attack over the creek alone."""
    state = position("us_spencer 0925, us_patton 0825, gb_5 0926, gb_10 0826", active="american")
    assert creek(state, ("us_spencer",), "0926", "0826") == -1
    assert creek(state, ("us_spencer",), "0826") == -2
    assert creek(state, ("us_spencer", "us_patton"), "0826") == -1
    assert creek(state, ("us_spencer",), "0926") == 0


def creek(state: State, attackers: tuple[str, ...], *targets: str) -> int:
    """What the creek adds to the die of this combat."""
    defenders = tuple(unit for unit, at in state.at.items() if at in targets)
    return terrain(state, Combat(attackers, targets, defenders)).get("creek", 0)


# Stacks that the American may not look into (7.1.3) ------------------------------------------------

AMERICAN = Seat("american")
HIDDEN: dict[str, Any] = {"scenario": "entire_battle", "turn": 3, "released": {}}


def told(event: Event) -> Any:
    """What the American hears of it."""
    return redact(event, AMERICAN)


def test_7_1_3_artillery_that_is_under_fire_does_not_show_the_american_a_british_stack() -> None:
    """11.1.1: only the artillery of the player who is not active fires."""
    pieces = "us_proctor_artillery 1127, gb_5 1027"
    firing = position(pieces, active="british", phase="artillery", **HIDDEN)
    assert "gb_5" in tokens(firing, AMERICAN)
    under_fire = position(pieces, active="american", phase="artillery", **HIDDEN)
    assert set(tokens(under_fire, AMERICAN)) == {"us_proctor_artillery", "stack_1027"}


@pytest.mark.parametrize("other", ["de_mirbach", "gb_10 1027, gb_5", "gb_1_qns_lt_drgn"])
def test_7_1_3_no_measure_tells_which_units_a_closed_stack_has(other: str) -> None:
    """The curves of the timeline, event by event, would tell the strength and the wing of each arrival."""
    twins = [position(f"us_porterfield 0627, {units} 1027", **HIDDEN) for units in ("gb_5", other)]
    for viewer in (AMERICAN, PUBLIC):
        one, two = (BRANDYWINE.measured(state, viewer) for state in twins)
        assert one == two and "strength_american" in one
    assert len({tuple(BRANDYWINE.measured(state, Seat("british")).items()) for state in twins}) == 2
    released = twins[0].changed(released=FREE)
    assert BRANDYWINE.measured(released, AMERICAN) == BRANDYWINE.measured(released, ALL)


def test_7_1_3_the_odds_of_an_attack_tell_nothing_of_a_closed_stack_before_it_is_declared() -> None:
    state = position("us_porterfield 0627, gb_5 0628, gb_10 0628", active="american", **HIDDEN)
    order = Attack("us_porterfield", ("0628",))
    assert order in attacks(state)
    assert odds(state, (), order) is None
    released = state.changed(released=FREE)
    assert odds(released, (), order) is not None


def test_7_1_3_who_comes_near_delaware_out_of_a_closed_stack_stays_unknown() -> None:
    state = position("us_delaware 0407, gb_5 0105", active="british", phase="movement", **HIDDEN)
    table = Table(state.changed(roused=False), MovementPhase()).give(MoveUnit("gb_5", "0206"))
    [event] = table.all(DelawareRoused)
    assert event.unit == "gb_5"
    assert told(event).unit == ""
    assert redact(event, Seat("british")) == event


def test_7_1_3_stirn_who_leaves_a_closed_stack_stays_unknown() -> None:
    table = Table(position("de_stirn 0410, gb_5 0410, de_donop 0310", **HIDDEN), PhaseEnd())
    while table.decision is not None:
        table.give(table.menu()[0])
    [event] = table.all(StirnWent)
    assert told(event).leader == "" and event.leader == "de_stirn"


def test_7_1_3_the_leadership_of_a_rally_tells_nothing_of_the_leader_in_a_closed_stack() -> None:
    state = position("gb_5 0410 disrupted, gb_knyphausen 0410", active="british", phase="rally", **HIDDEN)
    [event] = Table(state, RallyPhase()).all(RallyRolled)
    heard = told(event)
    assert event.leadership == 2
    assert (heard.unit, heard.morale, heard.leadership) == ("", None, None)


def test_7_1_3_the_log_says_of_a_rally_in_a_closed_stack_whether_it_came_about() -> None:
    """13.6.2: the marker of a closed stack's disruption is seen to come off, or to stay (R-44)."""
    state = position("gb_5 0410 disrupted", active="british", phase="rally", **HIDDEN)
    for face, said in (("9", "rallies: 9"), ("0", "does not rally: 0")):
        [event] = Table(state, RallyPhase(), dice=face).all(RallyRolled)
        assert PROSE.event(told(event)) == f"A British unit in 0410 {said}."


# The log -------------------------------------------------------------------------------------------


def test_2_3_the_die_that_is_told_shows_0_to_9_like_the_sentence_that_uses_it() -> None:
    table = Table(position("gb_5 1728 disrupted, us_spencer 1910", phase="rally"), RallyPhase(), dice="0")
    [rolled] = table.all(Rolled)
    assert PROSE.event(rolled) == "Britain rolls 0 (rally)."
    [event] = table.all(RallyRolled)
    assert PROSE.event(event) == "5th Foot in 1728 does not rally: 0 (morale 1, leaders 0)."


def test_7_1_3_a_rally_of_morale_0_without_leaders_is_told_in_full_to_whoever_may_know_it() -> None:
    state = position("us_spencer 1727 disrupted", active="american", phase="rally")
    table = Table(state, RallyPhase(), dice="7")
    [event] = table.all(RallyRolled)
    assert PROSE.event(event) == "Spencer in 1727 rallies: 7 (morale 0, leaders 0)."


def test_10_1_6_the_log_says_what_is_added_to_the_die_of_a_shot() -> None:
    table = Table(
        position("us_nelson 1728, gb_5 1828", active="american", phase="rifles"),
        FireOrders("rifle", "american"), RollVolleys("rifle"), dice="2",
    )  # fmt: skip
    [event] = table.give(FireAt("us_nelson", "gb_5")).all(HitRolled)
    assert PROSE.event(event) == "Fire at 5th Foot: 2, 3 in all (first fire: 1) against 8: a miss."


# Fire, leaders and advances ------------------------------------------------------------------------


def test_10_1_8_fire_is_simultaneous_so_no_leader_escapes_a_second_hit_with_the_unit_hit_first() -> None:
    firers, leaders = "us_nelson 1728, us_doyle 1728", "gb_grey 1828, gb_grant 1828, gb_cornwallis 1828"
    pieces = f"{firers}, gb_5 1828, gb_10 1828, {leaders}"
    table = Table(
        position(pieces, active="american", phase="rifles"),
        FireOrders("rifle", "american"), RollVolleys("rifle"), dice="9 9 5 5",
    )  # fmt: skip
    table.give(FireAt("us_nelson", "gb_5"), EndGroup(), FireAt("us_doyle", "gb_10"))
    assert table.prompt == "leader_hit"
    table.give(LoseLeader("gb_grant"))
    assert table.prompt == "leader_hit", "the second leader is hit before the first unit goes back"


def test_12_1_15_a_hex_left_by_dragoons_that_withdrew_must_be_occupied() -> None:
    state = position("gb_5 1728, us_blands_horse 1727", active="british")
    table = Table(state, *COMBATS).give(Attack("gb_5", ("1727",)), WithdrawCavalry())
    while table.prompt == "withdraw":
        table.give(table.menu()[0])
    assert table.state.at["gb_5"] == "1727" or table.menu() == [Advance("gb_5", "1727")]


def advanced(**facts: Any) -> Table:
    """Spencer has beaten the defenders of 1727 and enters it; the leaders of his hex have not gone yet."""
    fight = Combat(("us_spencer",), ("1727",), attack_lead="us_spencer")
    pieces = "us_spencer 1728, us_washington 1728, us_lafayette 1728"
    state = position(pieces, active="american", fight=fight, **facts)
    return Table(state, Advancing(must="lead")).give(Advance("us_spencer", "1727"))


def test_14_5_lafayette_advances_with_washington_and_never_away_from_him_before_he_is_sent() -> None:
    table = advanced()
    assert AdvanceLeader("us_lafayette", "1727") not in table.menu()
    table.give(AdvanceLeader("us_washington", "1727"))
    assert table.state.at["us_lafayette"] == "1727"
    assert AdvanceLeader("us_lafayette", "1727") in advanced(lafayette_sent=True).menu()


def test_14_5_lafayette_goes_back_with_a_unit_only_after_washington_before_he_is_sent() -> None:
    pieces = "us_spencer 1727, us_washington 1727, us_lafayette 1727, gb_5 1728"
    table = Table(position(pieces, active="british"), GoBack("us_spencer", 1, "result"))
    while table.prompt == "retreat":
        table.give(table.menu()[0])
    assert table.menu() == [FollowRetreat("us_washington"), StayBehind()]
    assert FollowRetreat("us_lafayette") in table.give(FollowRetreat("us_washington")).menu()


def test_12_1_15_a_leader_whom_the_bivouac_binds_does_not_advance_out_of_it_with_maxwells_men() -> None:
    bound: dict[str, Any] = {"scenario": "entire_battle", "turn": 2, "active": "american", "released": {}}
    state = position("us_porterfield 0829, us_greene 0928, us_maxwell 0928", **bound)
    assert not may_lead_on(state, "us_greene", "0829")
    assert may_lead_on(state, "us_maxwell", "0829")
    assert may_lead_on(state.changed(released={"greene": 2}), "us_greene", "0829")


def test_14_6_regulars_may_enter_stirns_hex_while_he_can_still_leave_it_but_not_stay_with_him() -> None:
    state = position("gb_5 0727, de_stirn 0728", active="british", phase="movement")
    table = Table(state, MovementPhase(), PhaseEnd()).give(MoveUnit("gb_5", "0728"))
    assert EndMovement() not in table.menu()
    assert MoveLeader("de_stirn", "0729") in table.menu()
    stays = state.changed(moved=("de_stirn",))
    assert MoveUnit("gb_5", "0728") not in Table(stays, MovementPhase()).menu()


def test_18_1_3_maxwell_joins_light_infantry_of_his_wing_if_possible_and_else_need_not_move() -> None:
    """9.1.2: nobody is obliged to move; with an escort in reach he is (R-96)."""
    facts: dict[str, Any] = {"scenario": "knyphausens_feint", "active": "american", "phase": "movement"}
    for others in ("us_hartley 1226", "us_hartley 1226, us_simms 2606"):
        alone = movement_menu(position(f"us_maxwell 1426, {others}", **facts))
        assert EndMovement() in alone and MoveLeader("us_maxwell", "1427") in alone
    near = movement_menu(position("us_maxwell 1426, us_hartley 1226, us_simms 1429", **facts))
    assert EndMovement() not in near
    assert [each for each in near if isinstance(each, MoveLeader)] == [MoveLeader("us_maxwell", "1429")]


def test_9_1_a_menu_of_moves_that_are_made_as_they_are_looked_at_reads_like_a_list() -> None:
    state = position("gb_5 0727, gb_1_guards 0828, de_stirn 0728", active="british", phase="movement")
    menu, orders = movement_menu(state), list(movement_menu(state))
    assert [movement_menu(state)[number] for number in range(len(orders))] == orders
    assert [menu[number] for number in range(-len(orders), 0)] == orders
    assert menu[:] == orders and menu[3:-2] == orders[3:-2]
    assert all(menu.index(order) == number for number, order in enumerate(orders))
    for beyond in (len(orders), -len(orders) - 1):
        with pytest.raises(IndexError):
            menu[beyond]


def test_18_the_last_hex_in_which_stirn_can_begin_is_taken_by_no_foreign_unit() -> None:
    """Random game 6,774 came to a set-up in which each hex of his area held a unit that knows no German."""
    opened = Opened(BRANDYWINE.id, BRANDYWINE.edition, "tournament", SEATS, {}, "", BRANDYWINE.data_digest)
    state: Any = BRANDYWINE.set_up(opened)[0]
    stirn = state.units.role["stirn"]
    area = dict(state.field.placed["british"])[stirn]
    *taken, last = state.ground.areas[area]
    foreign = [piece for piece, _ in state.field.placed["british"] if piece.startswith("gb_")]
    spread = dict(zip(foreign, taken, strict=False))
    assert len(spread) == len(taken)
    standing = msgspec.structs.replace(state, at={**state.at, **spread})
    assert free_hexes(standing, stirn, area) == [last]
    assert last not in free_hexes(standing, foreign[len(taken)], area)
    assert last in free_hexes(standing, "de_donop", area)


# What is told ---------------------------------------------------------------------------------------


def test_9_4_4_the_question_of_a_release_tells_what_it_gives_the_british() -> None:
    bound: dict[str, Any] = {"scenario": "entire_battle", "released": {}, "engaged": True}
    for turn, points in ((1, "3"), (2, "2"), (3, "1"), (4, "2"), (5, "1")):
        facts = bound if turn < 4 else {**bound, "released": {"greene": 4}}
        table = Table(position("us_hartley 1226", active="american", turn=turn, **facts), BuyReleases())
        assert table.decision is not None and table.prompt == "release"
        assert PROSE.prompt(table.decision.asks[AMERICAN]).endswith(f"gains: {points}.")


def test_13_3_the_log_says_why_a_unit_goes_back_after_the_combats_or_is_captured_then() -> None:
    """Also why one that forded goes back a second time (16.2.8), and why a pin captures (13.1.9)."""
    state = position("gb_10 1728 disrupted, us_spencer 1727, gb_5 1828 shattered", active="american")
    table = Table(state, EndAttacksPhase())
    while table.menu():
        table.give(table.menu()[0])
    said = [PROSE.event(event) for event in table.game.events]
    back = "10th Foot stands broken next to the enemy and goes back: 1728"
    assert any(each.startswith(back) for each in said)
    assert "5th Foot stands shattered next to the enemy and is captured in 1828." in said
    further = PROSE.event(UnitRetreated("gb_5", ("0827", "0727"), "ford"))
    assert further.startswith("5th Foot has forded the creek and goes back further")
    captured = PROSE.event(UnitCaptured("gb_5", "1728", "pin", "13.1.9"))
    assert captured == "5th Foot is broken when the pin comes, and is captured in 1728."


def test_4_3_4_the_log_says_that_americans_came_to_the_battery_or_next_to_it() -> None:
    """They may have passed by (R-16)."""
    said = "Americans come to Proctor's Battery or next to it: its marker is taken away."
    assert PROSE.event(BatteryLost()) == said


def test_12_1_9_1_after_no_combat_the_lead_unit_must_enter_the_hex_that_was_left() -> None:
    """"Vai al passo 9": 12.1.15, as after any combat."""
    table = Table(position("gb_33 1728, us_spencer 1727", active="british", advanced=False), *COMBATS)
    table.give(Attack("gb_33", ("1727",)))
    table.tactics("skirmish", "withdraw")
    while table.prompt == "retreat":
        table.give(table.menu()[0])
    assert table.state.at["gb_33"] == "1727" or table.menu() == [Advance("gb_33", "1727")]
    rules = (DATA.parent / "rules.md").read_text("utf-8")
    told = rules.partition("#### 12.1.9.1")[2].partition("####")[0]
    assert "the attacker advances as after any combat (12.1.15" in told


def test_13_1_5_the_log_says_that_points_are_left_of_a_unit_that_lost_a_step() -> None:
    assert PROSE.event(StepLost("gb_5", 1)) == "5th Foot loses a step: 1 strength point left."


def said(event: Event) -> tuple[str, str]:
    """What the log says in both languages."""
    return PROSE.event(event), prose("brandywine", "it").event(event)


def test_13_1_7_the_log_does_not_say_that_a_unit_holds_which_passes_its_check_and_goes_back() -> None:
    """ "se passano, devono ritirarsi anche loro di 1 esagono" (13.1.8 and 13.2.5 too)."""
    passed, failed = (said(MoraleChecked("gb_5", 6, 1, 0, 0, passes)) for passes in (True, False))
    assert passed[0] == "5th Foot checks its morale: 6, and passes (morale 1, leaders 0, ground 0)."
    assert passed[1] == "5° fanteria controlla il morale: 6, e passa (morale 1, comandanti 0, terreno 0)."
    assert "and fails" in failed[0] and "e fallisce" in failed[1]


def test_9_4_5_the_log_tells_the_price_of_a_release_in_victory_points() -> None:
    """ "2 VP nel turno 4", not four halves."""
    army, greene = ReleaseMade("army", 4, 4), ReleaseMade("greene", 3, 2)
    assert said(army)[0] == (
        "The American army may leave its bivouac from turn 4. Victory points that Britain gains: 2."
    )
    assert said(greene)[1].endswith(" dal turno 3. Punti vittoria che guadagna la Gran Bretagna: 1.")
    assert said(ReleaseMade("army", 6)) == (
        "The American army may leave its bivouac.", "L'esercito americano può lasciare il bivacco.",
    )  # fmt: skip


def test_12_3_3_who_decides_first_is_told_that_the_other_side_decides_after_him() -> None:
    """ "Il giocatore che ha avuto l'Iniziativa nel turno precedente decide per primo"; it was said that the
    other side spends 0."""
    state = position("", momentum={"british": 1, "american": 2}, holder="american")
    table = Table(state, Bid("american"), Bid("british"))
    asked = table.decision
    assert asked is not None
    assert PROSE.prompt(asked.asks[AMERICAN]).endswith("The other side decides after that.")
    table.give(BidMomentum(2))
    assert table.decision is not None
    assert PROSE.prompt(table.decision.asks[Seat("british")]).endswith("The other side spends 2.")
    alone = Table(state.changed(momentum={"british": 0, "american": 2}), Bid("american"), Bid("british"))
    assert alone.decision is not None
    assert PROSE.prompt(alone.decision.asks[AMERICAN]).endswith("The other side spends 0.")


def test_12_1_11_the_log_says_nothing_of_modifiers_where_there_are_none() -> None:
    english, italian = said(CombatRolled("british", 6, {}, 6, "1-1", "PIN", 4.5))
    assert english == "Britain rolls 6 in column 1-1: PIN."
    assert italian == "La Gran Bretagna tira 6 nella colonna 1-1: PIN."


def test_13_1_9_the_italian_log_of_a_pin_speaks_of_one_unit_and_of_several() -> None:
    """ "5° fanteria ingaggiati" was said."""
    assert said(UnitsPinned(("gb_5",), ("us_porterfield",)))[1] == "Ingaggio: 5° fanteria con Porterfield."
    attack = PinAnswered("british", ("gb_5",), "attack")
    assert said(attack)[1] == "Ingaggio, obbligo di attaccare: 5° fanteria."
    assert said(PinAnswered("british", ("gb_5",), "break_off"))[1] == "Ingaggio da sciogliere: 5° fanteria."
    assert said(PinsRemoved("12.1.5", ("gb_5",)))[1] == "Fine dell'ingaggio: 5° fanteria."


def test_12_1_3_who_does_without_a_diversion_is_not_told_that_every_adjacent_stack_must_be_attacked() -> None:
    """Rifles need not attack theirs (12.1.1), nor anybody one over the creek (16.2.3)."""
    table = Table(position("gb_5 0826, us_spencer 0925, us_patton 0926", active="british"), *COMBATS)
    lost = BRANDYWINE.forfeit(table.state, NoDiversion())
    assert lost is not None
    assert PROSE.lost(lost) == "no stack is held by a diversion in this phase"
    assert prose("brandywine", "it").lost(lost) == "in questa fase nessuna pila si tiene con un diversivo"


def test_7_1_3_the_forecast_of_tactics_tells_no_leader_in_a_closed_stack_beside_the_combat() -> None:
    """12.2.3: a British leader next to it makes Frontal Assault lawful; the American may not look there."""
    forecasts = []
    for leader in ("", ", gb_grant 0629", ", gb_grant 0529"):
        pieces = f"us_porterfield 0429, gb_10 0529, gb_5 0629{leader}"
        table = Table(position(pieces, active="american", **HIDDEN), *COMBATS)
        while table.prompt != "tactics":
            table.give(table.menu()[0])
        lines = {seat: odds(table.state, (), ChooseTactic(seat, "skirmish")) for seat in SIDES}
        panels = {seat: _matrix_seen_by(table, Seat(seat)) for seat in SIDES}
        forecasts.append({seat: (lines[seat], panels[seat]) for seat in SIDES})
    nobody, beside, within = forecasts
    assert nobody["american"] == beside["american"], "he may not know"
    assert within["american"] != nobody["american"], "stacks that fight are open (R-44)"
    assert nobody["british"] != beside["british"]


def _matrix_seen_by(table: Table, viewer: Seat) -> Any:
    events = table.game.events
    began = next(number for number, event in enumerate(events) if isinstance(event, CombatBegan))
    return BRANDYWINE.battles.tell(Course(list(events[began:]), table.state, viewer, ())).matrix  # type: ignore[union-attr]


def test_7_1_3_the_card_of_a_closed_stack_says_who_may_not_look_into_it() -> None:
    """ "L'Americano non può esaminare le pile Britanniche": the British may look into theirs."""
    card = BRANDYWINE.piece_card(position("us_porterfield 0429, gb_5 0629", **HIDDEN), "stack_0629")
    assert card is not None
    said_of = [prose("brandywine", language).told(card.chips[0]) for language in ("en", "it")]
    assert said_of == [
        "A stack that the American may not look into", "Una pila in cui l'Americano non può guardare",
    ]  # fmt: skip
