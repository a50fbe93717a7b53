"""The rulebook's first impulse as one game, from the set-up of 1812 to the end of round 1 (EX-A 1 to 53).

Hands, draws and dice are told; everything else is the game as it is played. The numbers are those of the
worked example: nobody rolls or draws more than it says, and every die and card told is used.
"""

from collections.abc import Callable

from domain.kernel import Order, Seat
from domain.kernel.events import Opened
from domain.wellington.events.arrival import (
    AttemptStopped,
    EvasionRolled,
    InterceptionFailed,
    InterceptionRolled,
)
from domain.wellington.events.battle import BattleDiceCounted, BattleEnded, BattleResolved, PlunderRolled
from domain.wellington.events.cards import DeckShuffled
from domain.wellington.events.impulses import ImpulseEnded
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.sieges import SackRolled, SiegeEnded, SiegeRolled, SiegeRoundEnded
from domain.wellington.facts.world import POWERS, Power, card_id
from domain.wellington.movement.groups import commander
from domain.wellington.orders.answers import LetPass, RemoveSoldier, Respond
from domain.wellington.orders.arrival import Evade, EvadeNow, EvadeSingly, Intercept, StandFast
from domain.wellington.orders.battle import LayCard, LayNone, RetreatAll
from domain.wellington.orders.impulses import (
    EndImpulse,
    KeepHand,
    PlayEvent,
    PlayForPoints,
    SpendResource,
    TakeFreePoint,
)
from domain.wellington.orders.points import BuildSoldier, Carry, MoveArmy, MoveCounter, PlaceFlag
from domain.wellington.orders.sea import MoveConvoy, ShipPieces
from domain.wellington.orders.sieges import AimAtRound, BesiegeFortress, FightOn
from domain.wellington.position.card_changes import battle_value
from domain.wellington.position.control import control
from domain.wellington.position.state import State, deck, is_played_on, may_preempt, preemption_holder, sp_of
from domain.wellington.sequence.setup import set_up
from tests.playthroughs.told import StrictPlay
from tests.rules.wellington.built_in import CARDS, DUCHIES
from tests.rules.wellington.position import FOUR, Table

NATIONAL: dict[Power, tuple[int, ...]] = {
    "britain": (93, 96, 98), "sud": (103, 109), "spain": (89, 90), "nord": (101, 105),
}  # fmt: skip
COMMON: dict[Power, tuple[int, ...]] = {
    "britain": (6, 10, 17, 29, 83, 84), "sud": (26, 38, 39, 52, 59, 78),
    "spain": (8, 9, 20, 37, 40, 46), "nord": (7, 21, 33, 57, 70, 71),
}  # fmt: skip
RODRIGO, SALAMANCA, FUENTES = "ciudad_rodrigo", "salamanca", "fuentes_de_onoro"


class Script(Table):
    """The game, told step by step; nobody answers or lays a card unless the script says so."""

    def __init__(self) -> None:
        state, agenda = set_up(Opened("wellington", 1, "1812", FOUR, {}, ""))
        super().__init__(StrictPlay(state, agenda, [], _dealt()))
        for power in POWERS:
            self.give(KeepHand(power))

    @property
    def told(self) -> StrictPlay[State]:
        assert isinstance(self.game, StrictPlay)
        return self.game

    def does(self, power: Power, *orders: Order, dice: tuple[list[int], ...] = ()) -> "Script":
        """The power orders this, as soon as it is asked; these dice fall next."""
        seat = Seat(power)
        while not (seat in self.seats and orders[0] in self.menu(seat)):
            self._nobody_answers(orders[0])
        self.told.dice.extend(dice)
        self.give(*orders, seat=seat)
        return self

    def rolls(self, *dice: list[int]) -> "Script":
        """Nobody answers or lays a card until these dice have fallen."""
        self.told.dice.extend(dice)
        while self.told.dice:
            self._nobody_answers(None)
        return self

    def answers(
        self, power: Power, number: int, target: str = "", dice: tuple[list[int], ...] = ()
    ) -> "Script":
        """The power answers with this card in the first window in which it may."""
        return self.does(power, Respond(power, card_id(number), target), dice=dice)

    def lays(self, power: Power, number: int) -> "Script":
        """The power plays this battle card."""
        return self.does(power, LayCard(power, card_id(number)))

    def settles(self) -> "Script":
        """Nobody answers or lays a card until something else is asked."""
        while self.prompt in ("respond", "lay_card"):
            self._nobody_answers(None)
        assert not self.told.dice and not self.told.draws, "not all that was told has happened"
        return self

    def draws(self, *numbers: int) -> "Script":
        """The next cards of the deck."""
        self.told.draws = [card_id(number) for number in numbers]
        return self

    def hand(self, power: Power) -> list[int]:
        return [CARDS[card].number for card in self.state.hands[power]]

    def keys(self) -> dict[Power, int]:
        """Key duchies under control."""
        owners = control(self.state)
        return {p: sum(owners[d] == p for d, fact in DUCHIES.items() if fact.is_key) for p in POWERS}

    @property
    def points(self) -> int:
        assert self.state.impulse is not None
        return self.state.impulse.points

    def _nobody_answers(self, wanted: Order | None) -> None:
        order = {"respond": LetPass(), "lay_card": LayNone()}.get(self.prompt)
        assert order is not None, f"{wanted} is not offered: {self.prompt} asks {self.seats}: {self.menu()}"
        self.give(order)


