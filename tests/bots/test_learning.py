"""What computers learn: from good players which orders to give, from margins what a position is worth."""

import tomllib
from dataclasses import replace
from random import Random

import msgspec
import pytest

from domain.bots import learned, situation
from domain.bots.chances import Chances
from domain.bots.learned import Column, Learned, Prior, Value, learned_of, read_prior, written_prior
from domain.bots.marshal import Search, Trials, marshal_order
from domain.bots.order_features import KINDS, features_of
from domain.bots.playing import opening
from domain.bots.recruit import recruit_by
from domain.bots.supposing import drawn
from domain.bots.yardstick import yardstick_of
from domain.kernel import Play, RuleSet, SealedChance, Seat
from domain.kernel.decisions import Ask, Decision
from domain.kernel.orders import Order
from domain.titles import TITLES
from domain.waterloo.title import WATERLOO
from projections.title_facts import facts_of
from scripts.fits import Choice, Seen, columns_of, expected, explained, fitted_prior, fitted_value, surprise
from scripts.sheets import written_sheet
from scripts.train import Player, Task, led_to, paired, taught

TASK = Task("waterloo", ("short",), 7)
FRENCH = Seat("french")


def opening_bid() -> "tuple[Play, Ask]":
    """Waterloo begins: the French are asked for a bid."""
    state, agenda = WATERLOO.set_up(opening(WATERLOO, "short", TASK.seats(0), b"learn", "learn"))
    play = Play(state, agenda, SealedChance(b"learn"))
    decision = play.run()
    assert decision is not None
    return play, decision.asks[FRENCH]


def choices(count: int) -> list[Choice]:
    """Players who take the first of two kinds of orders nine times in ten."""
    random = Random(1)
    return [Choice("red", ((1, 5), (2, 5), (3, 6)), 0 if random.random() < 0.9 else 2) for _ in range(count)]


def test_the_prior_expects_what_good_players_do_and_nothing_of_what_they_never_did() -> None:
    weights = fitted_prior(choices(400), 1)["red"]
    assert weights[1] > weights[3] > weights[2]
    nats, even = surprise(choices(100), {"red": weights})
    assert nats < 0.5 < even


def test_the_value_finds_what_a_point_is_worth_and_that_it_is_worth_more_later() -> None:
    column = Column("points", ("a",), ("b",), 0, 0)
    start = Value({"red": 1}, 1, 10, 0, 0, 0, 0, 0, (column,))
    random = Random(2)
    seen = [Seen(random.random(), random.gauss(0, 2), (random.gauss(0, 3),)) for _ in range(4000)]
    worth = [4 + 2 * each.numbers[0] + 3 * each.late * each.numbers[0] for each in seen]
    margins = [each + random.gauss(0, 1) for each in worth]
    value = fitted_value(start, seen, margins)
    assert value.columns[0].weight == pytest.approx(2, abs=0.6)
    assert value.columns[0].late == pytest.approx(3, abs=1.2)
    assert explained(value, seen, margins) > 0.95
    assert expected(value, Seen(0.5, 0.0, (2.0,))) == pytest.approx(11, abs=0.5)


def test_the_columns_of_a_title_are_one_difference_of_the_sides_for_each_group_of_measures() -> None:
    found = {each.name: each for each in columns_of(WATERLOO, facts_of("waterloo"), "french")}
    assert found["points"].plus == ("points_french",) and found["points"].minus == ("points_coalition",)
    assert found["units"].minus == ("units_anglo_allied", "units_prussian")


def test_a_game_of_a_lesson_and_a_pair_are_the_same_each_time() -> None:
    lesson = taught(TASK, "greedy", 1)
    assert lesson == taught(TASK, "greedy", 1) and lesson.choices
    weights = fitted_prior(lesson.choices, 1)
    assert weights == fitted_prior(lesson.choices, 1) and written_prior(weights) == written_prior(weights)
    prior = read_prior(written_prior(weights), TASK.sides)
    start = Value({"french": 1, "coalition": -1}, 1, 4, 0, 0, 0, 0, 0, ())
    assert led_to(TASK, prior, start, 0) == led_to(TASK, prior, start, 0)
    new, old = Player("recruit", Learned(prior, None)), Player("random")
    assert paired(TASK, new, old, 0) == paired(TASK, new, old, 0)
    assert paired(TASK, old, old, 0).share == 0.5


