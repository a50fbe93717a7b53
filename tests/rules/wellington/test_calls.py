"""Cards that call formations from up to two duchies away into a battle (C-X)."""

from typing import Any

from domain.kernel.agenda import Decision, Play, Step
from domain.kernel.chance import Rolled
from domain.wellington.arrival.attempts import going
from domain.wellington.arrival.called_formations import call_in, callable_by, ways_into
from domain.wellington.arrival.interception import bands
from domain.wellington.events.arrival import CallRefused, InterceptionFailed, InterceptionRolled
from domain.wellington.events.points import FormationMoved
from domain.wellington.facts.world import Power
from domain.wellington.orders.arrival import CallArmy, CallNobody, CallSoldiers
from domain.wellington.orders.groups import AgreeToGroup, RefuseGroup
from domain.wellington.orders.points import Carry
from domain.wellington.position.conflict import Arrival, Battle
from domain.wellington.position.state import SAILED, General, Lasting, State, Troop, changed, sp_of
from tests.rules.wellington.position import Table, given, position


class Call(Step, frozen=True):
    """A card of the power was played in a battle at Salamanca."""

    power: Power
    is_free: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        play.pop()
        call_in(play, self.power, "salamanca", 1, is_free=self.is_free)
        return None


BATTLE = Battle("salamanca", "allied", "britain", ("ciudad_rodrigo",))


def at_salamanca(power: Power = "nord", *, is_free: bool = False, **facts: Any) -> Table:
    """Wellington attacks Marmont at Salamanca, which was French before."""
    leaders = {"wellington": "salamanca", "marmont": "salamanca", **facts.pop("leaders_at", {})}
    return given(points=1, leaders_at=leaders, battles=(BATTLE,), then=[Call(power, is_free)], **facts)


def calls(state: State, power: Power) -> list[CallArmy | CallSoldiers]:
    arrival = Arrival("britain", "salamanca", None, "interception", ())
    return list(callable_by(changed(state, arrivals=(arrival,)), power))


def test_a_formation_may_come_over_one_line_or_two() -> None:
    state = position(leaders_at={"clausel": "madrid", "joseph": "avila"})
    assert calls(state, "nord") == [
        CallArmy("joseph", ("avila", "salamanca")),
        CallArmy("clausel", ("madrid", "avila", "salamanca")),
    ]


def test_neither_line_may_be_a_river_or_blocked() -> None:
    state = position(leaders_at={"clausel": "zamora"})
    assert ways_into(state, "nord", "zamora", "salamanca") == (("zamora", "valladolid", "salamanca"),)
    lasting = (Lasting("blocked_passes", "spain", "avila-madrid"),)
    assert ways_into(changed(state, lasting=lasting), "nord", "madrid", "salamanca") == ()


def test_the_duchy_between_must_be_free_of_enemies_and_of_their_fortresses() -> None:
    state = position(soldiers_at={"avila": "spain 1 0 0"})
    assert ways_into(state, "nord", "madrid", "salamanca") == ()
    assert ways_into(state, "britain", "fuentes_de_onoro", "salamanca") == ()
    held = changed(state, flags={"ciudad_rodrigo": "spain"})
    assert ways_into(held, "britain", "fuentes_de_onoro", "salamanca") == (
        ("fuentes_de_onoro", "ciudad_rodrigo", "salamanca"),
    )


def test_a_leader_who_is_called_brings_nobody_who_has_just_landed() -> None:
    """14.2: "non possono combinare il movimento per mare con quello per terra"."""
    troops = {"leon": (Troop("britain", 2), Troop("britain", 3, marched=SAILED))}
    state = changed(position(leaders_at={"hill": "leon"}), troops=troops)
    assert max(band.sp for band in bands(state, "hill")) == 2
    gone = going(state, "leon", "britain", 2)
    assert gone is not None and gone[0] == (Troop("britain", 2),)
    landed = {"hill": General("map", "leon", marched=SAILED), "beresford": General("map", "leon")}
    joined = changed(state, leaders={**state.leaders, **landed})
    assert not [band for band in bands(joined, "beresford") if band.staff]


