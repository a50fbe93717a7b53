"""How orders of marches and battles show on the board: the piece, where it goes, its risk and cost."""

from domain.kernel.orders import Order
from domain.kernel.ruleset import Hint, as_it_leaves
from domain.kernel.told import Loss, Told
from domain.washingtons_war.battle.modifiers import general_of
from domain.washingtons_war.facts.ids import OTHER, SIDE_OF, WASHINGTON
from domain.washingtons_war.movement.arrival import who_gives_way
from domain.washingtons_war.movement.interception import interceptors, is_open_to_interception
from domain.washingtons_war.orders import battle, movement
from domain.washingtons_war.position.conflict import Marching
from domain.washingtons_war.position.state import State, marching_of
from domain.washingtons_war.position.units import generals_in, has_cu

SAFE, HERE, RISK, FIGHT, ACT = "safe", "here", "risk", "fight", "act"


def hint(state: State, order: Order) -> Hint | None:
    """The hint for an order of these chapters: pieces are generals and cards; None for other orders."""
    match order:
        case movement.March(general, to):
            marching = marching_of(state)
            cost = state.facts.cost[marching.at, to]
            return Hint(general, to, _kind(state, marching, to), cost, crowding(state, general, to))
        case movement.Sail(general, to):
            allowance = marching_of(state).allowance
            return Hint(general, to, SAFE, allowance, crowding(state, general, to))
        case movement.LoadUnits(general) | movement.BringUnits(general) | movement.SendToBox(general):
            return Hint(general, state.generals[general])
        case movement.SendGeneral(general):
            return Hint(general, state.generals[general])
        case movement.LandParty(port):
            return Hint(target=port, kind=HERE)
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


def crowding(state: State, general: str, space: str) -> Told | None:
    """Who has to leave the space if this general stays there (7.4.C); None where there is room for him."""
    leaving = who_gives_way(state, space, SIDE_OF[general], general)
    if not leaving:
        return None
    if WASHINGTON not in (general, *generals_in(state, space, "american")):
        return Told("one_gives_way", {"space": space, "generals": leaving})
    return Told("gives_way", {"space": space, "general": leaving})


def forfeit(state: State, order: Order) -> Told | None:
    """What an order gives up: of a general who comes to stay beside another one, one of the two (7.4.C)."""
    staying = _who_stays_where(state, order)
    crowd = None if staying is None else crowding(state, *staying)
    if crowd is not None:
        return Loss(crowd.key, crowd.about)
    return as_it_leaves(state, order)


def _who_stays_where(state: State, order: Order) -> tuple[str, str] | None:
    """The general who ends his march, his flight or his retreat with this order, and the space."""
    match order:
        case movement.Halt(general):
            return general, state.generals[general]
        case movement.SlipAway(general, to):
            return general, to
        case battle.Retreat(to):
            beaten = _beaten(state)
            return None if beaten is None else (beaten, to)
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
    """The general of the force that must retreat; nobody if a card has taken him out of the war (6.33.D)."""
    fight = state.fight
    if fight is None or fight.winner is None:
        return None
    return general_of(state, fight, OTHER[fight.winner])
