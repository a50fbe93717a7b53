"""Attacks, battle cards and the reckoning of battle points (9, W-41 to W-54)."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.waterloo.artillery import open_window
from domain.waterloo.events import (
    AttackDeclared,
    Attacking,
    BattleCancelled,
    BattleCardsRevealed,
    BattlePoints,
    BattleResolved,
    Side,
)
from domain.waterloo.facts import FACINGS, Army
from domain.waterloo.orders import Attack, NoAttack, RevealCards, SetCard
from domain.waterloo.retreat import AttackerLoses, DefenderLoses
from domain.waterloo.state import (
    ARMY_OF,
    BEYOND,
    CHATEAUX,
    ELITE,
    FACTS,
    FRONT_OF,
    INFANTRY,
    UNITS_OF_ARMY,
    CardUse,
    Clash,
    Role,
    State,
    cards_allowed,
    distance,
    has_all_round_front,
    seat_of,
    strength,
)

OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
SIDE_FACTOR: Mapping[Side, int] = {"front": 1, "flank": 2, "rear": 3}
CHARGE_FACTOR = {"heavy_cavalry": 3, "light_cavalry": 2}
ELITE_FACTOR = 2
TERRAIN_FACTOR = 2
DEFENSIVE_TERRAIN = frozenset(("woods", "village", "hill"))
NO_ATTACK = NoAttack()
REVEAL = RevealCards()
_attack_order = cache(Attack)
_set_card = cache(SetCard)


# Who may attack whom --------------------------------------------------------------------------


def possible_attacks(state: State, army: Army) -> dict[str, list[str]]:
    """Every enemy unit that units of the army may attack now, with these units (9.2, W-44)."""
    units, at, front = state.units, state.at, FACTS.front[army]
    found: dict[str, list[str]] = {}
    for unit in UNITS_OF_ARMY[army]:
        mine = units[unit]
        square = mine.square
        if square is None or mine.disordered or mine.rallied or mine.attacked:
            continue
        all_round = square in CHATEAUX and unit in INFANTRY
        for facing in FACINGS if all_round else (mine.facing,):
            target = at.get(BEYOND[square][facing] or "")
            if target is not None and FRONT_OF[target] != front:
                found.setdefault(target, []).append(unit)
    return found


def side_attacked(state: State, target: str, attacker: str) -> Side:
    """Which side of the target the attacker meets (8.1, W-45)."""
    if has_all_round_front(state, target):
        return "front"
    facing = state.units[target].facing
    here, there = state.units[target].square, state.units[attacker].square
    assert here is not None and there is not None
    direction = FACTS.direction[here, there]
    if direction == facing:
        return "front"
    return "rear" if OPPOSITE[direction] == facing else "flank"


def edge_loss(state: State, target: str, attacker: str) -> int:
    """1 over a slope or a stream, bridged or not (W-47)."""
    here, there = state.units[attacker].square, state.units[target].square
    assert here is not None and there is not None
    return FACTS.edge_penalty[here, there]


class AttackChance(Step, frozen=True):
    """The card that was played gives one attack (9.0, W-41, D-10)."""

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        army = state.army
        assert army is not None
        if not possible_attacks(state, army):
            play.pop()
            return None
        return Decision(
            Ask(seat_of(state, army), "attack", "9.2", lambda draft: _attacks(state, army), {"army": army})
        )

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        play.pop()
        if isinstance(order, Attack):
            declare(play, order)


def _attacks(state: State, army: Army) -> Sequence[Order]:
    possible = possible_attacks(state, army)
    orders: list[Order] = [
        _attack_order(target, attackers)
        for target in sorted(possible)
        for count in range(1, len(possible[target]) + 1)
        for attackers in combinations(possible[target], count)
    ]
    orders.append(NO_ATTACK)
    return orders


def declare(play: Play[State], order: Attack) -> None:
    """The attack is on: cards and fire come next."""
    state, target = play.state, order.target
    square = state.units[target].square
    assert square is not None and state.army is not None
    attacking = tuple(
        Attacking(unit, side_attacked(state, target, unit), edge_loss(state, target, unit))
        for unit in order.attackers
    )
    play.record(AttackDeclared(state.army, target, square, attacking))
    play.push(Battle())
    open_window(play, "c")


# Battle cards ---------------------------------------------------------------------------------


def army_in(clash: Clash, role: Role) -> Army:
    """The army that fights in this role; only its cards can be set (W-19)."""
    return ARMY_OF[clash.attackers[0] if role == "attacker" else clash.target]


def units_in(clash: Clash, role: Role) -> tuple[str, ...]:
    """The units that fight in this role."""
    return clash.attackers if role == "attacker" else (clash.target,)


def cards_left(state: State, army: Army) -> int:
    """How many cards the army may set in a battle: only the active front has a limit (W-14)."""
    if FACTS.front[army] == state.active:
        return cards_allowed(state)
    return len(FACTS.cards)


def command_bonus(state: State, unit: str, role: Role) -> int:
    """What a Command card gives this unit: its leader's bonus if it is on or beside him (11.2, W-52)."""
    leader = FACTS.leader_of.get(ARMY_OF[unit])
    square = state.leaders.get(leader.id) if leader is not None else None
    here = state.units[unit].square
    if leader is None or square is None or here is None or distance(square, here) > 1:
        return 0
    return leader.attack if role == "attacker" else leader.defence


