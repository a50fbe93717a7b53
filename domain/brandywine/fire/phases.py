"""The two fire phases: groups are formed, dice fall, results are carried out (10.0, 11.0)."""

from domain.brandywine.combat.effects import FireEffect, LeaderCasualty
from domain.brandywine.events.fire import DamageRolled, FireDeclared, HitRolled, Kind, ShotEnded
from domain.brandywine.events.turns import BookOpened
from domain.brandywine.facts.sides import ENEMY, Side, seat_of
from domain.brandywine.fire.targets import (
    dice,
    is_first_fire,
    may_fire,
    modifiers,
    needed,
    reach_of,
    shooters,
    table_of,
    targets,
)
from domain.brandywine.morale.army import book
from domain.brandywine.morale.checks import die
from domain.brandywine.orders.fire import EndGroup, FireAt, HoldFire, JoinFire
from domain.brandywine.position.state import State, Volley, side_of, strength
from domain.kernel import Answers, Ask, Decision, Order, Play, Step, the_order

CITED: dict[Kind, str] = {"artillery": "11.1", "rifle": "10.1"}


class FireOrders(Step, frozen=True):
    """A side names groups and targets; artillery fires group by group, rifles all together (R-52)."""

    kind: Kind
    side: Side

    def advance(self, play: Play[State]) -> Decision | None:
        menu = fire_menu(play.state, self.side, self.kind)
        if len(menu) == 1:
            play.pop()
            return None
        prompt = "artillery" if self.kind == "artillery" else "rifles"
        return Decision(Ask(seat_of(self.side), prompt, CITED[self.kind], menu, {"side": self.side}))

    def handle(self, play: Play[State], answers: Answers) -> None:
        match the_order(answers):
            case FireAt(unit, target):
                rolls = (RollVolleys(self.kind),) if self.kind == "artillery" else ()
                play.push(Gather(self.kind, (unit,), target), *rolls)
            case _:
                play.pop()


def fire_menu(state: State, side: Side, kind: Kind) -> list[Order]:
    """Every shot that a unit can take."""
    found: list[Order] = [
        FireAt(unit, target) for unit in shooters(state, side, kind) for target in targets(state, unit, kind)
    ]
    return [*found, HoldFire()]


class Gather(Step, frozen=True):
    """Others who can may fire at the same target."""

    kind: Kind
    firers: tuple[str, ...]
    target: str

    def advance(self, play: Play[State]) -> Decision | None:
        state = play.state
        side = side_of(state, self.firers[0])
        menu: list[Order] = [JoinFire(unit) for unit in joining(state, self.kind, self.firers, self.target)]
        if not menu:
            self._declare(play)
            return None
        menu.append(EndGroup())
        about = {"firers": self.firers, "target": self.target}
        return Decision(Ask(seat_of(side), "join_fire", CITED[self.kind], menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        if isinstance(order, JoinFire):
            play.replace(Gather(self.kind, (*self.firers, order.unit), self.target))
        else:
            self._declare(play)

    def _declare(self, play: Play[State]) -> None:
        state = play.state
        play.pop()
        first = self.kind == "rifle" and is_first_fire(state, self.firers)
        play.record(FireDeclared(
            side_of(state, self.firers[0]), self.kind, self.firers, self.target,
            reach_of(state, self.firers, self.target), CITED[self.kind], first,
            {unit: strength(state, unit) for unit in self.firers},
            {unit: state.at[unit] for unit in (*self.firers, self.target)},
        ))  # fmt: skip


def joining(state: State, kind: Kind, firers: tuple[str, ...], target: str) -> list[str]:
    """Who else can fire at a target."""
    side = side_of(state, firers[0])
    return [
        unit
        for unit in shooters(state, side, kind)
        if unit not in firers and may_fire(state, unit, kind) and target in targets(state, unit, kind)
    ]


class RollVolleys(Step, frozen=True):
    """All hit dice, all damage dice, then all results, those of the non-active player first (R-52); leaders
    are hit before anybody goes back, since all fire is simultaneous (10.1.8)."""

    kind: Kind

    def advance(self, play: Play[State]) -> None:
        play.pop()
        if not play.state.volleys:
            return
        play.record(BookOpened())
        hits = [volley for volley in play.state.volleys if roll_to_hit(play, self.kind, volley)]
        for volley in hits:
            roll_damage(play, self.kind, volley)
        active = play.state.active
        order = sorted(play.state.volleys, key=lambda each: side_of(play.state, each.target) == active)
        hurt = [volley for volley in order if volley.damage]
        leaders = [
            LeaderCasualty(play.state.at[volley.target], ENEMY[volley.side])
            for volley in hurt
            if volley.damage.endswith("*")
        ]
        effects = [FireEffect(volley.target, volley.damage.rstrip("*")) for volley in hurt]
        play.push(*leaders, *effects, BookFire())


def roll_to_hit(play: Play[State], kind: Kind, volley: Volley) -> bool:
    state = play.state
    count = dice(state, volley.firers, volley.target) if kind == "rifle" else 1
    added = modifiers(state, kind, volley.firers, volley.target, volley.first)
    wanted = needed(state, kind, volley.firers, volley.target)
    least = wanted - sum(added.values())
    shown = tuple(die(play, volley.side, f"{kind}_hit", CITED[kind], least) for _ in range(count))
    total = max(shown) + sum(added.values())
    hit = total >= wanted
    play.record(HitRolled(
        volley.side, volley.firers, volley.target, shown, added, total, wanted, hit, CITED[kind],
    ))  # fmt: skip
    return hit


def roll_damage(play: Play[State], kind: Kind, volley: Volley) -> None:
    shown = die(play, volley.side, f"{kind}_damage", CITED[kind])
    damage = table_of(play.state, kind).damage[shown]
    play.record(DamageRolled(volley.target, shown, damage, CITED[kind]))


class BookFire(Step, frozen=True):
    """The fire is over, and army morale is booked (10.1.8, 11.1.6)."""

    def advance(self, play: Play[State]) -> None:
        play.pop()
        play.record(ShotEnded())
        book(play)
