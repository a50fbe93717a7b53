"""The exact chances of sieges and sacks, all dice enumerated (EX-P4, EX-P6)."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest

from domain.wellington.events.sieges import SiegeRolled, SiegeRoundBegan, SiegeRoundEnded, the_siege
from domain.wellington.facts import FACTS
from domain.wellington.position.conflict import Siege
from domain.wellington.position.state import State, changed
from domain.wellington.siege.siege_dice import Reckoning, besieger_dice, fortress_dice, may_fight_on, reckoned
from tests.rules.wellington.built_in import LEADERS
from tests.rules.wellington.position import position

CLOSE = 6e-7
START = position()


def with_siege(leader: str, sp: int, strength: int, *, removed: tuple[str, ...] = ()) -> State:
    siege = Siege("lisbon", LEADERS[leader].power, leader, sp, "britain", strength, strength)
    if LEADERS[leader].power in ("britain", "spain"):
        siege = changed(siege, duchy="ciudad_rodrigo", owner="nord")
    return changed(START, siege=siege, removed=removed)


@cache
def sixes_of(dice: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Dice that differ in their number of sixes, with their chance."""
    return tuple(
        ((6,) * sixes + (1,) * (dice - sixes), Fraction(comb(dice, sixes) * 5 ** (dice - sixes), 6**dice))
        for sixes in range(dice + 1)
    )


@cache
def answers_of(dice: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Dice that differ in their numbers of fives and sixes, with their chance."""
    found = []
    for sixes, fives in product(range(dice + 1), repeat=2):
        rest = dice - sixes - fives
        if rest >= 0:
            ways = comb(dice, sixes) * comb(dice - sixes, fives) * 4**rest
            found.append(((6,) * sixes + (5,) * fives + (1,) * rest, Fraction(ways, 6**dice)))
    return tuple(found)


def chances(state: State) -> dict[int, Fraction]:
    """The chance that the fortress falls, by round, if the besieger fights on whenever he may."""
    siege = the_siege(state)
    state = SiegeRoundBegan(siege.round + 1).apply(state)
    siege = the_siege(state)
    rolls = sixes_of(besieger_dice(state, siege, siege.sp))
    found: dict[int, Fraction] = {}
    again: dict[tuple[int, ...], Fraction] = {}
    for (dice, chance), (answer, risk) in product(rolls, answers_of(fortress_dice(state, siege))):
        rolled = the_siege(SiegeRolled(siege.round, dice, answer).apply(state))
        result = reckoned(state, rolled)
        total = siege.sixes + result.sixes
        if result.eliminated > siege.sp:
            continue
        if total >= siege.strength:
            found[siege.round] = found.get(siege.round, Fraction(0)) + chance * risk
        else:
            key = (siege.round, result.sixes, total, result.hits, result.eliminated, result.disorganised)
            again[key] = again.get(key, Fraction(0)) + chance * risk
    for key, chance in again.items():
        ended = SiegeRoundEnded(*key)
        after = ended.apply(state)
        result = Reckoning(ended.sixes, ended.sp, ended.disorganised)
        if may_fight_on(after, the_siege(after), result):
            for number, later in chances(after).items():
                found[number] = found.get(number, Fraction(0)) + chance * later
    return found


@pytest.mark.parametrize(
    ("leader", "sp", "strength", "taken", "first", "second", "later"),
    [
        ("wellington", 5, 3, 0.516100, 0.273225, 0.236214, 0.006661),
        ("wellington", 9, 3, 0.700852, 0.467775, 0.229964, 0.003112),
        ("soult", 4, 3, 0.458178, 0.224773, 0.225724, 0.007680),
        ("suchet", 5, 3, 0.458178, 0.224773, 0.225724, 0.007680),
        ("joseph", 4, 3, 0.263037, 0.095775, 0.157599, 0.009662),
        ("castanos", 5, 3, 0.263037, 0.095775, 0.157599, 0.009662),
        ("hill", 3, 3, 0.262876, 0.095775, 0.157439, 0.009662),
        ("de_espana", 1, 3, 0.007910, 0, 0.005993, 0.001917),
    ],
)
def test_the_chances_of_a_siege_by_round(
    leader: str, sp: int, strength: int, taken: float, first: float, second: float, later: float
) -> None:
    found = chances(with_siege(leader, sp, strength))
    assert float(sum(found.values())) == pytest.approx(taken, abs=CLOSE)
    assert float(found.get(1, 0)) == pytest.approx(first, abs=CLOSE)
    assert float(found.get(2, 0)) == pytest.approx(second, abs=CLOSE)
    assert float(found.get(3, 0)) == pytest.approx(later, abs=CLOSE)


def test_gibraltar_holds_more_often_than_not_against_soult_with_nine() -> None:
    found = chances(with_siege("soult", 9, 5))
    assert float(sum(found.values())) == pytest.approx(0.432864, abs=CLOSE)
    assert float(found[1]) == pytest.approx(0.089766, abs=CLOSE)
    assert float(found[2]) == pytest.approx(0.313384, abs=CLOSE)


def test_a_hasty_fort_is_weaker() -> None:
    assert float(sum(chances(with_siege("hill", 3, 2)).values())) == pytest.approx(0.455392, abs=CLOSE)


def test_the_emperors_call_costs_the_french_a_die() -> None:
    state = with_siege("soult", 9, 3, removed=("the_emperor_calls",))
    assert float(sum(chances(state).values())) == pytest.approx(0.661552, abs=CLOSE)


def test_twelve_dice_take_a_fortress_of_three_at_once() -> None:
    assert chances(with_siege("wellington", 6, 3))[1] == Fraction(702172961, 2176782336)


@pytest.mark.parametrize(
    ("taken_in", "chance"), [(1, Fraction(1, 2)), (2, Fraction(1, 3)), (3, Fraction(1, 6))]
)
def test_the_chance_of_booty_by_the_round_of_the_fall(taken_in: int, chance: Fraction) -> None:
    saved = FACTS.tables.siege.fortress - taken_in
    sack = FACTS.tables.sack
    wins = sum(die + saved * sack.per_round_saved >= sack.target for die in range(1, 7))
    assert Fraction(wins, 6) == chance
