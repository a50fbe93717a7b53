"""Menus against a second list of the legal orders, at every such decision of some random games."""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from domain.bots.playing import Bot, Situation, opening, play_out
from domain.kernel import Order
from domain.waterloo.facts import FACTS
from domain.waterloo.orders import EndMovement, NoAttack, PlayCard, SetCard
from domain.waterloo.position.state import State, armies_of_seat
from domain.waterloo.title import WATERLOO
from tests.rules.waterloo import by_the_book
from tests.rules.waterloo.test_playout import fierce_bot

GAMES = 24
LISTED: Mapping[str, Callable[[State], set[Order]]] = {
    "movement": lambda state: {*by_the_book.movement(state), EndMovement()},
    "attack": lambda state: {*by_the_book.attacks(state), NoAttack()},
    "charge": by_the_book.own_charges,
    "force_charge": by_the_book.forced_charges,
}


def test_menus_offer_what_the_rulebook_allows_and_nothing_else() -> None:
    compared: Counter[str] = Counter()

    def comparing(situation: Situation) -> Order:
        ask, (state, _) = situation.ask, situation.supposed(Random(0))
        menu = ask.menu(situation.draft)
        assert len(menu) == len(set(menu)), "an order is offered twice"
        if ask.prompt in LISTED:
            listed = LISTED[ask.prompt](state)
        elif ask.prompt == "follow":
            listed = by_the_book.following(state, ask.about["unit"])
        elif ask.prompt in ("battle_cards", "charge_cards"):
            chosen = [order for order in situation.draft if isinstance(order, SetCard)]
            armies = armies_of_seat(state, situation.seat)
            listed = by_the_book.battle_cards(state, armies, ask.about["role"], chosen)
            _counts_down(situation, listed)
        else:
            if ask.prompt == "play_card":
                _charges_are_offered(state, menu)
            return fierce_bot(situation)
        assert set(menu) == listed, (ask.prompt, set(menu) ^ listed, state)
        compared[ask.prompt] += 1
        return fierce_bot(situation)

    bot: Bot = comparing
    tables = [(each.id, seats) for each in WATERLOO.scenarios for seats in each.seatings]
    for number in range(GAMES):
        scenario, seats = tables[number % len(tables)]
        seed = b"by the book %d" % number
        opened = opening(WATERLOO, scenario, seats, seed, "game")
        play_out(WATERLOO, opened, seed, dict.fromkeys(seats, bot), Random(number))
    assert all(compared[prompt] for prompt in (*LISTED, "follow", "battle_cards", "charge_cards")), compared
    assert sum(compared.values()) > 3_000, compared


def _counts_down(situation: Situation, listed: set[Order]) -> None:
    """The cards that are left to set, as the page says it, can be set: it is 0 when nothing is offered."""
    left = situation.ask.left(situation.draft)
    assert left is not None and (left == 0) == (len(listed) == 1), (left, listed)


def _charges_are_offered(state: State, menu: object) -> None:
    """A charge card may be played as such if, and only if, somebody could charge (11.4, 11.5)."""
    offered = {order.use for order in menu if isinstance(order, PlayCard)}  # type: ignore[attr-defined]
    actions = {FACTS.cards[card].action for card in state.hands[state.army or "french"]}
    for action, found in (
        ("cavalry_charge", by_the_book.own_charges(state)),
        ("enemy_must_charge", by_the_book.forced_charges(state)),
    ):
        assert (action in offered) == (action in actions and bool(found)), (action, found)
