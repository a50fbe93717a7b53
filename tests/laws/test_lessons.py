"""Every lesson leads through its game: its orders are offered in their turn, whatever was taken back."""

import pytest

import domain.titles  # noqa: F401
from domain.kernel import titles
from domain.kernel.errors import DataError, IllegalOrder
from domain.kernel.lessons import Lesson, lesson_of, read
from domain.kernel.prose import languages, prose
from domain.kernel.ruleset import titled
from domain.store import Games, open_games
from domain.store.lessons import Walk, back, carry_out, done, go_on, open_lesson, parts_from, walk_of

TITLES = [each.id for each in titles() if lesson_of(each.id)]
FEWEST, MOST = 8, 12


def lesson(title: str) -> Lesson:
    found = lesson_of(title)
    assert found is not None
    return found


def walk(title: str) -> Walk:
    found = walk_of(title)
    assert found is not None
    return found


def opened(games: Games, title: str) -> str:
    return open_lesson(games, lesson(title), "First game", "Anna", "Teacher")


def test_every_title_of_the_box_has_a_lesson() -> None:
    assert {"waterloo", "wellington", "washingtons_war", "napoleonics"} <= set(TITLES)


@pytest.mark.parametrize("title", TITLES)
def test_a_lesson_has_eight_to_twelve_steps_of_their_own_names(title: str) -> None:
    steps = [step.id for step in lesson(title).steps]
    assert FEWEST <= len(steps) <= MOST
    assert len(set(steps)) == len(steps)


@pytest.mark.parametrize("title", TITLES)
def test_each_order_is_on_the_menu_when_its_turn_comes(title: str) -> None:
    games = open_games("memory:")
    game = opened(games, title)
    for step in lesson(title).steps:
        for part in step.parts:
            desk = games.desk(game)
            assert part.order in desk.menu(part.seat), (step.id, part)
            games.order(game, part.seat, part.order, desk.moment)
    assert lesson(title).you in games.desk(game).waiting, "at its end the learner could go on"


@pytest.mark.parametrize("title", TITLES)
def test_each_step_begins_with_the_learner_who_is_asked(title: str) -> None:
    for step in lesson(title).steps:
        assert step.parts[0].is_own
    here = walk(title)
    assert here.begins[0] == 0
    assert here.begins[-1] == len(here.hints) == len(parts_from(here, 0))


@pytest.mark.parametrize("title", TITLES)
def test_every_game_of_a_lesson_goes_alike(title: str) -> None:
    games, here = open_games("memory:"), walk(title)
    for _ in range(2):
        game = opened(games, title)
        for part in parts_from(here, 0):
            games.order(game, part.seat, part.order)
        assert done(here, games.desk(game)) == len(here.places) - 1


@pytest.mark.parametrize("title", TITLES)
def test_where_a_lesson_stands_is_known_after_each_order(title: str) -> None:
    games, here = open_games("memory:"), walk(title)
    game = opened(games, title)
    for number, part in enumerate(parts_from(here, 0)):
        assert done(here, games.desk(game)) == number
        games.order(game, part.seat, part.order)
    assert here.step_at(len(here.hints)) == len(here.lesson.steps)


@pytest.mark.parametrize("title", TITLES)
def test_each_step_can_be_taken_back_and_done_again(title: str) -> None:
    """What was rolled and drawn falls again as it fell."""
    games, here = open_games("memory:"), walk(title)
    game = opened(games, title)
    for number in range(len(here.lesson.steps)):
        for _again in range(2):
            carry_out(games, game, here)
            assert done(here, games.desk(game)) == here.begins[number + 1]
            back(games, game, here)
            assert done(here, games.desk(game)) == here.begins[number]
        carry_out(games, game, here)
    while done(here, games.desk(game)):
        back(games, game, here)
    with pytest.raises(IllegalOrder):
        back(games, game, here)


@pytest.mark.parametrize("title", TITLES)
def test_half_a_step_is_taken_back_to_its_beginning(title: str) -> None:
    games, here = open_games("memory:"), walk(title)
    game = opened(games, title)
    for number, step in enumerate(here.lesson.steps):
        if len(step.parts) > 1:
            games.order(game, step.parts[0].seat, step.parts[0].order)
            go_on(games, game, here)
            back(games, game, here)
            assert done(here, games.desk(game)) == here.begins[number]
        carry_out(games, game, here)


@pytest.mark.parametrize("title", TITLES)
def test_the_teacher_answers_by_himself(title: str) -> None:
    games, here = open_games("memory:"), walk(title)
    game = opened(games, title)
    for part in parts_from(here, 0):
        if part.is_own:
            games.order(game, part.seat, part.order)
            desk = go_on(games, game, here)
            number = done(here, desk)
            assert number is not None
            left = parts_from(here, number)
            assert not left or left[0].is_own


@pytest.mark.parametrize("title", TITLES)
def test_every_step_is_told_in_every_language(title: str) -> None:
    wanted = {"title", "about", "end", "end.title"}
    wanted |= {key for step in lesson(title).steps for key in (step.id, f"{step.id}.title")}
    for language in languages(titled(title)):
        assert set(prose(title, language).tables["lesson"]) == wanted


@pytest.mark.parametrize("title", TITLES)
def test_a_lesson_counts_in_no_statistics(title: str) -> None:
    games = open_games("memory:")
    assert games.standing(opened(games, title)).opened.dice_of == "lesson"


def test_a_lesson_that_names_what_there_is_not_is_refused() -> None:
    """The file, the step and the field are named."""
    waterloo = titled("waterloo")
    good = (waterloo.folder / "lesson.toml").read_text("utf-8")
    for wrong, place in (
        (good.replace('"PlayCard"', '"PlayTheCard"', 1), "card"),
        (good.replace('seat = "coalition"', 'seat = "spain"', 1), "cards"),
        (good.replace('you = "french"', 'you = "spain"'), "file"),
        (good.replace("seed =", "sede ="), "file"),
    ):
        with pytest.raises(DataError, match=r"lesson\.toml") as refused:
            read(waterloo, wrong)
        assert place in str(refused.value)