def test_marked_formations_may_not() -> None:
    state = position(leaders_at={"clausel": "avila"})
    marked = {**state.leaders, "clausel": General("map", "avila", marked=True)}
    assert calls(changed(state, leaders=marked), "nord") == []


def test_soldiers_without_a_leader_roll_once_as_one_army_of_four_at_most() -> None:
    state = position(soldiers_at={"avila": "nord 6 0 0"})
    assert calls(state, "nord") == [CallSoldiers("nord", 4, ("avila", "salamanca"))]
    table = at_salamanca(soldiers_at={"avila": "nord 6 0 0"}, dice=[[4, 5]])
    table.give(CallSoldiers("nord", 4, ("avila", "salamanca"))).quiet()
    assert table.all(InterceptionRolled)[0].modifier == 1 + 1 - 1
    assert sp_of(table.state, "salamanca", "nord") == 4 and sp_of(table.state, "avila", "nord") == 2
    assert table.prompt != "call_formation" and table.state.arrivals == ()


def test_modifiers_are_those_of_the_last_leg_and_attrition_is_that_of_the_whole_way() -> None:
    """R-46: Madrid to Avila is a pass between friendly duchies; a Spanish flag at Avila makes it cost."""
    table = at_salamanca(leaders_at={"clausel": "madrid"}, flags={"avila": "spain"}, dice=[[6, 6], [1, 1]])
    table.give(CallArmy("clausel", ("madrid", "avila", "salamanca")), Carry("clausel", 0)).quiet()
    assert table.all(InterceptionRolled)[0].modifier == 2 + 1 - 1 - 1
    assert [event.purpose for event in table.all(Rolled)] == ["interception", "attrition"]
    assert len(table.all(Rolled)[1].values) == 2


def test_a_card_may_spare_them_the_attrition() -> None:
    table = at_salamanca(
        leaders_at={"clausel": "madrid"}, flags={"avila": "spain"}, dice=[[6, 6]], is_free=True
    )
    table.give(CallArmy("clausel", ("madrid", "avila", "salamanca")), Carry("clausel", 0)).quiet()
    assert [event.purpose for event in table.all(Rolled)] == ["interception"]


def test_they_are_called_one_at_a_time_until_nobody_is_left_or_wanted() -> None:
    table = at_salamanca(leaders_at={"clausel": "avila", "joseph": "lumbrales"}, dice=[[1, 1]])
    table.give(CallArmy("clausel", ("avila", "salamanca")), Carry("clausel", 0)).quiet()
    assert table.all(InterceptionFailed)[0].duchy == "avila"
    assert table.menu() == [CallArmy("joseph", ("lumbrales", "salamanca")), CallNobody()]
    table.give(CallNobody()).quiet()
    assert table.state.arrivals == () and table.prompt == "spend_point"


def test_the_allys_formations_come_only_if_he_agrees() -> None:
    table = at_salamanca(leaders_at={"soult": "avila"}, dice=[[6, 6]])
    call = CallArmy("soult", ("avila", "salamanca"))
    table.give(call, Carry("soult", 0))
    assert table.seats == ("sud",)
    table.give(RefuseGroup()).quiet()
    assert table.all(CallRefused) and table.prompt == "spend_point"
    table = at_salamanca(leaders_at={"soult": "avila"}, dice=[[6, 6]])
    table.give(call, Carry("soult", 0)).give(AgreeToGroup()).quiet()
    assert table.all(FormationMoved)[0].to == "salamanca"


def test_the_attackers_friends_may_go_back_where_they_came_from() -> None:
    """R-65."""
    flags = {"ciudad_rodrigo": "spain", "lumbrales": "spain"}
    table = at_salamanca("britain", leaders_at={"hill": "almeida"}, flags=flags, dice=[[6, 6], [1]])
    table.give(CallArmy("hill", ("almeida", "lumbrales", "salamanca")), Carry("hill", 0)).quiet()
    assert table.all(InterceptionRolled)[0].modifier == 3
    assert table.state.battles[-1].origins == ("ciudad_rodrigo", "lumbrales")
