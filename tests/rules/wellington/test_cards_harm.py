"""Cards that harm formations and flags away from battle (#19, #43, #56, #68, #80, #88, #92, #102)."""

from typing import Any

from domain.kernel.chance import Rolled
from domain.kernel.prose import Prose
from domain.kernel.seats import Seat
from domain.wellington.events.battle import PiecesLost
from domain.wellington.events.losses import BanditsRolled, DysenteryRolled, FlagRaided, LossesTaken
from domain.wellington.events.points import FlagPlaced
from domain.wellington.events.sieges import FortressFell, SiegeBegan
from domain.wellington.facts.world import Power, card_id
from domain.wellington.orders.answers import Choose, RemoveLeader, RemoveSoldier, Respond
from domain.wellington.position.card_table import ENOUGH
from domain.wellington.position.conflict import Battle
from domain.wellington.position.state import Impulse, Lasting, leaders_of, sp_of
from domain.wellington.title import WELLINGTON
from tests.rules.wellington.answering import answered
from tests.rules.wellington.position import Table, fought, given
from tests.rules.wellington.test_cards_draws import played, targets

BANDITS, DYSENTERY, RAID, PARTISANS, GUERRILLA, HUSSARS = (card_id(n) for n in (19, 43, 56, 88, 92, 102))
BRITAIN, SPAIN, SUD, NORD = map(Seat, ("britain", "spain", "sud", "nord"))
RODRIGO = "ciudad_rodrigo"


def owner(power: Power, number: int, **facts: Any) -> Table:
    """The power is in its impulse and holds the card and another one."""
    hands = {power: (number, 17), **facts.pop("hands", {})}
    return given(power, hands=hands, **facts)


def choose(table: Table, number: int, *options: str) -> Table:
    for option in options:
        table.give(Choose(card_id(number), option)).quiet()
    return table


def rolls(table: Table) -> list[int]:
    """How many dice each attrition had."""
    return [len(roll.values) for roll in table.all(Rolled) if roll.purpose == "attrition"]


# Bandits of the Sierra ------------------------------------------------------------------------------


def bandits(dice: Any, **facts: Any) -> Table:
    """Spain's bandits are in Ávila and Talavera."""
    base: dict[str, Any] = {"soldiers_at": {"avila": "nord 3 0 0"}, "leaders_at": {"joseph": "avila"}}
    table = owner("spain", 19, dice=dice, **{**base, **facts})
    played(table, 19, "avila")
    return table.give(Choose(BANDITS, "talavera"))


def test_bandits_cost_a_piece_or_the_flag_for_each_five_or_six() -> None:
    """#19: the loser chooses."""
    table = bandits([[6, 5, 1], [1, 1, 1]]).quiet()
    assert table.seats == (NORD,)
    assert table.menu() == [RemoveSoldier("nord", "avila"), RemoveLeader("joseph")]
    table.give(RemoveLeader("joseph"))  # what is left to lose is lost at once
    assert sp_of(table.state, "avila", "nord") == 2 and not leaders_of(table.state, "avila", "nord")


def test_the_flag_that_the_enemy_has_placed_may_be_given_up() -> None:
    table = owner("sud", 19, flags={"talavera": "spain"}, dice=[[6, 1, 1], [1, 1, 1]])
    played(table, 19, "talavera").give(Choose(BANDITS, "avila")).quiet()
    assert table.all(FlagPlaced) == [FlagPlaced("spain", "talavera", None, "raid")]
    told = Prose(WELLINGTON, "en").event(table.all(FlagPlaced)[0])
    assert told == "Spain gives up its flag in Talavera de la Reina."


def test_hits_beyond_what_is_there_are_lost() -> None:
    """C-19; the log says where they were scored all the same."""
    table = bandits([[6, 6, 6], [6, 6, 1]], soldiers_at={"avila": "nord 1 0 0"}, leaders_at={}).quiet()
    assert table.all(BanditsRolled) == [BanditsRolled("avila", 3), BanditsRolled("talavera", 2)]
    assert not sp_of(table.state, "avila", "nord") and table.prompt != "take_raid"


