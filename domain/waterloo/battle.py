"""Attacks, battle cards and the reckoning of battle points (9, W-41 to W-54)."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision, Draft
from domain.kernel.orders import Order
from domain.kernel.seats import Seat
from domain.waterloo.artillery import keep_watch, open_window
from domain.waterloo.events.battle import (
    ANY_EDGE,
    Across,
    AttackDeclared,
    Attacking,
    BattleCancelled,
    BattleCardsRevealed,
    BattlePoints,
    BattleResolved,
    Side,
)
from domain.waterloo.facts import FACINGS, Army
from domain.waterloo.facts.ids import (
    ARMIES_OF,
    ARMY_OF,
    ARMY_OF_CARD,
    DIRECTION,
    FRONT_OF,
    FRONT_OF_ARMY,
    LEADER_FRONT,
    OPPOSITE,
    UNITS_OF_ARMY,
    distance,
)
from domain.waterloo.orders import Attack, NoAttack, RevealCards, SetCard
from domain.waterloo.position.state import (
    BattleUse,
    CardUse,
    Clash,
    Role,
    State,
    cards_allowed,
    has_all_round_front,
    seat_of,
    strength,
)
from domain.waterloo.retreat import AttackerLoses, DefenderLoses

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
    units, at, front, facts = state.units, state.at, FRONT_OF_ARMY[army], state.facts
    beyond, chateaux = facts.beyond, facts.chateaux
    found: dict[str, list[str]] = {}
    for unit in UNITS_OF_ARMY[army]:
        mine = units[unit]
        square = mine.square
        if square is None or mine.disordered or mine.rallied or mine.attacked:
            continue
        all_round = square in chateaux and unit in facts.infantry
        for facing in FACINGS if all_round else (mine.facing,):
            target = at.get(beyond[square][facing] or "")
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
    direction = DIRECTION[here, there]
    if direction == facing:
        return "front"
    return "rear" if OPPOSITE[direction] == facing else "flank"


def edge_loss(state: State, target: str, attacker: str) -> int:
    """1 over a slope or a stream, bridged or not (W-47)."""
    here, there = state.units[attacker].square, state.units[target].square
    assert here is not None and there is not None
    return state.facts.edge_penalty[here, there]


def edge_between(state: State, target: str, attacker: str) -> Across:
    """What the attacker crosses, where that takes something off."""
    here, there = state.units[attacker].square, state.units[target].square
    assert here is not None and there is not None
    return state.facts.across.get((here, there), ANY_EDGE)


class AttackChance(Step, frozen=True):
    """The card that was played gives one attack (9.0, W-41, D-10). `watched`: artillery had its window and
    nothing has moved since (W-72)."""

    watched: bool = False

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        army = state.army
        assert army is not None
        if not possible_attacks(state, army):
            self._leave(play)
            return None
        return Decision(
            Ask(seat_of(state, army), "attack", "9.2", lambda draft: _attacks(state, army), {"army": army})
        )

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, Attack):
            play.pop()
            declare(play, order)
        else:
            self._leave(play)

    def _leave(self, play: Play[State]) -> None:
        play.pop()
        if self.watched:
            keep_watch(play)


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
    """The army that fights in this role; its cards can be set (W-19)."""
    return ARMY_OF[clash.attackers[0] if role == "attacker" else clash.target]


def units_in(clash: Clash, role: Role) -> tuple[str, ...]:
    """The units that fight in this role."""
    return clash.attackers if role == "attacker" else (clash.target,)


def has_limit(state: State, role: Role) -> bool:
    """Do the cards of this side count among the five of the round? The attacker's do, in his own round; the
    defender has no limit, nor has whoever is forced to charge in the other front's round (W-14)."""
    assert state.clash is not None
    return role == "attacker" and FRONT_OF_ARMY[army_in(state.clash, role)] == state.active


