"""The turn: rounds of impulses with preemption and passing (4), and the end of the turn."""

from collections.abc import Callable, Sequence

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.wellington.ending.ending import check
from domain.wellington.events.cards import CardRemoved, PointsForced
from domain.wellington.events.impulses import (
    ImpulseBegan,
    ImpulseEnded,
    ImpulsePassed,
    ImpulsesEnded,
    TrackMoved,
    TurnBegan,
)
from domain.wellington.events.points import CommandPointsGained, FreePointUsed
from domain.wellington.facts.world import POWERS, Power
from domain.wellington.movement.consent import command_orders, name_commander
from domain.wellington.movement.groups import settle_commands
from domain.wellington.orders.groups import NameCommander
from domain.wellington.orders.impulses import (
    EndImpulse,
    LeavePreemption,
    PassImpulse,
    PlayEvent,
    PlayForPoints,
    Preempt,
    SpendResource,
    TakeFreePoint,
)
from domain.wellington.orders.sieges import BesiegeFortress
from domain.wellington.playing.lasting import end_at_start, end_with_impulse
from domain.wellington.playing.plays import (
    SPEND_RESOURCE,
    card_orders,
    may_hold_playable_card,
    may_use_resource,
    must_use_gift,
    play_card,
    playable_cards,
    use_resource,
)
from domain.wellington.playing.responses import Window
from domain.wellington.points.points import SpendPoints
from domain.wellington.position import card_table
from domain.wellington.position.card_changes import lying
from domain.wellington.position.state import (
    Impulse,
    Kind,
    State,
    has_cards,
    may_preempt,
    powers_with_cards,
    preemption_holder,
    seat_of,
)
from domain.wellington.sequence.endturn import EndTurn
from domain.wellington.siege.sieges import besiege, siege_loads, siege_orders

PREEMPT, LEAVE_PREEMPTION = Preempt(), LeavePreemption()
END_IMPULSE, PASS_IMPULSE = EndImpulse(), PassImpulse()
TAKE_FREE_POINT = TakeFreePoint()


class BeginTurn(Step, frozen=True):
    """A year begins with its first round (4.1); the next one follows when its end is done (4.8)."""

    year: int = 0

    def advance(self, play: Play[State]) -> Decision | None:
        year = self.year or play.state.year
        play.replace(BeginTurn(year + 1))
        play.push(Rounds(), EndTurn())
        play.record(TurnBegan(year))
        return None


class Rounds(Step, frozen=True):
    """Impulses go round the track until the last power with cards had its last one (4.2, 4.24, R-11)."""

    asked: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        if check(play):
            return None
        state = play.state
        holder = preemption_holder(state)
        if not powers_with_cards(state) and not _forced_points(state):
            play.pop()
            play.record(ImpulsesEnded(state.year))
            return None
        if holder is not None and not self.asked and may_preempt(state, holder):
            about = {"power": holder, "before": state.track}
            menu = (PREEMPT, LEAVE_PREEMPTION)
            return Decision(Ask(seat_of(state, holder), "preempt", "4.22", menu, about))
        play.replace(Rounds())
        if has_cards(state, state.track) or _forced_points(state):
            play.push(Window("impulse_start", by=state.track), OpenImpulse(state.track, "scheduled"))
        else:
            play.push(PassingPower(state.track))
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        if isinstance(the_order(answers), LeavePreemption):
            play.replace(Rounds(asked=True))
            return
        holder = preemption_holder(play.state)
        assert holder is not None, "only the holder of the preemption was asked"
        play.push(Window("impulse_start", by=holder), OpenImpulse(holder, "preempting"))


def _forced_points(state: State) -> dict[str, int]:
    """The cards that the power whose turn it is must use, and their points (#26).

    It needs no card in hand (C-26).
    """
    forced = lying(state, card_table.forced_points)
    return {each.card: points for each, points in forced if each.target == state.track}


class OpenImpulse(Step, frozen=True):
    """A power's impulse begins; what lasted until then ends (C-9).

    If an answer has just taken its last card it has no impulse after all (4.23).
    """

    power: Power
    kind: Kind

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        scheduled = self.kind == "scheduled"
        if not has_cards(state, self.power) and not (scheduled and _forced_points(state)):
            play.pop()
            if scheduled:
                play.push(PassingPower(self.power))
            return None
        play.replace(PlayImpulse(self.power))
        play.record(ImpulseBegan(self.power, self.kind, final=powers_with_cards(state) == (self.power,)))
        end_at_start(play, self.power)
        settle_commands(play)
        for card, points in _forced_points(play.state).items() if scheduled else ():
            play.record(CardRemoved(card))
            play.record(PointsForced(self.power, card))
            play.record(CommandPointsGained(self.power, points))
        return None


