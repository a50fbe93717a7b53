"""The computer's seats: a few threads that answer for every seat that a bot holds."""

import logging
from typing import Any

from domain.bots.questions import Think, answer, question
from domain.kernel import GrognardError, Order, Seat, StaleOrder
from domain.kernel.errors import NotAsked
from web.base.site import Settings
from web.hosting.minding import Minder, Work

THREADS = 4
"""How many bots think at once: a slow one does not hold up the others."""
WATCH_SECONDS = 0.5
STILL_SECONDS = 2.0
"""How long after a change a worker that did not make it looks for a bot to answer: the one that made it
does so at once, unless it died."""

log = logging.getLogger("grognard.bots")


class BotSeats:
    """Plays the bots' seats of all games that are not over, also those of other workers that died.

    One worker at a time plays the bots of a game: it holds the game's lease until nobody asks a bot any more.
    They think by `think`, up to so many seconds where they plan ahead.
    """

    def __init__(
        self, games: Any, seconds: float = Settings.thinking_seconds, think: Think = answer
    ) -> None:
        self._games, self._seconds, self._think = games, seconds, think
        self._upto: int | None = None
        self._rounds: set[tuple[str, str]] = set()
        self._random_for: set[tuple[str, Seat]] = set()
        self._minder = Minder("bots", self.play, self._watch, seconds=WATCH_SECONDS, threads=THREADS)

    def start(self) -> "BotSeats":
        """Begins to answer; the games that wait already come first."""
        self._games.on_change(self._changed)
        self._minder.start()
        return self

    def stop(self) -> None:
        """Ends the threads after the orders in hand."""
        self._minder.stop()

    def work(self) -> Work:
        """What the bots are at now."""
        return self._minder.work()

    def _changed(self, game: str, _moment: str) -> None:
        """Called inside every order; most games have no bots."""
        if any(holder.kind == "bot" for holder in self._games.holders(game).values()):
            self._minder.mind(game)

    def _watch(self) -> None:
        """Keeps the leases of the games that bots think about, and minds the games that others changed."""
        for game in self._minder.in_hand():
            self._games.leases.renew(game)
        if self._upto is None:
            upto = self._games.max_notification_id()
            for game in self._games.unfinished():
                self._minder.mind(game)
            self._upto = upto
        self._upto, changed = self._games.changed(self._upto)
        rounds = set(self._games.silent_rounds())
        changed += [game for game, _ in rounds - self._rounds]
        self._rounds = rounds
        for game in changed:
            self._minder.mind(game, STILL_SECONDS)

    def play(self, game: str) -> float | None:
        """Answers for one bot's seat that is asked, if any; in how many seconds to look again."""
        if not self._games.has_bots(game):
            return None
        desk, holders = self._games.desk(game), self._games.holders(game)
        seat = next((seat for seat in desk.waiting if holders[seat].kind == "bot"), None)
        asked = _asked_to_consent(desk, holders)
        if seat is None and asked is None:
            self._games.leases.give_up(game)
            return None
        wait: float = self._games.leases.take(game)
        if wait:
            return wait
        try:
            if asked is not None:  # bots let people take back
                self._games.consent(game, asked, True)
            elif seat is not None:
                order = self._chosen(desk, seat, holders[seat].name)
                self._games.order(game, seat, order, desk.moment)
        except (StaleOrder, NotAsked) as problem:  # somebody was faster
            log.info("bot %s of game %s: %s", seat or asked, game, problem.message)
        return 0.0

    def _chosen(self, desk: Any, seat: Seat, policy: str) -> Order:
        """What `policy` chooses; a random order if there is no such policy or it fails, told once a game."""
        try:
            return chosen(self._games, desk, seat, policy, self._seconds, self._think)
        except GrognardError:
            raise
        except Exception:
            order = chosen(self._games, desk, seat, "random", self._seconds, self._think)
            if (desk.game, seat) not in self._random_for:
                self._random_for.add((desk.game, seat))
                log.exception("Bot %r fails in game %s; random orders stand in for it", policy, desk.game)
            return order


def _asked_to_consent(desk: Any, holders: Any) -> Seat | None:
    """A bot's seat whose consent to a take-back is missing."""
    missing = desk.takeback.missing if desk.takeback is not None else ()
    return next((seat for seat in missing if holders[seat].kind == "bot"), None)


def chosen(games: Any, desk: Any, seat: Seat, policy: str, seconds: float, think: Think) -> Order:
    """The order that `policy` picks from the seat's menu, thinking so long at most if it plans ahead. What is
    stored is its order alone."""
    draft = desk.drafts.get(seat, ())
    luck = f"{desk.game}:{desk.moment}:{seat}:{len(draft)}"
    rule_set = games.rule_set(desk.game)
    return think(question(rule_set, desk.standing, desk.agenda, seat, draft, policy, luck, seconds))
