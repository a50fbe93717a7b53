"""The computer's seats: one thread that answers for every seat that a bot holds."""

import logging
import queue
import threading
from random import Random
from typing import Any

from flask_babel import lazy_gettext

from domain.bots import BOTS, situation
from domain.kernel import IllegalOrder, Order, Seat, StaleOrder
from domain.kernel.errors import UnknownGame

NAMES = {"random": lazy_gettext("random"), "greedy": lazy_gettext("greedy")}
"""How people read the name of a way of playing that a seat's holder carries."""

WAYS = {
    "random": lazy_gettext("Random: any legal order"),
    "greedy": lazy_gettext("Greedy: the best next position"),
}
POLICIES = {name: WAYS.get(name, NAMES.get(name, name.capitalize())) for name in BOTS}
"""The bots of `domain.bots`, with a word on how they play."""

log = logging.getLogger("grognard.bots")


class BotSeats:
    """Plays the bots' seats of all games: after each change of a game, and those that wait at the start."""

    def __init__(self, games: Any) -> None:
        self._games = games
        self._changed: queue.Queue[str | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="bots", daemon=True)

    def start(self) -> "BotSeats":
        """Begins to answer."""
        self._games.on_change(lambda game, _moment: self._changed.put(game))
        for game in self._games.ids():
            self._changed.put(game)
        self._thread.start()
        return self

    def stop(self) -> None:
        """Ends the thread after the order in hand."""
        self._changed.put(None)
        self._thread.join(timeout=10)

    def _run(self) -> None:
        while (game := self._changed.get()) is not None:
            try:
                self.play(game)
            except UnknownGame:
                continue
            except Exception:
                log.exception("the bots of game %s stopped; they go on at its next change", game)

    def play(self, game: str) -> None:
        """Answers for one bot's seat that is asked, if any; the change that this makes brings the next."""
        desk = self._games.desk(game)
        if desk.is_over:
            return
        holders = self._games.holders(game)
        self._consent(game, desk, holders)
        for seat in desk.waiting:
            if holders[seat].kind == "bot":
                self._answer(game, desk, seat, holders[seat].name)
                return

    def _consent(self, game: str, desk: Any, holders: Any) -> None:
        """Bots let people take back."""
        if desk.takeback is None:
            return
        for seat in desk.takeback.needed:
            if holders[seat].kind == "bot" and seat not in desk.takeback.granted:
                self._games.consent(game, seat, True)
                return

    def _answer(self, game: str, desk: Any, seat: Seat, policy: str) -> None:
        try:
            self._games.order(game, seat, chosen(self._games, desk, seat, policy), desk.moment)
        except (StaleOrder, IllegalOrder) as problem:  # somebody was faster; the change brings us back
            log.info("bot %s of game %s: %s", seat, game, problem.message)


def chosen(games: Any, desk: Any, seat: Seat, policy: str) -> Order:
    """The order that `policy` picks from the seat's menu."""
    draft = desk.drafts.get(seat, ())
    random = Random(f"{desk.game}:{desk.moment}:{seat}:{len(draft)}")
    ask = desk.decision.ask(seat)
    return BOTS[policy](
        situation(games.rule_set(desk.game), desk.standing.state, desk.agenda, ask, draft, random)
    )
