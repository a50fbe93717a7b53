"""What was ordered is taken back: at once by who was alone since then, else when the others consent."""

from collections.abc import Iterable

import msgspec

from domain.kernel.errors import NotAllowed
from domain.kernel.events import Undone
from domain.kernel.history import Recorded
from domain.kernel.prose import refusal
from domain.kernel.seats import Seat
from domain.store import past
from domain.store.deciding import Deciding
from domain.store.desk import Desk, Takeback
from domain.store.faults import Conflict


class TakingBack(Deciding):
    """Every game of one store, to take back what was ordered."""

    def undo_target(self, game: str, seats: Iterable[Seat], is_whole: bool = True) -> int | None:
        """The rest before the last command, still in effect, that one of `seats` answered.

        A march goes back as one, or by its last step if not `is_whole`. None if there is none, or if the
        table's terms do not let them go back so far.
        """
        lately, mine = self._histories.lately(game), tuple(seats)
        to = lately.undo_target(mine, is_whole)
        if to is None or self.house.terms(game).undo != "unrevealed":
            return to
        return to if past.is_alone_since(lately.since(to), self.desk(game), mine) else None

    def take_back(self, game: str, seats: tuple[Seat, ...], to: int) -> Desk:
        """Undo to the rest after version `to`, for whoever holds `seats`.

        By the usual terms at once if they were alone since then; else a request lies on the desk until
        the others consent or anybody goes on. Raises NotAllowed, IllegalOrder, StaleOrder.
        """

        def ask(desk: Desk) -> None:
            lately, undo = self._histories.lately(game), self.house.terms(game).undo
            past.may_take_back(lately, desk, seats, to, undo)
            request = Takeback(to, seats, past.consents(lately, self.holders(game), desk, seats, to, undo))
            if not request.needed:
                self._undo(desk, request)
            elif desk.takeback is not None and desk.takeback.by != seats:
                by, before = desk.takeback.by, desk.takeback.to
                raise NotAllowed(refusal(lately.head.rule_set.id, "asked_already", seats=by, to=before))
            elif not self._answers.write_takeback(desk, request):
                raise Conflict("the request has changed")

        return self._try(game, None, "taking_back", ask)

    def consent(self, game: str, seat: Seat, agree: bool) -> Desk:
        """A seat answers the request on the desk; who made it may withdraw it. Raises NotAllowed."""

        def reply(desk: Desk) -> None:
            request = desk.takeback
            if request is None:
                raise NotAllowed(refusal(self.rule_set(game).id, "nobody_asked"))
            if seat not in request.needed and (agree or seat not in request.by):
                missing, title = request.missing, self.rule_set(game).id
                raise NotAllowed(refusal(title, "request_waits", seats=missing, seat=seat))
            if not agree:
                self._answers.drop_takeback(desk)
                return
            granted = tuple(each for each in request.needed if each in (*request.granted, seat))
            answered = msgspec.structs.replace(request, granted=granted)
            if not answered.missing:
                self._undo(desk, answered)
            elif not self._answers.write_takeback(desk, answered):
                raise Conflict("the request has changed")

        return self._try(game, None, "consenting", reply)

    def _undo(self, desk: Desk, request: Takeback) -> None:
        undone, spent = Undone(request.to, request.by[0], request.granted), self._spent(desk)
        self._record(desk, [Recorded(desk.game, desk.version + 1, self._clock(), undone, spent=spent)])
