"""Washington's War: the American Revolution, card-driven, for two players."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from domain.kernel.agenda import Step
from domain.kernel.events import Event
from domain.kernel.gathering import gathered
from domain.kernel.orders import Order
from domain.kernel.ruleset import RuleSet, register
from domain.washingtons_war.battle.odds import odds
from domain.washingtons_war.ending.victory import result
from domain.washingtons_war.facts import FACTS, Facts, packs
from domain.washingtons_war.movement.hints import forfeit
from domain.washingtons_war.position.state import State
from domain.washingtons_war.seen.battles import BATTLES
from domain.washingtons_war.seen.faces import faces
from domain.washingtons_war.seen.hints import hint
from domain.washingtons_war.seen.maps import thirteen_colonies
from domain.washingtons_war.seen.measures import MEASURES, evaluate, measure
from domain.washingtons_war.seen.names import names, texts
from domain.washingtons_war.seen.scene import BOARD, MARKS, conceal, redact, tokens, view
from domain.washingtons_war.seen.told import lead, piece_card
from domain.washingtons_war.sequence import setup
from domain.washingtons_war.sequence.clock import clock


def _rules(facts: Facts) -> RuleSet:
    """The rules on these facts."""
    return RuleSet(
        id="washingtons_war",
        name="Washington's War",
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
        sequence="5.3",
        home="impulse",
        open_questions=(
            "choose_first", "impulse", "committees", "for_the_king", "spend_on_markers", "act_on_discard",
            "answer_swap", "strike_unit", "raise_units", "place_by_card", "remove_by_card", "place_in_colony",
            "reinforce_american", "reinforce_british", "campaign", "march", "intercept", "avoid_battle",
            "slip_away", "battle_card", "lose_unit", "choose_loss", "retreat", "place_navy",
            "return_congress",
        ),
        windows=("first_impulse", "interception", "avoid_battle", "battle_card", "swap"),
        fights=("avoid_battle", "battle_card"),
        texts=partial(texts, facts),
        faces=faces(facts),
        figures=("cards", "colonies", "units", "queue"),
        odds=odds,
        battles=BATTLES,
        piece_card=piece_card,
        lead=lead,
        forfeit=forfeit,
        maps={BOARD: partial(thirteen_colonies, facts)},
        data_files=packs.FILES,
        on_data=_on_data,
    )


def _on_data(files: Mapping[str, bytes], digest: str) -> RuleSet:
    return _rules(packs.learn(files, digest))


WASHINGTONS_WAR = register(_rules(FACTS))