def test_what_is_written_is_read_again_and_holds_for_these_rules_and_data_only(tmp_path) -> None:
    column = Column("points", ("a",), ("b",), 2, 1)
    value = Value({"french": 1, "coalition": -1}, 1, 4, 0.5, 0, 1, 0, 9, (column,))
    (tmp_path / "learned").mkdir()
    strength = {"veteran against untrained veteran": {"margin": [3.0, 1.0, 5.0]}}
    text = written_sheet(WATERLOO, ["short"], TASK.sides, {"seed": 7}, strength, value, ["veteran"])
    (tmp_path / "learned" / "short.toml").write_text(text)
    (tmp_path / "learned" / "short.json.gz").write_bytes(written_prior({"french": [0.0, 1.5]}))
    rules = replace(WATERLOO, folder=tmp_path)
    found = learned_of(rules, "short", "veteran")
    assert learned_of(rules, "short", "marshal") is None
    assert found is not None and found.value == value and found.prior.weights["french"][:2] == [0.0, 1.5]
    for other, scenario, why in (
        (rules, "long", "none"),
        (replace(rules, edition=99), "short", "rules"),
        (replace(rules, data_digest="corrected"), "short", "data"),
        (replace(rules, evaluate=lambda state, seat: 0.0), "short", "yardstick"),
    ):
        assert learned.why_untrained(other, scenario) == why
        assert learned_of(other, scenario, "veteran") is None


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.id)
def test_what_is_shipped_was_learnt_by_todays_rules_data_and_judgement(title: RuleSet) -> None:
    """Else computers play as if they had learnt nothing, and no page tells chances: learn again."""
    found = learned.sheets(learned.folder_of(title)).values()
    assert not [why for sheet in found for scenario in sheet.scenarios
                if (why := learned.why_untrained(title, scenario))]  # fmt: skip
    for path in learned.folder_of(title).glob("chances/*.toml"):
        shipped = msgspec.convert(tomllib.loads(path.read_text("utf-8")), Chances)
        assert shipped.yardstick == yardstick_of(title, shipped.scenarios[0]), path.name


def test_a_recruit_strays_from_the_likeliest_order_and_a_cold_one_does_not() -> None:
    assert {drawn([0.0, 3.0, 1.0], Random(n), 0.0) for n in range(9)} == {1}
    assert len({drawn([0.0, 3.0, 1.0], Random(n), 2.0) for n in range(40)}) == 3
    play, ask = opening_bid()
    menu = ask.menu()
    (liked, *_) = features_of(WATERLOO, play.state, ask.prompt, menu[3:4])
    weights = [0.0] * KINDS
    others = features_of(WATERLOO, play.state, ask.prompt, [*menu[:3], *menu[4:]])
    for feature in set(liked).difference(*others):
        weights[feature] = 9.0
    bot = recruit_by(Learned(Prior(TASK.sides, {"french": weights, "coalition": weights}), None))
    assert bot(situation(WATERLOO, play.state, play.agenda, ask, (), Random(1))) == menu[3]


def home_question() -> "tuple[Play, Ask]":
    """The first choice of what to play next."""
    play, _ask = opening_bid()
    decision: Decision | None = play.run()
    while decision is not None and WATERLOO.home not in {each.prompt for each in decision.asks.values()}:
        decision = play.answer({seat: (each.menu()[0],) for seat, each in decision.asks.items()})
    assert decision is not None
    (ask,) = decision.asks.values()
    return play, ask


FLAT = Learned(Prior(TASK.sides, dict.fromkeys(TASK.sides, [0.0] * KINDS)), None)


def test_a_marshal_chooses_alike_for_as_many_trials_and_obeys_when_its_time_is_up() -> None:
    play, ask = home_question()

    def chosen(seconds: float | None) -> Order:
        shown = situation(WATERLOO, play.state, play.agenda, ask, (), Random(1), seconds)
        return marshal_order(shown, FLAT, Trials(cards=24, looks=48))

    assert chosen(None) == chosen(None)
    assert chosen(0.0) in ask.menu()


def test_a_marshal_tries_as_much_again_for_every_second_that_the_host_gives_it(monkeypatch) -> None:
    play, ask = home_question()
    tried: list[int] = []
    monkeypatch.setattr(Search, "halved", lambda search, left, trials: tried.append(trials) or left[0])
    for seconds in (None, 0.2, 1.0, 5.0):
        shown = situation(WATERLOO, play.state, play.agenda, ask, (), Random(1), seconds)
        marshal_order(shown, FLAT, Trials(cards=24, looks=48))
    assert tried == [24, 24, 24, 120], "less than a second cuts the trials short by the clock"
