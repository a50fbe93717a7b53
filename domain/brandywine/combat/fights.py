"""A close combat step by step (12.1.6)."""

from domain.brandywine.combat.advances import Advancing
from domain.brandywine.combat.effects import PinDown, Refugees, Suffer, participants
from domain.brandywine.combat.retreats import InTurn, withdrawals
from domain.brandywine.combat.strength import (
    attack_points,
    column,
    defence_points,
    diversion_shift,
    line_of,
    modifiers,
    points_of,
)
from domain.brandywine.combat.tactics import swing
from domain.brandywine.events.combat import (
    CombatBegan,
    CombatEnded,
    CombatRolled,
    LafayetteUsed,
    LeadChosen,
    OddsSet,
    TacticsRevealed,
)
from domain.brandywine.facts.sides import ENEMY, SIDES, Side, seat_of
from domain.brandywine.facts.tables import DICE
from domain.brandywine.morale.army import book
from domain.brandywine.morale.checks import die
from domain.brandywine.morale.losses import capture
from domain.brandywine.morale.momentum import gain, spend
from domain.brandywine.orders.combat import (
    ChooseLead,
    ChooseTactic,
    KeepRoll,
    Reroll,
    SaveLafayette,
    StandCavalry,
    UseLafayette,
    WithdrawCavalry,
)
from domain.brandywine.position.pieces import foe, leaders_at, units_at
from domain.brandywine.position.state import (
    Combat,
    State,
    fight_of,
    unit_fact,
)
from domain.kernel import Answers, Ask, Decision, Play, Step, the_order

MEAN = (DICE - 1) / 2


def begin(play: Play[State], combat: Combat) -> None:
    """The combat is fought now: its steps follow."""
    state = play.state
    held = foe(state, state.active).held
    defenders = tuple(
        unit
        for at in combat.targets
        if at in held
        for unit in units_at(state, at)
        if unit not in state.refugees
    )
    attackers = tuple(unit for unit in combat.attackers if unit in state.at)
    places = {unit: state.at[unit] for unit in (*attackers, *defenders)}
    play.record(CombatBegan(attackers, defenders, combat.targets, places))
    if not line_of(play.state, defenders):
        play.push(TakeGuns(), BookCombat(), Advancing(must="any"), CloseCombat())
        return
    play.push(Cavalry(), Engage(), BookCombat(), GainMomentum(), Advancing(must="lead"), CloseCombat())


def about(state: State) -> dict[str, object]:
    """What a question of a combat tells."""
    fight = fight_of(state)
    return {"attackers": fight.attackers, "defenders": fight.defenders}


class TakeGuns(Step, frozen=True):
    """Artillery alone is captured without a roll (12.1.7, R-69)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        side = ENEMY[play.state.active]
        for gun in fight_of(play.state).defenders:
            capture(play, gun, "guns")
        play.push(Refugees(side))


class Cavalry(Step, frozen=True):
    """Dragoons alone may withdraw from attackers without dragoons; these must enter a hex that is left, as
    after any combat (12.1.7, 12.1.15, R-70)."""

    def advance(self, play: Play[State]) -> Decision | None:
        if not may_withdraw(play.state):
            play.pop()
            return None
        side = ENEMY[play.state.active]
        menu = [WithdrawCavalry(), StandCavalry()]
        return Decision(Ask(seat_of(side), "cavalry", "12.1.7", menu, about(play.state)))

    def handle(self, play: Play[State], answers: Answers) -> None:
        play.pop()
        if isinstance(the_order(answers), WithdrawCavalry):
            assert isinstance(play.pop(), Engage)
            place = next(n for n, each in enumerate(play.agenda) if isinstance(each, Advancing))
            play.agenda[place] = Advancing(must="any")
            play.push(InTurn(ENEMY[play.state.active], fight_of(play.state).defenders, "cavalry"))


def may_withdraw(state: State) -> bool:
    fight = fight_of(state)
    dragoons = all(
        unit_fact(state, unit).type == "dragoon" and unit not in state.condition for unit in fight.defenders
    )
    if not dragoons or any(unit_fact(state, unit).type == "dragoon" for unit in fight.attackers):
        return False
    return all(withdrawals(state, unit) for unit in fight.defenders)


class Engage(Step, frozen=True):
    """The combat goes its way: odds, leads, tactics, die."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        attacker = play.state.active
        play.push(Lafayette(), Lead(attacker), Lead(ENEMY[attacker]), Tactics())


class Lafayette(Step, frozen=True):
    """The American may shift the odds once, where Lafayette alone leads a hex (14.5, R-94); then they are
    set."""

    def advance(self, play: Play[State]) -> Decision | None:
        if not may_use_lafayette(play.state):
            self._set(play, 0)
            return None
        menu = [UseLafayette(), SaveLafayette()]
        return Decision(Ask(seat_of("american"), "lafayette", "14.5", menu, about(play.state)))

    def handle(self, play: Play[State], answers: Answers) -> None:
        used = isinstance(the_order(answers), UseLafayette)
        own = play.state.tables.modifiers.lafayette
        shift = own if play.state.active == "american" else -own
        if used:
            play.record(LafayetteUsed(play.state.units.role["lafayette"], shift))
        self._set(play, shift if used else 0)

    def _set(self, play: Play[State], shift: int) -> None:
        play.pop()
        state, fight = play.state, fight_of(play.state)
        shifts = diversion_shift(state, fight.attackers) + shift
        attack, defence = attack_points(state, fight), defence_points(state, fight)
        shifted = Combat(fight.attackers, fight.targets, fight.defenders, shifts=shifts)
        name = state.tables.close_combat.columns[column(state, shifted)]
        points = points_of(state, fight)
        broken = {unit: str(state.condition[unit]) for unit in points if unit in state.condition}
        play.record(OddsSet(attack, defence, name, shifts, points, broken))


