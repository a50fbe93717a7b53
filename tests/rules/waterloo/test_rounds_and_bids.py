"""Hands, rounds, passes and bids: cases E-10, E-11, E-65 to E-72 of the rulings' examples."""

from collections.abc import Sequence

from domain.kernel import Play
from domain.kernel.prose import prose
from domain.waterloo.events.turns import (
    BidsRevealed,
    FirstFrontSet,
    HandDealt,
    Passed,
    RoundArmySet,
    RoundEnded,
    RoundStarted,
    TieCardDrawn,
    TurnEnded,
    TurnStarted,
)
from domain.waterloo.facts import FACTS
from domain.waterloo.orders import (
    Bid,
    ChooseArmy,
    DeclineRound,
    EndRound,
    LeaveBid,
    NoBid,
    Pass,
    PlayCard,
    TakeRound,
)
from domain.waterloo.position.state import ANGLO_ALLIED, COALITION, FRENCH, PRUSSIAN, undrawn
from domain.waterloo.turn import BeginTurn, Bidding
from tests.rules.waterloo.position import Table, given

HAND_15 = " ".join(f"fr_{number:02}" for number in range(1, 16))
APART = {"fr_inf_1_i": "A14 N", "aa_inf_3_i": "J1 S"}
"""Units that never meet, so that no window and no attack comes between."""


# ---- Hands and rounds


def test_e10_five_cards_end_a_round() -> None:
    units = {"fr_inf_1_i": "H7 N", "fr_inf_2_i": "M7 N", "aa_inf_3_i": "H6 N", "aa_inf_1_i": "M6 N"}
    game = given(units, hands={"french": HAND_15, "anglo_allied": "aa_01 aa_02"})
    game.after_card("fr_01").fight("aa_inf_3_i", "fr_inf_1_i", french="fr_11 bp")
    game.order(game.menu()[-1])  # the loser retreats
    game.order(game.menu()[0])  # the winner advances
    game.after_card("fr_02").fight("aa_inf_1_i", "fr_inf_2_i", french="fr_12 bp, fr_13 bp")
    while not game.all(RoundEnded):
        game.order(game.menu()[-1])
    assert len(game.state.hands["french"]) == 10
    assert game.last(RoundEnded) == RoundEnded("french", 5, "limit", "french")
    assert game.hold_fire().seats == (COALITION,)


def test_e11_hands_of_every_turn() -> None:
    for turn, prussian in enumerate((0, 1, 3, 4, 6, 7, 8), start=1):
        game = given(APART, scenario="long", turn=turn - 1, agenda=(BeginTurn(),))
        dealt = {event.army: event.count for event in game.all(HandDealt)}
        assert dealt == {"french": 15, "anglo_allied": 12, **({"prussian": prussian} if prussian else {})}
        assert {army: len(hand) for army, hand in game.state.hands.items()}["prussian"] == prussian
        if turn == 1:
            piles = {army: len(undrawn(game.state, army)) for army in game.state.armies}
            assert piles == {"french": 11, "anglo_allied": 7, "prussian": 10}


def test_e65_a_pass_and_a_card_go_on_but_two_passes_end_the_turn() -> None:
    game = given(APART, hands={"french": "fr_01", "anglo_allied": "aa_01 aa_02"})
    game.order(Pass())
    assert game.last(Passed).front == "french" and game.seats == (COALITION,)
    choose(game, "anglo_allied").after_card("aa_01").order(EndRound())
    assert game.seats == (FRENCH,)
    game.order(Pass())
    game.order(Pass())
    assert game.all(TurnEnded) == [TurnEnded(1)]
    assert game.all(TurnStarted) == [TurnStarted(2)]


def choose(game: Table, army: str | None) -> Table:
    """Name the army of a coalition round, if there is a choice."""
    if game.offers(ChooseArmy):
        game.order(Pass() if army is None else ChooseArmy(army))  # type: ignore[arg-type]
    return game


def test_e66_no_limit_while_the_other_front_has_no_cards() -> None:
    game = given(APART, hands={"french": HAND_15}, cards_in_round=5)
    assert PlayCard("fr_06", "movement") in game.menu()
    game = given(APART, hands={"french": HAND_15, "anglo_allied": "aa_01"}, cards_in_round=5)
    assert game.last(RoundEnded).reason == "limit"