def _dealt() -> list[str]:
    return [card_id(n) for hands in (NATIONAL, COMMON) for power in POWERS for n in hands[power]]


# Britain ------------------------------------------------------------------------------------------


def begin_the_siege(script: Script) -> None:
    """Steps 1 to 5 up to the dice of the first round."""
    assert script.keys() == {"britain": 5, "sud": 7, "spain": 4, "nord": 8}
    assert commander(script.state, RODRIGO, "allied") == "wellington"
    script.does("britain", PlayEvent(card_id(98), "wellington")).settles()  # 1
    assert is_played_on(script.state, card_id(98), "wellington") and len(script.hand("britain")) == 8
    assert TakeFreePoint() in script.menu()
    assert script.state.impulse is not None and script.state.impulse.plus
    script.does("britain", BesiegeFortress("wellington", RODRIGO), Carry("wellington", 5))  # 2
    assert script.state.siege is not None and script.state.siege.staff == ()
    script.does("britain", LayNone())
    script.lays("nord", 71)  # 3
    script.answers("sud", 52, "wellington", dice=([1],))  # 4
    first = [6, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1], [5, 2, 1]
    script.rolls(*first)  # 5
    assert [len(each) for each in first] == [11, 3]
    assert script.prompt == "respond"


def bombard(script: Script) -> None:
    """Steps 6 to 9."""
    script.answers("spain", 8)  # 6
    script.does("britain", AimAtRound(2))
    script.does("britain", FightOn())
    first = script.all(SiegeRoundEnded)[0]
    assert (first.sixes, first.hits, first.sp, first.disorganised) == (2, 2, 1, 1)
    assert sp_of(script.state, RODRIGO, "britain") == 4
    script.rolls([6, 6, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1], [5, 6, 3])  # 7
    script.does("britain", PlaceFlag(RODRIGO, "spain"))  # 8
    second = script.all(SiegeRoundEnded)[1]
    assert (second.total, second.sp) == (5, 1)
    assert sp_of(script.state, RODRIGO, "britain") == 3
    keys = script.keys()
    assert script.state.flags[RODRIGO] == "spain" and (keys["spain"], keys["nord"]) == (5, 7)
    script.rolls([5]).settles()  # 9
    assert script.all(SackRolled) == [SackRolled("britain", RODRIGO, 5, 1, 1)]
    assert script.state.resources["britain"] == 2
    assert script.all(SiegeEnded) == [SiegeEnded("britain", RODRIGO, True, 2, True)]
    assert not script.state.leaders["wellington"].marked