def may_use_lafayette(state: State) -> bool:
    lafayette = state.units.role["lafayette"]
    at = state.at.get(lafayette)
    if at is None or any(each != lafayette for each in leaders_at(state, at)):
        return False
    return any(state.at[unit] == at for unit in line_of(state, participants(state, "american")))


class Lead(Step, frozen=True):
    """A side names its lead unit: in parade order if it can (12.1.8, R-71)."""

    side: Side

    def advance(self, play: Play[State]) -> Decision | None:
        units = leads(play.state, self.side)
        if len(units) > 1:
            menu = [ChooseLead(unit) for unit in units]
            return Decision(Ask(seat_of(self.side), "lead", "12.1.8", menu, about(play.state)))
        play.pop()
        play.record(LeadChosen(self.side, units[0]))
        return None

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, ChooseLead)
        play.pop()
        play.record(LeadChosen(self.side, order.unit))


def leads(state: State, side: Side) -> list[str]:
    """Who may lead a side."""
    line = line_of(state, participants(state, side))
    ordered = [unit for unit in line if unit not in state.condition]
    return ordered or line


class Tactics(Step, frozen=True):
    """Both choose a chit at the same time; they are shown together (12.1.9)."""

    def advance(self, play: Play[State]) -> Decision | None:
        told = about(play.state)
        chits = play.state.tables.tactics.chits
        return Decision(*(
            Ask(seat_of(side), "tactics", "12.2", [ChooseTactic(side, chit) for chit in chits], told)
            for side in SIDES
        ))  # fmt: skip

    def handle(self, play: Play[State], answers: Answers) -> None:
        chosen = {seat: draft[-1] for seat, draft in answers.items()}
        state, attacker = play.state, play.state.active
        ours, theirs = chosen[seat_of(attacker)], chosen[seat_of(ENEMY[attacker])]
        assert isinstance(ours, ChooseTactic) and isinstance(theirs, ChooseTactic)
        added, illegal = swing(state, fight_of(state), ours.chit, theirs.chit)
        play.pop()
        play.record(TacticsRevealed(attacker, ours.chit, theirs.chit, added, illegal))
        if added is not None:
            play.push(RollCombat(), Momentum(), Results())
            return
        for side, chit in ((attacker, ours.chit), (ENEMY[attacker], theirs.chit)):
            if chit == "withdraw":
                play.push(InTurn(side, participants(play.state, side), "withdrawal"))


class RollCombat(Step, frozen=True):
    """The die, with everything that is added (12.1.11)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        roll_combat(play)


def roll_combat(play: Play[State]) -> None:
    state, fight = play.state, fight_of(play.state)
    added = modifiers(state, fight)
    table, number = state.tables.close_combat, column(state, fight)
    shown = die(play, state.active, "combat", "12.1.11")
    total = shown + sum(added.values())
    result = table.result(number, total)
    play.record(CombatRolled(
        state.active, shown, added, total, table.columns[number], result, MEAN,
    ))  # fmt: skip


class Momentum(Step, frozen=True):
    """Who has more markers, or the defender, may have the die rolled again; then the other (12.1.12)."""

    declined: tuple[Side, ...] = ()

    def advance(self, play: Play[State]) -> Decision | None:
        side = self._next(play.state)
        if side is None:
            play.pop()
            return None
        fight = fight_of(play.state)
        told = {"side": side, "result": fight.result, "total": fight.total}
        return Decision(Ask(seat_of(side), "reroll", "12.1.12", [Reroll(), KeepRoll()], told))

    def _next(self, state: State) -> Side | None:
        attacker, defender = state.active, ENEMY[state.active]
        order = sorted((defender, attacker), key=lambda side: -state.momentum[side])
        return next((side for side in order if state.momentum[side] and side not in self.declined), None)

    def handle(self, play: Play[State], answers: Answers) -> None:
        side = self._next(play.state)
        assert side is not None
        if isinstance(the_order(answers), Reroll):
            spend(play, side)
            play.replace(Momentum())
            roll_combat(play)
        else:
            play.replace(Momentum((*self.declined, side)))


class Results(Step, frozen=True):
    """What the table says befalls the defender first, then the attacker (12.1.13)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        attacker = play.state.active
        result = fight_of(play.state).result
        if result == "PIN":
            play.push(PinDown())
            return
        ours, theirs = result.split("/")
        codes = ((ENEMY[attacker], theirs), (attacker, ours))
        play.push(*(Suffer(side, code) for side, code in codes if code != "-"))


class BookCombat(Step, frozen=True):
    """Army morale is booked when all results are carried out (R-105)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        book(play)


class GainMomentum(Step, frozen=True):
    """A modified die below 0 or above 9 gains a marker (12.1.14)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        fight, attacker = fight_of(play.state), play.state.active
        if fight.result and fight.total < 0:
            gain(play, ENEMY[attacker], "die")
        if fight.result and fight.total >= DICE:
            gain(play, attacker, "die")


class CloseCombat(Step, frozen=True):
    def advance(self, play: Play[State]) -> None:
        play.pop()
        play.record(CombatEnded())
