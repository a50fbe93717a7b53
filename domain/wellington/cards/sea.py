"""Cards of the sea (14), and of what comes into its ports (#63, #69)."""

from collections.abc import Sequence

from domain.kernel.agenda import Play
from domain.wellington.events.cards import CardKept
from domain.wellington.events.sea import AttritionSheltered, ConvoyBlocked, PortFavoured
from domain.wellington.facts.world import Power, Side
from domain.wellington.placing.placing import place_by_card
from domain.wellington.playing.choices import MakeChoices
from domain.wellington.playing.drawing import DrawEach
from domain.wellington.playing.lasting import PutAway, end_effect
from domain.wellington.position import card_changes, card_table
from domain.wellington.position.card_changes import halved
from domain.wellington.position.card_table import Fight, Moment, answer, choices, event
from domain.wellington.position.conflict import Laid, Part
from domain.wellington.position.control import controller, is_fortress, is_national, standing
from domain.wellington.position.state import Lasting, State, has_formation, is_lasting
from domain.wellington.sea.convoys import (
    ASSAULT,
    FlagLanding,
    FreeConvoys,
    convoys,
    stop_convoy,
)

ADMIRALTY = "admiralty_heart_of_oak"
CONVOYS = "convoys"
"""The use of the card that sends free convoys, and favours ports until the impulse ends (#93)."""
NAVAL_SUPPORT, SUBSIDIES, DESCENT = "naval_support", "british_subsidies", "descent_from_the_sea"
BLOCK = "block"
FREE_BRITISH, FREE_FRENCH = 2, 1
SUBSIDY = 4


def _admiralty_uses(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """The convoy of this impulse may be an assault, or two convoys are free (#93, C-93)."""
    may_assault = state.impulse is not None and not state.impulse.convoyed
    return (
        *((ASSAULT,) if may_assault else ()),
        *((CONVOYS,) if convoys(state, power) else ()),
    )


@event(ADMIRALTY, _admiralty_uses)
def _admiralty(play: Play[State], power: Power, target: str) -> None:
    """The card lies open until the impulse ends: that allows the assault, or favours the ports entered."""
    play.record(CardKept(ADMIRALTY, power, target))
    if target == CONVOYS:
        play.push(FreeConvoys(power, FREE_BRITISH, favoured=True))


@card_table.assault(ADMIRALTY)
def _may_assault(each: Lasting) -> bool:
    return each.target == ASSAULT


def is_oak_port(state: State, duchy: str) -> bool:
    """Do British formations there suffer half the attrition, and roll a die more, now (#93)?"""
    return state.impulse is not None and duchy in state.impulse.oak_ports


@card_table.entered(ADMIRALTY)
def _favour_port(play: Play[State], each: Lasting, duchy: str, parts: Sequence[Part]) -> None:
    """A port that the British enter is favoured from now on (#93)."""
    lasts = play.state.impulse is not None and each.target == CONVOYS
    has_come = play.state.facts.duchies[duchy].is_port and any(part.power == "britain" for part in parts)
    if lasts and has_come and not is_oak_port(play.state, duchy):
        play.record(PortFavoured(duchy))


@card_table.spares(ADMIRALTY)
def _fewer_die(state: State, duchy: str, is_british: bool, losses: int) -> int:
    """British formations in favoured ports lose half, rounded up (#93)."""
    return halved(losses) if is_british and is_oak_port(state, duchy) else losses


@card_table.dice(ADMIRALTY)
def _heart_of_oak(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    """A die more for British formations in the ports that they have entered by sea or land (#93, C-93)."""
    fights = side == "allied" and card_changes.takes_part(state, fight, "britain")
    return int(fights and is_oak_port(state, fight.duchy))


def _french_convoy(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return (CONVOYS,) if convoys(state, power) else ()


@event(NAVAL_SUPPORT, _french_convoy)
def _convoy_for_the_french(play: Play[State], power: Power, target: str) -> None:
    """A French convoy without points, by the rules of convoys (#103, C-103)."""
    play.push(FreeConvoys(power, FREE_FRENCH))


def _naval_support_uses(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Block a British convoy, or spare the French the attrition in a port (#103)."""
    if state.impulse is None:
        return ()
    if moment.window == "convoy_declared":
        return (BLOCK,) if state.impulse.power == "britain" else ()
    return tuple(duchy for duchy in state.facts.ports if has_formation(state, duchy, "french"))


card_table.also_in(NAVAL_SUPPORT)(("idle",))


@answer(NAVAL_SUPPORT, _naval_support_uses)
def _naval_support(play: Play[State], power: Power, target: str) -> None:
    if target != BLOCK:
        play.record(AttritionSheltered(target))
        return
    sail = stop_convoy(play)
    play.record(ConvoyBlocked("britain", sail.order.start, sail.order.to, NAVAL_SUPPORT))
    if not sail.price:
        _lose_event(play)


def _lose_event(play: Play[State]) -> None:
    """The event that sent a convoy free of points is lost with it, but for ports favoured already (#103)."""
    play.agenda[:] = [step for step in play.agenda if not isinstance(step, FreeConvoys)]
    assert play.state.impulse is not None, "a convoy sails in an impulse"
    if is_lasting(play.state, ADMIRALTY) and not play.state.impulse.oak_ports:
        play.agenda[:] = [s for s in play.agenda if not (isinstance(s, PutAway) and s.card == ADMIRALTY)]
        end_effect(play, ADMIRALTY)


# What comes into the ports ----------------------------------------------------------------------


@event(SUBSIDIES)
def _british_subsidies(play: Play[State], power: Power, target: str) -> None:
    """Britain and Spain each place four strength points in a port of theirs, then draw (#63)."""
    play.push(
        MakeChoices("britain", SUBSIDIES), MakeChoices("spain", SUBSIDIES), DrawEach(("britain", "spain"))
    )


def _own_ports(state: State, power: Power, target: str, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """National ports under the power's control; Spain's also under a British flag (C-63)."""
    holders = ("britain", "spain") if power == "spain" else (power,)
    ports = (each for each in state.facts.ports if is_national(state, power, each))
    return () if chosen else tuple(each for each in ports if controller(state, each) in holders)


@choices(SUBSIDIES, _own_ports)
def _place_subsidies(play: Play[State], power: Power, target: str, chosen: tuple[str, ...]) -> None:
    for port in chosen:
        place_by_card(play, power, port, SUBSIDY, SUBSIDIES)


def _open_ports(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Minor ports without fortress and French formation that the Allies do not control (14.3, 8.1, C-69)."""
    facts = state.facts
    return tuple(
        port
        for port in facts.ports
        if facts.duchies[port].port == "minor" and not is_fortress(state, port)
        if standing(state, "allied", port) != "friendly" and not has_formation(state, port, "french")
    )


@event(DESCENT, _open_ports)
def _descent_from_the_sea(play: Play[State], power: Power, target: str) -> None:
    """A British strength point lands, and its flag if it is not driven off; no battery fires (#69)."""
    play.push(FlagLanding(target))
    place_by_card(play, "britain", target, 1, DESCENT)