def march_to_salamanca(script: Script) -> None:
    """Steps 10 to 14 and the announcement of 15."""
    script.does("britain", TakeFreePoint())
    script.does("britain", MoveArmy("wellington", "almaraz"), Carry("wellington", 3))  # 10
    script.does("nord", EvadeSingly(1, "talavera"), EvadeNow()).rolls([5, 3]).settles()  # 11
    (rolled,) = script.all(EvasionRolled)
    assert (rolled.modifier, rolled.is_success) == (1, True)
    assert sp_of(script.state, "talavera", "nord") == 2
    assert script.state.leaders["de_espana"].duchy == RODRIGO
    assert not script.all(BattleEnded) and not script.all(LossesTaken)[2:]
    script.does("britain", PlayForPoints(card_id(17))).settles()  # 12
    assert script.points == 5 and script.state.discards[-1] == card_id(17)
    script.does("britain", MoveCounter("lisbon", FUENTES, 2))  # 13
    script.does("britain", MoveCounter(FUENTES, RODRIGO, 2)).settles()
    assert script.points == 3
    assert [t.marched for t in script.state.troops[RODRIGO] if t.power == "britain"] == [2]
    script.does("britain", MoveArmy("wellington", RODRIGO), Carry("wellington", 3)).settles()  # 14
    assert script.points == 2 and sp_of(script.state, RODRIGO, "britain") == 5
    assert control(script.state)["almaraz"] == "nord"
    script.does("britain", MoveArmy("wellington", SALAMANCA), Carry("wellington", 5))


def rise_at_valladolid(script: Script) -> None:
    """Steps 15 to 18."""
    script.answers("spain", 90, "valladolid")  # 15
    script.does("nord", Evade("marmont", SALAMANCA)).rolls([2, 3])  # 16
    rolled = script.all(EvasionRolled)[-1]
    assert (rolled.modifier, rolled.is_success) == (3, False)
    script.rolls([5, 1, 2, 3], [6, 1, 2, 3, 4, 4])  # 17
    script.rolls([6], [1, 2, 3, 4, 4])  # 18
    assert script.all(LossesTaken)
    script.does("nord", RetreatAll("nord", SALAMANCA)).settles()
    battle = script.all(BattleResolved)[0]
    assert (battle.winner, battle.hits) == ("allied", {"allied": 1, "french": 2})
    assert not battle.is_rout and not script.all(PlunderRolled)
    assert [each.total for each in script.all(BattleDiceCounted)] == [4, 6, 1, 5]
    assert sp_of(script.state, "valladolid", "spain") == 1 and sp_of(script.state, SALAMANCA, "nord") == 2
    assert script.state.leaders["marmont"].duchy == SALAMANCA and script.state.leaders["marmont"].marked
    assert [troop.marked for troop in script.state.troops["valladolid"]] == [True]
    assert script.state.flags["valladolid"] == "spain"


def meet_marmont(script: Script) -> None:
    """Steps 19 to 22."""
    script.does("nord", Intercept("clausel"), Carry("clausel", 2))  # 19, 20
    assert script.points == 1 and script.state.leaders["wellington"].duchy == SALAMANCA
    script.rolls([3, 4])
    (rolled,) = script.all(InterceptionRolled)
    assert (rolled.modifier, rolled.is_success) == (2, True)
    script.answers("spain", 9, "avila-salamanca")  # 21
    script.does("nord", StandFast())  # 22
    assert script.all(AttemptStopped) and not script.all(InterceptionFailed)
    clausel = script.state.leaders["clausel"]
    assert clausel.duchy == "avila" and not clausel.marked


def rout_marmont(script: Script) -> None:
    """Steps 23 to 26."""
    script.lays("britain", 96)  # 23
    script.rolls([6, 5, 5, 5, 4, 4, 4, 3, 3, 2, 2, 1, 1], [6, 5, 5, 4, 3, 2, 1])
    script.does("britain", PlaceFlag(SALAMANCA, "britain"), dice=([1],)).settles()  # 25, 26
    battle = script.all(BattleResolved)[-1]  # 24
    assert (battle.winner, battle.hits) == ("allied", {"allied": 1, "french": 4})
    assert battle.is_rout and battle.is_overrun and battle.is_flag_overrun
    assert sp_of(script.state, SALAMANCA, "britain") == 4
    assert script.state.leaders["marmont"].place == "unbuilt" and not sp_of(script.state, SALAMANCA, "nord")
    assert not script.state.leaders["wellington"].marked
    keys = script.keys()
    assert (keys["britain"], keys["nord"]) == (6, 6)
    assert script.all(PlunderRolled) == [PlunderRolled("britain", SALAMANCA, 1, 3, 3, 0, (card_id(96),))]


