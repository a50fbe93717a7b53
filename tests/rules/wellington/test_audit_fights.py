"""What a reader of chapters 10 to 13 and 16 to 19 found untested: fights, groups of two powers, ends."""

from domain.kernel import Decision, Play, Step
from domain.kernel.chance import Rolled
from domain.kernel.seats import Seat
from domain.wellington.arrival.arrival import arrive
from domain.wellington.arrival.attempts import going
from domain.wellington.arrival.evasion import led
from domain.wellington.arrival.flagging import RaiseFlag
from domain.wellington.battle.battle_losses import LosePieces
from domain.wellington.events.arrival import (
    InterceptionFailed,
    InterceptionRolled,
    InterceptionSucceeded,
)
from domain.wellington.events.battle import (
    BattleBegan,
    BattleDiceCounted,
    BattleEnded,
    FormationRetreated,
    PiecesLost,
    PiecesReturned,
    SoldiersDisorganised,
)
from domain.wellington.events.endings import GameEnded
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.points import FlagPlaced, FormationMoved
from domain.wellington.events.sieges import SackRolled
from domain.wellington.facts import FACTS
from domain.wellington.facts.world import card_id
from domain.wellington.movement.groups import commander
from domain.wellington.orders.answers import RemoveLeader, RemoveSoldier
from domain.wellington.orders.arrival import Intercept, StandFast
from domain.wellington.orders.battle import RetreatAll, TakeOddLoss
from domain.wellington.orders.groups import JoinArmy, NameCommander
from domain.wellington.orders.points import BuildLeader, Carry, MoveArmy, PlaceFlag
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.playing.lasting import PutAway
from domain.wellington.playing.responses import Window
from domain.wellington.position.conflict import Arrival, Battle, Camp, Part
from domain.wellington.position.control import holder
from domain.wellington.position.state import State, Troop, changed, troops_of
from domain.wellington.seen.measures import losses
from domain.wellington.sequence.endturn import Attrition, RaiseFlags
from tests.rules.wellington.built_in import DUCHIES
from tests.rules.wellington.position import FOUR, TWO, StartBattle, Table, fought, given, position

GROUP = {"wellington": "leon", "de_espana": "leon"}
"""A British and a Spanish army in one duchy."""


class Come(Step, frozen=True):
    """A formation that stands there has just come."""

    arrival: Arrival

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        arrive(play, self.arrival)
        return None


# Retreats (11.6) --------------------------------------------------------------------------------


def test_beaten_attackers_from_several_duchies_all_go_where_the_active_player_says() -> None:
    """11.62, R-65: he picks one of the origins for the whole side."""
    battle = Battle("salamanca", "allied", "britain", ("ciudad_rodrigo", "lumbrales"))
    table = fought(
        battle,
        dice=[[1] * 5, [5] + [1] * 7],
        soldiers_at={"salamanca": "britain 2 0 0, spain 2 0 0, nord 6 0 0"},
        flags={"ciudad_rodrigo": "spain", "lumbrales": "spain"},
        seats=FOUR,
    )
    assert table.prompt == "retreat" and table.seats == (Seat("britain"),)
    table.give(RetreatAll("britain", "lumbrales"))
    assert [(went.power, went.to) for went in table.all(FormationRetreated)] == [
        ("britain", "lumbrales"),
        ("spain", "lumbrales"),
    ]


# Groups of two powers ---------------------------------------------------------------------------


def test_the_commanders_power_rolls_and_chooses_for_a_group_at_the_end_of_the_turn() -> None:
    """R-81: unevenly if it likes."""
    table = given(
        active=None,
        leaders_at=GROUP,
        soldiers_at={"leon": "britain 3 0 0, spain 2 0 0"},
        dice=[[6, 6, 1, 1, 1, 1, 1]],
        then=[Attrition()],
    )
    assert [event.seat for event in table.all(Rolled)] == [Seat("britain")]
    assert table.prompt == "remove_soldier" and table.seats == (Seat("britain"),)
    table.give(RemoveSoldier("spain", "leon")).give(RemoveSoldier("spain", "leon"))
    assert [event.power for event in table.all(LossesTaken)[:2]] == ["spain", "spain"]


def test_a_group_left_in_an_uncontrolled_duchy_flags_for_its_commanders_power() -> None:
    """4.3, 9.62, R-32: though Britain comes first in impulse order."""
    soldiers_at = {"leon": "britain 1 0 0, spain 3 0 0"}
    table = given(active=None, leaders_at=GROUP, soldiers_at=soldiers_at, then=[RaiseFlags()])
    assert table.all(FlagPlaced)[0].power == "spain"