def test_bandits_keep_away_from_fortresses_but_not_from_besiegers() -> None:
    assert "burgos" not in targets(owner("spain", 19, soldiers_at={"burgos": "nord 2 0 0"}), 19)
    besieged = owner("spain", 19, soldiers_at={RODRIGO: "nord 2 0 0"}, flags={RODRIGO: "spain"})
    assert RODRIGO in targets(besieged, 19)


def test_hussars_halve_what_bandits_have_just_hit() -> None:
    """#102, C-102: rounded up."""
    table = bandits([[6, 6, 6], [1, 1, 1]], hands={"nord": (102, 1)})
    table.give(Respond("nord", HUSSARS), seat=NORD).quiet()
    table.give(RemoveSoldier("nord", "avila")).give(RemoveSoldier("nord", "avila"))
    assert sp_of(table.state, "avila", "nord") == 1 and table.prompt != "take_raid"


def test_bandits_are_no_attrition_that_the_train_could_prevent() -> None:
    table = bandits([[6, 6, 6], [1, 1, 1]], hands={"nord": (68, 1)})
    assert not table.offers(Respond, NORD)


# Dysentery --------------------------------------------------------------------------------------------


def test_dysentery_costs_attrition_and_is_worse_from_the_sixth_die_on() -> None:
    """#43."""
    table = owner("britain", 43, soldiers_at={"avila": "nord 6 0 0"}, leaders_at={"joseph": "avila"},
                  dice=[[5, 1, 1, 1, 1], [5, 5]])  # fmt: skip
    choose(played(table, 43, "attrition"), 43, "avila")
    assert table.all(LossesTaken) == [LossesTaken("nord", "avila", 2, (), "attrition")]


def test_a_besieged_fortress_falls_to_a_die_above_its_printed_strength() -> None:
    """C-43: 3 falls on 4 to 6."""
    for die, falls in ((3, False), (4, True)):
        facts: Any = {"soldiers_at": {RODRIGO: "britain 2 0 0"}, "flags": {RODRIGO: "nord"}}
        table = owner("britain", 43, dice=[[die], [1]], **facts)
        choose(played(table, 43, "fortress"), 43, RODRIGO)
        assert bool(table.all(FortressFell)) is falls
        assert table.all(DysenteryRolled) == [DysenteryRolled(RODRIGO, die, 3, falls)]
        for begun in table.all(SiegeBegan):  # soldiers alone have no leader whom the log could name
            assert Prose(WELLINGTON, "en").event(begun).startswith("Soldiers of Great Britain stand before")


def test_dysentery_makes_only_enemies_sick() -> None:
    assert not targets(owner("britain", 43, soldiers_at={"avila": "spain 6 0 0"}), 43)


# Cavalry Raid -----------------------------------------------------------------------------------------


def test_a_cavalry_raid_harms_formations_and_flags_beside_a_friendly_army() -> None:
    """#56, C-56: the flag that goes becomes one of the army's power."""
    table = owner(
        "britain", 56, leaders_at={"hill": RODRIGO}, soldiers_at={"salamanca": "nord 2 0 0"},
        flags={RODRIGO: "britain", "fuentes_de_onoro": "nord"}, dice=[[6], [1, 6]],
    )  # fmt: skip
    choose(played(table, 56, RODRIGO), 56, "fuentes_de_onoro", "salamanca")
    assert table.all(FlagRaided) == [FlagRaided("fuentes_de_onoro", 6, True)]
    assert [each.duchy for each in table.all(FlagPlaced)] == ["fuentes_de_onoro"]
    assert table.all(LossesTaken) == [LossesTaken("nord", "salamanca", 1, (), "attrition")]


def test_a_raided_flag_is_replaced_by_one_of_the_army_s_power() -> None:
    table = owner("sud", 56, leaders_at={"soult": "salamanca"}, flags={"zamora": "spain"}, dice=[[6]])
    choose(played(table, 56, "salamanca"), 56, "zamora")
    assert table.all(FlagPlaced) == [FlagPlaced("sud", "zamora", "sud", "event")]


def test_soldiers_without_a_leader_raid_nobody() -> None:
    table = owner("britain", 56, soldiers_at={"salamanca": "nord 2 0 0", RODRIGO: "britain 2 0 0"})
    assert not targets(table, 56)


# Inefficient Commissary ---------------------------------------------------------------------------------