def command_bonus(state: State, unit: str, role: Role) -> int:
    """What a Command card gives this unit: the bonus of its front's leader, on or beside him (11.2, W-52)."""
    here, found = state.units[unit].square, 0
    for leader, square in state.leaders.items():
        if square is None or here is None or LEADER_FRONT[leader] != FRONT_OF[unit]:
            continue
        if distance(square, here) <= 1:
            fact = state.facts.leaders[leader]
            found = fact.attack if role == "attacker" else fact.defence
    return found


def uses_of_cards(state: State, role: Role) -> dict[str, tuple[BattleUse, ...]]:
    """What each card of the side's hands may be set for in the present battle, by the card's id (W-19, W-51).

    Cards of the army that fights; and of its leader's army those with a Command benefit, if it reaches.
    """
    clash = state.clash
    assert clash is not None
    army, units = army_in(clash, role), units_in(clash, role)
    cards, elite = state.facts.cards, state.facts.elite
    has_elite = any(unit in elite for unit in units)
    has_command = not clash.charge and any(command_bonus(state, unit, role) for unit in units)
    found: dict[str, tuple[BattleUse, ...]] = {}
    for card in state.hands[army]:
        uses: list[BattleUse] = [] if clash.charge else ["bp"]
        action = cards[card].action
        if action == "command" and has_command:
            uses.append("command")
        elif action == "elite" and has_elite:
            uses.append("elite")
        found[card] = tuple(uses)
    for ally in _commanding(state, army) if has_command else ():
        found |= {card: ("command",) for card in state.hands[ally] if cards[card].action == "command"}
    return found


def _commanding(state: State, army: Army) -> list[Army]:
    """The other armies of its front that have a leader: theirs are the Command cards."""
    leader_of = state.facts.leader_of
    return [ally for ally in ARMIES_OF[FRONT_OF_ARMY[army]] if ally != army and ally in leader_of]


def _card_menu(uses: Mapping[str, Sequence[BattleUse]], left: int) -> Callable[[Draft], Sequence[Order]]:
    """The cards that may be set beside those of the draft, in any order (W-50, W-51)."""

    def menu(draft: Draft) -> Sequence[Order]:
        chosen = [order for order in draft if isinstance(order, SetCard)]
        if len(chosen) >= left:
            return [REVEAL]
        gone = {order.card for order in chosen}
        spent = {order.use for order in chosen} - {"bp"}
        orders: list[Order] = [
            _set_card(card, use)
            for card, of in uses.items()
            for use in of
            if card not in gone and use not in spent
        ]
        return [*orders, REVEAL]

    return menu


def most_cards(state: State, role: Role, uses: Mapping[str, Sequence[BattleUse]]) -> int:
    """How many of these cards the side may set: of those that only give a bonus one of each kind (W-51)."""
    bonuses = {use for of in uses.values() if "bp" not in of for use in of}
    most = sum("bp" in of for of in uses.values()) + len(bonuses)
    return min(most, cards_allowed(state)) if has_limit(state, role) else most


def _card_asks(state: State) -> list[Ask]:
    """Both sides are asked at once; a side that everybody knows to have nothing to set is not."""
    asks = []
    roles: tuple[Role, ...] = ("attacker", "defender")
    for role in roles:
        if not has_limit(state, role) or cards_allowed(state) > 0:
            asks += [_card_ask(state, role, seat, armies) for seat, armies in _setting(state, role).items()]
    return asks


def _setting(state: State, role: Role) -> dict[Seat, list[Army]]:
    """The seats that may have something to set, as far as everybody knows, and whose cards."""
    clash = state.clash
    assert clash is not None
    army, units = army_in(clash, role), units_in(clash, role)
    elite = state.facts.elite
    armies = [army] if not clash.charge or any(unit in elite for unit in units) else []
    if not clash.charge and any(command_bonus(state, unit, role) for unit in units):
        armies += _commanding(state, army)
    found: dict[Seat, list[Army]] = {}
    for each in armies:
        if state.hands[each]:
            found.setdefault(seat_of(state, each), []).append(each)
    return found


