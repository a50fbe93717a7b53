"""Playing whole games by bots through the pure core: for simulation, golden games and benchmarks."""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

import msgspec

from domain.kernel.agenda import Answers, Play, Step
from domain.kernel.chance import SealedChance, commitment
from domain.kernel.collecting import collecting_seldom
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.events import Opened, SeatTaken
from domain.kernel.history import Recorded, command
from domain.kernel.orders import Order
from domain.kernel.ruleset import Position, RuleSet
from domain.kernel.seats import Seat


class Situation(msgspec.Struct, frozen=True):
    """What a bot is shown: what its seat is asked, and positions that may be the one at hand."""

    rule_set: RuleSet
    seat: Seat
    ask: Ask
    draft: Draft
    random: Random
    supposed: Callable[[Random], Position]
    """A position as it may be for all that the seat knows; another one at each call. The real one, with the
    cards and open answers of others, no bot ever sees."""
    seconds: float | None = None
    """How long it may think, where the clock counts; else what it chooses depends on nothing but the rest."""


def situation(
    rule_set: RuleSet,
    state: Any,
    agenda: Iterable[Step],
    ask: Ask,
    draft: Draft,
    random: Random,
    seconds: float | None = None,
) -> Situation:
    """What the bot is shown that answers `ask` in this position and has given `draft` so far."""
    kept = tuple(agenda)
    return Situation(
        rule_set,
        ask.seat,
        ask,
        draft,
        random,
        lambda chance: rule_set.conceal(state, kept, ask.seat, chance),
        seconds,
    )


Bot = Callable[[Situation], Order]
"""Chooses one order of `situation.ask.menu(situation.draft)`."""


def random_bot(situation: Situation) -> Order:
    """Any legal order, each with the same chance."""
    menu = situation.ask.menu(situation.draft)
    return menu[int(situation.random.random() * len(menu))]


def answer_of(bot: Bot, rule_set: RuleSet, play: "Play[Any]", ask: Ask, random: Random) -> Draft:
    """The bot's complete answer to `ask`."""
    draft: Draft = ()
    while not draft or not draft[-1].closes:
        draft = (*draft, bot(situation(rule_set, play.state, play.agenda, ask, draft, random)))
    return draft


def answers_of(
    bots: Mapping[Seat, Bot], rule_set: RuleSet, play: "Play[Any]", decision: Decision, random: Random
) -> Answers:
    """Every asked seat's complete answer."""
    return {seat: answer_of(bots[seat], rule_set, play, ask, random) for seat, ask in decision.asks.items()}


OnCommand = Callable[["Play[Any]", list[Answers]], None]
"""Called after each command with the play (its `events` are that command's) and the answers."""


def play_out(
    rule_set: RuleSet,
    opened: Opened,
    seed: bytes,
    bots: Mapping[Seat, Bot],
    random: Random,
    on_command: OnCommand | None = None,
) -> "Play[Any]":
    """A whole game. The dice come from `seed`, the bots' own choices from `random`."""
    state, agenda = rule_set.set_up(opened)
    return play_on(rule_set, Play(state, agenda, SealedChance(seed)), bots, random, on_command)


@collecting_seldom()
def play_on(
    rule_set: RuleSet,
    play: "Play[Any]",
    bots: Mapping[Seat, Bot],
    random: Random,
    on_command: OnCommand | None = None,
) -> "Play[Any]":
    """The rest of a game from where `play` stands, to its end."""
    rounds: list[Answers] = []
    decision = play.run()
    while True:
        if play.events:
            if on_command is not None:
                on_command(play, rounds)
            play.events, rounds = [], []
        if decision is None:
            return play
        answers = answers_of(bots, rule_set, play, decision, random)
        rounds.append(answers)
        decision = play.answer(answers)


def opening(
    rule_set: RuleSet,
    scenario: str,
    seats: tuple[Seat, ...],
    seed: bytes,
    game: str,
    name: str = "",
    pack: str = "",
) -> Opened:
    """The opening event of a game with the usual options; `pack` names the data pack of the rules, if any."""
    return Opened(
        title=rule_set.id,
        edition_of_rules=rule_set.edition,
        scenario=scenario,
        seats=seats,
        options={option.id: option.default for option in rule_set.scenario(scenario).options},
        commitment=commitment(game, seed),
        data=rule_set.data_digest,
        name=name,
        pack=pack,
    )


def recorded_game(
    rule_set: RuleSet,
    opened: Opened,
    game: str,
    seed: bytes,
    bots: Mapping[Seat, Bot],
    random: Random,
    names: Mapping[Seat, str] | None = None,
) -> list[Recorded]:
    """The same game as `play_out` plays, event by event as a store keeps it. `names` are the bots' names."""
    _, agenda = rule_set.set_up(opened)
    recorded = [Recorded(game, 1, 0, opened, agenda=agenda)]
    for seat, name in (names or {}).items():
        recorded.append(Recorded(game, len(recorded) + 1, 0, SeatTaken(seat, "bot", name)))

    def keep(play: "Play[Any]", rounds: list[Answers]) -> None:
        recorded.extend(command(game, len(recorded), 0, play, rounds))

    play_out(rule_set, opened, seed, bots, random, keep)
    return recorded
