"""Random games through the pure core, recorded as the store records them."""

from functools import cache
from random import Random
from typing import Any

from domain.kernel import Answers, Opened, Play, Recorded, RuleSet, SealedChance, Seat, decision_at
from domain.kernel.chance import commitment
from domain.kernel.history import History, command, resumed


def opened_game(rule_set: RuleSet, scenario: str, seats: tuple[Seat, ...], seed: bytes) -> History:
    """A game that stands at its first decision."""
    opened = Opened(
        rule_set.id, rule_set.edition, scenario, seats, {}, commitment("game", seed), rule_set.data_digest
    )
    _, agenda = rule_set.set_up(opened)
    history = History(rule_set, [Recorded("game", 1, 0, opened, agenda=agenda)])
    play = resumed(history.head, SealedChance(seed))
    play.run()
    history.extend(command("game", 1, 0, play, ()))
    return history


def answered(asks: Any, random: Random) -> Answers:
    """A random complete answer of every asked seat."""
    answers = {}
    for seat, ask in asks.items():
        draft: tuple[Any, ...] = ()
        while not draft or not draft[-1].closes:
            draft = (*draft, random.choice(list(ask.menu(draft))))
        answers[seat] = draft
    return answers


def play_on(history: History, seed: bytes, random: Random, commands: int) -> History:
    """The same game after up to `commands` more commands of random play (fewer if it ends)."""
    rounds: list[Answers] = []
    play = resumed(history.head, SealedChance(seed))
    decision = decision_at(history.head.state, history.head.agenda)
    while decision is not None and commands:
        answers = answered(decision.asks, random)
        decision = play.answer(answers)
        rounds.append(answers)
        if play.events:
            history.extend(command("game", len(history.recorded), len(history.recorded), play, rounds))
            play, rounds, commands = _afresh(play, seed), [], commands - 1
    return history


def _afresh(play: "Play[Any]", seed: bytes) -> "Play[Any]":
    return Play(play.state, play.agenda, SealedChance(seed), play.ledger)


@cache
def whole_game(rule_set_id: str, scenario: str, seats: tuple[Seat, ...], number: int) -> History:
    """Random game `number` of a title, played to its end. Shared between tests: do not extend it."""
    from domain.kernel import titled

    seed = number.to_bytes(32, "big")
    history = opened_game(titled(rule_set_id), scenario, seats, seed)
    return play_on(history, seed, Random(number), 1_000_000)