def test_e67_one_army_a_round() -> None:
    units = {"pr_inf_15_iv": "T9 W", **APART}
    game = given(
        units,
        leaders={"wellington": "J1"},
        hands={"anglo_allied": "aa_01 aa_02", "prussian": "pr_02 pr_03", "french": "fr_01"},
        scenario="long",
        turn=4,
    )
    game.order(Pass())
    assert set(game.menu()) == {ChooseArmy("anglo_allied"), ChooseArmy("prussian"), Pass()}
    game.order(ChooseArmy("prussian"))
    assert game.last(RoundArmySet).army == "prussian"
    assert {order.card for order in game.offers(PlayCard)} == {"pr_02", "pr_03"}
    game.play("pr_02")
    pieces = {getattr(order, "unit", getattr(order, "leader", None)) for order in game.menu()}
    assert not pieces & {"aa_inf_3_i", "wellington"}
    game.end_movement()
    assert {order.card for order in game.offers(PlayCard)} == {"pr_03"}


def offered_to_the_prussian(bound: str | None = None) -> Table:
    game = given(
        APART,
        hands={"anglo_allied": "aa_01", "prussian": "pr_02", "french": "fr_01"},
        scenario="long",
        players=3,
        turn=4,
        bound=bound,
    )
    game.order(Pass())
    assert game.seats == (ANGLO_ALLIED,)
    game.order(ChooseArmy("prussian"))
    assert game.seats == (PRUSSIAN,) and set(game.menu()) == {TakeRound(), DeclineRound()}
    return game


def test_three_players_the_english_player_decides_when_the_prussian_declines() -> None:
    """6.0: "Se essi non si accordano su quale carta giocare, il giocatore inglese potrà prendere la
    decisione finale": the Prussian player is heard once, and has no veto."""
    game = offered_to_the_prussian().order(DeclineRound())
    assert game.seats == (ANGLO_ALLIED,)
    assert set(game.menu()) == {ChooseArmy("anglo_allied"), ChooseArmy("prussian"), Pass()}
    game.order(ChooseArmy("prussian"))
    assert game.last(RoundArmySet).army == "prussian"
    assert game.seats == (PRUSSIAN,) and PlayCard("pr_02", "movement") in game.menu()


def test_three_players_a_bound_round_that_the_prussian_declines_is_asked_about_once_more() -> None:
    """7.0: "nel primo round potranno essere usate solo carte prussiane"; without end it is not asked."""
    game = offered_to_the_prussian(bound="prussian").order(DeclineRound())
    assert set(game.menu()) == {ChooseArmy("prussian"), Pass()}
    game.order(ChooseArmy("prussian"))
    assert game.seats == (PRUSSIAN,) and PlayCard("pr_02", "movement") in game.menu()


def test_a_coalition_that_bids_its_only_prussian_card_passes_and_is_told_why() -> None:
    """7.0: a bid card is discarded, and binds the first round to an army that has none left (4.0)."""
    for players in (2, 3):
        game = given(
            APART,
            hands={"french": "fr_01", "anglo_allied": "aa_01"},
            scenario="long",
            players=players,
            turn=4,
            bound="prussian",
        )
        game.order(Pass())
        assert game.last(Passed) == Passed("coalition", "bound", "prussian")
        assert game.state.bound is None
        told = prose("waterloo").event(game.last(Passed))
        assert told == "The coalition passes: its bid binds it to the Prussians, who have no card left."


def test_a_front_without_cards_passes_and_is_told_why() -> None:
    game = given(APART, hands={"anglo_allied": "aa_01"})
    assert game.last(Passed) == Passed("french", "no_card")
    assert prose("waterloo").event(game.last(Passed)) == "The French pass: no card is left."


# ---- Bids


def bids(french: str | None, coalition: str | None, **hands: str) -> Table:
    """The bids of turn 4 are made and shown; each hand holds another card too."""
    game = given(
        APART,
        hands={
            "french": f"{french or ''} fr_26",
            "anglo_allied": "aa_19 " + (coalition if coalition and coalition.startswith("aa") else ""),
            "prussian": "pr_10 " + (coalition if coalition and coalition.startswith("pr") else ""),
        },
        scenario="long",
        turn=4,
        agenda=(Bidding(),),
        round=0,
    )
    assert set(game.seats) == {FRENCH, COALITION}
    game.order(Bid("french", french) if french else NoBid(), FRENCH)
    assert not game.all(BidsRevealed), "nothing is shown before both have answered"
    army = "prussian" if coalition and coalition.startswith("pr") else "anglo_allied"
    return game.order(Bid(army, coalition) if coalition else NoBid(), COALITION)


