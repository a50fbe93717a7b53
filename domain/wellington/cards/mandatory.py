"""The eight mandatory cards (5.8, C-M): an effect, then the player draws and may play one more card."""

from domain.kernel.agenda import Play, Step
from domain.wellington.events.cards import CardDiscarded, CardKept, CardRemoved, ResourcesLost
from domain.wellington.facts.world import POWERS, Power, Side
from domain.wellington.losses.losses import RemoveSoldiers, ShareLosses
from domain.wellington.playing.drawing import DrawAndGoOn, draw_from_hand
from domain.wellington.position import card_table
from domain.wellington.position.card_table import event
from domain.wellington.position.state import State, common_in_hand


@event("russian_front")
def _russian_front(play: Play[State], power: Power, target: str) -> None:
    play.push(ShareLosses(5, "russian_front", "spain"), DrawAndGoOn(power, "russian_front"))


@event("disaster_on_the_rhine")
def _disaster_on_the_rhine(play: Play[State], power: Power, target: str) -> None:
    play.push(ShareLosses(3, "disaster_on_the_rhine", "spain"), DrawAndGoOn(power, "disaster_on_the_rhine"))


@event("viceroy_deposed")
def _viceroy_deposed(play: Play[State], power: Power, target: str) -> None:
    """Britain and Spain each lose a random common card, or 2 strength points (#6, C-6)."""
    losses: list[Step] = []
    victims: tuple[Power, ...] = ("britain", "spain")
    for each in victims:
        pool = common_in_hand(play.state, each)
        if not pool:
            losses.append(RemoveSoldiers(each, 2, "viceroy_deposed"))
            continue
        (card,) = draw_from_hand(play, power, each, pool, 1, "#6")
        play.record(CardDiscarded(each, card))
    play.push(*losses, DrawAndGoOn(power, "viceroy_deposed"))


@event("italian_adventure")
def _italian_adventure(play: Play[State], power: Power, target: str) -> None:
    """Britain loses 2 strength points and must use the card for 2 CP in its next scheduled impulse (#26)."""
    play.record(CardKept("italian_adventure", power, "britain"))
    play.push(RemoveSoldiers("britain", 2, "italian_adventure"), DrawAndGoOn(power, "italian_adventure"))


card_table.forced_points("italian_adventure")(2)
card_table.counts_at_once("italian_adventure")(True)


@event("the_emperor_calls")
def _the_emperor_calls(play: Play[State], power: Power, target: str) -> None:
    """Young Guard leaves the game; the French bonus is 1 from now on, as the removed card shows (#38)."""
    if "young_guard" not in play.state.removed:
        play.record(CardRemoved("young_guard"))
    play.push(DrawAndGoOn(power, "the_emperor_calls"))


@card_table.nationality("the_emperor_calls")
def _without_the_emperor(state: State, side: Side) -> int | None:
    return 1 if side == "french" and "the_emperor_calls" in state.removed else None


@event("corruption_sabotage")
def _corruption_sabotage(play: Play[State], power: Power, target: str) -> None:
    """Every power with more than 3 Resources loses half of them, rounded up (#46, C-46)."""
    for each in POWERS:
        amount = play.state.resources[each]
        if amount > 3:
            play.record(ResourcesLost(each, (amount + 1) // 2))
    play.push(DrawAndGoOn(power, "corruption_sabotage"))


@event("canada_invaded")
def _canada_invaded(play: Play[State], power: Power, target: str) -> None:
    play.push(RemoveSoldiers("britain", 4, "canada_invaded"), DrawAndGoOn(power, "canada_invaded"))


@event("war_without_end")
def _war_without_end(play: Play[State], power: Power, target: str) -> None:
    """No peace this turn: the card lies open as its own marker (#77)."""
    play.push(DrawAndGoOn(power, "war_without_end"))