def test_any_army_suffers_from_its_commissary() -> None:
    """#80, C-80."""
    table = owner("britain", 80, soldiers_at={"avila": "spain 2 0 0"}, leaders_at={"blake": "avila"},
                  dice=[[6, 1, 1]])  # fmt: skip
    assert targets(table, 80) == ["avila"]
    played(table, 80, "avila")
    assert table.all(LossesTaken) == [LossesTaken("spain", "avila", 1, (), "attrition")]


# Partisans ----------------------------------------------------------------------------------------------


def test_partisans_harm_every_french_formation_beside_three_spanish_ones_once() -> None:
    """#88."""
    bands = {"avila": "spain 1 0 0", "almaraz": "spain 1 0 0"}
    french = {"talavera": "nord 2 0 0", "madrid": "sud 1 0 0", "lugo": "nord 4 0 0"}
    table = owner("spain", 88, soldiers_at={**bands, **french})
    choose(played(table, 88), 88, "avila", "almaraz")
    assert sorted(rolls(table)) == [1, 2]  # Talavera lies beside both


def test_the_hussars_halve_the_losses_of_a_partisan_attack() -> None:
    table = owner("spain", 88, soldiers_at={"avila": "spain 1 0 0", "madrid": "nord 3 0 0"}, dice=[[6, 6, 6]],
                  lasting=(Lasting(HUSSARS, "nord"),))  # fmt: skip
    choose(played(table, 88), 88, "avila")
    assert table.all(LossesTaken) == [LossesTaken("nord", "madrid", 2, (), "attrition")]


def test_they_halve_those_of_a_raid_and_of_the_guerrilla_too() -> None:
    """#102: 56 and 92; not those of a bad commissary."""
    facts: Any = {"soldiers_at": {"faro": "nord 3 0 0"}, "leaders_at": {"joseph": "faro", "hill": "huelva"}}
    hussars = {**facts, "dice": [[6, 6, 6, 1]], "lasting": (Lasting(HUSSARS, "nord"),)}
    raided = owner("britain", 56, flags={"huelva": "britain"}, **hussars)
    choose(played(raided, 56, "huelva"), 56, "faro")
    attacked = owner("spain", 92, **hussars)
    choose(played(attacked, 92), 92, ENOUGH, "faro")
    hungry = played(owner("britain", 80, **hussars), 80, "faro")
    assert [lost(table) for table in (raided, attacked, hungry)] == [2, 2, 3]


def lost(table: Table) -> int:
    return sum(loss.sp for loss in table.all(LossesTaken))


def test_the_hussars_do_not_protect_the_other_power_where_they_are_not() -> None:
    table = owner("spain", 88, soldiers_at={"avila": "spain 1 0 0", "madrid": "nord 3 0 0"}, dice=[[6, 6, 1]],
                  lasting=(Lasting(HUSSARS, "sud"),))  # fmt: skip
    choose(played(table, 88), 88, "avila")
    assert table.all(LossesTaken) == [LossesTaken("nord", "madrid", 2, (), "attrition")]


# Guerrilla Attacks ----------------------------------------------------------------------------------------


def test_guerrilla_raises_spanish_flags_on_four_or_more_or_three_beside_an_ally() -> None:
    """#92."""
    for die, ally, raised in ((3, False, False), (4, False, True), (3, True, True)):
        soldiers = {"almaraz": "britain 1 0 0"} if ally else {}
        table = owner("spain", 92, flags={"talavera": "nord"}, soldiers_at=soldiers, dice=[[die]])
        played(table, 92)
        choose(table, 92, "talavera", ENOUGH)
        assert bool(table.all(FlagPlaced)) is raised


def test_guerrilla_attacks_up_to_five_duchies_without_any_formation() -> None:
    table = played(owner("spain", 92, soldiers_at={"avila": "nord 1 0 0"}), 92)
    options = {order.option for order in table.offers(Choose)}
    assert ENOUGH in options and "avila" not in options and "burgos" not in options


def test_guerrilla_forces_attrition_on_an_army_that_is_cut_off() -> None:
    """C-92."""
    facts: Any = {"soldiers_at": {"faro": "nord 2 0 0"}, "leaders_at": {"joseph": "faro"}}
    table = owner("spain", 92, dice=[[6, 1, 1]], **facts)
    played(table, 92)
    choose(table, 92, ENOUGH, "faro")
    assert table.all(LossesTaken) == [LossesTaken("nord", "faro", 1, (), "attrition")]


