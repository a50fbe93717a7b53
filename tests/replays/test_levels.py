"""Each procedure of the statistics on made-up games whose truth is known: how often it is wrong, how often it
covers, what it finds. A few hundred sets of games in every run, at least 2,000 in `make thorough`; the names
A1 to A38 are those of docs/statistics.md."""

import math
import re
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import polars as pl
import pytest

from replays.always_valid import always_valid
from replays.balance_findings import apart, handicap
from replays.cohorts import compare_groups
from replays.fairness import Duel, break_even, handicaps, side_apart, swapped_pairs
from replays.findings import dealt_counts
from replays.luck import ChanceRow, luck_of
from replays.paired import paired_gap
from replays.people import compare_tangled, delta_of_tangled, per_unit, unit_of
from replays.several_questions import holm
from replays.statistics import cliffs_delta, compare_rates, detectable_difference, z_of
from replays.unfinished import Ended, share_of
from replays.watched import even_p, luck_bound, watched_gap, watched_p
from tests.thorough import times

pytestmark = pytest.mark.thorough
SETS = times(200, 2_000)


def most(level: float = 0.05) -> float:
    """What chance allows a level to look like over so many sets: three standard errors more."""
    return level + 3 * math.sqrt(level * (1 - level) / SETS)


# Fault 5: what would show, and constant measures


def test_what_would_show_among_many_questions_shows_in_four_of_five() -> None:
    """Of 44 questions the first must exceed Holm's bound: one test's gap was found in a quarter."""
    rng, n, questions = np.random.default_rng(5), 150, 44
    gap = detectable_difference(n, n, questions)
    assert gap > 1.4 * detectable_difference(n, n)
    wins = rng.binomial(n, [[0.5 + gap / 2], [0.5 - gap / 2]], (2, 4_000))
    share = wins.sum(axis=0) / (2 * n)
    z = (wins[0] - wins[1]) / n / np.sqrt(share * (1 - share) * 2 / n)
    assert abs((z > z_of(questions)).mean() - 0.8) <= 0.03


# Fault 6: people


def evenings(
    rng: np.random.Generator, people: range, games: int, habit: float
) -> dict[tuple[str, ...], float]:
    """Games of pairs out of so many people, each with a habit of his own."""
    own = dict(zip(people, rng.normal(0, habit, len(people)), strict=True))
    pairs = list(combinations(people, 2))
    chosen = rng.choice(len(pairs), games, replace=False)
    return {
        (f"p{a}", f"p{b}"): own[a] + own[b] + rng.normal() for a, b in (pairs[each] for each in chosen)
    }


