"""What a panel says of chances, against a hundred thousand deals or rolls (T14)."""

from functools import cache
from random import Random

import pytest

from domain.kernel import Play, SealedChance
from domain.washingtons_war.battle.chances import Army, battle_chances
from domain.waterloo.battle import reckon
from domain.waterloo.position.state import CardUse, Clash, State, changed
from domain.waterloo.seen.battles import enemy_pool
from domain.waterloo.seen.hands import Pool, chance_of_less
from domain.wellington.battle.battle import BeginRound
from domain.wellington.battle.dice import battle_terms
from domain.wellington.facts import FACTS as IBERIA
from domain.wellington.position.conflict import Battle
from domain.wellington.position.state import State as Peninsula
from domain.wellington.seen import odds
from domain.wellington.seen.battles import hit_chances
from tests.rules.waterloo.position import given
from tests.rules.wellington.position import SEED, StartBattle, position

MANY = 100_000
A_POINT = 0.01
Kind = tuple[int, int, str]


# Hands of cards -------------------------------------------------------------------------------------


def guards(leader: bool) -> tuple[State, Clash]:
    """French infantry attacks the British Guards, beside Wellington or far from him."""
    table = given(
        {"fr_inf_1_i": "K5 N", "aa_inf_1_i": "K4 S"},
        hands={
            "french": "fr_01 fr_06 fr_11 fr_18",
            "anglo_allied": "aa_01 aa_02 aa_13 aa_15 aa_05 aa_06 aa_07 aa_08",
        },
        leaders={"wellington": "K3" if leader else "A1"},
    )
    return table.state, Clash("aa_inf_1_i", ("fr_inf_1_i",))


def best(hand: list[Kind], most: int) -> int:
    """The most that so many cards of the hand add, at most one of each bonus: every way is tried."""
    commands = [None, *(place for place, card in enumerate(hand) if card[2] == "command")]
    elites = [None, *(place for place, card in enumerate(hand) if card[2] == "elite")]
    found = 0
    for command in commands:
        for elite in elites:
            special = [place for place in (command, elite) if place is not None]
            if len(special) <= most:
                rest = [card[0] for place, card in enumerate(hand) if place not in special]
                plain = sorted(rest, reverse=True)[: most - len(special)]
                found = max(found, sum(hand[place][1] for place in special) + sum(plain))
    return found


@cache
def deals(pool: Pool, most: int) -> list[int]:
    cards = [kind for kind, count in pool.kinds for _ in range(count)]
    random = Random(f"{most} cards")
    return [best(random.sample(cards, pool.held), most) for _ in range(MANY)]


@pytest.mark.parametrize("leader", [True, False])
@pytest.mark.parametrize("most", [1, 3, 5])
def test_t14_the_best_cards_of_an_unseen_hand_against_as_many_deals(leader: bool, most: int) -> None:
    state, clash = guards(leader)
    pool = enemy_pool(state, clash, "defender", state.seats[0])
    assert pool.held == 8 and sum(count for _kind, count in pool.kinds) == 19
    sums = deals(pool, most)
    for enough in range(min(sums), max(sums) + 2):
        dealt = sum(each < enough for each in sums) / MANY
        assert abs(float(chance_of_less(pool, most, enough)) - dealt) < A_POINT


def test_a_bonus_counts_where_the_rules_give_it() -> None:
    for leader in (True, False):
        state, clash = guards(leader)
        pool = enemy_pool(state, clash, "defender", state.seats[0])
        base = reckon(state, clash).defence
        for use, card in (("command", "aa_13"), ("elite", "aa_15")):
            used = reckon(state, changed(clash, defender_cards=(CardUse(card, use),))).defence - base
            assert {bonus for (_bp, bonus, of), _count in pool.kinds if of == use} == {used}
            assert bool(used) == (use == "elite" or leader)


