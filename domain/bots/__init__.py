"""Players that choose from a menu."""

from domain.bots.greedy_bot import greedy_bot
from domain.bots.playing import Bot, Situation, answer_of, random_bot, situation
from domain.bots.veteran import veteran_bot

BOTS: dict[str, Bot] = {"random": random_bot, "greedy": greedy_bot, "veteran": veteran_bot}
"""Every policy by its name."""

BEST = "veteran"
"""Who plays where nobody says which computer shall."""

EASY = "random"
"""Against whom somebody plays who has only just learnt a title."""

__all__ = [
    "BEST",
    "BOTS",
    "EASY",
    "Bot",
    "Situation",
    "answer_of",
    "greedy_bot",
    "random_bot",
    "situation",
    "veteran_bot",
]
