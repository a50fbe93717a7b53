"""What a viewer sees, what stays hidden, what is told of pieces and of the standing."""

from functools import cache
from random import Random

import pytest

from domain.kernel import ALL, PUBLIC, Order, Seat
from domain.kernel.agenda import decision_at
from domain.kernel.battles import Course
from domain.kernel.prose import prose
from domain.kernel.scene import plain
from domain.washingtons_war.events.battle import BattleStarted
from domain.washingtons_war.events.decks import CardDealt, ReplacementDrawn
from domain.washingtons_war.events.pieces import GeneralRemoved
from domain.washingtons_war.facts import FACTS
from domain.washingtons_war.facts.ids import AMERICAN, BRITISH, CARDS, NUMBER_OF
from domain.washingtons_war.orders.battle import PlayBattleCard, UseNoCard
from domain.washingtons_war.orders.impulses import ActivateGeneral, SpendOnMarkers
from domain.washingtons_war.orders.markers import StopMarkers
from domain.washingtons_war.orders.movement import Halt, LetThemCome, March, StandAndFight
from domain.washingtons_war.position.conflict import Marching
from domain.washingtons_war.position.state import State, deck
from domain.washingtons_war.seen.battles import BATTLES
from domain.washingtons_war.seen.faces import faces
from domain.washingtons_war.seen.hints import hint
from domain.washingtons_war.seen.measures import cut_off, evaluate, measure
from domain.washingtons_war.seen.scene import BOXES, conceal, redact, tokens, view
from domain.washingtons_war.seen.told import lead, piece_card
from domain.washingtons_war.title import WASHINGTONS_WAR as RULES
from tests.laws.games import whole_game
from tests.rules.washingtons_war.marching import acting
from tests.rules.washingtons_war.position import markers, position

OPS_1, OPS_3, PAINE, KNOX = "ops_1_01", "ops_3_01", "thomas_paine", "henry_knox_artillery"
TREASON = "benedict_arnold_betrays"


@cache
def seen() -> tuple[tuple[State, tuple[Order, ...]], ...]:
    """Positions of a random game, with what may be ordered there."""
    scenario = RULES.scenarios[0]
    history = whole_game(RULES.id, scenario.id, scenario.seatings[0], 2)
    found = []
    for rest in history.rests()[1::2]:
        there = history.at(rest)
        decision = decision_at(there.state, there.agenda)
        asks = decision.asks.values() if decision else ()
        found.append((there.state, tuple(order for ask in asks for order in ask.menu())))
    return tuple(found)


# Hidden information -----------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [AMERICAN, BRITISH, PUBLIC])
def test_two_positions_that_differ_in_secrets_look_the_same(viewer: Seat) -> None:
    random = Random(3)
    for state, _ in seen():
        assert plain(view(conceal(state, viewer, random), viewer)) == plain(view(state, viewer))


def test_a_concealed_position_keeps_every_card_in_one_place_and_every_count() -> None:
    for state, _ in seen()[::5]:
        for viewer in (AMERICAN, BRITISH, PUBLIC):
            other = conceal(state, viewer, Random(4))
            assert {side: len(cards) for side, cards in other.hands.items()} == {
                side: len(cards) for side, cards in state.hands.items()
            }
            held = [card for cards in other.hands.values() for card in cards]
            assert len(held) == len(set(held)) and not set(held) & set(deck(other))
            assert other.hands.get(viewer) == state.hands.get(viewer)  # type: ignore[call-overload]


def test_who_sees_everything_is_told_nothing_anew() -> None:
    state, _ = seen()[20]
    assert conceal(state, ALL, Random(1)) is state


def test_hands_are_seen_by_their_owners_and_their_sizes_by_all() -> None:
    state = position(hands={"american": (OPS_1, PAINE), "british": (OPS_3,)})
    mine, theirs = view(state, AMERICAN).hands, view(state, BRITISH).hands
    assert (mine["american"].cards, mine["british"].cards) == ((OPS_1, PAINE), None)
    assert (theirs["american"].cards, theirs["american"].count) == (None, 2)
    assert view(state, ALL).hands["british"].cards == (OPS_3,)
    assert mine["deck"].count == len(CARDS) - 3 and mine["deck"].cards is None


