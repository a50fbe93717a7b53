"""Wellington: the Peninsular War 1812 to 1814, card-driven, for two, three or four players."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from domain.kernel.agenda import Step
from domain.kernel.events import Event
from domain.kernel.gathering import gathered
from domain.kernel.orders import Order
from domain.kernel.ruleset import RuleSet, register
from domain.kernel.seats import Seat
from domain.wellington.ending import victory
from domain.wellington.facts import SECTIONS, Facts, load
from domain.wellington.facts.cards import WINDOWS
from domain.wellington.facts.packs import learn
from domain.wellington.facts.world import POWERS_OF
from domain.wellington.position.state import State
from domain.wellington.seen.faces import faces
from domain.wellington.seen.fights import BATTLES
from domain.wellington.seen.hints import hint
from domain.wellington.seen.maps import peninsula
from domain.wellington.seen.measures import evaluate, measure, measures
from domain.wellington.seen.names import names, texts
from domain.wellington.seen.odds import odds
from domain.wellington.seen.scene import MARKS, conceal, redact, tokens, view
from domain.wellington.seen.told import forfeit, lead, piece_card
from domain.wellington.sequence import setup, turn
from domain.wellington.sequence.bids import BIDDING


def _rules(facts: Facts) -> RuleSet:
    """The rules on these facts."""
    return RuleSet(
        id="wellington",
        name="Wellington",
        edition=2,
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
        clock=turn.clock,
        measures=measures(facts),
        measure=measure,
        evaluate=evaluate,
        result=victory.result,
        names=partial(names, facts),
        marks=MARKS,
        folder=Path(__file__).parent,
        sequence="4",
        home="play_impulse",
        open_questions=(
            "mulligan", "preempt", "play_impulse", "pass_impulse", "spend_point", "answer_arrival",
            "join_battle", "retreat", "lay_card", "fight_on", "siege_flag", "free_flag", "raise_flag",
            "redeploy", "spend_reinforcement", "withdraw_leader", "remove_leader",
        ),
        bidding=dict.fromkeys(BIDDING, "2.1"),
        windows=tuple(kind for kind in WINDOWS if kind not in ("own_impulse", "idle")),  # the rest open
        fights=tuple(kind for kind in WINDOWS if kind.startswith(("battle_", "siege_"))),
        texts=partial(texts, facts),
        sides=tuple(tuple(map(Seat, powers)) for powers in POWERS_OF.values()),
        shared_out=victory.shared_out,
        foremost=victory.foremost,
        faces=faces(facts),
        figures=("cards", "keys", "resources", "strength"),
        odds=odds,
        battles=BATTLES,
        piece_card=piece_card,
        lead=lead,
        forfeit=forfeit,
        maps={"iberia": partial(peninsula, facts)},
        data_files=tuple(SECTIONS),
        on_data=_on_data,
    )


def _on_data(files: Mapping[str, bytes], digest: str) -> RuleSet:
    return _rules(learn(files, digest))


WELLINGTON = register(_rules(load()))
