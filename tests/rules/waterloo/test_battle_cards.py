"""Battle cards (9.3): as many as one wants, in any order; who may set which, and how many are left."""

from itertools import permutations

from domain.waterloo.events.battle import BattleCardsRevealed, BattleResolved
from domain.waterloo.orders import RevealCards, SetCard
from domain.waterloo.position.state import ANGLO_ALLIED, COALITION, FRENCH, PRUSSIAN, CardUse
from tests.rules.waterloo.position import Table, given


def guard_attacks(cards_in_round: int = 0, french: str = "fr_01 fr_11 fr_18 fr_20 fr_24") -> Table:
    """The Guard, with Napoleon, attacks Brunswick's flank; a card of the round has been played."""
    game = given(
        {"aa_inf_br_r": "I7 S", "fr_inf_gr_g": "J7 W", "fr_inf_1_i": "A14 N"},
        leaders={"napoleon": "J7"},
        hands={"french": french, "anglo_allied": "aa_01"},
        cards_in_round=cards_in_round,
    )
    return game.after_card("fr_01").attack("aa_inf_br_r", "fr_inf_gr_g").hold_fire()


SET = (SetCard("fr_11", "bp"), SetCard("fr_18", "command"), SetCard("fr_20", "elite"), SetCard("fr_24", "bp"))


def test_cards_are_set_in_any_order_and_lead_to_the_same() -> None:
    """9.3: "possono giocare quante carte desiderano ... Tutte le carte giocate saranno poi rivelate
    contemporaneamente": setting an Elite or Command card first takes no other card away."""
    found: set[tuple[BattleCardsRevealed, int, int]] = set()
    for order in permutations(SET):
        game = guard_attacks()
        for each in order:
            game.order(each, FRENCH)
        game.order(RevealCards(), FRENCH).order(RevealCards(), COALITION).hold_fire()
        battle = game.last(BattleResolved)
        found.add((game.last(BattleCardsRevealed), battle.attack, battle.defence))
    assert len(found) == 1
    ((shown, attack, defence),) = found
    assert shown.attacker == tuple(CardUse(each.card, each.use) for each in SET)
    assert (attack, defence) == (5 * 2 * 2 + 2 + 4 + 1, 3)


def test_after_every_card_all_others_are_offered() -> None:
    game = guard_attacks().order(SetCard("fr_24", "bp"), FRENCH).order(SetCard("fr_20", "elite"), FRENCH)
    assert set(game.menu(FRENCH)) == {
        SetCard("fr_11", "bp"), SetCard("fr_18", "bp"), SetCard("fr_18", "command"), RevealCards(),
    }  # fmt: skip


def test_what_is_left_counts_down() -> None:
    game = guard_attacks()
    assert game.decision is not None
    ask, counted = game.decision.asks[FRENCH], []
    for number in range(len(SET) + 1):
        counted.append(ask.left(SET[:number]))
    assert counted == [4, 3, 2, 1, 0]
    assert ask.menu(SET) == [RevealCards()]


def test_the_attacker_stays_within_the_five_cards_of_his_round() -> None:
    """9.3: "rimanere entro il limite delle 5 carte in un round"."""
    game = guard_attacks(cards_in_round=2)
    assert game.decision is not None and game.decision.asks[FRENCH].left() == 2
    assert game.decision.asks[FRENCH].menu(SET[:2]) == [RevealCards()]


def prussian_beset(players: int) -> Table:
    """Losthin's Prussians are attacked beside Wellington."""
    game = given(
        {"pr_inf_15_iv": "I7 S", "fr_inf_6_ii": "I8 N", "aa_inf_3_i": "A1 S"},
        leaders={"wellington": "I6"},
        hands={"french": "fr_01", "anglo_allied": "aa_01 aa_13", "prussian": "pr_04"},
        scenario="long",
        players=players,
        turn=6,
    )
    return game.after_card("fr_01").attack("pr_inf_15_iv", "fr_inf_6_ii").hold_fire()


def test_wellington_helps_prussians_beside_him_too() -> None:
    """11.2: "saranno applicati a qualunque unità amica ... Wellington offre 4 BP a qualunque unità in
    difesa"; battle points come from the army's own cards only (6.0: "alle unità di quell'armata")."""
    game = prussian_beset(2)
    assert set(game.menu(COALITION)) == {
        SetCard("pr_04", "bp"), SetCard("aa_13", "command"), RevealCards(),
    }  # fmt: skip
    battle = game.set_cards(coalition="aa_13 command, pr_04 bp").resolved()
    assert (battle.defender.command, battle.defence) == (4, 3 + 4 + 4)


def test_with_three_players_the_english_player_sets_the_command_card() -> None:
    game = prussian_beset(3)
    assert set(game.menu(PRUSSIAN)) == {SetCard("pr_04", "bp"), RevealCards()}
    assert set(game.menu(ANGLO_ALLIED)) == {SetCard("aa_13", "command"), RevealCards()}
    battle = game.set_cards(anglo_allied="aa_13 command", prussian="pr_04 bp").resolved()
    assert (battle.defender.command, battle.defence) == (4, 11)


def test_a_forced_charge_leaves_the_five_cards_of_the_round_alone() -> None:
    """9.3: "Il difensore non ha limiti": in a forced charge that is the active front."""
    game = given(
        {"fr_cav_12_3": "I8 N", "aa_inf_1_i": "I5 N", "aa_inf_3_i": "A1 S", "fr_inf_1_i": "A14 N"},
        hands={"anglo_allied": "aa_15 aa_18 aa_01", "french": "fr_20 fr_01"},
        active="coalition",
        cards_in_round=4,
    )
    game.play("aa_18", "enemy_must_charge")
    assert COALITION in game.seats, "the five cards of the round are played, yet it may set one"
    game.set_cards(coalition="aa_15 elite").resolved()
    assert game.last(BattleCardsRevealed).defender == (CardUse("aa_15", "elite"),)
    assert game.last(BattleCardsRevealed).counted == 5


def test_one_card_at_most_is_left_to_set_in_a_charge() -> None:
    game = given(
        {"fr_cav_hv_g": "I8 N", "aa_inf_3_i": "I5 N", "fr_inf_1_i": "A14 N"},
        hands={"french": "fr_01 fr_20 fr_21 fr_24", "anglo_allied": "aa_01"},
    )
    game.play("fr_24", "cavalry_charge")
    assert game.decision is not None and game.decision.asks[FRENCH].left() == 1
