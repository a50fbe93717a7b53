"""The application service: open games, give orders, take back, fork, look at any point of the past."""

from collections.abc import Mapping, Sequence
from uuid import uuid4

import msgspec

from domain.kernel import codec, packs
from domain.kernel.chance import SealedChance, commitment, new_seed
from domain.kernel.errors import InvalidSetup
from domain.kernel.events import Parent, SeedRevealed
from domain.kernel.history import History, Recorded, command, forked, resumed
from domain.kernel.packs import Pack
from domain.kernel.prose_files import plain_refusal
from domain.kernel.seats import Seat
from domain.kernel.time_control import TimeControl, checked_clock
from domain.store import past, tournament_rounds
from domain.store.backends import open_backend
from domain.store.behind import Behind
from domain.store.commits import Cursor
from domain.store.deciding import kept_anyway
from domain.store.desk import AskedAt, Desk
from domain.store.faults import Conflict, storing
from domain.store.house import USUAL, Terms, checked_terms
from domain.store.openings import clean_cover, clean_holders, opening, replayed
from domain.store.people import OPEN, Holder, clean_name, known_bot
from domain.store.reading import Clock, now
from domain.store.seating import Seating, taken_by
from domain.store.stream import Stream
from domain.store.vault import COVER, SEED, TERMS, TIMED, Notes, Within, subject
from domain.tournaments.rounds import is_over

CLOSING_SECONDS = 5.0
"""How long a store that closes waits for games that tournaments open: it may be hundreds."""


def open_games(url: str, *, clock: Clock = now) -> "Games":
    """The games at an address: `memory:`, `sqlite:///data/grognard.db`, `postgresql://...`.

    See `domain.store.backends.open_backend` for the options. Raises InvalidSetup, StoreUnavailable.
    """
    codec.build_all()
    return Games(*open_backend(url), clock)


