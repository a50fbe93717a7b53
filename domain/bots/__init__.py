"""Players that choose from a menu."""

from domain.bots.greedy_bot import greedy_bot
from domain.bots.marshal import marshal_bot
from domain.bots.playing import Bot, Situation, answer_of, random_bot, situation
from domain.bots.recruit import recruit_bot
from domain.bots.veteran import untrained_bot, veteran_bot

LEVELS = ("recruit", "veteran", "marshal")
"""The computers that people play against, the weakest first."""

BOTS: dict[str, Bot] = {
    "recruit": recruit_bot,
    "veteran": veteran_bot,
    "marshal": marshal_bot,
    "greedy": greedy_bot,
    "random": random_bot,
}
"""Every policy by its name: the levels first."""

OTHERS = ("greedy", "random")
"""What the levels are measured against."""

USUAL_LEVEL = "veteran"
"""Who plays where nobody says which computer shall."""

ADVISER = "marshal"
"""Whom somebody hears who asks for a hint: looking one order ahead does not tell what a card is for."""

EASY = "recruit"
"""Against whom somebody plays who has only just learnt a title."""

__all__ = [
    "ADVISER",
    "BOTS",
    "EASY",
    "LEVELS",
    "OTHERS",
    "Bot",
    "Situation",
    "USUAL_LEVEL",
    "answer_of",
    "greedy_bot",
    "marshal_bot",
    "random_bot",
    "recruit_bot",
    "situation",
    "untrained_bot",
    "veteran_bot",
]