def card_menu(state: State, role: Role) -> Callable[[Draft], Sequence[Order]]:
    """The cards that the side may set after those in the draft, in the order of their ids (W-50, W-51)."""
    clash = state.clash
    assert clash is not None
    army, units = army_in(clash, role), units_in(clash, role)
    left = cards_left(state, army)
    has_elite = any(unit in ELITE for unit in units)
    has_command = not clash.charge and any(command_bonus(state, unit, role) for unit in units)

    def menu(draft: Draft) -> Sequence[Order]:
        chosen = [order for order in draft if isinstance(order, SetCard)]
        orders: list[Order] = []
        if len(chosen) < left:
            last = chosen[-1].card if chosen else ""
            spent = {order.use for order in chosen}
            for card in state.hands[army]:
                if card <= last:
                    continue
                if not clash.charge:
                    orders.append(_set_card(card, "bp"))
                action = FACTS.cards[card].action
                if action == "command" and has_command and "command" not in spent:
                    orders.append(_set_card(card, "command"))
                elif action == "elite" and has_elite and "elite" not in spent:
                    orders.append(_set_card(card, "elite"))
        orders.append(REVEAL)
        return orders

    return menu


def _card_asks(state: State) -> list[Ask]:
    """Both sides are asked at once; a side that everybody knows to have nothing to set is not."""
    clash = state.clash
    assert clash is not None
    asks = []
    roles: tuple[Role, ...] = ("attacker", "defender")
    for role in roles:
        army = army_in(clash, role)
        left = cards_left(state, army)
        if not state.hands[army] or left < 1:
            continue
        if clash.charge and not any(unit in ELITE for unit in units_in(clash, role)):
            continue
        prompt = "charge_cards" if clash.charge else "battle_cards"
        about = {"target": clash.target, "role": role, "left": min(left, len(state.hands[army]))}
        rule = "11.4" if clash.charge else "9.3"
        asks.append(Ask(seat_of(state, army), prompt, rule, card_menu(state, role), about))
    return asks


class Battle(Step, frozen=True):
    """A battle from the declaration to the reckoning (9.3, 9.4, D-11, D-23).

    `shown`: battle cards are on the table. In between artillery may drive attackers out (W-73).
    """

    shown: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        clash = state.clash
        assert clash is not None
        if not clash.attackers:
            play.pop()
            play.record(BattleCancelled(clash.target))
        elif self.shown:
            play.pop()
            _resolve(play, clash)
        else:
            asks = _card_asks(state)
            if asks:
                return Decision(*asks)
            _open_last_window(play)
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        state = play.state
        clash = state.clash
        assert clash is not None
        shown = {
            seat: tuple(CardUse(order.card, order.use) for order in draft if isinstance(order, SetCard))
            for seat, draft in answers.items()
        }
        attacker = shown.get(seat_of(state, army_in(clash, "attacker")), ())
        defender = shown.get(seat_of(state, army_in(clash, "defender")), ())
        active = attacker if FACTS.front[army_in(clash, "attacker")] == state.active else defender
        play.record(BattleCardsRevealed(attacker, defender, state.cards_in_round + len(active)))
        _open_last_window(play)


