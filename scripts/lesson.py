"""Tells how a title's lesson goes, for whoever writes one: `python -m scripts.lesson waterloo`.

Every step with its orders and what they led to, then whose turn it is and what the menu offers there. A
script that does not lead on ends where it fails, with the menu of that place.
"""

import argparse
import sys

import msgspec

import domain.titles  # noqa: F401
from domain.kernel.errors import GrognardError
from domain.kernel.lessons import Lesson, lesson_of
from domain.kernel.prose import prose
from domain.store import open_games
from domain.store.games import Games
from domain.store.lessons import open_lesson


def main() -> int:
    """Prints the lesson of the title that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title")
    parser.add_argument("--language", default="en")
    parser.add_argument("--only", default="", help="orders of the menu whose text holds this")
    asked = parser.parse_args()
    lesson = lesson_of(asked.title)
    if lesson is None:
        print(f"{asked.title} has no lesson")
        return 1
    games = open_games("memory:")
    game = open_lesson(games, lesson, "", "learner", "teacher")
    is_whole = _played(games, game, lesson, asked.language)
    _told_menu(games, game, asked.language, asked.only)
    return 0 if is_whole else 1


def _played(games: Games, game: str, lesson: Lesson, language: str) -> bool:
    words, shown = prose(lesson.title, language), 0
    for number, step in enumerate(lesson.steps, start=1):
        print(f"\n{number}. {step.id}")
        for part in step.parts:
            try:
                desk = games.order(game, part.seat, part.order)
            except GrognardError as problem:
                print(f"!! {part.seat}: {part.order}: {problem.said('en')}")
                return False
            print(f"   {part.seat}{'' if part.is_own else ' (teacher)'}: {words.order(part.order)}")
            for each in games.recorded(game, max(shown, 1), desk.version):
                print(f"      {words.event(each.body)}")
            shown = desk.version
    return True


def _told_menu(games: Games, game: str, language: str, only: str) -> None:
    desk = games.desk(game)
    words = prose(games.rule_set(game), language)
    for seat in desk.waiting:
        ask = desk.decision.ask(seat) if desk.decision else None
        print(f"\n{seat}: {words.prompt(ask, desk.drafts.get(seat, ())) if ask else ''}")
        for owner, hand in games.rule_set(game).view(desk.standing.state, seat).hands.items():
            if hand.cards:
                print(f"   {owner} holds {', '.join(f'{card} {words.name(card)}' for card in hand.cards)}")
        for order in desk.menu(seat):
            if only in (text := f"{msgspec.json.encode(order).decode()}  {words.order(order)}"):
                print(f"   {text}")


if __name__ == "__main__":
    sys.exit(main())
