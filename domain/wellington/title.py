"""Wellington: the Peninsular War 1812 to 1814, card-driven, for two, three or four players."""

from pathlib import Path

from domain.kernel.agenda import Step
from domain.kernel.events import Event
from domain.kernel.gathering import gathered
from domain.kernel.orders import Order
from domain.kernel.ruleset import RuleSet, register
from domain.kernel.seats import Seat
from domain.wellington.ending import victory
from domain.wellington.facts.cards import WINDOWS
from domain.wellington.facts.world import FACTS, POWERS_OF
from domain.wellington.position.state import State
from domain.wellington.seen.faces import FACES
from domain.wellington.seen.hints import hint
from domain.wellington.seen.maps import peninsula
from domain.wellington.seen.measures import MEASURES, evaluate, measure
from domain.wellington.seen.names import names, texts
from domain.wellington.seen.odds import odds
from domain.wellington.seen.scene import MARKS, conceal, redact, view
from domain.wellington.sequence import setup, turn
from domain.wellington.sequence.bids import BIDDING

WELLINGTON = register(
    RuleSet(
        id="wellington",
        name="Wellington",
        edition=2,
        data_digest=FACTS.digest,
        scenarios=setup.scenarios(),
        state=State,
        events=gathered(__package__, Event),
        orders=gathered(__package__, Order),
        steps=gathered(__package__, Step),
        set_up=setup.set_up,
        view=view,
        redact=redact,
        deal_anew=conceal,
        hint=hint,
        clock=turn.clock,
        measures=MEASURES,
        measure=measure,
        evaluate=evaluate,
        result=victory.result,
        names=names,
        marks=MARKS,
        folder=Path(__file__).parent,
        sequence="4",
        bidding=dict.fromkeys(BIDDING, "2.1"),
        windows=tuple(kind for kind in WINDOWS if kind not in ("own_impulse", "idle")),  # the rest open
        fights=tuple(kind for kind in WINDOWS if kind.startswith(("battle_", "siege_"))),
        texts=texts,
        sides=tuple(tuple(map(Seat, powers)) for powers in POWERS_OF.values()),
        faces=FACES,
        figures=("cards", "keys", "resources", "strength"),
        odds=odds,
        maps={"iberia": peninsula},
    )
)