@pytest.mark.parametrize("habit", [0.0, 1.5])
@pytest.mark.parametrize("compare", [compare_tangled, delta_of_tangled])
def test_people_who_play_several_others_are_no_reason_to_see_differences(compare, habit) -> None:
    rng, found = np.random.default_rng(6), 0
    for _ in range(SETS // 2):
        a, b = (evenings(rng, people, 20, habit) for people in (range(8), range(8, 18)))
        found += compare(a, b).p < 0.05
    assert found / (SETS // 2) <= 0.05 + 3 * math.sqrt(0.0475 / (SETS // 2))


def test_a_couple_that_swaps_sides_is_one_pair_and_its_habit_one_habit() -> None:
    def row(game: str, players: str) -> dict[str, str]:
        return {"game": game, "seats": "french,coalition", "seats_kind": "people", "players": players}

    assert unit_of(row("1", "Anna,Bruno")) == unit_of(row("2", "bruno , ANNA")) == ("anna", "bruno")
    random, found = Random(6), 0
    for _ in range(SETS):
        groups = []
        for _group in range(2):
            values = []
            for couple in range(10):
                chance = 1 / (1 + math.exp(random.gauss(0, 1.2)))
                values += [((f"{couple}",), float(random.random() < chance)) for _game in range(4)]
            groups.append(sum(per_unit(values).values()))
        # the share of each couple, and not of each game
        share = abs(groups[0] - groups[1]) / 10
        found += share > 1.96 * math.sqrt(2 * 0.32**2 / 10)
    assert found / SETS <= most()


# Fault 7: pages that are watched


def test_no_difference_is_announced_at_any_time_by_who_looks_after_every_game() -> None:
    """Moving first, an opening, a card: a third of all games has it, and it is worth nothing."""
    rng, announced = np.random.default_rng(7), 0
    sets = times(100, 2_000)
    for _ in range(sets):
        has, won = rng.random(160) < 1 / 3, rng.random(160) < 0.5
        k, n = np.cumsum([won & has, won & ~has], axis=1), np.cumsum([has, ~has], axis=1)
        looks = [at for at in range(29, 160, 3) if min(n[:, at]) >= 10]
        announced += any(
            watched_p(int(k[0, at]), int(n[0, at]), int(k[1, at]), int(n[1, at])) < 0.05 for at in looks
        )
    assert announced / sets <= 0.05 + 3 * math.sqrt(0.0475 / sets)
    assert watched_gap(40, 60, 20, 60).p < 0.05, "what is clear is announced"


def test_even_luck_and_even_rivals_are_never_announced_but_in_one_set_of_twenty() -> None:
    rng = np.random.default_rng(71)
    sets = max(SETS, 1_000)
    mean = rng.normal(0, 1.06, (sets, 400)).cumsum(axis=1) / np.arange(1, 401)
    bounds = np.array([luck_bound(n) for n in range(1, 401)])
    assert (np.abs(mean) > bounds)[:, 19:].any(axis=1).mean() <= 0.05 + 3 * math.sqrt(0.0475 / sets)
    wins = (rng.random((SETS, 80)) < 0.5).cumsum(axis=1)
    is_said = [any(even_p(int(k), n) < 0.05 for n, k in enumerate(own, 1)) for own in wins]
    assert np.mean(is_said) <= most()


# Fault 8: intervals of no width


@pytest.mark.parametrize(("more", "fewer"), [(0.01, 0.01), (0.2, 0.1)])
def test_the_difference_of_pairs_is_covered_where_hardly_any_differ(more: float, fewer: float) -> None:
    rng = np.random.default_rng(8)
    drawn = rng.multinomial(30, [more, fewer, 1 - more - fewer], SETS)
    found = [paired_gap(int(a), int(b), 30) for a, b, _ in drawn]
    covered = np.mean([each.low <= more - fewer <= each.high for each in found])
    assert covered >= 1 - most()
    assert all(each.high > each.low for each in found)


# Fault 9: what an interval and a p say of the same groups


@pytest.mark.parametrize("kind", ["unequal spread", "few counts", "mostly zero"])
def test_interval_and_p_never_contradict_each_other_and_hold_their_level(kind: str) -> None:
    rng = np.random.default_rng(9)
    shapes = {"unequal spread": (15, 45), "few counts": (30, 30), "mostly zero": (15, 60)}[kind]

    def drawn(n: int, is_first: bool) -> np.ndarray:
        if kind == "unequal spread":
            return rng.normal(0, 3 if is_first else 1, n)
        return rng.poisson(0.3, n).astype(float) if kind == "few counts" else rng.poisson(1, n) * (
            rng.random(n) < 0.1
        )  # fmt: skip

    found = [cliffs_delta(drawn(shapes[0], True), drawn(shapes[1], False), 1, 299) for _ in range(SETS)]
    tested = [each for each in found if each.p is not None]
    assert all((each.p < 0.05) == (each.low > 0 or each.high < 0) for each in tested if each.p != 0.05)
    assert sum(each.p < 0.05 for each in tested) / SETS <= most()
    apart = cliffs_delta(rng.poisson(0.3, 100), rng.poisson(1.2, 100))
    assert apart.p < 0.05 and apart.high < 0


# Fault 12: games that never end


@pytest.mark.parametrize("last", [10, 16])
def test_a_side_that_wins_sooner_is_not_taken_for_the_better_one(last: int) -> None:
    """Even games; the French win sooner, and each game may be left at any turn. Where none of the late ones
    is ever seen to its end the interval says so."""
    rng, covered, naive = np.random.default_rng(12), 0, []
    for _ in range(SETS):
        french = rng.random(150) < 0.5
        turns = 1 + rng.poisson(np.where(french, 2, 6))
        left = rng.integers(1, last, 150)
        games = list(zip(turns.tolist(), french.tolist(), left.tolist(), strict=True))
        ended = [Ended(turn, "f" if won else "c") for turn, won, until in games if turn < until]
        found = share_of("f", ended, [until for turn, _, until in games if turn >= until])
        covered += found.low <= 0.5 <= found.high
        naive.append(sum(each.winner == "f" for each in ended) / len(ended))
    assert np.mean(naive) > 0.58
    assert covered / SETS >= 1 - most()


# Sides and players


def test_A23_the_side_is_told_from_those_who_choose_it() -> None:
    """200 games of 20 people; the stronger takes the better side in nine of ten."""
    rng, truth, found = np.random.default_rng(23), 1 / (1 + math.exp(-0.5)), []
    for _ in range(SETS):
        skill = rng.normal(0, 1, 20)
        games = []
        for _game in range(200):
            one, other = rng.choice(20, 2, replace=False)
            if (skill[one] < skill[other]) == (rng.random() < 0.9):
                one, other = other, one
            chance = 1 / (1 + math.exp(-(0.5 + skill[one] - skill[other])))
            games.append(Duel(f"{one}", f"{other}", bool(rng.random() < chance)))
        found.append(side_apart(games))
    logits = [math.log(each.estimate / (1 - each.estimate)) for each in found]
    assert abs(np.mean(logits) - 0.5) <= 0.05
    assert 0.92 <= np.mean([each.low <= truth <= each.high for each in found]) <= 0.99
    alone = [Duel(f"a{n}", f"b{n}", n % 2 == 0) for n in range(40)]
    assert side_apart(alone) is None, "nobody played both sides: players and sides cannot be told apart"


def test_A24_pairs_of_games_with_sides_swapped_tell_the_side() -> None:
    random, truth, found = Random(24), 1 / (1 + math.exp(-0.5)), []
    for _ in range(SETS):
        games = []
        for couple in range(60):
            gap = random.gauss(0, 1)
            for names, sign in ((("a", "b"), 1), (("b", "a"), -1)):
                won = random.random() < 1 / (1 + math.exp(-(0.5 + sign * gap)))
                games.append(Duel(f"{names[0]}{couple}", f"{names[1]}{couple}", won))
        found.append(swapped_pairs(games))
    covered = np.mean([each.low <= truth <= each.high for each in found])
    assert 1 - most() <= covered <= 0.985
    assert abs(np.mean([each.estimate for each in found]) - truth) <= 0.02


def test_A24_the_bid_that_makes_it_even_lies_in_its_interval() -> None:
    rng, found = np.random.default_rng(240), []
    for _ in range(SETS):
        bids = rng.integers(0, 6, 150)
        found.append(break_even(bids, rng.random(150) < 1 / (1 + np.exp(-(1.2 - 0.5 * bids)))))
    told = [each for each in found if each is not None]
    assert len(told) > 0.95 * SETS
    assert abs(np.median([each.estimate for each in told]) - 2.4) <= 0.1
    assert 1 - most() <= np.mean([each.low <= 2.4 <= each.high for each in told])
    assert break_even([1] * 40, [True, False] * 20) is None, "one bid tells of no other"


def test_the_points_that_make_it_even_lie_in_their_interval() -> None:
    """Margins around −3.5: so many points given to the side make the games even."""
    rng, covered = np.random.default_rng(241), 0
    for _ in range(SETS):
        _, _, (least, greatest) = handicaps(rng.normal(-3.5, 4, 80).tolist(), 0, 0, False)
        covered += least <= 3.5 <= greatest
    assert covered / SETS >= 1 - most()


# Cards


def hands(rng: np.random.Generator, games: int, effect: float) -> list[dict[str, str]]:
    """Deals of five out of twelve cards; card 0 is worth so much, and good positions play card 1."""
    rows = []
    for _ in range(games):
        hand = rng.permutation(12)[:5]
        chance = 0.5 + effect * (0 in hand)
        rows.append({
            "seats": "french,coalition", "winners": "french" if rng.random() < chance else "coalition",
            "dealt:french": " ".join(f"c{each}" for each in hand),
        })  # fmt: skip
    return rows


def test_A31_a_worthless_card_is_seldom_called_good_and_A32_a_good_one_is_measured() -> None:
    rng, alarms, gaps, covered, pages = np.random.default_rng(31), 0, [], 0, 0
    for _ in range(SETS):
        found = dealt_counts(hands(rng, 120, 0.12), "french")
        tested = {card: compare_rates(*counts) for card, counts in found.items()}
        alarms += tested["c1"].p < 0.05
        gaps.append(tested["c1"].estimate)
        covered += tested["c0"].low <= 0.12 <= tested["c0"].high
        # that the good card is not dealt makes room for the others, which are then worth a little less
        worthless = [each.p for card, each in tested.items() if card != "c0"]
        pages += min(holm(worthless)) < 0.05
    # the design allows 7.1 %; this card is worth 1.1 points less than nothing, for it keeps the good one away
    assert alarms / SETS <= max(most(), 0.071)
    assert abs(np.mean(gaps) + 0.12 / 11) <= 3 * np.std(gaps) / math.sqrt(SETS)
    assert covered / SETS >= 1 - most()
    assert pages / SETS <= most()


# Take-backs


def test_A33_who_takes_back_bad_rolls_is_noticed_and_others_are_not() -> None:
    """Games of 100 rolls; three of ten bad ones are undone, or any roll as often."""
    random, caught = Random(33), [0, 0]
    for number, is_innocent in enumerate((True, False)):
        for _ in range(SETS):
            rows = []
            for _roll in range(100):
                value = random.randint(1, 6)
                wants = random.random() < (0.1 if is_innocent else 0.3 * (value <= 2))
                rows.append(ChanceRow("french", value, 3.5, 35 / 12, undone=wants))
            caught[number] += luck_of("french", rows).suspect
    assert caught[0] / SETS <= most(0.015)
    assert caught[1] / SETS >= 0.9


# Whole pages, and the document


def test_every_check_that_the_document_names_is_there() -> None:
    root = Path(__file__).parents[2]
    named = set(re.findall(r"`(test_\w+)`", (root / "docs" / "statistics.md").read_text("utf-8")))
    there = {
        name
        for path in (root / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert len(named) > 30 and named <= there


def table(prefix: str, n: int, rng: np.random.Generator) -> pl.DataFrame:
    return pl.DataFrame({
        "game": [f"{prefix}{i:05}" for i in range(n)], "title": "waterloo", "scenario": "short",
        "seats": "french,coalition", "seats_kind": "bots", "players": "greedy,greedy",
        "winners": np.where(rng.random(n) < 0.5, "french", "coalition"), "margin": rng.normal(0, 3, n),
        "turns": 4, "orders": rng.integers(80, 200, n), "luck_z": rng.normal(size=n),
        "measure:losses": rng.poisson(6, n), "measure:eagles": rng.poisson(1, n) * (rng.random(n) < 0.1),
    })  # fmt: skip


def test_A18_a_page_of_equal_groups_seldom_finds_anything_in_wins_or_in_measures() -> None:
    rng, pages, found = np.random.default_rng(18), times(60, 2_000), [0, 0]
    for seed in range(pages):
        page = compare_groups(table("a", 30, rng), table("b", 40, rng), "A", "B", seed)
        for family, is_rate in enumerate((True, False)):
            least = min(
                each.adjusted for each in page.findings
                if each.adjusted is not None and (each.question in ("rate", "draws")) == is_rate
            )  # fmt: skip
            found[family] += least < 0.05
    for each in found:
        assert each / pages <= 0.05 + 3 * math.sqrt(0.0475 / pages)


# What a server shows of sides, looked at after every few games


def duel_rows(rng: np.random.Generator, games: int, people: int) -> list[dict[str, str]]:
    """Games of people of different strength in which the side is worth nothing."""
    skill, rows = rng.normal(0, 0.7, people), []
    for number in range(games):
        one, other = rng.choice(people, 2, replace=False)
        has_won = rng.random() < 1 / (1 + math.exp(skill[other] - skill[one]))
        rows.append({
            "game": f"{number}", "title": "waterloo", "seats": "french,coalition", "seats_kind": "people",
            "players": f"p{one},p{other}", "winners": "french" if has_won else "coalition",
        })  # fmt: skip
    return rows


def test_equal_sides_between_equals_are_seldom_announced_at_any_look() -> None:
    """Eight people, a look after every ten games from 20 to 120: with intervals of one look 15 of 100 are."""
    rng, sets, said, alone = np.random.default_rng(61), times(20, 400), 0, 0
    for _ in range(sets):
        rows = duel_rows(rng, 120, 8)
        looks = [rows[:until] for until in range(20, 121, 10)]
        said += any("neither" not in apart(each, str, "en", always_valid).headline for each in looks)
        alone += any("neither" not in apart(each, str).headline for each in looks)
    assert said / sets <= 0.05 + 3 * math.sqrt(0.0475 / sets)
    assert alone > said, "which is why what is watched has an interval of its own"
    clear = [{**row, "winners": "french" if place % 8 else "coalition"} for place, row in enumerate(rows)]
    assert "neither" not in apart(clear, str, "en", always_valid).headline, "what is clear is announced"


def test_even_sequences_are_seldom_called_in_need_of_points_at_any_look() -> None:
    rng, sets, denied, apart_from_truth = np.random.default_rng(62), times(60, 500), 0, 0
    for _ in range(sets):
        margins = rng.choice([-5, -4, -3, -2, -1, 1, 2, 3, 4, 5], 120).tolist()
        rows = [
            {"game": f"{place}", "title": "waterloo", "seats": "french,coalition", "seats_kind": "bots",
             "players": "recruit,recruit", "first_side": "french", "rule": "13", "margin": float(margin),
             "winners": "french" if margin > 0 else "coalition"}
            for place, margin in enumerate(margins)
        ]  # fmt: skip
        told = [handicap(rows[:until], str, "en", always_valid).headline for until in range(20, 121, 10)]
        denied += any(not each.startswith("No handicap is called for") for each in told)
        found = [handicaps(margins[:until], 0, 0, False, always_valid)[2] for until in range(20, 121, 20)]
        apart_from_truth += not all(least <= 0 <= most for least, most in found)
    assert denied / sets <= 0.05 + 3 * math.sqrt(0.0475 / sets)
    assert apart_from_truth / sets <= 0.05 + 3 * math.sqrt(0.0475 / sets)
