"""How likely each side is to win: by margins that were won, and told only where it was right."""

from dataclasses import replace
from math import erf, exp, sqrt
from pathlib import Path
from random import Random

import msgspec
import pytest

from domain.bots.chances import FEWEST_GAMES, Chances, Link, chances_of
from domain.bots.learned import Value
from domain.kernel import Seat
from domain.kernel.history import History
from domain.waterloo.title import WATERLOO
from replays import win_chance
from scripts.chances import held_out
from scripts.fits import Curve, Seen, fitted_link, mean_error, noise_of, paid_of, tenths
from scripts.sheets import written_chances
from scripts.train import Outcome
from tests.laws.games import whole_game

SIDES = {"french": 1, "coalition": -1, "anglo_allied": -1, "prussian": -1}
VALUE = Value(SIDES, 1, 7, 0, 0, 0.1, 0, 30, ())
LINK = Link(0.2, 0.0, 0.1, 0.2)


def known(errors: dict[str, float], held_out: int = FEWEST_GAMES, **other: object) -> str:
    """The file of chances with these errors."""
    rules = replace(WATERLOO, **other)  # type: ignore[arg-type]
    games = dict.fromkeys(errors, held_out)
    noise = dict.fromkeys(errors, 1.5)
    return written_chances(rules, ["long"], {"seed": 1}, games, errors, noise, LINK, VALUE)


def test_the_chances_are_those_by_which_margins_were_won() -> None:
    random = Random(1)
    late = [random.random() for _ in range(8000)]
    margins = [random.gauss(0, 10) for _ in late]
    odds = [0.3 + (0.05 + 0.3 * far) * margin for margin, far in zip(margins, late, strict=True)]
    true = [1 / (1 + exp(-each)) for each in odds]
    won = [float(random.random() < chance) for chance in true]
    link = fitted_link(margins, late, won)
    said = [link.chance(margin, far) for margin, far in zip(margins, late, strict=True)]
    assert max(abs(one - two) for one, two in zip(said, true, strict=True)) < 0.06
    assert mean_error(tenths(said, won)) < 2 < mean_error(tenths([0.9 * each + 0.1 for each in said], won))


def told_curve(random: Random, wrong: float) -> Curve:
    """A game of 60 commands whose true chance goes by chance; what is told of it is wrong by so much."""
    place, true = 0.0, []
    for left in range(60, 0, -1):
        true.append(0.5 + 0.5 * erf(place / sqrt(2 * left)))
        place += random.gauss(0, 1)
    return Curve(tuple(each + random.gauss(0, wrong) for each in true), float(place > 0))


def test_the_noise_of_swings_is_told_from_what_games_came_to() -> None:
    random = Random(3)
    noise = [noise_of([told_curve(random, wrong) for _ in range(800)]) for wrong in (0.0, 0.03)]
    assert noise[0] < 3 < 100 * 0.03 * sqrt(2) < noise[1] < 6


def test_every_game_is_told_once_by_the_others_and_each_level_counts_as_much() -> None:
    seen = tuple(Seen(each / 10, 1.0, ()) for each in range(10))
    games = {
        "recruit": [Outcome(seen, 1.0 if n % 4 else -1.0, float(n % 4 > 0)) for n in range(240)],
        "veteran": [Outcome(seen, -1.0 if n % 4 else 1.0, float(n % 4 == 0)) for n in range(60)],
    }
    curves = held_out(VALUE, games)
    assert {level: len(own) for level, own in curves.items()} == {"recruit": 240, "veteran": 60}
    said = [each for own in curves.values() for curve in own for each in curve.chances]
    assert all(abs(each - 0.5) < 0.02 for each in said), "three of four and one of four are even"


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        (known({"veteran": 3.1, "marshal": 3.9}), True),
        (known({"veteran": 3.1, "marshal": 4.2}), False),
        (known({"veteran": 3.1}, held_out=40), False),
        (known({"veteran": 3.1}, edition=1), False),
        (known({"veteran": 3.1}, data_digest="corrected"), False),
        (known({"veteran": 3.1}, evaluate=lambda state, seat: 0.0), False),
    ],
)
def test_chances_are_told_where_they_were_right_by_these_rules_and_data(
    tmp_path: Path, text: str, is_told: bool
) -> None:
    folder = tmp_path / "learned" / "chances"
    folder.mkdir(parents=True)
    (folder / "long.toml").write_text(text)
    rules = replace(WATERLOO, folder=tmp_path)
    assert (chances_of(rules, "long") is not None) == is_told
    assert chances_of(rules, "short") is None


def test_the_curve_of_a_finished_game_ends_with_its_result_and_sides_share_one_hundred() -> None:
    chances = Chances("waterloo", 2, "", ("long",), {}, {"veteran": 200}, {"veteran": 1.0}, {}, LINK, VALUE)
    history = whole_game("waterloo", "long", WATERLOO.scenario("long").seatings[0], 0)
    french, coalition = (win_chance.curve(history, chances, Seat(each)) for each in ("french", "coalition"))
    assert list(french) == list(coalition) and len(french) > 50
    assert all(french[version] + coalition[version] == pytest.approx(1) for version in french)
    result = WATERLOO.result(History(WATERLOO, history.recorded).at(max(french)).state)
    assert result is not None and (french[max(french)] == 1.0) == ("french" in result.winners)
    rows = [{"version": each, "turn": 1, "text": ""} for each in range(1, len(history.recorded) + 1)]
    drawn = win_chance.figure(WATERLOO, rows, {Seat("french"): french}, "Win chance")
    assert msgspec.json.decode(msgspec.json.encode(drawn.layout.yaxis.range)) == [0, 100]
    assert drawn.data[0].y[-1] in (0, 100)


def test_what_large_swings_said_is_paid_where_they_are_true_and_half_of_it_where_they_are_not() -> None:
    """A swing by 0.2 from an even game: true ones end so, and those that say twice as much pay half."""
    random = Random(7)
    for told, paid in ((0.2, 1.0), (0.4, 0.5)):
        curves = []
        for _ in range(4000):
            up = random.random() < 0.5
            said, true = (0.5 + told, 0.7) if up else (0.5 - told, 0.3)
            curves.append(Curve((0.5, said), float(random.random() < true)))
        found = paid_of(curves, 0.1)
        assert found.swings == 4000 and abs(found.share - paid) < 4 * found.error < 0.25
        assert paid_of(curves, 0.45).swings == 0