def test_an_army_with_a_way_home_is_safe_from_that() -> None:
    table = played(owner("spain", 92, leaders_at={"joseph": "bayonne"}), 92)
    choose(table, 92, ENOUGH)
    assert table.prompt != "choose"


def test_british_formations_under_the_heart_of_oak_lose_half() -> None:
    """#93."""
    oak = Impulse("nord", "scheduled", oak_ports=("lisbon",))
    facts: Any = {"soldiers_at": {"lisbon": "britain 3 0 0"}, "leaders_at": {"hill": "lisbon"}}
    table = played(owner("nord", 80, dice=[[6, 6, 6, 1]], impulse=oak, **facts), 80, "lisbon")
    assert lost(table) == 2


# Who chooses ------------------------------------------------------------------------------------------
# 13.1: "Se si tratta di un Gruppo di Armate di due Potenze, sceglie la Potenza del Comandante"

UNDER_WELLINGTON: Any = {
    "soldiers_at": {"avila": "britain 1 0 0, spain 5 0 0"},
    "leaders_at": {"wellington": "avila", "castanos": "avila"},
    "commanders": ("wellington",),
}
"""Wellington commands a group in which most soldiers are Spanish."""


def test_attrition_by_card_of_a_group_is_chosen_by_its_commander_s_power() -> None:
    table = owner("nord", 80, dice=[[6] + [1] * 7], **UNDER_WELLINGTON)
    played(table, 80, "avila")
    assert table.prompt == "remove_soldier" and table.seats == (BRITAIN,)


def test_so_are_the_losses_to_bandits() -> None:
    table = owner("nord", 19, dice=[[6, 1, 1], [1, 1, 1]], **UNDER_WELLINGTON)
    choose(played(table, 19, "avila"), 19, "talavera")
    assert table.prompt == "take_raid" and table.seats == (BRITAIN,)


def test_so_is_attrition_in_a_battle() -> None:
    """#31: it is attrition, and need not be shared evenly."""
    table = fought(
        Battle("salamanca", "allied", "britain", (RODRIGO,)), hands={"nord": (31,)},
        soldiers_at={"salamanca": "britain 2 0 0, spain 4 0 0, nord 3 0 0"}, commanders=("wellington",),
        leaders_at={"wellington": "salamanca", "castanos": "salamanca"},
        dice=[[1] * 12, [1] * 5, [6, 6] + [1] * 6],
    )  # fmt: skip
    answered(table, "battle_round_end", "nord", 31, "allied")
    assert table.prompt == "remove_soldier" and table.seats == (BRITAIN,)
    spanish = RemoveSoldier("spain", "salamanca")
    table.give(spanish).give(spanish)
    fled = [(each.power, each.sp, each.cause) for each in table.all(PiecesLost)]
    assert fled[:2] == [("spain", 1, "flight")] * 2


def test_a_fortress_that_falls_to_dysentery_falls_to_the_commander_s_power() -> None:
    """#43 with 9.62: "il Gruppo di Armate deve piazzarle solo corrispondenti alla Potenza del Comandante"."""
    facts: Any = {
        "soldiers_at": {RODRIGO: "britain 1 0 0, spain 5 0 0"}, "commanders": ("wellington",),
        "leaders_at": {"wellington": RODRIGO, "castanos": RODRIGO},
    }  # fmt: skip
    table = owner("spain", 43, dice=[[4], [1]], **facts)
    choose(played(table, 43, "fortress"), 43, RODRIGO)
    assert [(each.power, each.duchy) for each in table.all(FortressFell)] == [("britain", RODRIGO)]


def test_no_card_takes_a_hasty_fort() -> None:
    """#37: "non può essere rimosso dal gioco di alcuna carta"; #43 asks for a strength printed on the map."""
    facts: Any = {"soldiers_at": {"leon": "britain 2 0 0"}, "hasty_fort": "leon"}
    assert "fortress" not in targets(owner("britain", 43, **facts), 43)
    facts["soldiers_at"] = {"leon": "britain 2 0 0", RODRIGO: "britain 2 0 0"}
    table = played(owner("britain", 43, **facts), 43, "fortress")
    assert table.offers(Choose) == [Choose(DYSENTERY, RODRIGO)]
