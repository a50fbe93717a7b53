"""Lessons as games of the store: opened with their seed, known by where they stand, done step by step.

A lesson's game is always at one of the places that its script leads through. Each place is known by the
position, what the game has to do there, and the open answers, so that undo needs no bookkeeping.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from domain.kernel.agenda import Step
from domain.kernel.decisions import Draft
from domain.kernel.errors import IllegalOrder
from domain.kernel.events import LESSON
from domain.kernel.lessons import Lesson, Part, lesson_of
from domain.kernel.once import once
from domain.kernel.prose import refusal
from domain.kernel.ruleset import Hint
from domain.kernel.seats import Seat
from domain.store.desk import Desk
from domain.store.people import Holder
from domain.store.standing_orders import StandingOrder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.store.games import Games


class Position(NamedTuple):
    """Where the lesson stands after some of its orders."""

    state: Any
    agenda: tuple[Step, ...]
    drafts: "Mapping[Seat, Draft]"


class Walk(NamedTuple):
    """A lesson as it goes: `places[n]` is where it stands after `n` of its orders; `hints[n]` says how its
    order `n` shows on the board there; `begins[s]` is how many orders come before step `s`, and at its end
    how many there are."""

    lesson: Lesson
    places: tuple[Position, ...]
    hints: tuple[Hint, ...]
    begins: tuple[int, ...]

    def step_at(self, done: int) -> int:
        """The step that is under way after so many orders; the number of steps if all are done."""
        return sum(begin <= done for begin in self.begins) - 1


def open_lesson(games: "Games", lesson: Lesson, name: str, learner: str, teacher: str) -> str:
    """A new game of the lesson, played on to its first step; gives its id."""
    holders = {seat: Holder("person", learner if seat == lesson.you else teacher) for seat in lesson.seats}
    game = games.create(
        lesson.title,
        lesson.scenario,
        seats=lesson.seats,
        holders=holders,
        seed=lesson.seed,
        dice_of=LESSON,
        name=name,
    )
    for seat in lesson.seats:  # nobody is asked but for these cards: a lesson teaches one thing at a time
        if lesson.windows and seat == lesson.you:
            continue
        games.stand_by(game, seat, StandingOrder(level="cards", cards=lesson.asks))
    for part in lesson.opening:
        games.order(game, part.seat, part.order)
    return game


@once
def walk_of(title: str) -> Walk | None:
    """A title's lesson, played through once in memory; None if it has none.

    Raises IllegalOrder or NotAsked where the script does not lead through the game.
    """
    lesson = lesson_of(title)
    return None if lesson is None else walked(lesson)


def walked(lesson: Lesson) -> Walk:
    """The lesson, played through in memory. Raises IllegalOrder or NotAsked."""
    from domain.store.games import open_games

    games = open_games("memory:")
    try:
        game = open_lesson(games, lesson, "", "learner", "teacher")
        rule_set = games.rule_set(game)
        places, hints, begins = [_place(games.desk(game))], [], [0]
        for step in lesson.steps:
            for part in step.parts:
                hints.append(rule_set.hint(games.desk(game).standing.state, part.order))
                places.append(_place(games.order(game, part.seat, part.order)))
            begins.append(len(hints))
    finally:
        games.close()
    return Walk(lesson, tuple(places), tuple(hints), tuple(begins))


def _place(desk: Desk) -> Position:
    drafts = {seat: draft for seat, draft in desk.drafts.items() if seat not in desk.automatic}
    return Position(desk.standing.state, desk.agenda, drafts)


def is_lesson(games: "Games", game: str) -> bool:
    """Whether a game is somebody's lesson."""
    return games.standing(game).opened.dice_of == LESSON


def walk_here(games: "Games", game: str) -> Walk | None:
    """The lesson that a game is; None for any other game."""
    return walk_of(games.rule_set(game).id) if is_lesson(games, game) else None


def done(walk: Walk, desk: Desk) -> int | None:
    """How many orders of the lesson led to this desk; None if it has left the lesson's way."""
    here = _place(desk)
    return next((number for number, place in enumerate(walk.places) if place == here), None)


def parts_from(walk: Walk, number: int) -> tuple[Part, ...]:
    """The orders that are still to come after so many."""
    return tuple(part for step in walk.lesson.steps for part in step.parts)[number:]


def go_on(games: "Games", game: str, walk: Walk) -> Desk:
    """Gives the orders of the teacher, up to the learner's next one."""
    desk = games.desk(game)
    while (number := done(walk, desk)) is not None:
        left = parts_from(walk, number)
        if not left or left[0].is_own:
            break
        desk = games.order(game, left[0].seat, left[0].order, desk.moment)
    return desk


def carry_out(games: "Games", game: str, walk: Walk) -> Desk:
    """Does what is left of the step that is under way, for the learner."""
    number = done(walk, games.desk(game))
    if number is None:
        return games.desk(game)
    end = walk.begins[min(walk.step_at(number) + 1, len(walk.begins) - 1)]
    for part in parts_from(walk, number)[: end - number]:
        games.order(game, part.seat, part.order)
    return go_on(games, game, walk)


def back(games: "Games", game: str, walk: Walk) -> Desk:
    """To the beginning of the step that is under way, or of the one before it if nothing of it is done.

    Raises IllegalOrder at the beginning of the first step.
    """
    desk = games.desk(game)
    number = done(walk, desk)
    now = len(walk.places) - 1 if number is None else number
    before = [begin for begin in walk.begins if begin < now]
    if not before:
        raise IllegalOrder(refusal(walk.lesson.title, "nothing_to_take_back", to=desk.version))
    wanted = walk.places[before[-1]]
    if (desk.standing.state, desk.agenda) == (wanted.state, wanted.agenda):
        return games.retract(game, walk.lesson.you, desk.moment)
    history = games.history(game)
    for rest in reversed(history.rests()):  # where windows passed in silence the agenda has gone on since
        if rest < desk.standing.rest and history.at(rest).state == wanted.state:
            games.take_back(game, walk.lesson.seats, rest)
            return go_on(games, game, walk)  # what the teacher had set aside there
    raise IllegalOrder(refusal(walk.lesson.title, "nothing_to_take_back", to=desk.version))
