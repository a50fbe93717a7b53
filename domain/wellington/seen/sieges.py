"""Sieges of Wellington as the table tells them: dice line by line, sixes, chances, what it cost (12)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.kernel.battles import (
    Battle,
    Camp,
    CardShown,
    Course,
    Factor,
    Likely,
    Role,
    Stage,
    Throw,
    last_of,
    total,
)
from domain.kernel.events import Event
from domain.kernel.memory import Latest
from domain.kernel.told import Told
from domain.wellington.events import sieges as events
from domain.wellington.events.battle import CardLaid, CardSettled, CardStruck, CardTurned, PiecesLost
from domain.wellington.events.losses import LossesTaken
from domain.wellington.events.points import FlagPlaced
from domain.wellington.facts.world import SIDE_OF, Power
from domain.wellington.position import card_changes, card_table
from domain.wellington.position.conflict import Siege
from domain.wellington.position.state import State, changed
from domain.wellington.seen.names import title_id
from domain.wellington.seen.odds import siege_blows, siege_chances, siege_round_chances
from domain.wellington.seen.so_far import laid_for, since
from domain.wellington.seen.sums import WALLS, counted_lines, siege_lines
from domain.wellington.siege.siege_dice import may_fight_on, reckoned
from domain.wellington.siege.sieges import CAUSE, goes_on

STAGES: tuple[Stage, ...] = ("declared", "cards", "dice", "losses", "result")
"""What a round costs is known before it is judged whether the fortress has fallen (12.3)."""
COURSE = (
    events.SiegeBegan, events.SiegeRoundBegan, events.SiegeRolled, events.SiegeDiceAdded,
    events.SiegeDiceApart, events.BesiegerHarmed, events.SiegeReinforced, events.SiegeLifted,
    events.SiegeRoundEnded, events.FortressFell, CardLaid, CardStruck, CardTurned, CardSettled,
)  # fmt: skip
"""The events that say how a siege stands."""
FIGHTS_ON = "if_fights_on"
"""Said over the chances between two rounds."""
Counted = dict[Power, events.SiegeDiceCounted]


class Besieged(NamedTuple):
    """A siege as far as it has come: how it stands, or stood last, and the events of its present round."""

    course: Course
    begun: events.SiegeBegan
    state: State
    siege: Siege
    this_round: Sequence[Event]
    counted: Counted
    is_over: bool

    @property
    def before(self) -> int:
        """The sixes of the rounds before."""
        earlier = self.course.events[: len(self.course.events) - len(self.this_round)]
        ended = last_of(earlier, events.SiegeRoundEnded)
        return 0 if ended is None else ended.total


def tell(course: Course) -> Battle:
    """The siege as far as it has come; of its rounds the present one."""
    besieged = _besieged(course)
    begun, siege = besieged.begun, besieged.siege
    attack, defence = (_lines(besieged, power) for power in (begun.power, begun.owner))
    factors = _side_by_side(attack, defence)
    leaders = tuple(filter(None, (begun.leader, *begun.staff)))
    head, chances = _chances(besieged)
    may_go_on = head is not None and head.key == FIGHTS_ON
    return Battle(
        title=Told("siege", {"duchy": begun.duchy}),
        spaces=(begun.duchy,),
        stages=STAGES,
        stage=_stage(besieged),
        camps=(
            _camp(besieged, begun.power, "attacker", leaders, factors[0], _besieger_throws(besieged)),
            _camp(besieged, begun.owner, "defender", (), factors[1], _fortress_throws(besieged)),
        ),
        head=head,
        chances=chances,
        result=_result(course.events, siege, may_go_on=may_go_on),
        notes=tuple(_notes(besieged)),
        losses=tuple(each for each in course.events if _is_loss(each, begun)),
    )


def _besieged(course: Course) -> Besieged:
    begun = course.events[0]
    assert isinstance(begun, events.SiegeBegan), "a siege began"
    is_over = course.state.siege is None or course.state.siege.duchy != begun.duchy
    state = _as_it_stood(course) if is_over else course.state
    this_round = since(course.events, events.SiegeRoundBegan)
    counted = {each.power: each for each in this_round if isinstance(each, events.SiegeDiceCounted)}
    return Besieged(course, begun, state, events.the_siege(state), this_round, counted, is_over)


def _as_it_stood(course: Course) -> State:
    """A position in which the siege that is over stands as its events left it."""
    state: State = changed(course.state, battles=())
    for each in course.events:
        if isinstance(each, COURSE):
            state = each.apply(state)
    return state


def _stage(besieged: Besieged) -> Stage:
    if any(isinstance(each, (events.FortressFell, events.SiegeEnded)) for each in besieged.course.events):
        return "result"
    if any(isinstance(each, events.SiegeRoundEnded) for each in besieged.this_round):
        return "losses"
    if besieged.siege.besieger.dice or besieged.siege.fortress.dice:
        return "dice"
    return "cards" if besieged.siege.round else "declared"


# The dice -------------------------------------------------------------------------------------------


def _lines(besieged: Besieged, power: Power) -> dict[str, Factor]:
    """What the dice of one who fights come from: as they were counted, or would be now."""
    if power in besieged.counted:
        return counted_lines(besieged.counted[power])
    if besieged.siege.is_taken or not besieged.siege.leader:  # it falls by a card alone (#43)
        return {}
    return siege_lines(besieged.state, besieged.siege, power)


def _side_by_side(
    besieger: dict[str, Factor], fortress: dict[str, Factor]
) -> tuple[tuple[Factor | None, ...], tuple[Factor | None, ...]]:
    """The soldiers stand beside the walls; a fortress has no other line but for cards."""
    if not besieger and not fortress:
        return (), ()
    mine, theirs = dict(besieger), dict(fortress)
    first = mine.pop("soldiers", Factor(Told("soldiers"))), theirs.pop(WALLS, None)
    keys = sorted(dict.fromkeys((*mine, *theirs)), key=lambda key: key == "rest")  # what halves them is last
    return (first[0], *map(mine.get, keys)), (first[1], *map(theirs.get, keys))


def _camp(
    besieged: Besieged,
    power: Power,
    role: Role,
    pieces: tuple[str, ...],
    factors: tuple[Factor | None, ...],
    throws: tuple[Throw, ...],
) -> Camp:
    laid = laid_for(besieged.course.events, SIDE_OF[power])
    return Camp(
        side=power,
        role=role,
        pieces=pieces,
        factors=factors,
        total=total(factors),
        cards=tuple(CardShown(card) for card in laid),
        throws=throws,
    )


def _besieger_throws(besieged: Besieged) -> tuple[Throw, ...]:
    """Only sixes hit a fortress (12.3); the dice that cards add lie apart (#8, #15)."""
    hitting = besieged.state.facts.tables.siege.besieger_hits
    found: list[Throw] = []
    for each in besieged.this_round:
        if isinstance(each, events.SiegeDiceApart | events.SiegeDiceAdded):
            found += _throw("sixes_by", each.dice, hitting, each.card)
        elif isinstance(each, events.SiegeRolled):
            found += _throw("sixes", each.besieger, hitting)
    return tuple(found)


def _fortress_throws(besieged: Besieged) -> tuple[Throw, ...]:
    rolled = last_of(besieged.this_round, events.SiegeRolled)
    hitting = besieged.state.facts.tables.siege.fortress_hits
    return () if rolled is None else tuple(_throw("dice", rolled.fortress, hitting))


def _throw(key: str, rolled: Sequence[int], hitting: Sequence[int], card: str = "") -> Iterable[Throw]:
    if rolled:
        faces = tuple(sorted(rolled, reverse=True))
        hits = tuple(face in hitting for face in faces)
        about = {"hits": sum(hits), **({"card": title_id(card)} if card else {})}
        yield Throw(Told(key, about), faces, hits, len(faces) * len(hitting) / 6)


# What may come, and what came -----------------------------------------------------------------------


def _chances(besieged: Besieged) -> tuple[Told | None, tuple[Likely, ...]]:
    """Before the dice of a round, and while another may follow it, the exact chances of the siege (12.3);
    else what its dice promised."""
    siege, power = besieged.siege, besieged.begun.power
    ended = any(isinstance(each, events.SiegeRoundEnded) for each in besieged.this_round)
    if not besieged.is_over and (ended or not besieged.counted) and _is_known(besieged, ended=ended):
        falls, lost = _from_here.of(besieged.state)
        about = {"power": power, "lost": round(lost, 1)}
        shares = {"falls": falls, "holds": 1 - falls}
        told = tuple(Likely(Told(key, {"duchy": siege.duchy}), share) for key, share in shares.items())
        return Told(FIGHTS_ON if ended else "siege_chances", about), told
    return _promised(besieged) if len(besieged.counted) == 2 else (None, ())


def _is_known(besieged: Besieged, *, ended: bool) -> bool:
    """May the siege go on from here, and has all happened that the dice to come depend on?"""
    state, siege = besieged.state, besieged.siege
    if state.battles or siege.is_taken or not siege.leader or not goes_on(state, siege):
        return False
    if not ended:
        return siege.apart != () or not any(
            (laid.card, "before_dice") in card_table.works and laid.round == siege.round
            for laid in card_changes.in_force(state, siege)
        )
    fallen = sum(
        each.hits - each.disorganised for each in besieged.this_round
        if isinstance(each, events.SiegeRoundEnded)
    )  # fmt: skip
    gone = sum(
        each.sp + len(each.leaders) for each in besieged.this_round
        if isinstance(each, LossesTaken) and each.cause == CAUSE
    )  # fmt: skip
    may = siege.sixes < siege.strength and may_fight_on(state, siege, reckoned(state, siege))
    return may and gone >= fallen


def _chances_from_here(state: State) -> tuple[float, float]:
    """Of the siege whose round is about to be rolled, or was counted: (it falls, pieces that it costs)."""
    siege = events.the_siege(state)
    return siege_chances(state) if siege.is_counted or not siege.round else siege_round_chances(state)


_from_here: Latest[State, tuple[float, float]] = Latest(_chances_from_here)


def _promised(besieged: Besieged) -> tuple[Told, tuple[Likely, ...]]:
    """How likely so many dice bring as many sixes as it takes, or else more than the besieger suffers."""
    begun, siege, before = besieged.begun, besieged.siege, besieged.before
    dice, answer = besieged.counted[begun.power].total, besieged.counted[begun.owner].total
    against, harm = siege_blows(besieged.state, siege, dice, answer)
    suffered = siege.harm + (begun.camp.hits if siege.round == 1 else 0)  # before the dice (R-84, #95)
    needed = siege.strength - before
    shares = {"enough": sum(chance for sixes, chance in against.items() if sixes >= needed)}
    another = sum(
        chance * risk
        for sixes, chance in against.items()
        for losses, risk in harm.items()
        if suffered + sum(losses) < sixes < needed
    )
    if another and siege.round < siege.rounds:
        shares["another"] = another
    wanting = max(0, needed - min(against))  # besides those that cards add and dice that lie apart
    about = {"attack": dice, "defence": answer, "sixes": wanting}
    told = tuple(Likely(Told(key), share) for key, share in shares.items())
    return Told("siege_before", about), told


def _result(found: Sequence[Event], siege: Siege, *, may_go_on: bool) -> Told | None:
    """What came of the siege, or of the round after which it may go on."""
    ended = last_of(found, events.SiegeEnded)
    about = {"power": siege.power, "duchy": siege.duchy}
    if ended is not None and not ended.taken:
        return Told("lifted" if siege.is_lifted else "held", about)
    if ended is not None or siege.is_taken:
        return Told("siege_overrun" if ended is not None and ended.overrun else "taken", about)
    return Told("may_go_on", about) if may_go_on else None


def _notes(besieged: Besieged) -> Iterable[Told]:
    """The round, the sixes so far, and what the besieger has suffered by dice and cards."""
    begun, siege = besieged.begun, besieged.siege
    if siege.round:
        yield Told("siege_round", {"round": siege.round, "rounds": siege.rounds})
    yield Told("sixes_so_far", {"sixes": siege.sixes, "strength": siege.strength})
    rounds = [each for each in besieged.course.events if isinstance(each, events.SiegeRoundEnded)]
    disorganised = begun.camp.disorganised + sum(each.disorganised for each in rounds)
    if siege.besieger.hits:
        eliminated = siege.besieger.hits - disorganised
        about = {"power": begun.power, "eliminated": eliminated, "disorganised": disorganised}
        yield Told("besieger_suffered", about)
    apart = last_of(besieged.this_round, events.SiegeDiceApart)
    if apart is not None and apart.backfired:
        yield Told("backfired", {"card": title_id(apart.card), "power": begun.power})


def _is_loss(event: Event, begun: events.SiegeBegan) -> bool:
    """What the siege cost its army, and what its end brought."""
    if isinstance(event, LossesTaken | PiecesLost):
        is_theirs = (event.power, event.duchy) == (begun.power, begun.duchy)
        return is_theirs and bool(event.sp or event.leaders)
    if isinstance(event, FlagPlaced):
        return event.duchy == begun.duchy
    return isinstance(event, events.BesiegerHarmed | events.SackRolled)