def test_a_card_that_a_swap_took_openly_is_known_in_the_hand_and_stays_there() -> None:
    """6.32.C: the event was discarded before everybody's eyes."""
    state = position(hands={"american": (PAINE, OPS_1), "british": (OPS_3,)}, face_up=(PAINE,))
    assert view(state, BRITISH).hands["american"].cards == (PAINE,)
    for number in range(20):
        assert PAINE in conceal(state, BRITISH, Random(number)).hands["american"]


def test_queues_boxes_and_discards_lie_open() -> None:
    state = position(
        queues={"american": (), "british": (OPS_1,)},
        reinforcement_cards={"american": (OPS_3,), "british": ()},
        discards=(KNOX,),
        war_ends="north_government_falls_1781",
    )
    scene = view(state, PUBLIC)
    assert scene.hands["queue_british"].cards == (OPS_1,) and scene.numbers["british"]["queue"] == 1
    assert scene.hands["reinforcements_american"].cards == (OPS_3,)
    assert scene.hands["discards"].cards == (KNOX,)
    assert scene.numbers["track"]["war_ends"] == 1781


@pytest.mark.parametrize("kind", [CardDealt, ReplacementDrawn])
def test_a_card_drawn_is_told_to_who_draws_it_alone(kind: type[CardDealt | ReplacementDrawn]) -> None:
    event = kind("british", KNOX)
    assert redact(event, BRITISH) == event == redact(event, ALL)
    for other in (AMERICAN, PUBLIC):
        hidden = redact(event, other)
        assert hidden == kind("british")
        for language in ("en", "it"):
            assert "Knox" not in prose(RULES.id, language).event(hidden)


# The scene --------------------------------------------------------------------------------------


def test_generals_stand_on_the_map_and_in_their_boxes_with_their_ratings() -> None:
    at = {"howe": "boston", "gates": "american_box", "lee": "captured"}
    state = position(generals=at, tried=("greene",))
    found = tokens(state, PUBLIC)
    assert (found["howe"].at, found["howe"].strength, found["howe"].side) == ("boston", 6, "british")
    assert found["howe"].name == "Howe (3-6-1)"
    assert (found["gates"].at, found["lee"].at) == ("american_box", "captured_american")
    assert found["arnold"].at is None, "out of the war"
    assert found["greene"].flags == ("tried",)
    assert {"american_box", "captured_american"} <= set(BOXES)


def test_cu_stand_by_nation_and_the_french_have_a_colour_of_their_own() -> None:
    state = position(american={"newport": 2}, french={"newport": 5}, british={"boston": 3})
    found = tokens(state, PUBLIC)
    assert (found["french-newport"].side, found["french-newport"].strength) == ("france", 5)
    assert found["american-newport"].strength == 2 and found["british-boston"].at == "boston"
    waiting = position(generals={"rochambeau": "french_box"}, french_waiting=5)
    assert tokens(waiting, PUBLIC)["french-waiting"].at == "french_box"


def test_spaces_tell_markers_congress_and_the_blockade() -> None:
    state = position(markers=markers("newport philadelphia", "boston"), navy="chesapeake", congress="newport")
    scene = view(state, PUBLIC)
    assert (scene.spaces["boston"].owner, scene.spaces["albany"].owner) == ("british", None)
    assert scene.spaces["newport"].marks == {"congress": "american"}
    assert [zone for zone in FACTS.zones if scene.spaces[zone].owner] == ["chesapeake"]
    assert scene.numbers["colonies"]["rhode_island"] == "american"
    assert scene.numbers["colonies"]["canada"] == "nobody"
    assert view(position(navy="turn_track"), PUBLIC).numbers["track"]["navy"] == "away"