def test_e68_a_won_prussian_bid_binds_the_first_round() -> None:
    game = bids("fr_06", "pr_01")
    assert game.last(FirstFrontSet) == FirstFrontSet("coalition", "bid", "prussian")
    assert game.state.discards["french"] == ("fr_06",) and game.state.discards["prussian"] == ("pr_01",)
    assert game.all(RoundStarted) == [RoundStarted("coalition", 1)]
    assert game.last(RoundArmySet).army == "prussian"
    assert game.state.cards_in_round == 0
    assert {order.card for order in game.offers(PlayCard)} == {"pr_10"}


def test_e69_a_lost_bid_binds_too() -> None:
    game = bids("fr_01", "pr_01")
    assert game.last(FirstFrontSet) == FirstFrontSet("french", "bid", "prussian")
    game.order(Pass())
    assert {order.card for order in game.offers(PlayCard)} == {"pr_10"} and Pass() in game.menu()
    game.order(Pass())
    assert game.state.bound is None


def test_e70_a_single_bid_begins() -> None:
    assert bids(None, "aa_09").last(FirstFrontSet) == FirstFrontSet("coalition", "single_bid", "anglo_allied")
    assert bids("fr_23", None).last(FirstFrontSet) == FirstFrontSet("french", "single_bid", None)


def test_e71_a_tie_is_broken_by_the_piles() -> None:
    game = tie("fr_11 fr_12", "aa_07 aa_02")
    drawn = [(event.army, event.card) for event in game.all(TieCardDrawn)]
    assert drawn == [
        ("french", "fr_11"),
        ("anglo_allied", "aa_07"),
        ("french", "fr_12"),
        ("anglo_allied", "aa_02"),
    ]
    assert game.last(FirstFrontSet) == FirstFrontSet("coalition", "tie_card", "anglo_allied")
    assert set(game.state.discards["french"]) == {"fr_06", "fr_11", "fr_12"}
    assert set(game.state.discards["anglo_allied"]) == {"aa_03", "aa_07", "aa_02"}
    assert game.last(RoundArmySet).army == "anglo_allied"


def tie(french: str, coalition: str) -> Table:
    """fr_06 against aa_03, both 5; then these cards come from the piles: everything else is in a hand."""
    piles = {"french": french.split(), "anglo_allied": coalition.split()}
    game = given(
        APART,
        hands={
            army: " ".join(card for card in FACTS.decks[army] if card not in pile)  # type: ignore[index,misc]
            for army, pile in piles.items()
        },
        agenda=(Bidding(),),
        round=0,
        turn=2,
    )
    order = {"tie:french": piles["french"], "tie:anglo_allied": piles["anglo_allied"]}
    play = Play(game.state, (Bidding(),), _InOrder(order))
    table = Table(play)
    table.order(Bid("french", "fr_06"), FRENCH)
    return table.order(Bid("anglo_allied", "aa_03"), COALITION)


class _InOrder:
    """A loaded chance: the pile lies in this order (a pool is offered sorted, without the cards gone)."""

    def __init__(self, order: dict[str, list[str]]) -> None:
        self.order = order

    def numbers(self, purpose: str, index: int, sizes: Sequence[int]) -> tuple[int, ...]:
        rest = sorted(self.order[purpose][index:])
        return (rest.index(self.order[purpose][index]),)


def test_without_bids_a_pile_that_runs_out_leaves_the_order_of_the_turn_before() -> None:
    game = tie("fr_11", "aa_07")
    assert game.last(FirstFrontSet).reason == "pile_empty"
    assert game.last(FirstFrontSet).front == "french"


def test_three_players_the_english_player_may_leave_the_bid_to_the_prussian() -> None:
    game = given(
        APART,
        hands={"anglo_allied": "aa_01", "prussian": "pr_02", "french": "fr_26"},
        scenario="long",
        players=3,
        turn=4,
        agenda=(Bidding(),),
    )
    game.order(NoBid(), FRENCH).order(LeaveBid(), ANGLO_ALLIED)
    assert game.seats == (PRUSSIAN,)
    game.order(Bid("prussian", "pr_02"))
    assert game.last(FirstFrontSet) == FirstFrontSet("coalition", "single_bid", "prussian")


def test_e72_every_turn_draws_from_the_whole_deck() -> None:
    game = given(
        APART,
        hands={"french": "fr_01 fr_02 fr_03"},
        turn=2,
        discards={"french": ("fr_04",), "anglo_allied": ()},
        agenda=(BeginTurn(),),
    )
    assert len(game.state.hands["french"]) == 15
    assert game.state.discards["french"] == ()
    drawn = next(event for event in game.events if type(event).__name__ == "Drawn")
    assert drawn.pool == 26  # type: ignore[attr-defined]