class PlayImpulse(Step, frozen=True):
    """The active power plays a card or uses a Resource, perhaps more, and ends its impulse (D-05, D-32)."""

    power: Power

    def advance(self, play: Play[State]) -> Decision | None:
        state, power = play.state, self.power
        impulse = state.impulse
        assert impulse is not None, "an impulse is under way"
        if check(play):
            return None
        if impulse.points:
            play.push(SpendPoints(power))
            return None
        if not _may_go_on(state, impulse):
            _end(play, impulse)
            return None
        about = {"power": power, "acted": impulse.has_acted}
        menu = _menu_of(state, lambda: _impulse_orders(state, impulse))
        return Decision(Ask(seat_of(state, power), "play_impulse", "4.2", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        (draft,) = answers.values()
        order = draft[0]
        impulse = play.state.impulse
        assert impulse is not None
        if isinstance(order, (PlayForPoints, PlayEvent)):
            play_card(play, self.power, order)
        elif isinstance(order, SpendResource):
            use_resource(play, self.power)
        elif isinstance(order, TakeFreePoint):
            play.record(FreePointUsed(self.power))
            play.record(CommandPointsGained(self.power, 1, _free_point(play.state, impulse)))
        elif isinstance(order, NameCommander):
            name_commander(play, self.power, order)
        elif isinstance(order, BesiegeFortress):
            besiege(play, self.power, draft)
        else:
            _end(play, impulse)


def _menu_of(state: State, orders: Callable[[], Sequence[Order]]) -> Callable[[Draft], Sequence[Order]]:
    """These orders, listed when somebody looks, and whom a leader leads into a siege."""

    def menu(draft: Draft) -> Sequence[Order]:
        return siege_loads(state, draft[0]) if draft and isinstance(draft[0], BesiegeFortress) else orders()

    return menu


def _may_go_on(state: State, impulse: Impulse) -> bool:
    """Is there anything left to ask? Told from open facts alone, so that it gives no hand away."""
    if may_hold_playable_card(state, impulse) or may_use_resource(state, impulse):
        return True
    return bool(_free_point(state, impulse)) or bool(siege_orders(state, impulse.power))


def _free_point(state: State, impulse: Impulse) -> str:
    """The card that gives the active power a point now, a passed impulse excepted (#98, C-98); "" if none."""
    giving = (each.card for each, gives in lying(state, card_table.free_point) if gives(state, impulse))
    has_passed = not (impulse.has_acted or state.hands[impulse.power])
    return next(giving, "") if impulse.has_free_point and not has_passed else ""


def _impulse_orders(state: State, impulse: Impulse) -> list[Order]:
    """What the active power may do; a second plus card never, a Resource counts as one (5.6, R-23)."""
    power = impulse.power
    orders = [order for card in playable_cards(state, impulse) for order in card_orders(state, power, card)]
    if may_use_resource(state, impulse):
        orders.append(SPEND_RESOURCE)
    orders.extend(siege_orders(state, power))
    if _free_point(state, impulse):
        orders.append(TAKE_FREE_POINT)
    orders.extend(command_orders(state, power))
    if (impulse.has_acted and not must_use_gift(state, impulse)) or not state.hands[power]:
        orders.append(END_IMPULSE)
    return orders


def _end(play: Play[State], impulse: Impulse) -> None:
    play.pop()
    play.record(ImpulseEnded(impulse.power, impulse.kind))
    end_with_impulse(play, impulse.power, impulse.kind)
    _go_on(play, impulse)


def _go_on(play: Play[State], impulse: Impulse) -> None:
    """The marker moves after a scheduled impulse; a final one ends them if nobody else got a card (R-11)."""
    state = play.state
    if impulse.final and set(powers_with_cards(state)) <= {impulse.power}:
        play.pop()
        if impulse.kind == "scheduled":
            play.record(_track_moved(state))
        play.record(ImpulsesEnded(state.year))
    elif impulse.kind == "scheduled":
        play.record(_track_moved(state))


def _track_moved(state: State) -> TrackMoved:
    place = POWERS.index(state.track) + 1
    return TrackMoved(POWERS[place % len(POWERS)], state.round + (place == len(POWERS)))


class PassingPower(Step, frozen=True):
    """A power without cards passes; it may besiege first, or draw a card for a Resource (4.23, R-15)."""

    power: Power

    def advance(self, play: Play[State]) -> Decision | None:
        state, power = play.state, self.power
        orders = [*([SPEND_RESOURCE] if state.resources[power] else []), *siege_orders(state, power)]
        if not orders:
            self._pass(play)
            return None
        menu = _menu_of(state, lambda: [PASS_IMPULSE, *orders])
        return Decision(Ask(seat_of(state, power), "pass_impulse", "4.23", menu, {"power": power}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        (draft,) = answers.values()
        if isinstance(draft[0], PassImpulse):
            self._pass(play)
            return
        play.replace(PlayImpulse(self.power))
        play.record(ImpulseBegan(self.power, "scheduled"))
        end_at_start(play, self.power)
        if isinstance(draft[0], BesiegeFortress):
            besiege(play, self.power, draft)
            return
        use_resource(play, self.power)

    def _pass(self, play: Play[State]) -> None:
        play.pop()
        play.record(ImpulsePassed(self.power))
        play.record(_track_moved(play.state))


def clock(state: State) -> tuple[int, int]:
    """(turn, round); the turn is the year."""
    return state.year, state.round