def ship_to_valencia(script: Script) -> None:
    """Steps 27 and 28."""
    script.does("britain", MoveConvoy("portsmouth", "valencia"), ShipPieces(1)).settles()  # 27
    assert sp_of(script.state, "valencia", "britain") == sp_of(script.state, "portsmouth", "britain") == 1
    end(script, "britain")  # 28
    assert not is_played_on(script.state, card_id(52), "wellington")
    assert script.state.track == "sud" and script.hand("britain") == [6, 10, 29, 83, 84, 93]
    assert not any(each.marked for each in script.state.leaders.values())
    assert not any(troop.marked for troops in script.state.troops.values() for troop in troops)


def end(script: Script, power: Power) -> None:
    """The impulse ends, by itself if nothing can be done in it any more."""
    impulse = script.state.impulse
    if impulse is not None and impulse.power == power:
        script.does(power, EndImpulse())
    assert script.all(ImpulseEnded)[-1].power == power


# The others ---------------------------------------------------------------------------------------


def italian_adventure(script: Script) -> None:
    """Steps 29 and 30."""
    script.draws(86).does("sud", PlayEvent(card_id(26)))  # 29
    for _ in range(2):
        script.does("britain", RemoveSoldier("britain", "palma"))
    script.settles()  # 30
    assert "palma" not in script.state.troops and is_played_on(script.state, card_id(26), "britain")
    assert PlayForPoints(card_id(86)) in script.menu()
    end(script, "sud")
    assert script.hand("sud") == [38, 39, 59, 78, 86, 103, 109]


def spanish_impulse(script: Script) -> None:
    """Steps 31 to 35."""
    assert is_played_on(script.state, card_id(9), "avila-salamanca")
    script.draws(16).does("spain", SpendResource()).settles()  # 31, 32
    assert not is_played_on(script.state, card_id(9), "avila-salamanca")
    assert card_id(9) in script.state.discards
    assert script.state.resources["spain"] == 0 and not plus_cards_offered(script)
    before = script.state.resources
    script.draws(41).does("spain", PlayEvent(card_id(46))).settles()  # 33
    assert script.state.resources == before and 41 in script.hand("spain")
    assert script.all(DeckShuffled) and not script.state.discards and card_id(46) in deck(script.state)
    script.does("spain", PlayForPoints(card_id(16))).settles()  # 34
    for _ in range(2):
        script.does("spain", BuildSoldier(RODRIGO)).settles()
    assert sp_of(script.state, RODRIGO, "spain") == 3 and script.points == 1
    script.does("spain", PlaceFlag("almaraz", "spain")).settles()  # 35
    end(script, "spain")
    assert script.state.flags["almaraz"] == "spain"
    assert script.hand("spain") == [20, 37, 40, 41, 89] and script.state.resources["spain"] == 0


def plus_cards_offered(script: Script) -> list[Order]:
    played = (PlayEvent, PlayForPoints)
    return [each for each in script.menu() if isinstance(each, played) and CARDS[each.card].is_plus]


def josephs_march(script: Script) -> None:
    """Steps 36 to 41."""
    script.does("nord", PlayEvent(card_id(105), "madrid")).settles()  # 36
    assert sp_of(script.state, "madrid", "nord") == 3
    assert script.state.impulse is not None and script.state.impulse.plus
    script.draws(23, 85).does("nord", PlayEvent(card_id(57)))  # 37
    script.does("nord", PlayForPoints(card_id(85))).settles()
    assert script.points == 6 and not script.state.discards  # 38
    assert {card_id(n) for n in (57, 16, 85)} <= set(deck(script.state))
    script.does("nord", MoveArmy("clausel", "madrid"), Carry("clausel", 2)).settles()  # 39
    script.does("nord", MoveArmy("joseph", "toledo"), Carry("joseph", 2)).settles()  # 40
    assert sp_of(script.state, "madrid", "nord") == 3
    script.does("nord", MoveArmy("joseph", "talavera"), Carry("joseph", 2)).settles()
    script.does("nord", MoveArmy("joseph", "almaraz"), Carry("joseph", 4))  # 41
    script.does("spain", StandFast())
    assert sp_of(script.state, "almaraz", "nord") == 4 and script.points == 2