class Games(Seating):
    """Every game of one store.

    Safe for threads. Other processes may write to the same store: a loaded game is brought up
    to date each time it is looked at, and of two orders for the same decision point the second
    is refused with StaleOrder. Histories and standings that are handed out never change.
    """

    def __init__(self, stream: Stream, notes: Notes, clock: Clock = now) -> None:
        super().__init__(stream, notes, clock)
        self._tournaments_ahead = Behind(self._go_on, "tournaments")

    def create(
        self,
        title: str,
        scenario: str,
        *,
        seats: Sequence[Seat] | None = None,
        options: Mapping[str, str] | None = None,
        name: str = "",
        holders: Mapping[Seat, Holder] | None = None,
        seed: bytes | None = None,
        cover: int = 0,
        terms: Terms = USUAL,
        dice_of: str = "",
        pack: str = "",
        game: str = "",
        clock: TimeControl | None = None,
    ) -> str:
        """A new game, played on to its first decision; gives its id. Raises InvalidSetup.

        Its response windows stay open for about `cover` milliseconds, even if all have let them pass.
        With `dice_of` it is an experiment for ever: it has the dice of that finished game, or those of
        `seed` if it is `CHOSEN`. Raises UnknownGame, NotAllowed for a game that is not over. `pack` is the
        name or digest of a data pack that is offered; empty for the built-in data. `game` is the id that it
        was promised before, if any (32 hexadecimal digits): then `pack` may be offered no more. `clock` says
        how long the seats may think.
        """
        clean_cover(cover)
        checked_terms(terms)
        rule_set, pack_name = (self.packs.agreed if game else self.packs.chosen)(title, pack)
        game = game or uuid4().hex
        secret = seed or (self.seed(dice_of) if dice_of else new_seed())
        opened = opening(rule_set, scenario, seats, options, name, game, secret)
        timed = checked_clock(clock, opened.seats)
        opened = msgspec.structs.replace(opened, dice_of=dice_of, pack=pack_name, clock=timed)
        taken = clean_holders(opened.seats, holders)
        history = History(rule_set, [Recorded(game, 1, self._clock(), opened)])
        seated = [taken_by(seat, taken[seat]) for seat in taken]
        history.extend(self._added(game, history.head.version, seated))
        play = resumed(history.head, SealedChance(secret))
        play.run()
        if play.events:
            history.extend(command(game, history.head.version, self._clock(), play, ()))
        if not play.agenda:
            history.extend(self._added(game, history.head.version, [SeedRevealed(secret.hex())]))
        return self._opened(history, secret, cover, terms)

    def fork(
        self,
        game: str,
        version: int,
        *,
        same_fate: bool,
        name: str = "",
        holders: Mapping[Seat, Holder] | None = None,
        asking: tuple[Seat, ...] | None = None,
        clock: TimeControl | None = None,
    ) -> str:
        """A new game that goes on from another after `version`; gives its id.

        `asking` are the seats that whoever asks holds in the parent (None: the host). Seats
        without a holder in `holders` are open; cover time and terms are the parent's, its clock is not.
        Raises NotAllowed, IllegalOrder, InvalidSetup.
        """
        parent = self.history(game)
        past.may_fork(parent, version, same_fate, asking)
        child, secret = uuid4().hex, self.seed(game) if same_fate else new_seed()
        origin = Parent(game, version, same_fate)
        opened = msgspec.structs.replace(
            parent.head.opened,
            commitment=commitment(child, secret),
            name=clean_name(name),
            parent=origin,
            clock=checked_clock(clock, parent.head.opened.seats),
        )
        given = clean_holders(opened.seats, holders)
        history = History(parent.rule_set, forked(parent.recorded, child, opened, origin, self._clock()))
        asked = past.notices({}, history.recorded)
        changes = [
            taken_by(seat, given.get(seat, OPEN))
            for seat, before in past.all_holders(history).items()
            if given.get(seat, OPEN) != before or seat in asked
        ]
        history.extend(self._added(child, history.head.version, changes))
        return self._opened(history, secret, self.cover(game), self.house.terms(game))

    def adopt(
        self,
        recorded: Sequence[Recorded],
        seed: bytes | None,
        pack: Pack | None = None,
        *,
        is_upload: bool = False,
    ) -> str:
        """An imported game, stored as it is; gives its id. `pack` are the data that it is played on, if they
        are not the built-in ones: they are kept for it. `is_upload`: somebody brought it who is not the host.

        Without its seed it can be looked at and forked, but not played on; if its opening says that it is
        `only_shown`, not even forked. Raises InvalidSetup if it cannot be replayed, is here already, has
        another seed than it committed to, or waits for a computer player that there is not; DataError.
        """
        if pack is not None:
            packs.learn(pack)
        history = replayed(recorded, self.packs.rules_of)
        if not history.head.is_over:
            for holder in past.all_holders(history).values():
                known_bot(holder)
        game = recorded[0].game
        if seed is not None and commitment(game, seed) != history.head.opened.commitment:
            raise InvalidSetup(plain_refusal("other_seed"))
        if self._histories.read(game, 0, 1):
            raise InvalidSetup(plain_refusal("here_already", game=game))
        if pack is not None:
            self.packs.keep(pack)
        if history.head.opened.clock is not None and not history.head.is_over:  # clocks stood on the way here
            self._answers.write_asked(game, f"{history.head.rest}.0", AskedAt(self._clock()))
        return self._opened(
            history, seed, then=(lambda cursor: self.uploads.note(cursor, game)) if is_upload else None
        )

    def _opened(
        self,
        history: History,
        secret: bytes | None,
        cover: int = 0,
        terms: Terms = USUAL,
        then: Within | None = None,
    ) -> str:
        """Stores a new game: its events, its seed and what was agreed in one transaction, with what `then`
        notes. Of two who open a promised game at once, the second leaves nothing behind."""
        game = history.recorded[0].game
        is_timed = history.head.opened.clock is not None and not history.head.is_over

        def agreed(cursor: Cursor) -> None:
            if secret is not None:
                self._notes.say(cursor, SEED, game, "", secret.hex())
            if cover:
                self._answers.note_cover(cursor, game, cover)
            self.house.note(cursor, game, terms)
            if is_timed:
                self._notes.say(cursor, TIMED, game, "", "")
            if then is not None:
                then(cursor)

        try:
            with storing("Opening the game"):
                self._histories.begin(history, agreed)
        except Conflict as problem:
            raise InvalidSetup(plain_refusal("here_already", game=game)) from problem
        finally:
            for kind in (SEED, COVER, TERMS, TIMED):
                self._stream.changes.wrote(subject(kind, game))
        self._tell(self.desk(game))
        return game

    def _tell(self, desk: Desk) -> None:
        super()._tell(desk)
        if desk.is_over:
            with kept_anyway(desk):
                self._count(desk.game)

    def _count(self, game: str) -> None:
        """A game is over: if it is one of a tournament, it counts soon, and what follows is opened. Whoever
        gave the last order of a round does not wait for the games of the next."""
        if (tournament := self.tournaments.played_in(game)) is not None:
            self._tournaments_ahead.ask(tournament)

    def _go_on(self, tournament: str) -> None:
        tournament_rounds.go_on(self, tournament, lambda: self._tournaments_ahead.is_left)

    def tournaments_go_on(self) -> None:
        """For a server that starts: what the last one left to do in tournaments is done soon."""
        for each in self.tournaments.every():
            if not each.is_open and not is_over(each):
                self._tournaments_ahead.ask(each.id)

    def close(self) -> None:
        """Lets the store go when tournaments have gone on as far as they do by themselves, or after some
        seconds."""
        self._tournaments_ahead.finish(CLOSING_SECONDS)
        super().close()
