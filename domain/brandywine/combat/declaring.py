"""Which attacks can be declared: those that leave a declaration that can be completed (12.1.1 to 12.1.4,
16.2.3, R-64 to R-67).

A unit fights once and a stack is attacked once. On land a declaration can be completed as long as every stack
that must be attacked is touched by somebody free, and everybody who must attack still finds an enemy: then
the free units and the stacks left can be joined in stars, one unit at several stacks or several at one. Where
somebody may go over the creek that does not see all, and what it refuses is looked for, attack by attack.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, combinations

import msgspec

from domain.brandywine.combat.duty import Duty, declared, duty, is_exempt
from domain.brandywine.facts.board import ADJACENT, Hex
from domain.brandywine.orders.combat import Attack
from domain.brandywine.position.pieces import foe
from domain.brandywine.position.state import Combat, State, changed, pinned

NO_HEXES: frozenset[Hex] = frozenset()
Combats = tuple[Combat, ...]


def combat_at(combats: Iterable[Combat], at: Hex) -> Combat | None:
    return next((each for each in combats if at in each.targets), None)


def is_joinable(state: State, unit: str, combat: Combat, near: Collection[Hex]) -> bool:
    """May a unit that may attack these stacks join a combat: one of one stack, or one of its own hex
    (12.1.4)?"""
    if len(combat.targets) == 1:
        return True
    own = state.at[unit]
    return all(state.at[each] == own for each in combat.attackers) and set(combat.targets) <= {*near}


class Front(msgspec.Struct, frozen=True, eq=False):
    """What a declaration has come to: who is free, and what an attack must leave so that it can be completed.

    `sole` are the stacks still to be attacked that only one free unit touches (under "": nobody); `finds`
    are the stacks left to a free unit that must attack and can join no combat that is declared. From `banks`
    attacks go over the creek.
    """

    found: Duty
    targets: frozenset[Hex]
    free: tuple[str, ...]
    sole: Mapping[str, set[Hex]]
    finds: Mapping[str, set[Hex]]
    banks: frozenset[Hex]
    pins: Collection[str]

    def can_be_completed(self, state: State, order: Attack) -> bool:
        """Is every stack still touched that must be attacked, and has everybody an enemy who must attack?"""
        group = self.targets.union(order.targets)
        if any(not self.sole.get(unit, NO_HEXES) <= group for unit in ("", order.unit)):
            return False
        at, is_wide = state.at[order.unit], len(order.targets) > 1
        for unit, left in self.finds.items():
            if unit == order.unit or (left and not (is_wide and left <= group)):
                continue
            joins = state.at[unit] == at and {*order.targets} <= {*self.found.near(unit)}
            if not (left and joins):
                return False
        return True


def front(state: State) -> Front:
    pins, banks = pinned(state), banks_of(state, state.combats)
    found = duty(state, state.diverted)
    found = changed(found, required=found.required | beside_banks(state, banks))
    attackers, targets = declared(state.combats)
    free = tuple(unit for unit in found.can if unit not in attackers)
    touching: dict[Hex, list[str]] = {at: [] for at in found.required if at not in targets}
    finds: dict[str, set[Hex]] = {}
    for unit in free:
        near = found.can[unit]
        for at in found.freely(unit, state.at[unit] in banks):
            if at in touching:
                touching[at].append(unit)
        if unit in found.obliged and not any(
            is_joinable(state, unit, combat, found.near(unit))
            for at in near
            if (combat := combat_at(state.combats, at)) is not None
        ):
            finds[unit] = {at for at in near if at not in targets}
    sole: dict[str, set[Hex]] = {}
    for at, units in touching.items():
        if len(units) <= 1:
            sole.setdefault(units[0] if units else "", set()).add(at)
    return Front(found, frozenset(targets), free, sole, finds, banks, pins)


def banks_of(state: State, combats: Combats) -> frozenset[Hex]:
    """The hexes from which these attacks go over the creek, those of pinned units apart (16.2.3)."""
    unforded, pins, where = state.ground.unforded, pinned(state), state.at
    return frozenset(
        where[unit]
        for combat in combats
        for unit in combat.attackers
        if unit not in pins and any((where[unit], to) in unforded for to in combat.targets)
    )


def beside_banks(state: State, banks: Collection[Hex]) -> set[Hex]:
    """The enemies that must be attacked since attacks go over the creek from these hexes (R-65)."""
    held = foe(state, state.active).held
    return {to for at in banks for to in ADJACENT[at] if to in held and to != state.diverted}


def attacks(state: State, now: Front | None = None) -> list[Attack]:
    """Every attack that can be declared now and leaves the declaration one that can be completed."""
    now = now or front(state)
    menu, searches = list[Attack](), dict[str, Search | None]()
    for unit in now.free:
        offers = offers_of(state, unit, now.found, state.combats)
        legal = [order for order in offers if _is_legal(state, now, order, searches)]
        if unit in now.found.beside and not is_exempt(state, unit):
            legal = [order for order in legal if not _leaves_out(now, order, legal)]
        menu += legal
    return menu


def _leaves_out(now: Front, order: Attack, legal: Iterable[Attack]) -> bool:
    """Could it take in stacks that only the pinned touch, and that nobody else is left for (R-66)?"""
    group, found = {*order.targets}, now.found
    touched = {at for unit in now.free if unit not in found.beside for at in found.near(unit)}
    for unit in now.free:
        if unit != order.unit and any(at not in now.targets | group for at in found.can[unit]):
            touched.update(found.beside.get(unit, ()))
    lonely = {*found.beside[order.unit]} - touched
    return any(group < {*each.targets} <= group | lonely for each in legal)


def offers_of(state: State, unit: str, found: Duty, combats: Combats) -> list[Attack]:
    """The combats that a unit may join, and the sets of free stacks that it may attack; one that is pinned
    always attacks one of its own enemies (13.1.9)."""
    near = found.near(unit)
    joined = [combat for to in near if (combat := combat_at(combats, to)) is not None]
    offers = {
        combat.targets: Attack(unit, combat.targets)
        for combat in joined
        if is_joinable(state, unit, combat, near)
    }
    free = [to for to in near if combat_at(combats, to) is None]
    for count in range(1, len(free) + 1):
        for group in combinations(free, count):
            offers[group] = Attack(unit, group)
    if unit not in found.beside:
        return list(offers.values())
    return [order for order in offers.values() if not set(order.targets).isdisjoint(found.can[unit])]


def _is_legal(state: State, now: Front, order: Attack, searches: "dict[str, Search | None]") -> bool:
    """`searches` are those that were needed so far, by unit."""
    if now.can_be_completed(state, order) and keeps_creek_rule(state, now, order):
        return True
    if order.unit not in searches:
        made = around(state, now, order.unit)
        searches.update(dict.fromkeys(made.units if made is not None else (order.unit,), made))
    search = searches[order.unit]
    return search is not None and search.can_be_completed(joined_by(state.combats, order))


def keeps_creek_rule(state: State, now: Front, order: Attack) -> bool:
    """An attack over the creek leaves no enemy next to its hex unattacked but a diverted one: it takes them
    in, or others can still attack them, from the same hex or over no creek (R-65). Pinned units must fight in
    any case (16.2.3)."""
    at = state.at[order.unit]
    if order.unit in now.pins or all((at, to) not in state.ground.unforded for to in order.targets):
        return True
    left = beside_banks(state, (at,)) - now.targets.union(order.targets, now.found.required)
    return left <= {
        to
        for unit in now.free
        if left and unit != order.unit
        for to in now.found.freely(unit, state.at[unit] == at or state.at[unit] in now.banks)
    }


# Over the creek -----------------------------------------------------------------------------------


class Search(msgspec.Struct, frozen=True, eq=False):
    """Looks for attacks that complete a declaration, among units that touch the same stacks. `alike` are
    units of one hex with the same enemies: it does not matter which of them attacks first."""

    state: State
    found: Duty
    units: tuple[str, ...]
    alike: Mapping[str, object]
    failed: set[object]

    def can_be_completed(self, combats: Combats) -> bool:
        """Can everybody still attack who must, and everybody be attacked who must be, those beside an attack
        over the creek too (12.1.1, 16.2.3)?"""
        key = frozenset((each.targets, tuple(sorted(map(self._kind, each.attackers)))) for each in combats)
        if key in self.failed:
            return False
        open_duties = list(self._open_duties(combats))
        ways = min(open_duties, key=len, default=None)
        if ways is None or any(self.can_be_completed(joined_by(combats, order)) for order in ways):
            return True
        self.failed.add(key)
        return False

    def _kind(self, unit: str) -> str:
        return repr(self.alike.get(unit, unit))

    def _open_duties(self, combats: Combats) -> Iterator[list[Attack]]:
        """Of each unit that must still attack, and each stack that must be attacked, the attacks that do
        it."""
        attackers, targets = declared(combats)
        offers = {
            unit: offers_of(self.state, unit, self.found, combats)
            for unit in {self.alike[unit]: unit for unit in self.units if unit not in attackers}.values()
        }
        yield from (orders for unit, orders in offers.items() if unit in self.found.obliged)
        touched = {to for unit in self.units for to in self.found.near(unit)}
        required = self.found.required | beside_banks(self.state, banks_of(self.state, combats))
        for at in sorted(required & touched - targets):
            yield [order for order in chain.from_iterable(offers.values()) if at in order.targets]


def around(state: State, now: Front, unit: str) -> Search | None:
    """The search among the units that are bound up with this one: they touch a stack in common, or are so
    with others in between. None if none of them may go over the creek."""
    units, stacks, left = {unit}, {*now.found.near(unit)}, {*now.found.can} - {unit}
    while more := {each for each in left if not stacks.isdisjoint(now.found.near(each))}:
        units |= more
        left -= more
        stacks.update(to for each in more for to in now.found.near(each))
    found = now.found
    if not any(found.across.get(each) for each in units):
        return None
    alike = {
        each: (state.at[each], found.near(each), each in found.obliged, each in now.pins) for each in units
    }
    return Search(state, duty(state, state.diverted), tuple(u for u in found.can if u in units), alike, set())


def joined_by(combats: Combats, order: Attack) -> Combats:
    """The same combats with this attack among them."""
    if all(each.targets != order.targets for each in combats):
        return (*combats, Combat((order.unit,), order.targets))
    return tuple(
        changed(each, attackers=(*each.attackers, order.unit)) if each.targets == order.targets else each
        for each in combats
    )