def removal_of_the_flag(script: Script) -> None:
    """Step 42."""
    script.does("nord", PlaceFlag("almaraz", "none")).settles()
    assert control(script.state)["almaraz"] == "nord" and script.points == 1


def battle_of_rodrigo(script: Script) -> None:
    """Steps 43 to 49."""
    losses = len(script.all(LossesTaken))
    script.does("nord", MoveArmy("joseph", RODRIGO), Carry("joseph", 4))  # 43
    script.does("britain", Intercept("wellington"), Carry("wellington", 4))  # 44
    script.answers("nord", 23, "wellington").rolls([2, 4])  # 45, 46
    rolled = script.all(InterceptionRolled)[-1]
    assert (rolled.modifier, rolled.is_success) == (1, False)
    script.does("spain", Evade("de_espana", FUENTES))  # 47
    assert script.state.leaders["wellington"].marked and script.state.leaders["joseph"].marched == 4
    script.answers("nord", 33, "de_espana")
    script.does("spain", EvadeSingly(1, FUENTES), EvadeSingly(2, FUENTES), EvadeNow())  # 48
    assert script.state.leaders["de_espana"].place == "unbuilt"
    script.rolls([4, 4], [3, 3])
    tried = [(each.modifier, each.is_success) for each in script.all(EvasionRolled)[-2:]]
    assert tried == [(1, True), (1, False)] and len(script.all(LossesTaken)) == losses
    script.rolls([5, 5, 5, 4, 4, 3, 2, 1], [1, 2]).settles()  # 49
    battle = script.all(BattleResolved)[-1]
    assert (battle.winner, battle.hits) == ("french", {"allied": 3, "french": 0})
    assert battle.is_rout and battle.is_overrun and not script.state.leaders["joseph"].marked
    assert len(script.all(PlunderRolled)) == 1 and script.state.flags[RODRIGO] == "spain"
    assert sp_of(script.state, FUENTES, "spain") == 1 and not sp_of(script.state, RODRIGO, "spain")


def siege_of_rodrigo(script: Script) -> None:
    """Steps 50 to 53."""
    script.does("nord", BesiegeFortress("joseph", RODRIGO), Carry("joseph", 4))  # 50
    script.lays("nord", 21).lays("nord", 70).rolls([6, 6, 5, 5, 4, 3, 2, 1], [1, 2, 3])
    assert len(script.all(SiegeRolled)[-1].besieger) == 8
    script.draws(47).answers("nord", 7)  # 51
    assert script.all(SiegeRoundEnded)[-1].sixes == 3
    assert RODRIGO not in script.state.flags and control(script.state)[RODRIGO] == "nord"
    script.rolls([5])  # 52
    assert script.state.resources["nord"] == 3
    while not script.all(SiegeEnded)[1:]:
        script.give(LetPass())
    assert script.all(SackRolled)[-1] == SackRolled("nord", RODRIGO, 5, 2, 1)
    assert script.state.resources["nord"] == 4
    end(script, "nord")  # 53
    assert script.hand("nord") == [47, 101] and script.state.round == 2
    assert not any(each.marked for each in script.state.leaders.values())


BRITAIN = (
    begin_the_siege, bombard, march_to_salamanca, rise_at_valladolid, meet_marmont, rout_marmont,
    ship_to_valencia,
)  # fmt: skip
ROUND = (
    *BRITAIN, italian_adventure, spanish_impulse, josephs_march, removal_of_the_flag, battle_of_rodrigo,
    siege_of_rodrigo,
)  # fmt: skip


CHANGED: dict[str, dict[Power, int]] = {
    "almaraz": {}, "avila": {}, "ciudad_rodrigo": {"nord": 4}, "fuentes_de_onoro": {"spain": 1},
    "lisbon": {}, "madrid": {"nord": 3}, "palma": {}, "portsmouth": {"britain": 1},
    "salamanca": {"britain": 4}, "talavera": {}, "valencia": {"britain": 1, "spain": 4},
    "valladolid": {"spain": 1},
}  # fmt: skip
"""Strength points at the end of round 1 wherever they are not those of the set-up."""
LEADERS_MOVED = {
    "wellington": SALAMANCA, "clausel": "madrid", "joseph": RODRIGO, "de_espana": None, "marmont": None,
}  # fmt: skip


