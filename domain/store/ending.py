"""Games that their players end: resigning, draws that are agreed, clocks that ran out."""

from collections.abc import Collection

from domain.kernel import endings
from domain.kernel.errors import NotAllowed
from domain.kernel.events import DrawAgreed, DrawDeclined, DrawOffered, GameDrawn, SeatResigned
from domain.kernel.prose import refusal
from domain.kernel.seats import Seat
from domain.store import clocks
from domain.store.desk import Desk
from domain.store.taking_back import TakingBack


class Ending(TakingBack):
    """Every game of one store, to be ended by those who play it."""

    def resign(self, game: str, seat: Seat, held: Collection[Seat]) -> Desk:
        """The side of `seat` gives the game up, which is over; `held` are all seats of whoever says so.

        Whatever is asked, and of whom. Where others play on the same side it is kept on the desk until all
        of them have said so, or one plays on. Raises NotAllowed where it would not leave one side alone.
        """

        def give_up(desk: Desk) -> None:
            rules, standing = self.rule_set(game), desk.standing
            if desk.is_over:
                raise NotAllowed(refusal(rules.id, "over_already"))
            won = endings.victors(rules, standing, seat)
            if not won:
                raise NotAllowed(refusal(rules.id, "may_not_resign", seat=seat))
            allies = endings.must_agree(rules, standing, seat, self.people(game) - set(held))
            if not allies or set(allies) <= self._answers.would_resign(game, (seat,)):
                self._end(desk, SeatResigned(seat, won))
                self._tidy(lambda: self._answers.play_on(game, desk.standing.opened.seats))

        return self._try(game, None, "resigning", give_up)

    def play_on(self, game: str, seat: Seat) -> Desk:
        """A seat takes back that it would resign, or does not agree with its side. Raises NotAllowed."""

        def refuse(desk: Desk) -> None:
            rules, standing = self.rule_set(game), desk.standing
            side = rules.side_of(seat, standing.opened.seats, standing.state)
            if desk.is_over or not set(side) & set(desk.resigning):
                raise NotAllowed(refusal(rules.id, "nobody_resigns", seat=seat))
            self._answers.play_on(game, side)

        return self._try(game, None, "resigning", refuse)

    def claim_time(self, game: str, seat: Seat) -> Desk:
        """The seat claims the game from one of another side that is out of time. Raises NotAllowed."""

        def claim(desk: Desk) -> None:
            rules, watch = self.rule_set(game), self.clocks_at(desk)
            if desk.is_over or watch is None or seat not in desk.standing.opened.seats:
                raise NotAllowed(refusal(rules.id, "over_already" if desk.is_over else "nothing_to_claim"))
            out = clocks.foes_out(rules, watch, seat, desk.standing.opened.seats)
            if not out or not self._may_run_out(desk):
                raise NotAllowed(refusal(rules.id, "no_time_to_claim", seat=seat))
            self._out_of_time(desk, out[0], seat)

        return self._try(game, None, "claiming", claim)

    def offer_draw(self, game: str, seat: Seat) -> Desk:
        """The seat offers all others a draw, in games of people only. Raises NotAllowed."""

        def offer(desk: Desk) -> None:
            title = self.rule_set(game).id
            if not endings.may_offer_draw(desk.standing, seat):
                raise NotAllowed(refusal(title, "over_already" if desk.is_over else "draw_is_offered"))
            if set(desk.standing.opened.seats) - self.people(game):
                raise NotAllowed(refusal(title, "draw_needs_people"))
            self._by_host(desk, DrawOffered(seat))

        return self._try(game, None, "offering_draw", offer)

    def answer_draw(self, game: str, seat: Seat, agree: bool) -> Desk:
        """A seat agrees to the draw that is offered or declines it; who offered it may take it back.

        Raises NotAllowed.
        """

        def answer(desk: Desk) -> None:
            offer, missing = desk.standing.offer, endings.to_agree(desk.standing)
            if offer is None or (seat not in missing and (agree or seat != offer.by)):
                raise NotAllowed(refusal(self.rule_set(game).id, "no_draw_offered", seat=seat))
            if not agree:
                self._by_host(desk, DrawDeclined(seat))
            elif missing == (seat,):
                self._end(desk, DrawAgreed(seat), GameDrawn(offer.by))
            else:
                self._by_host(desk, DrawAgreed(seat))

        return self._try(game, None, "answering_draw", answer)
