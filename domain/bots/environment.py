"""A game as those who let programs learn want it: a state with legal actions, in OpenSpiel's words.

    state = new_state("waterloo", "short", seed=7)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

An action is the place of an order in the menu of whoever is asked; what it is, `action_to_string` tells. Dice
fall and cards are drawn as the seed has it, without nodes of chance. Where several are asked at once they
answer one after the other, and nobody learns what another has answered before all have. Neither OpenSpiel nor
anything else needs to be installed; `grognard.pettingzoo` is the same for PettingZoo.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import msgspec

from domain.bots.playing import opening
from domain.kernel.agenda import Answers, Play
from domain.kernel.chance import SealedChance
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.events import Event
from domain.kernel.orders import Order
from domain.kernel.ruleset import RuleSet, titled
from domain.kernel.scene import plain
from domain.kernel.seats import Seat

TERMINAL = -4
"""Who is asked once the game is over, as OpenSpiel has it."""


def new_state(title: str, scenario: str, seats: Sequence[str] = (), seed: int = 0) -> "State":
    """A new game of a registered title (`import domain.titles`); the usual seats if none are named. Raises
    InvalidSetup, ValueError for seats that the scenario does not have."""
    rules = titled(title)
    seatings = rules.scenario(scenario).seatings
    chosen = tuple(map(Seat, seats)) or seatings[0]
    if chosen not in seatings:
        raise ValueError(f"{scenario} is played by {' or '.join(', '.join(each) for each in seatings)}")
    secret = hashlib.sha256(f"environment {seed}".encode()).digest()
    opened = opening(rules, scenario, chosen, secret, "0" * 32)
    state, agenda = rules.set_up(opened)
    return State(rules, chosen, Play(state, agenda, SealedChance(secret)))


class State:
    """Where a game stands, and who is asked. Players are numbered in the order of `seats`."""

    def __init__(self, rules: RuleSet, seats: tuple[Seat, ...], play: "Play[Any]") -> None:
        self.rules, self.seats = rules, seats
        self._play = play
        self._decision: Decision | None = play.run()
        self._answers: dict[Seat, Draft] = {}
        self._draft: Draft = ()
        self._told: dict[Seat, tuple[str, ...]] = dict.fromkeys(seats, ())
        self._tell()

    # Who is asked what

    def num_players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._decision is None

    def current_player(self) -> int:
        """The number of the player who is asked; `TERMINAL` once the game is over."""
        return TERMINAL if self._decision is None else self.seats.index(self._asked.seat)

    @property
    def _asked(self) -> Ask:
        assert self._decision is not None, "the game is over"
        return next(ask for seat, ask in self._decision.asks.items() if seat not in self._answers)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of whoever is asked; none for anybody else, or once the game is over."""
        if self.is_terminal() or player not in (None, self.current_player()):
            return []
        return list(range(len(self._menu)))

    @property
    def _menu(self) -> Sequence[Order]:
        return self._asked.menu(self._draft)

    def order(self, action: int) -> Order:
        """The order that an action gives. Raises ValueError if it is not legal now."""
        if self.is_terminal() or not 0 <= action < len(self._menu):
            raise ValueError(f"{action} is no legal action: there are {len(self.legal_actions())}")
        return self._menu[action]

    def action_to_string(self, player: int, action: int) -> str:
        """The order as JSON. Raises ValueError if it is no action of this player now."""
        if player != self.current_player():
            raise ValueError(f"player {player} is not asked now")
        return _json(msgspec.to_builtins(self.order(action)))

    # Playing

    def apply_action(self, action: int) -> None:
        """Gives an order. Raises ValueError if it is not legal now; then nothing has changed."""
        order, seat = self.order(action), self._asked.seat
        self._draft = (*self._draft, order)
        self._told[seat] = (*self._told[seat], _json(msgspec.to_builtins(order)))
        if not type(order).closes:
            return
        self._answers[seat], self._draft = self._draft, ()
        assert self._decision is not None
        if len(self._answers) == len(self._decision.asks):
            answers: Answers = self._answers
            self._answers = {}
            self._decision = self._play.answer(answers)
            self._tell()

    def child(self, action: int) -> "State":
        """The state that an action leads to; this one stays as it is."""
        found = self.clone()
        found.apply_action(action)
        return found

    def clone(self) -> "State":
        """The same state, which goes its own way from here; the dice to come are the same."""
        found = object.__new__(State)
        found.rules, found.seats = self.rules, self.seats
        play = self._play
        found._play = Play(play.state, play.agenda, play.chance, play.ledger)
        found._decision, found._draft = found._play.run(), self._draft  # its menus look at its own state
        found._answers, found._told = dict(self._answers), dict(self._told)
        return found

    def returns(self) -> list[float]:
        """1 for each winner and -1 for each loser; 0 for all in a draw, and before the end."""
        result = self.rules.result(self._play.state) if self.is_terminal() else None
        if result is None or not result.winners:
            return [0.0] * len(self.seats)
        return [1.0 if seat in result.winners else -1.0 for seat in self.seats]

    # What a player knows

    def observed(self, player: int | None = None) -> dict[str, Any]:
        """What a player (the one who is asked if none is named) sees now: the board, whether they are asked
        and what, the parts of their answer. Raises ValueError where nobody is asked."""
        player = self._named(player)
        seat = self.seats[player]
        is_asked = player == self.current_player()
        return {
            "board": plain(self.rules.view(self._play.state, seat)),
            "asked": {"prompt": self._asked.prompt, "rule": self._asked.rule} if is_asked else None,
            "draft": [msgspec.to_builtins(each) for each in self._draft] if is_asked else [],
        }

    def observation_string(self, player: int | None = None) -> str:
        """The same as JSON."""
        return _json(self.observed(player))

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player was told and has ordered since the beginning, and what they see now: two games
        with the same string are the same to them."""
        player = self._named(player)
        return "\n".join([*self._told[self.seats[player]], self.observation_string(player)])

    def _named(self, player: int | None) -> int:
        """The player who is meant. Raises ValueError."""
        if player is None and self.is_terminal():
            raise ValueError("nobody is asked any more: name the player")
        return self.current_player() if player is None else player

    def _tell(self) -> None:
        """Every seat is told what happened, as far as it may know it."""
        for seat in self.seats:
            news = (_told(self.rules.redact(event, seat)) for event in self._play.events)
            self._told[seat] = (*self._told[seat], *news)
        self._play.events = []


def _told(event: Event) -> str:
    return _json([type(event).__name__, msgspec.to_builtins(event)])


def _json(told: Any) -> str:
    return json.dumps(told, sort_keys=True, separators=(",", ":"))
