"""Waterloo: the battle of 18 June 1815, card-driven, on squares, for two or three players."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from domain.kernel.agenda import Step
from domain.kernel.events import Event
from domain.kernel.gathering import gathered
from domain.kernel.orders import Order
from domain.kernel.ruleset import RuleSet, register
from domain.kernel.seats import Seat
from domain.waterloo import setup, turn, victory
from domain.waterloo.facts import FACTS, Facts, packs
from domain.waterloo.position.state import State
from domain.waterloo.seen.battles import BATTLES
from domain.waterloo.seen.faces import faces
from domain.waterloo.seen.hints import hint
from domain.waterloo.seen.maps import battlefield
from domain.waterloo.seen.measures import MEASURES, evaluate, measure
from domain.waterloo.seen.names import names, texts
from domain.waterloo.seen.odds import odds
from domain.waterloo.seen.scene import MARKS, conceal, redact, tokens, view
from domain.waterloo.seen.told import forfeit, lead, piece_card


def _rules(facts: Facts, digest: str) -> RuleSet:
    """The title on these facts; `digest` names their files."""
    return RuleSet(
        id="waterloo",
        name="Waterloo",
        edition=2,
        data_digest=digest,
        scenarios=setup.scenarios(facts),
        state=State,
        events=gathered(__package__, Event),
        orders=gathered(__package__, Order),
        steps=gathered(__package__, Step),
        set_up=setup.set_up,
        view=view,
        tokens=tokens,
        redact=redact,
        deal_anew=conceal,
        hint=hint,
        clock=turn.clock,
        measures=MEASURES,
        measure=measure,
        evaluate=evaluate,
        result=victory.result,
        names=partial(names, facts),
        marks=MARKS,
        folder=Path(__file__).parent,
        sequence="4.0",
        home="play_card",
        windows=("artillery",),
        open_questions=(
            "bid", "choose_army", "accept_round", "play_card", "movement", "withdraw", "follow", "attack",
            "battle_cards", "charge_cards", "charge", "force_charge", "rally", "reduce_attacker", "loss",
            "advance", "displace_leader",
        ),
        sides=((Seat("anglo_allied"), Seat("prussian")),),
        texts=partial(texts, facts),
        faces=faces(facts),
        figures=("cards", "units", "strength", "places", "points"),
        odds=odds,
        battles=BATTLES,
        piece_card=piece_card,
        lead=lead,
        forfeit=forfeit,
        maps={"waterloo": partial(battlefield, facts)},
        data_files=packs.FILES,
        on_data=_on_data,
    )


def _on_data(files: Mapping[str, bytes], digest: str) -> RuleSet:
    return _rules(packs.learn(files, digest), digest)


WATERLOO = register(_rules(FACTS, FACTS.digest))