def _card_ask(state: State, role: Role, seat: Seat, armies: Sequence[Army]) -> Ask:
    clash = state.clash
    assert clash is not None
    uses = {card: of for card, of in uses_of_cards(state, role).items() if ARMY_OF_CARD[card] in armies}
    left = most_cards(state, role, uses)
    about = {"target": clash.target, "role": role, "left": left}
    prompt, rule = ("charge_cards", "11.4") if clash.charge else ("battle_cards", "9.3")
    return Ask(seat, prompt, rule, _card_menu(uses, left), about)


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
        chosen = (order for draft in answers.values() for order in draft if isinstance(order, SetCard))
        cards = sorted((order.card, order.use) for order in chosen)
        front = FRONT_OF[clash.target]
        attacker = tuple(CardUse(*each) for each in cards if FRONT_OF_ARMY[ARMY_OF_CARD[each[0]]] != front)
        defender = tuple(CardUse(*each) for each in cards if FRONT_OF_ARMY[ARMY_OF_CARD[each[0]]] == front)
        counted = len(attacker) if has_limit(state, "attacker") else 0
        play.record(BattleCardsRevealed(attacker, defender, state.cards_in_round + counted))
        _open_last_window(play)


def _open_last_window(play: Play[State]) -> None:
    play.replace(Battle(shown=True))
    clash = play.state.clash
    if clash is not None and not clash.charge:
        open_window(play, "d")


# The reckoning --------------------------------------------------------------------------------


def attack_points(state: State, clash: Clash, unit: str) -> BattlePoints:
    """What an attacker is worth: the factors multiply, then command, then the edge; never below 0 (W-46)."""
    facts, printed = state.facts, strength(state, unit)
    side = side_attacked(state, clash.target, unit)
    uses = {each.use for each in clash.attacker_cards}
    elite = ELITE_FACTOR if "elite" in uses and unit in facts.elite else 1
    charge = 1
    if clash.charge and clash.target in facts.infantry and side != "front":  # W-78
        charge = CHARGE_FACTOR[facts.units[unit].arm]
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
        across=edge_between(state, clash.target, unit),
    )


def defence_points(state: State, clash: Clash) -> BattlePoints:
    """What the defender is worth (W-48)."""
    unit = clash.target
    printed = strength(state, unit)
    uses = {each.use for each in clash.defender_cards}
    elite = ELITE_FACTOR if "elite" in uses and unit in state.facts.elite else 1
    terrain = terrain_factor(state, clash)
    command = command_bonus(state, unit, "defender") if "command" in uses else 0
    total = printed * terrain * elite + command
    return BattlePoints(unit, printed, total, elite=elite, terrain=terrain, command=command)


def terrain_factor(state: State, clash: Clash) -> int:
    """2 in chateau, woods, village or on a hill; attackers on a hill cancel all but the chateau (W-49)."""
    square = state.units[clash.target].square
    assert square is not None
    facts = state.facts
    terrain = facts.terrain[square]
    if terrain == "chateau" and clash.target in facts.infantry:
        return TERRAIN_FACTOR
    if terrain not in DEFENSIVE_TERRAIN and terrain != "chateau":  # cavalry: as a village (W-67)
        return 1
    on_hill = any(facts.terrain[state.units[unit].square or ""] == "hill" for unit in clash.attackers)
    return 1 if on_hill else TERRAIN_FACTOR


def card_points(state: State, cards: Sequence[CardUse]) -> int:
    """What cards set as battle points add."""
    return sum(state.facts.cards[each.card].bp for each in cards if each.use == "bp")


def reckon(state: State, clash: Clash) -> BattleResolved:
    """The battle as it stands: every part and who wins (W-53)."""
    square = state.units[clash.target].square
    assert square is not None
    attackers = tuple(attack_points(state, clash, unit) for unit in clash.attackers)
    defender = defence_points(state, clash)
    attacker_cards = card_points(state, clash.attacker_cards)
    defender_cards = card_points(state, clash.defender_cards)
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
        most = max(each.total for each in result.attackers)
        play.push(AttackerLoses(tuple(each.unit for each in result.attackers if each.total == most)))