def strength(state: State) -> dict[str, dict[Power, int]]:
    """Strength points by duchy and power."""
    return {duchy: {p: sp_of(state, duchy, p) for p in POWERS if sp_of(state, duchy, p)} for duchy in DUCHIES}


def played(parts: tuple[Callable[[Script], None], ...]) -> Script:
    script = Script()
    for part in parts:
        part(script)
    return script


def test_the_first_round_of_the_worked_example() -> None:
    """EX-A 1 to 53 and what stands at the end of it."""
    script = played(ROUND)
    state = script.state
    assert {power: len(state.hands[power]) for power in POWERS} == {
        "britain": 6, "sud": 7, "spain": 5, "nord": 2,
    }  # fmt: skip
    assert preemption_holder(state) == "sud" and may_preempt(state, "sud")
    assert state.track == "britain"
    assert state.resources == {"britain": 2, "sud": 1, "spain": 0, "nord": 4}
    assert script.keys() == {"britain": 6, "sud": 7, "spain": 4, "nord": 7}
    assert is_played_on(state, card_id(26), "britain")
    assert battle_value(state, "wellington") == 1
    start = Script().state
    assert strength(state) == strength(start) | CHANGED
    places = {leader: general.duchy for leader, general in start.leaders.items()}
    assert {leader: general.duchy for leader, general in state.leaders.items()} == places | LEADERS_MOVED
    assert state.flags == {"valladolid": "spain", SALAMANCA: "britain"}
    assert not any(state.regroup.values()) and not any(state.debts.values())


def test_without_the_bombardment_the_siege_fails() -> None:
    """EX-A5a."""
    script = played((begin_the_siege,)).settles()
    assert script.all(SiegeEnded) == [SiegeEnded("britain", RODRIGO, False, 1, False)]
    assert sp_of(script.state, RODRIGO, "britain") == 4 and script.state.leaders["wellington"].marked
    assert not script.state.flags and not script.all(SackRolled)


def test_the_bombardment_at_once_takes_the_fortress_in_round_1() -> None:
    """EX-A7a: the third six in round 1, and two more on the sack die."""
    script = played((begin_the_siege,)).answers("spain", 8)
    script.does("britain", AimAtRound(1), dice=([6, 1, 1],))
    script.does("britain", PlaceFlag(RODRIGO, "spain")).rolls([4]).settles()
    assert script.all(SiegeEnded) == [SiegeEnded("britain", RODRIGO, True, 1, True)]
    assert script.all(SackRolled) == [SackRolled("britain", RODRIGO, 4, 2, 1)]


def test_without_the_bagpipes_marmont_is_beaten_but_not_routed() -> None:
    """EX-A23a: the two fives count, hits 4 to 3."""
    script = played(BRITAIN[:5]).rolls([6, 5, 5, 5, 4, 4, 3, 3, 2, 1, 1], [6, 5, 5, 4, 3, 2, 1])
    script.settles()
    battle = script.state.battles[-1]
    assert {side: camp.hits for side, camp in battle.camps.items()} == {"allied": 3, "french": 4}
    assert battle.winner == "allied" and not battle.is_rout
    assert script.prompt == "retreat" and sp_of(script.state, SALAMANCA, "nord") == 1
    assert script.state.leaders["marmont"].duchy == SALAMANCA


def test_from_a_duchy_that_is_not_friendly_joseph_walks_into_an_ambush() -> None:
    """EX-A42a: 4 strength points and the leader, 5 dice."""
    script = played(ROUND[: ROUND.index(removal_of_the_flag)])
    script.does("nord", MoveArmy("joseph", RODRIGO), Carry("joseph", 4))
    script.does("britain", StandFast())
    script.does("spain", StandFast(), dice=([6, 1, 1, 1, 1],)).does("nord", LayNone())
    assert sp_of(script.state, RODRIGO, "nord") == 3
