"""Waterloo: the battle of 18 June 1815, card-driven, on squares, for two or three players."""

from pathlib import Path

from domain.kernel.ruleset import RuleSet, register
from domain.kernel.seats import Seat
from domain.waterloo import battle, leaders, movement, retreat, setup, turn, victory
from domain.waterloo.actions import artillery, charge, rally
from domain.waterloo.events import EVENTS
from domain.waterloo.orders import ORDERS
from domain.waterloo.position.state import FACTS, State
from domain.waterloo.seen.faces import FACES
from domain.waterloo.seen.hints import hint
from domain.waterloo.seen.maps import battlefield
from domain.waterloo.seen.measures import MEASURES, evaluate, measure
from domain.waterloo.seen.names import names, texts
from domain.waterloo.seen.odds import odds
from domain.waterloo.seen.scene import MARKS, conceal, redact, view

STEPS = (
    setup.PlaceForces, turn.BeginTurn, turn.Bidding, turn.Rounds, turn.OpenRound, turn.PassRound,
    turn.PlayRound,
    movement.Movement, movement.Withdrawal, movement.Follow, leaders.DisplaceLeaders,
    artillery.ArtilleryWindow, artillery.Fire, rally.Rally, charge.ChargeChoice, charge.ChargeEnds,
    battle.AttackChance, battle.Battle, retreat.AttackerLoses, retreat.DefenderLoses, retreat.Advance,
)  # fmt: skip

WATERLOO = register(
    RuleSet(
        id="waterloo",
        name="Waterloo",
        edition=2,
        data_digest=FACTS.digest,
        scenarios=setup.scenarios(),
        state=State,
        events=EVENTS,
        orders=ORDERS,
        steps=STEPS,
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
