"""How orders of marches and battles show on the board: the piece, where it goes, its risk and cost."""

from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint
from domain.washingtons_war.facts.ids import OTHER
from domain.washingtons_war.movement.interception import interceptors, is_open_to_interception
from domain.washingtons_war.orders import battle, movement
from domain.washingtons_war.position.conflict import Marching
from domain.washingtons_war.position.state import State, marching_of
from domain.washingtons_war.position.units import has_cu

SAFE, RISK, FIGHT, ACT = "safe", "risk", "fight", "act"


def hint(state: State, order: Order) -> Hint | None:
    """The hint for an order of these chapters: pieces are generals and cards; None for other orders."""
    match order:
        case movement.March(general, to):
            marching = marching_of(state)
            return Hint(general, to, _kind(state, marching, to), state.facts.cost[marching.at, to])
        case movement.Sail(general, to):
            return Hint(general, to, SAFE, marching_of(state).allowance)
        case movement.LoadUnits(general) | movement.BringUnits(general) | movement.SendToBox(general):
            return Hint(general, state.generals[general])
        case movement.SendGeneral(general):
            return Hint(general, state.generals[general])
        case movement.LandParty(port):
            return Hint(target=port)
        case movement.Intercept(general, to):
            return Hint(general, to, FIGHT)
        case movement.AvoidBattle(general):
            return Hint(general, state.generals[general], RISK)
        case movement.SlipAway(general, to):
            return Hint(general, to)
        case movement.Halt() | movement.EndCampaign() | movement.LetThemCome():
            return Hint()
        case movement.StandAndFight():
            return Hint(target=marching_of(state).at, kind=FIGHT)
        case battle.PlayBattleCard(card) | battle.DiscardForBattle(card):
            return Hint(card, _where(state), ACT)
        case battle.UseNoCard():
            return Hint(target=_where(state), kind=ACT)
        case battle.Retreat(to):
            return Hint(_beaten(state), to)
    return None


def _kind(state: State, marching: Marching, to: str) -> str:
    """A fight among enemy CU; a risk where somebody may come in between."""
    if has_cu(state, to, OTHER[marching.side]):
        return FIGHT
    is_open = is_open_to_interception(state, marching, to)
    return RISK if is_open and interceptors(state, to) else SAFE


def _where(state: State) -> str | None:
    return None if state.fight is None else state.fight.where


def _beaten(state: State) -> str | None:
    """The general of the force that must retreat."""
    fight = state.fight
    if fight is None or fight.winner is None:
        return None
    return fight.camps[OTHER[fight.winner]].general
