"""Brandywine Creek: Howe's flank march of 11 September 1777, for two players."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from domain.brandywine.ending.victory import result
from domain.brandywine.facts import FACTS, Facts, packs
from domain.brandywine.facts.tables import D10
from domain.brandywine.position.state import State
from domain.brandywine.seen.battles import BATTLES
from domain.brandywine.seen.hints import hint
from domain.brandywine.seen.maps import battlefield
from domain.brandywine.seen.measures import MEASURES, closed_measures, evaluate, measure
from domain.brandywine.seen.names import names
from domain.brandywine.seen.odds import odds
from domain.brandywine.seen.scene import BOARD, MARKS, conceal, redact, tokens, view
from domain.brandywine.seen.sightlines import sight
from domain.brandywine.seen.told import forfeit, lead, piece_card
from domain.brandywine.sequence import setup
from domain.brandywine.sequence.turns import clock
from domain.kernel.agenda import Step
from domain.kernel.events import Event
from domain.kernel.gathering import gathered
from domain.kernel.orders import Order
from domain.kernel.ruleset import RuleSet, register


def _rules(facts: Facts) -> RuleSet:
    """The rules on these facts."""
    return RuleSet(
        id="brandywine",
        name="Brandywine Creek",
        edition=1,
        data_digest=facts.digest,
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
        clock=clock,
        measures=MEASURES,
        measure=measure,
        closed_measures=closed_measures,
        evaluate=evaluate,
        result=result,
        names=partial(names, facts),
        marks=MARKS,
        dice=(D10,),
        folder=Path(__file__).parent,
        sequence="5",
        open_questions=(
            "tea", "override", "movement", "artillery", "rifles", "diversion", "attacks", "next_combat",
            "check_next", "back_next", "rally_next",
        ),
        figures=("morale", "points", "momentum"),
        battles=BATTLES,
        odds=odds,
        sight=sight,
        piece_card=piece_card,
        lead=lead,
        forfeit=forfeit,
        maps={BOARD: partial(battlefield, facts)},
        data_files=packs.FILES,
        on_data=_on_data,
    )


def _on_data(files: Mapping[str, bytes], digest: str) -> RuleSet:
    return _rules(packs.learn(files, digest))


BRANDYWINE = register(_rules(FACTS))
