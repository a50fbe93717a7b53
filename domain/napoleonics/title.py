"""Commands & Colors: Napoleonics: battles of blocks and command cards, for two players."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from domain.kernel.agenda import Step
from domain.kernel.events import Event
from domain.kernel.gathering import gathered
from domain.kernel.orders import Order
from domain.kernel.ruleset import RuleSet, register
from domain.napoleonics.combat.odds import odds
from domain.napoleonics.ending.banners import result
from domain.napoleonics.facts import COMBAT, FACTS, Facts, packs
from domain.napoleonics.position.state import State
from domain.napoleonics.seen.battles import BATTLES
from domain.napoleonics.seen.hints import hint
from domain.napoleonics.seen.maps import battlefield
from domain.napoleonics.seen.measures import MEASURES, measure
from domain.napoleonics.seen.names import faces, names, texts
from domain.napoleonics.seen.scene import MARKS, board_of, conceal, redact, tokens, view
from domain.napoleonics.seen.sightlines import sight
from domain.napoleonics.seen.told import lead, piece_card
from domain.napoleonics.seen.worth import evaluate
from domain.napoleonics.sequence import setup
from domain.napoleonics.sequence.turns import clock


def _rules(facts: Facts) -> RuleSet:
    """The rules on these facts."""
    return RuleSet(
        id="napoleonics",
        name="Commands & Colors: Napoleonics",
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
        evaluate=evaluate,
        result=result,
        names=partial(names, facts),
        marks=MARKS,
        folder=Path(__file__).parent,
        sequence="3",
        home="command",
        open_questions=(
            "command", "orders", "movement", "combat", "answer", "flags", "retreat", "retire",
            "leader_retreat", "advance", "bonus", "battle_back", "rally", "scout", "place",
        ),
        windows=("melee",),
        fights=("melee",),
        texts=partial(texts, facts),
        faces=faces(facts),
        figures=("banners", "cards", "units", "blocks"),
        odds=odds,
        sight=sight,
        battles=BATTLES,
        piece_card=piece_card,
        lead=lead,
        maps={board_of(scenario): partial(battlefield, facts, scenario) for scenario in facts.scenarios},
        dice=(COMBAT,),
        data_files=packs.FILES,
        on_data=_on_data,
    )


def _on_data(files: Mapping[str, bytes], digest: str) -> RuleSet:
    return _rules(packs.learn(files, digest))


NAPOLEONICS = register(_rules(FACTS))