def test_the_phase_of_a_scene_names_a_march_and_the_end() -> None:
    marching = Marching("howe", "british", "boston", 4, 4)
    assert view(position(marching=marching), PUBLIC).phase == "march"
    assert view(position(winner="british", ended="war_ends"), PUBLIC).phase == "over"


# Orders, pieces, lead ---------------------------------------------------------------------------


def test_every_hint_points_to_what_the_board_has() -> None:
    spaces = {*FACTS.spaces, *FACTS.zones}
    for state, orders in seen():
        for order in orders:
            found = hint(state, order)
            assert found.target is None or found.target in spaces, order
            assert found.piece is None or found.piece in NUMBER_OF or found.piece in state.generals, order


def test_a_march_shows_its_cost_and_its_danger() -> None:
    state = position(
        generals={"howe": "boston", "washington": "lexington_concord"},
        american={"lexington_concord": 5},
        british={"boston": 5},
        marching=Marching("howe", "british", "boston", 4, 4, units={"british": 5}),
    )
    assert hint(state, March("howe", "lexington_concord")).kind == "fight"
    assert hint(state, March("howe", "barnstable")).cost == 1
    there = hint(position(generals={"greene": "newport"}), ActivateGeneral(OPS_1, "greene"))
    assert (there.piece, there.target) == (OPS_1, "newport")
    assert hint(state, SpendOnMarkers(OPS_1)).target is None


def test_what_lies_open_of_a_general_is_told() -> None:
    """2.2.C, 7.9.A: his ratings, who is with him, and that Washington slips away more easily."""
    state = position(generals={"washington": "morristown"}, american={"morristown": 3, "york": 1})
    words = prose(RULES.id)
    card = piece_card(state, "washington")
    assert card is not None
    told = [words.told(each) for each in (*card.chips, *card.lines)]
    assert told[:3] == ["Strategy 1", "Battle 4", "Agility 3"]
    assert {"Stands in Morristown.", "CU with him: 3.", "Avoids battle on 5 or less."} <= set(told)
    lone = piece_card(state, "american-york")
    assert lone is not None and "cannot move" in words.told(lone.lines[-1])
    assert piece_card(state, "french-york") is None and piece_card(state, "nobody") is None


def test_the_standing_counts_colonies_and_names_who_would_win() -> None:
    """13.2: nobody with enough is a British victory."""
    opening = lead(position())
    assert opening is not None and (opening.turn, opening.turns, opening.ahead) == (3, 9, "british")
    free = [space for colony in FACTS.thirteen[:8] for space in FACTS.in_colony[colony]]
    found = lead(position(markers=markers(" ".join(free))))
    assert found is not None and found.ahead == "american"
    assert [each.about["count"] for each in found.counts] == [8, 0]
    assert lead(State("campaign", (AMERICAN, BRITISH))) is None


def test_an_order_that_leaves_something_unused_says_so() -> None:
    words, state = prose(RULES.id), position()
    for order, part in ((StopMarkers(), "left"), (Halt("howe"), "no further")):
        lost = RULES.forfeit(state, order)
        assert lost is not None and part in words.lost(lost)
    assert RULES.forfeit(state, SpendOnMarkers(OPS_1)) is None


def test_who_does_not_intercept_is_not_told_that_the_way_is_free() -> None:
    """7.8.D: there may be American CU in the space already, who fight whether somebody comes or not."""
    table = acting(
        "howe", generals={"howe": "boston", "greene": "newport"}, british={"boston": 5},
        american={"lexington_concord": 2, "newport": 3}, markers=markers("lexington_concord", "boston"),
    )  # fmt: skip
    table.give(March("howe", "lexington_concord"))
    lost = RULES.forfeit(table.state, LetThemCome())
    assert lost is not None and prose(RULES.id).lost(lost) == "no army comes there before them"
    assert table.give(LetThemCome()).all(BattleStarted)


