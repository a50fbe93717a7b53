"""Where rules cross that seldom meet: cards that outlive a turn, groups that lose their head, battles joined."""

from domain.kernel.orders import Order
from domain.wellington.interphase.redeployment import Redeploy
from domain.wellington.orders.interphase import RedeployLeader, RedeployTo, TakeAlong
from domain.wellington.position.state import Lasting
from tests.rules.wellington.position import given

RODRIGO = "ciudad_rodrigo"


# The Interphase (16) ------------------------------------------------------------------------------


def test_a_leader_who_is_humbugged_still_redeploys_with_four() -> None:
    """16.3: "sino al proprio Valore di Comando"; #23: "Diminuite i suoi valori di Battaglia e Comando ad 1 e 4
    rispettivamente sino alla fine dell'impulso seguente della sua Potenza", which the turn did not reach."""
    table = given(
        None, then=[Redeploy("britain")], soldiers_at={"lisbon": "britain 4 0 0", "coimbra": "britain 3 0 0"},
        leaders_at={"wellington": "lisbon"}, reinforcements={"britain": 0},
        lasting=(Lasting("humbugged", "sud", "wellington"),),
    )  # fmt: skip
    draft: tuple[Order, ...] = (RedeployLeader("wellington"), TakeAlong("lisbon", 3))
    assert {order.sp for order in table.menu(draft=draft) if isinstance(order, TakeAlong)} == {1}
    assert RedeployTo("porto") in table.menu(draft=draft)
