"""How a title introduces itself: a start that its rules allow; a file that does not fit is refused."""

import msgspec
import pytest

import domain.titles  # noqa: F401  (registers them)
from domain.kernel import titled, titles
from domain.kernel.errors import DataError
from domain.kernel.presentation import easiest_first, presentation_of, read
from domain.kernel.prose import languages, prose

HOSTED = [each.id for each in titles() if (each.folder / "presentation.toml").exists()]


@pytest.mark.parametrize("title", [each.id for each in titles()])
def test_every_title_has_a_start_that_its_rules_allow(title):
    told, rule_set = presentation_of(title), titled(title)
    assert told.start.seats in rule_set.scenario(told.start.scenario).seatings
    assert told.start.you in told.start.seats and told.start.seats not in rule_set.bidding


@pytest.mark.parametrize("title", HOSTED)
def test_what_a_title_says_of_itself_is_said_in_each_of_its_languages(title):
    for language in languages(titled(title)):
        words = prose(title, language).tables["front"]
        scenarios = {f"scenario.{each.id}" for each in titled(title).scenarios}
        assert {"when", "line", "you"} | scenarios == set(words), language
        assert all(words.values())


def test_the_title_of_least_ease_is_offered_first():
    ease = [presentation_of(each.id).ease for each in easiest_first()]
    assert len(HOSTED) >= 2 and ease == sorted(ease)


@pytest.mark.parametrize("wrong, field", [
    ({"weight": 6}, "weight"), ({"minutes": [120, 60]}, "minutes"), ({"chance": ["stars"]}, "chance"),
    ({"colour": "red"}, "colour"),
    ({"start": {"scenario": "never", "seats": ["french"], "you": "french"}}, "scenario"),
    ({"start": {"scenario": "short", "seats": ["french"], "you": "french"}}, "seats"),
    ({"start": {"scenario": "short", "seats": ["french", "coalition"], "you": "prussian"}}, "you"),
])  # fmt: skip
def test_a_file_that_does_not_fit_is_refused_by_its_field(wrong, field):
    with pytest.raises(DataError) as refused:
        read(titled("waterloo"), wrong)
    assert "presentation.toml" in refused.value.message and field in refused.value.message


def test_a_title_without_a_file_starts_with_its_first_scenario_and_its_fewest_players():
    rule_set = titled("wellington")
    told = read(rule_set, {})
    assert (told.start.scenario, len(told.start.seats), told.weight) == (rule_set.scenarios[0].id, 2, None)
    assert msgspec.to_builtins(told)["view"] == ()