def test_cards_show_value_number_and_kind() -> None:
    found = faces(FACTS)
    assert set(found) == set(CARDS)
    assert (found[OPS_3].value, found["major_campaign"].value, found[KNOX].value) == ("3", "×3", "+2")
    assert found["declaration_of_independence"].tags == ("kind_must_play",)
    names = RULES.names("en")
    assert {tag for face in found.values() for tag in face.tags} <= set(names)


# Measures ---------------------------------------------------------------------------------------


def test_every_measure_has_a_value_in_every_position() -> None:
    wanted = {each.id for each in RULES.measures}
    for state, _ in seen():
        assert set(measure(state)) == wanted


def test_measures_count_what_they_say() -> None:
    state = position(
        markers=markers("quebec", "boston"),
        british={"boston": 3, "quebec": 2},
        american={"york": 4},
        french={"york": 1},
        generals={"howe": "boston", "gates": "captured"},
        alliance=5,
        spent={"american": 7, "british": 2},
    )
    found = measure(state)
    assert (found["units_british"], found["colonial_british"]) == (5, 3)
    assert (found["units_american"], found["units_france"]) == (4, 1)
    assert (found["captured_american"], found["generals_british"]) == (1, 1)
    assert (found["alliance"], found["operations_american"], found["markers_british"]) == (5, 7, 1)


def test_markers_that_would_be_isolated_now_are_counted() -> None:
    """10.31: a marker among British ones, without a piece, is cut off."""
    near = FACTS.adjacent["cheraw"]
    state = position(markers=markers("cheraw", " ".join(near)))
    assert cut_off(state, "american") == ("cheraw",)
    assert measure(state)["isolated_american"] == 1


def test_colonies_armies_and_victory_are_worth_something_to_a_computer() -> None:
    plain_state, better = position(), position(markers=markers("newport"))
    assert evaluate(better, AMERICAN) > evaluate(plain_state, AMERICAN)
    assert evaluate(better, BRITISH) == -evaluate(better, AMERICAN)
    assert evaluate(position(winner="british", ended="automatic"), BRITISH) == 1000
    few, many = position(british={"boston": 1}), position(british={"boston": 4})
    assert evaluate(many, BRITISH) - evaluate(few, BRITISH) > 3


# Battles ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("order", "leads"), [(UseNoCard(), ("arnold",)), (PlayBattleCard(TREASON), ())])
def test_a_battle_names_no_general_whom_a_card_has_taken_away(order: Order, leads: tuple[str, ...]) -> None:
    """6.33.D, 9.2 Step 1: Arnold leaves the game before the dice, and his force fights without him."""
    table = acting(
        "howe", generals={"howe": "philadelphia", "arnold": "york"}, british={"philadelphia": 5},
        american={"york": 4}, hands={"british": (TREASON,), "american": (OPS_1,)},
    )  # fmt: skip
    table.give(March("howe", "york")).give(StandAndFight()).give(order)
    assert table.prompt == "battle_card"
    begun = table.game.events.index(table.all(BattleStarted)[0])
    battle = BATTLES.tell(Course(table.game.events[begun:], table.state, PUBLIC))
    assert [camp.pieces for camp in battle.camps] == [("howe",), leads]


def test_a_battle_tells_that_it_cost_washington() -> None:
    """9.5, 7.6.B: a winner left without CU on an enemy marker is captured, and Washington out of the war."""
    table = acting(
        "clinton", generals={"clinton": "salem", "washington": "hillsborough"}, british={"salem": 1},
        american={"hillsborough": 1}, markers=markers(american="york", british="hillsborough new_bern"),
        dice=[[3], [5], [1], [6], [2], [2]],
    )  # fmt: skip
    table.give(March("clinton", "hillsborough")).until("washington_captured")
    begun = table.game.events.index(table.all(BattleStarted)[0])
    battle = BATTLES.tell(Course(table.game.events[begun:], table.state, PUBLIC))
    assert GeneralRemoved("washington", "hillsborough", "7.6.B") in battle.losses
