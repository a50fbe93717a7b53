"""Games that were stored before leaders were named and armies told are read, asked and told as they were."""

from domain.kernel import Play, SealedChance, decision_at
from domain.kernel.codec import codec
from domain.kernel.prose import prose
from domain.waterloo.artillery import ArtilleryWindow
from domain.waterloo.events.turns import Passed, RoundEnded
from domain.waterloo.leaders import DisplaceLeaders
from domain.waterloo.movement import Follow, Movement
from domain.waterloo.orders import DisplaceLeader, LetPass
from tests.rules.waterloo.position import SEED, given


def read(event: str, body: str, agenda: str = "null") -> object:
    data = f'[0,0,{body},null,{agenda}]'
    return codec("waterloo").read("game", 2, f"waterloo:{event}/1", data.encode())


def test_events_without_the_new_fields_are_read() -> None:
    passed = read("Passed", '{"front":"french"}').body  # type: ignore[attr-defined]
    assert passed == Passed("french") and prose("waterloo").event(passed) == "The French pass."
    ended = read("RoundEnded", '{"front":"french","cards_played":1,"reason":"chosen"}').body  # type: ignore[attr-defined]
    assert ended == RoundEnded("french", 1, "chosen")


def test_steps_of_the_old_form_are_read() -> None:
    old = '[["DisplaceLeaders"],["Follow","aa_inf_br_r",["I6"]],["Movement",null,0,true]]'
    recorded = read("Passed", '{"front":"french"}', old)
    assert recorded.agenda == (DisplaceLeaders(), Follow("aa_inf_br_r"), Movement(over=True))  # type: ignore[attr-defined]


def test_an_old_game_that_waits_for_a_leader_to_make_way_asks_and_goes_on() -> None:
    table = given(
        {"aa_inf_3_i": "J4 S", "aa_inf_6_r": "L6 S", "fr_inf_1_i": "J7 N"},
        leaders={"wellington": "J6"},
        hands={"french": "fr_01"},
    )
    agenda = (*table.game.agenda, DisplaceLeaders())
    decision = decision_at(table.state, agenda)
    assert decision is not None and decision.seats == ("coalition",)
    play = Play(table.state, agenda, SealedChance(SEED))
    play.run()
    play.answer({decision.seats[0]: (DisplaceLeader("wellington", "L6"),)})
    assert play.state.leaders["wellington"] == "L6"


def test_an_old_game_that_waits_for_guns_that_all_lie_open_still_asks() -> None:
    table = given(
        {"fr_inf_1_i": "I6 N", "aa_inf_br_r": "I5 S"},
        hands={"french": "fr_01", "anglo_allied": "aa_01"},
        discards={"french": (), "anglo_allied": ("aa_11", "aa_12")},
    )
    recorded = read("Passed", '{"front":"french"}', '[["ArtilleryWindow","a"],["PlayRound",true]]')
    window = next(step for step in recorded.agenda if isinstance(step, ArtilleryWindow))  # type: ignore[attr-defined]
    agenda = (*table.game.agenda, window)
    decision = decision_at(table.state, agenda)
    assert decision is not None and decision.seats == ("coalition",)
    play = Play(table.state, agenda, SealedChance(SEED))
    play.run()
    after = play.answer({decision.seats[0]: (LetPass(),)})
    assert after is not None and after.seats == ("french",)