def lost_officers(losses: int, *leaders: str) -> Table:
    """These leaders, and no soldiers, lose so many in a battle at Leon."""
    battle = Battle("leon", "allied", "britain", camps={"allied": Camp(), "french": Camp()})
    return given(
        leaders_at=dict.fromkeys(leaders, "leon"),
        battles=(battle,),
        commanders=("wellington",),
        then=[LosePieces("leon", ("britain", "spain"), losses, "battle")],
    )


def test_allies_share_lost_staff_officers_and_each_chooses_among_its_own() -> None:
    """11.51, R-58, R-59."""
    table = lost_officers(2, "wellington", "hill", "beresford", "de_espana", "ballesteros")
    assert table.prompt == "remove_leader" and table.seats == (Seat("britain"),)
    assert table.menu() == [RemoveLeader("beresford"), RemoveLeader("hill")]
    table.give(RemoveLeader("hill"))
    assert table.seats == (Seat("spain"),)
    assert set(table.menu()) == {RemoveLeader("ballesteros"), RemoveLeader("de_espana")}


def test_the_commanders_power_says_which_ally_loses_the_odd_officer() -> None:
    """11.51, R-59."""
    table = lost_officers(1, "wellington", "hill", "de_espana")
    assert table.prompt == "odd_loss" and table.seats == (Seat("britain"),)
    table.give(TakeOddLoss("spain"))
    assert table.all(PiecesLost)[0].leaders == ("de_espana",)


def test_more_disorganisations_than_pieces_cost_dice_but_shake_nobody_who_comes_later() -> None:
    """11.53: a rout eliminates only pieces that were disorganised."""
    battle = Battle("leon", "allied", "britain", camps={"allied": Camp(), "french": Camp()})
    table = given(soldiers_at={"leon": "britain 2 0 0"}, leaders_at={"hill": "leon"}, battles=(battle,))
    table.game.record(SoldiersDisorganised("leon", "allied", 5))
    camp = table.state.battles[-1].camps["allied"]
    assert camp.disorganised == 5 and camp.shaken == 3


def test_soldiers_who_come_back_into_the_battle_count_as_lost_no_more() -> None:
    """#79: in the measures of losses."""
    battle = Battle("leon", "allied", "britain", camps={"allied": Camp(), "french": Camp()})
    table = given(
        soldiers_at={"leon": "britain 3 0 0"},
        battles=(battle,),
        then=[LosePieces("leon", ("britain", "spain"), 2, "battle")],
    )
    assert losses(table.state, "britain")["battle"] == 2
    table.game.record(PiecesReturned("britain", "leon", Troop("britain", 1), hits=1))
    assert losses(table.state, "britain")["battle"] == 1


def test_the_commander_falls_when_no_officer_is_left() -> None:
    """R-58."""
    assert not lost_officers(2, "wellington", "hill", "de_espana").state.leaders["hill"].duchy
    assert lost_officers(2, "wellington", "hill", "de_espana").state.leaders["wellington"].duchy == "leon"
    assert not lost_officers(3, "wellington", "hill", "de_espana").state.leaders["wellington"].duchy


# Interception (10.1 to 10.41) --------------------------------------------------------------------


def marmont_passes_a_group(**facts: object) -> Table:
    """Marmont comes from Lumbrales to Salamanca; two armies stand together at Valladolid."""
    chosen = {
        "leaders_at": {"wellington": "valladolid", "de_espana": "valladolid", "marmont": "lumbrales"},
        "soldiers_at": {"valladolid": "britain 3 0 0, spain 2 0 0", "lumbrales": "nord 3 0 0"},
        "flags": {"valladolid": "spain"},
        "points": 1,
    }
    table = given("nord", **{**chosen, **facts})  # type: ignore[arg-type]
    return table.give(MoveArmy("marmont", "salamanca"), Carry("marmont", 3)).quiet()


def test_a_group_of_two_powers_intercepts_together_under_its_commander() -> None:
    """10.41: it says which armies come; 4 + 5 (Wellington alone counts) is enough, 9 pieces fight."""
    table = marmont_passes_a_group(dice=[[1, 3]])
    assert table.seats == (Seat("britain"),)
    joined = JoinArmy("de_espana", 2)
    assert joined in table.menu(draft=(Intercept("wellington"),))
    table.give(Intercept("wellington"), joined, Carry("wellington", 3)).quiet()
    assert table.all(InterceptionRolled)[0].modifier == 5
    assert {event.power for event in table.all(FormationMoved)[1:]} == {"britain", "spain"}
    assert table.all(InterceptionSucceeded)[0].ally == "spain"
    assert table.all(BattleDiceCounted)[0].terms["soldiers"] == 5


