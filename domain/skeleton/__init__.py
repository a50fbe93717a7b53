"""Skeleton: two units a side on a dozen squares, and a die. The smallest title that plays.

`grognard new-title NAME` writes it under another name, with its tests.
"""

from pathlib import Path

from domain.kernel import Event, Measure, Order, RuleSet, Scenario, Step, register
from domain.kernel.gathering import gathered
from domain.skeleton.facts import DIGEST
from domain.skeleton.seen import conceal, field, hint, measure, names, redact, view
from domain.skeleton.state import SEATS, State, evaluate, result
from domain.skeleton.turns import TURNS, set_up

SKELETON = register(
    RuleSet(
        id="skeleton",
        name="Skeleton",
        edition=1,
        data_digest=DIGEST,
        scenarios=(Scenario("field", "The field", "Two units a side, eight turns.", TURNS, (SEATS,)),),
        state=State,
        events=gathered(__name__, Event),
        orders=gathered(__name__, Order),
        steps=gathered(__name__, Step),
        set_up=set_up,
        view=view,
        redact=redact,
        deal_anew=conceal,
        hint=hint,
        clock=lambda state: (state.turn, 1),
        measures=tuple(Measure(f"units_{seat}", f"Units of {seat}", seat, "units") for seat in SEATS),
        measure=measure,
        evaluate=evaluate,
        result=result,
        names=names,
        marks={"TurnBegan": "turn", "AttackResolved": "battle"},
        folder=Path(__file__).parent,
        sequence="1",
        maps={"skeleton": field},
    )
)
