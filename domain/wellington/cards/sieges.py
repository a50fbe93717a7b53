"""Cards that are played in sieges, or when a fortress has fallen (12.23)."""

from domain.kernel.agenda import Play
from domain.wellington.battle.harm_in_battle import window_of
from domain.wellington.battle.plunder import gain_booty, is_plunder_due
from domain.wellington.events.sieges import SiegeDiceApart, the_siege
from domain.wellington.facts.world import SIDE_OF, Power, Side
from domain.wellington.movement.groups import chief
from domain.wellington.playing.drawing import draw_card
from domain.wellington.playing.laid_cards import lay
from domain.wellington.position import card_table
from domain.wellington.position.card_changes import halved, helped, pooled
from domain.wellington.position.card_table import Fight, Moment, answer, battle_card
from domain.wellington.position.conflict import Laid, Siege
from domain.wellington.position.state import State, seat_of
from domain.wellington.siege.sieges import AimGuns, DesistOrGoOn, gain_siege_booty

BOMBARDMENT, FORLORN_HOPE, BIG_GUNS = "bombardment", "forlorn_hope", "really_big_guns"
GUNS_STUCK, SAPPERS, SACKING = "heavy_guns_stuck", "sappers_pioneers", "sacking"
MORE_DICE, LAST_BOMBARDED = 3, 2
BOOTY = 1
FALL = "fortress_taken"
"""The window in which a fortress has fallen; by a card (#43) perhaps while a battle is fought elsewhere."""


def _siege(state: State) -> Siege | None:
    """The siege under way, if it goes on and no battle broke into it."""
    siege = state.siege
    return None if siege is None or siege.is_taken or state.battles else siege


def _in_siege(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return () if moment.card or _siege(state) is None else ("",)


def _by_besieger(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    siege = _siege(state)
    return ("",) if siege is not None and siege.power == power else ()


def _by_besieger_first(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """Before the first dice of the siege: it may take several rounds to be resolved (12.2, #21)."""
    return _by_besieger(state, power, moment) if _in_first_round(state, power, moment) else ()


def _in_first_round(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    siege = _siege(state)
    return ("",) if siege is not None and siege.round <= 1 else ()


def _is_besieger(fight: Fight, side: Side) -> bool:
    return isinstance(fight, Siege) and SIDE_OF[fight.power] == side


# Bombardment ------------------------------------------------------------------------------------


def _before_the_third_round(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    """In the first or the second round, at the end of that one for the round that it forces (#8)."""
    siege = _siege(state)
    return ("",) if siege is not None and siege.round <= LAST_BOMBARDED else ()


@answer(BOMBARDMENT, _before_the_third_round)
def _bombardment(play: Play[State], power: Power, target: str) -> None:
    """Three dice for the besieger in one of two rounds, as he says, and another round (#8, W-7)."""
    play.push(AimGuns(power, BOMBARDMENT, MORE_DICE, LAST_BOMBARDED))


@card_table.dice(BOMBARDMENT)
def _bombardment_dice(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    return MORE_DICE if _is_besieger(fight, side) and laid.target == str(fight.round) else 0


@card_table.another_round(BOMBARDMENT)
def _bombardment_goes_on(state: State, fight: Fight, laid: Laid, side: Side) -> bool:
    """Up to the bombarded round if it comes later, else beyond it (C-8)."""
    aimed, now = int(laid.target), max(1, laid.round)
    return fight.round == (aimed - 1 if aimed > now else aimed)


# Battle cards that work in sieges alone ---------------------------------------------------------


@battle_card(FORLORN_HOPE, _by_besieger)
@battle_card(BIG_GUNS, _by_besieger_first)
@battle_card(SAPPERS, _in_first_round)
def _lies_there(play: Play[State], power: Power, target: str) -> None:
    """It lies in the siege; what it does is said in the card table."""


@card_table.work(FORLORN_HOPE, "before_dice")
def _forlorn_hope(play: Play[State], laid: Laid) -> None:
    """Three dice apart: sixes hit, ones cost one of one's own (#15, C-14)."""
    siege = the_siege(play.state)
    if laid.round != siege.round or not _is_besieger(siege, helped(laid)):
        return
    count = pooled(play.state, siege, helped(laid), MORE_DICE)
    dice = play.roll(
        seat_of(play.state, siege.power), count, 6, "forlorn_hope", "#15",
        score=lambda face: float(face == 6) - float(face == 1),
    )  # fmt: skip
    play.record(SiegeDiceApart(FORLORN_HOPE, dice, int(1 in dice)))


@card_table.pairs(BIG_GUNS)
def _big_guns(state: State, fight: Fight, laid: Laid, side: Side) -> bool:
    return helped(laid) == side


@card_table.sixes(SAPPERS)
def _sappers(state: State, fight: Fight, laid: Laid, side: Side) -> int:
    """A six in the first round, for whoever laid it (#71)."""
    return int(helped(laid) == side and fight.round == 1)


@card_table.another_round(SAPPERS)
def _sappers_go_on(state: State, fight: Fight, laid: Laid, side: Side) -> bool:
    return helped(laid) == side and fight.round == 1


# Heavy Guns Stuck -------------------------------------------------------------------------------


@answer(GUNS_STUCK, _in_siege)
def _guns_stuck(play: Play[State], power: Power, target: str) -> None:
    """Half the besieger's dice, unless he gives up now (#27)."""
    lay(play, power, GUNS_STUCK)
    play.push(DesistOrGoOn())


@card_table.pool(GUNS_STUCK)
def _half_the_dice(state: State, fight: Fight, laid: Laid, side: Side, count: int) -> int:
    return halved(count) if _is_besieger(fight, side) else count


# Sacking ----------------------------------------------------------------------------------------


def _victor(state: State, window: str) -> tuple[Power, str] | None:
    """Who has just taken a fortress, or routed or eliminated an army, and where (#7)."""
    if window != FALL and state.battles:
        battle = state.battles[-1]
        if battle.winner is None or not is_plunder_due(battle):
            return None
        return chief(state, battle.duchy, battle.winner), battle.duchy
    siege = state.siege
    return (siege.power, siege.duchy) if siege is not None and siege.is_taken else None


def _after_victory(state: State, power: Power, moment: Moment) -> tuple[str, ...]:
    return () if _victor(state, moment.window) is None else ("",)


@answer(SACKING, _after_victory)
def _sacking(play: Play[State], power: Power, target: str) -> None:
    """The victor gains a Resource and draws a card, whoever played it (#7, C-7)."""
    window = window_of(play)
    victory = _victor(play.state, window)
    assert victory is not None, "the card was playable"
    victor, duchy = victory
    draw_card(play, victor)
    if window == FALL:
        gain_siege_booty(play, BOOTY)
    else:
        gain_booty(play, victor, duchy, BOOTY)
