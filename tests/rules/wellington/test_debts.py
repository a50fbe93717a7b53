"""Too few soldiers to place or to remove for an event (5.11 to 5.13)."""

from domain.wellington.events.cards import CardDrawn
from domain.wellington.events.debts import RemovalBought
from domain.wellington.events.losses import LossesTaken, RemovalOwed
from domain.wellington.events.points import PiecePlaced
from domain.wellington.facts.world import Power, card_id
from domain.wellington.losses.debts import SettleRemoval
from domain.wellington.orders.answers import RemoveSoldier
from domain.wellington.orders.debts import BuyRemoval, OweRemoval, PayWithCard, PayWithResource
from domain.wellington.orders.impulses import PlayEvent
from domain.wellington.orders.points import BuildSoldier
from domain.wellington.position.state import sp_of, unbuilt_sp
from tests.rules.wellington.built_in import MIX
from tests.rules.wellington.position import Table, given

CANADA = card_id(64)


def invaded(**facts: object) -> Table:
    """Canada Invaded: Britain must remove 4 SP and has none; Spain plays it."""
    hands: dict[Power, tuple[int, ...]] = {"sud": (64,), "britain": (17, 10), **facts.pop("british", {})}  # type: ignore[dict-item]
    table = given(active="sud", track="sud", hands=hands, **facts)
    return table.give(PlayEvent(CANADA)).quiet()


def test_who_has_too_few_soldiers_pays_with_the_points_of_cards() -> None:
    table = invaded()
    assert table.prompt == "settle_removal"
    table.give(PayWithCard("britain", card_id(17)))
    assert table.all(RemovalBought) == [RemovalBought("britain", CANADA)] * 2, "5 CP: the odd one is lost"
    assert card_id(17) in table.state.discards and card_id(17) not in table.state.hands["britain"]


def test_what_is_not_paid_is_owed() -> None:
    table = invaded()
    table.give(PayWithCard("britain", card_id(17))).give(OweRemoval("britain")).quiet()
    assert table.all(RemovalOwed) == [RemovalOwed("britain", CANADA, 2)]
    assert table.state.debts["britain"] == {CANADA: 2}


def test_a_resource_draws_a_card_that_may_pay() -> None:
    table = invaded(resources={"britain": 1})
    table.give(PayWithResource("britain"))
    assert table.all(CardDrawn)[-1].power == "britain" and table.state.resources["britain"] == 0
    assert PayWithResource("britain") not in table.menu()


def test_soldiers_of_the_regroup_box_pay_for_one_point_each() -> None:
    table = invaded(regroup={"britain": 3})
    table.give(PayWithCard("britain", card_id(17)))
    assert table.prompt == "buy_removal"
    for _ in range(3):
        table.give(BuyRemoval("britain", regrouped=True))
    assert table.state.regroup["britain"] == 0 and len(table.all(RemovalBought)) == 4
    assert not table.state.debts["britain"]


def test_without_cards_and_resources_nobody_is_asked() -> None:
    table = invaded(british={"britain": ()})
    assert table.state.debts["britain"] == {CANADA: 4}


def test_soldiers_on_the_map_go_before_anything_is_paid() -> None:
    table = invaded(soldiers_at={"lisbon": "britain 1 0 0"})
    assert table.prompt == "remove_soldier"
    table.give(RemoveSoldier("britain", "lisbon"))
    assert table.prompt == "settle_removal" and table.game.agenda[-1] == SettleRemoval("britain", 3, CANADA)


def test_a_debt_takes_the_first_soldiers_that_are_built() -> None:
    owed: dict[Power, dict[str, int]] = {"britain": {CANADA: 1}, "sud": {}, "spain": {}, "nord": {}}
    table = given(points=4, debts=owed)
    table.give(BuildSoldier("lisbon")).quiet()
    assert sp_of(table.state, "lisbon", "britain") == 0 and not table.state.debts["britain"]
    table.give(BuildSoldier("lisbon")).quiet()
    assert sp_of(table.state, "lisbon", "britain") == 1


def call_up(placed: str, regroup: int = 0) -> Table:
    table = given(
        active="nord", track="nord", hands={"nord": (47,)}, regroup={"nord": regroup},
        soldiers_at={"bayonne": placed},
    )  # fmt: skip
    event = next(order for order in table.offers(PlayEvent))
    return table.give(event).quiet()


def test_who_has_too_few_to_place_takes_soldiers_off_the_map_first() -> None:
    inf, cav, art = MIX["nord"]
    table = call_up(f"nord {inf - 3} {cav} {art}")
    assert table.prompt == "remove_soldier"
    table.give(RemoveSoldier("nord", "bayonne")).quiet()
    assert len(table.all(LossesTaken)) == 1
    assert table.all(PiecePlaced)[0].sp == 4 and unbuilt_sp(table.state, "nord") == 0


def test_if_all_others_regroup_only_so_many_are_placed_as_there_are() -> None:
    inf, cav, art = MIX["nord"]
    table = call_up("nord 0 0 0", regroup=inf + 2 * cav + 4 * art - 3)
    assert [event.sp for event in table.all(PiecePlaced)] == [3]