def _open_last_window(play: Play[State]) -> None:
    play.replace(Battle(shown=True))
    clash = play.state.clash
    if clash is not None and not clash.charge:
        open_window(play, "d")


# The reckoning --------------------------------------------------------------------------------


def attack_points(state: State, clash: Clash, unit: str) -> BattlePoints:
    """What an attacker is worth: the factors multiply, then command, then the edge; never below 0 (W-46)."""
    printed = strength(state, unit)
    side = side_attacked(state, clash.target, unit)
    uses = {each.use for each in clash.attacker_cards}
    elite = ELITE_FACTOR if "elite" in uses and unit in ELITE else 1
    charge = 1
    if clash.charge and clash.target in INFANTRY and side != "front":  # W-78
        charge = CHARGE_FACTOR[FACTS.units[unit].arm]
    command = command_bonus(state, unit, "attacker") if "command" in uses else 0
    edge = edge_loss(state, clash.target, unit)
    total = max(0, printed * elite * charge * SIDE_FACTOR[side] + command - edge)
    return BattlePoints(
        unit,
        printed,
        total,
        elite=elite,
        charge=charge,
        side=SIDE_FACTOR[side],
        command=command,
        edge=edge,
    )


def defence_points(state: State, clash: Clash) -> BattlePoints:
    """What the defender is worth (W-48)."""
    unit = clash.target
    printed = strength(state, unit)
    uses = {each.use for each in clash.defender_cards}
    elite = ELITE_FACTOR if "elite" in uses and unit in ELITE else 1
    terrain = terrain_factor(state, clash)
    command = command_bonus(state, unit, "defender") if "command" in uses else 0
    total = printed * terrain * elite + command
    return BattlePoints(unit, printed, total, elite=elite, terrain=terrain, command=command)


def terrain_factor(state: State, clash: Clash) -> int:
    """2 in chateau, woods, village or on a hill; attackers on a hill cancel all but the chateau (W-49)."""
    square = state.units[clash.target].square
    assert square is not None
    terrain = FACTS.terrain[square]
    if terrain == "chateau" and clash.target in INFANTRY:
        return TERRAIN_FACTOR
    if terrain not in DEFENSIVE_TERRAIN and terrain != "chateau":  # cavalry: as a village (W-67)
        return 1
    on_hill = any(FACTS.terrain[state.units[unit].square or ""] == "hill" for unit in clash.attackers)
    return 1 if on_hill else TERRAIN_FACTOR


def card_points(cards: Sequence[CardUse]) -> int:
    """What cards set as battle points add."""
    return sum(FACTS.cards[each.card].bp for each in cards if each.use == "bp")


def reckon(state: State, clash: Clash) -> BattleResolved:
    """The battle as it stands: every part and who wins (W-53)."""
    square = state.units[clash.target].square
    assert square is not None
    attackers = tuple(attack_points(state, clash, unit) for unit in clash.attackers)
    defender = defence_points(state, clash)
    attacker_cards, defender_cards = card_points(clash.attacker_cards), card_points(clash.defender_cards)
    attack = sum(each.total for each in attackers) + attacker_cards
    defence = defender.total + defender_cards
    return BattleResolved(
        target=clash.target,
        square=square,
        attackers=attackers,
        defender=defender,
        attacker_cards=attacker_cards,
        defender_cards=defender_cards,
        attack=attack,
        defence=defence,
        winner="attacker" if attack > defence else "defender",
        more_than_double=max(attack, defence) > 2 * min(attack, defence),
        charge=clash.charge,
    )


def _resolve(play: Play[State], clash: Clash) -> None:
    result = reckon(play.state, clash)
    play.record(result)
    if result.winner == "attacker":
        doubled = tuple(each.unit for each in result.attackers if each.elite > 1)
        play.push(DefenderLoses.by(result, doubled or clash.attackers))
    elif result.more_than_double:
        most = max(each.printed for each in result.attackers)
        play.push(AttackerLoses(tuple(each.unit for each in result.attackers if each.printed == most)))