def test_only_the_commander_of_a_group_takes_the_allys_army_along() -> None:
    """10.41: another leader intercepts with pieces of his own power."""
    table = marmont_passes_a_group(commanders=("wellington",))
    table.give(StandFast())
    assert table.seats == (Seat("spain"),)
    assert all(isinstance(order, Carry) for order in table.menu(draft=(Intercept("de_espana"),)))


def test_a_failed_interception_of_a_part_marks_the_whole_group() -> None:
    """10.41."""
    table = marmont_passes_a_group(dice=[[1, 1]], points=2)
    table.give(Intercept("wellington"), Carry("wellington", 3)).quiet()
    assert table.all(InterceptionFailed) and table.state.leaders["de_espana"].marked
    assert table.prompt != "answer_arrival"


def test_friends_may_join_the_battle_of_what_a_card_places_in_an_enemy_impulse() -> None:
    """10.1, R-45: an inactive army may intercept to take part in a battle; nobody evades an inactive one."""
    placed = Arrival("spain", "salamanca", None, "event", (Part("spain", 2),))
    table = given(
        "nord",
        soldiers_at={"salamanca": "spain 2 0 0, nord 1 0 0", "valladolid": "britain 3 0 0"},
        leaders_at={"wellington": "valladolid", "clausel": "avila"},
        dice=[[3, 3]],
        points=1,
        then=[Come(placed)],
    )
    assert table.prompt == "join_battle" and table.seats == (Seat("britain"),)
    assert table.menu() == [Intercept("wellington"), StandFast()]
    table.give(Intercept("wellington"), Carry("wellington", 3)).quiet()
    assert table.all(BattleBegan)[0].battle.origins == ("valladolid",)
    assert table.all(BattleDiceCounted)[0].terms["soldiers"] == 5


def test_nobody_joins_where_no_enemy_stands() -> None:
    placed = Arrival("spain", "salamanca", None, "event", (Part("spain", 2),))
    table = given(
        "nord",
        soldiers_at={"salamanca": "spain 2 0 0"},
        leaders_at={"wellington": "valladolid"},
        points=1,
        then=[Come(placed)],
    )
    assert table.prompt == "spend_point"


# Sieges (12) ------------------------------------------------------------------------------------


def test_only_the_army_that_besieged_is_marked() -> None:
    """12.41: another army of the power there, which has been there before, may march on."""
    table = given(
        soldiers_at={"ciudad_rodrigo": "britain 9 0 0"},
        leaders_at={"wellington": "ciudad_rodrigo", "hill": "ciudad_rodrigo"},
        dice=[[1] * 12, [1] * 3],
        points=2,
    )
    table.give(BesiegeFortress("wellington", "ciudad_rodrigo"), Carry("wellington", 6)).quiet()
    assert table.state.leaders["wellington"].marked and not table.state.leaders["hill"].marked
    assert sum(troop.sp for troop in troops_of(table.state, "ciudad_rodrigo", "britain") if troop.marked) == 6
    assert Carry("hill", 3) in table.menu(draft=(MoveArmy("hill", "fuentes_de_onoro"),))


# Evasion (10.5) ---------------------------------------------------------------------------------


def test_an_army_goes_with_whole_counters_where_there_is_no_change_for_others() -> None:
    """1.5, 10.5: four strength points go as the artillery if no infantry is left to change it for."""
    state = position(
        soldiers_at={"salamanca": "spain 1 0 0", "cadiz": "spain 21 0 0"},
        leaders_at={"ballesteros": "salamanca"},
    )
    marked = Troop("spain", art=1, marked=True)
    state = changed(state, troops={**state.troops, "salamanca": (*state.troops["salamanca"], marked)})
    assert led(state, "salamanca", "spain") == 4
    assert going(state, "salamanca", "spain", 4) == ((marked,), (Troop("spain", 1),))


# Flags that an event places (10.10) -------------------------------------------------------------


def flag_over_talavera(*dice: list[int]) -> Table:
    """Spain's event raises its flag over Talavera in Spain's impulse; Marmont stands beside it at Almaraz."""
    return given(
        "spain",
        soldiers_at={"almaraz": "nord 2 0 0"},
        leaders_at={"marmont": "almaraz"},
        dice=dice,
        points=1,
        then=[RaiseFlag("spain", "talavera", "spain")],
    )