# Dice -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attack", "defence"), [(10, 6), (3, 4), (1, 0)])
def test_t14_hits_of_a_round_against_as_many_rolls(attack: int, defence: int) -> None:
    random = Random(f"{attack} dice against {defence}")
    leads = []
    for _ in range(MANY):
        mine = sum(random.randint(1, 6) >= 5 for _ in range(attack))
        leads.append(mine - sum(random.randint(1, 6) >= 5 for _ in range(defence)))
    found = hit_chances(attack, defence, IBERIA.tables.battle)
    margin = IBERIA.tables.battle.rout_margin
    rolled = [sum(fits) / MANY for fits in zip(*((n > 0, n >= margin, n == 0) for n in leads), strict=True)]
    assert all(abs(one - other) < A_POINT for one, other in zip(found, rolled, strict=True))


def infantry() -> Peninsula:
    """Three British strength points attack two French ones, before the dice of the first round."""
    battle = Battle("salamanca", "allied", "britain", line="open")
    pieces = position(soldiers_at={"salamanca": "britain 3 0 0, nord 2 0 0"})
    play = Play(pieces, [StartBattle(battle)], SealedChance(SEED))
    while not isinstance(play.agenda[-1], BeginRound):
        play.agenda[-1].advance(play)
    play.agenda[-1].advance(play)
    return play.state


def test_t14_a_battle_of_two_rounds_against_as_many_rolls() -> None:
    state = infantry()
    terms = [battle_terms(state, state.battles[-1], side) for side in ("allied", "french")]
    rolled = {"win": 0, "lose": 0, "nobody": 0}
    random = Random("two rounds")
    for _ in range(MANY):
        rolled[_fought(random, terms)] += 1
    found = odds.battle_chances(state)
    for name, count in rolled.items():
        assert abs(getattr(found, name) - count / MANY) < A_POINT


def _fought(random: Random, terms: list[dict[str, int]]) -> str:
    """A battle of soldiers alone, as the rules tell it (11.2, 11.5, 11.52)."""
    standing, shaken = [each["soldiers"] for each in terms], [0, 0]
    for number in (1, 2):
        fixed = [each.get("nationality", 0) + each.get("terrain", 0) * (number == 1) for each in terms]
        pools = [max(0, standing[side] + fixed[side] - shaken[side]) for side in (0, 1)]
        faces = [[random.randint(1, 6) for _ in range(pool)] for pool in pools]
        hits = [sum(face >= 5 for face in faces[1 - side]) for side in (0, 1)]
        standing = [max(0, standing[side] - faces[1 - side].count(6)) for side in (0, 1)]
        shaken = [shaken[side] + faces[1 - side].count(5) for side in (0, 1)]
        if not any(standing):
            return "nobody"
        if not all(standing):
            return "win" if standing[0] else "lose"
        if hits[0] != hits[1]:
            return "win" if hits[0] < hits[1] else "lose"
    return "lose"


def test_t14_a_battle_of_generals_against_as_many_rolls() -> None:
    attacker, defender = Army(5, 2, 1, modifiers=2), Army(4, 4, 3, modifiers=1)
    random, won, lost, taken = Random("generals"), 0, 0, 0
    table = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}  # what the loser loses (9.5)
    for _ in range(MANY):
        totals = []
        for battle, units, modifiers in ((2, 5, 2), (4, 4, 1)):
            worth = battle // 2 if random.randint(1, 6) <= 3 else battle
            totals.append(units + min(worth, units) + modifiers + random.randint(1, 6))
        loses, wins = table[random.randint(1, 6)], random.randint(1, 6)
        is_won = totals[0] >= totals[1]
        won += is_won
        lost += int(wins <= 1 + 3) if is_won else loses
        taken += loses if is_won else int(wins <= 1 + 1)
    found = battle_chances(attacker, defender)
    assert abs(float(found.win) - won / MANY) < A_POINT
    assert abs(float(found.attacker_lost) - lost / MANY) < 2 * A_POINT
    assert abs(float(found.defender_lost) - taken / MANY) < 2 * A_POINT
