"""Waterloo: the battle of 18 June 1815, card-driven, on squares, for two or three players."""

from pathlib import Path

from domain.kernel.agenda import Step
from domain.kernel.events import Event
from domain.kernel.gathering import gathered
from domain.kernel.orders import Order
from domain.kernel.ruleset import RuleSet, register
from domain.kernel.seats import Seat
from domain.waterloo import setup, turn, victory
from domain.waterloo.position.state import FACTS, State
from domain.waterloo.seen.faces import FACES
from domain.waterloo.seen.hints import hint
from domain.waterloo.seen.maps import battlefield
from domain.waterloo.seen.measures import MEASURES, evaluate, measure
from domain.waterloo.seen.names import names, texts
from domain.waterloo.seen.odds import odds
from domain.waterloo.seen.scene import MARKS, conceal, redact, view

WATERLOO = register(
    RuleSet(
        id="waterloo",
        name="Waterloo",
        edition=2,
        data_digest=FACTS.digest,
        scenarios=setup.scenarios(),
        state=State,
        events=gathered(__name__, Event),
        orders=gathered(__name__, Order),
        steps=gathered(__name__, Step),
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
        sequence="4.0",
        windows=("artillery",),
        sides=((Seat("anglo_allied"), Seat("prussian")),),
        texts=texts,
        faces=FACES,
        figures=("cards", "units", "strength", "places", "points"),
        odds=odds,
        maps={"waterloo": battlefield},
    )
)