def test_a_flag_placed_by_an_event_is_removed_if_it_is_intercepted() -> None:
    """10.10, R-30."""
    table = flag_over_talavera([5, 5])
    assert table.prompt == "answer_arrival" and table.menu() == [Intercept("marmont"), StandFast()]
    assert holder(table.state, "talavera") == "spain"
    table.give(Intercept("marmont"), Carry("marmont", 2)).quiet()
    assert holder(table.state, "talavera") != "spain" and not table.state.arrivals
    assert table.state.leaders["marmont"].duchy == "talavera" and not table.all(BattleBegan)


def test_it_stays_if_nobody_comes_in_time() -> None:
    late = flag_over_talavera([1, 1]).give(Intercept("marmont"), Carry("marmont", 2)).quiet()
    idle = flag_over_talavera().give(StandFast())
    for table in (late, idle):
        assert holder(table.state, "talavera") == "spain" and table.prompt == "spend_point"


def test_nobody_joins_a_flag_that_is_raised_beside_an_enemy() -> None:
    """10.1: there is no battle to take part in."""
    table = given(
        "nord",
        soldiers_at={"talavera": "nord 1 0 0"},
        leaders_at={"wellington": "almaraz"},
        points=1,
        then=[RaiseFlag("spain", "talavera", "spain")],
    )
    assert table.prompt == "spend_point"


def test_an_event_that_only_takes_a_flag_away_is_not_intercepted() -> None:
    leaders = {"marmont": "almaraz"}
    table = given("spain", leaders_at=leaders, points=1, then=[RaiseFlag("spain", "talavera", None)])
    assert table.prompt == "spend_point"


# Immediate ends (18.1) --------------------------------------------------------------------------


def test_the_game_ends_with_the_battle_that_frees_the_last_key_before_anything_else() -> None:
    """R-99: the announced step that an answer has interrupted is not carried out."""
    flags = {
        key: "spain"
        for key in FACTS.map.spanish_keys
        if key != "salamanca" and DUCHIES[key].controller != "spain"
    }
    battle = Battle("salamanca", "allied", "spain", ("avila",))
    table = given(
        "nord",
        soldiers_at={"salamanca": "spain 6 0 0, nord 1 0 0"},
        flags=flags,
        hands={"britain": (1,)},
        points=1,
        dice=[[6, 1, 1, 1, 1, 1], [1, 1, 1]],
        then=[StartBattle(battle), Window("cp_spent")],
    ).quiet()
    assert table.all(BattleEnded) and table.decision is None
    assert table.all(GameEnded)[0].cause == "liberation_of_spain"


def test_the_game_ends_with_the_card_that_takes_the_last_key() -> None:
    """R-99: as soon as the card is put away, within the window that it was played in."""
    flags = {key: "nord" for key in FACTS.map.spanish_keys if DUCHIES[key].controller == "spain"}
    put_away = PutAway("nord", card_id(56))
    table = given(
        "nord",
        flags={key: flag for key, flag in flags.items() if key != "oviedo"},
        hands={"britain": (1,), "nord": (2,)},
        points=1,
        then=[RaiseFlag("nord", "oviedo", "nord"), put_away, Window("cp_spent")],
    )
    assert table.all(GameEnded)[0].cause == "conquest_of_spain" and table.decision is None


def test_a_leader_built_beside_a_group_lets_the_stronger_power_name_its_commander() -> None:
    """9.62, R-42: he has joined it, though nobody has marched."""
    table = given(
        leaders_at={"wellington": "lisbon", "de_espana": "lisbon"},
        soldiers_at={"lisbon": "britain 3 0 0, spain 1 0 0"},
        commanders=("wellington",),
        points=4,
    )
    table.give(BuildLeader("hill", "lisbon")).quiet()
    table.give(NameCommander("lisbon", "hill"))
    assert commander(table.state, "lisbon", "allied") == "hill" and table.prompt == "spend_point"


def test_a_fortress_that_falls_ends_the_game_after_its_sack() -> None:
    """R-99: Barcelona, the last French key, in the midst of an impulse."""
    keys = (key for key in FACTS.map.spanish_keys if key != "barcelona")
    table = given(
        soldiers_at={"barcelona": "britain 3 0 0"},
        leaders_at={"wellington": "barcelona"},
        flags={key: "spain" for key in keys if DUCHIES[key].controller != "spain"},
        points=3,
        seats=TWO,
        dice=[[6, 6, 6, 1, 1, 1, 1, 1, 1], [1, 1, 1], [4]],
    )
    table.give(BesiegeFortress("wellington", "barcelona"), Carry("wellington", 3)).quiet()
    table.give(PlaceFlag("barcelona", "spain"))
    assert table.all(SackRolled)[0].resources == 1 and table.state.resources["britain"] == 1
    assert table.all(GameEnded)[0] == GameEnded("liberation_of_spain", "allied", (Seat("allied"),))
