"""What a table shows to the person in front of it: whose view it is, who must take the device, and all that
the parts of its page are made of."""

from typing import Any

from flask import request

from domain.kernel import PUBLIC, Draft, RuleSet, Seat
from domain.kernel.endings import to_agree
from projections import documents
from web.base import views
from web.base.language import language
from web.base.security import Visitor
from web.base.site import rule_set_of, site
from web.hosting import clocks, ending, hosting, lessons, returns, watching
from web.notices import nudging
from web.table import (
    battles,
    coaching,
    counted_choices,
    endings,
    explained,
    hinting,
    logbook,
    shared_screen_windows,
)
from web.table.hands import on_tray
from web.table.long_menus import Portion, told_now
from web.table.menus import sorted_menu

LOOKED_BACK = 80
"""How many events the last line of a log is looked for in."""


def next_player(who: Visitor, desk: Any) -> Seat | None:
    """The seat whose player must take the device now; None if the right person has it.

    In a response window the screen asks everybody first: nobody need take it.
    """
    if not who.shares_screen:
        return None
    together = shared_screen_windows.asked_together(who, desk)
    if together and not consenting(desk):
        return None
    agreeing = [seat for seat in consenting(desk) if seat in who.seats]
    waiting = agreeing or [seat for seat in desk.waiting if seat in who.seats]
    if any(seat in who.present for seat in waiting):
        return None
    if waiting:
        return waiting[0]
    return None if who.present else who.seats[0]


def passes_on(who: Visitor, desk: Any) -> bool:
    """Whether the device must be handed over before anything else is shown."""
    return bool(who.seats) and not desk.is_over and next_player(who, desk) is not None


def consenting(desk: Any) -> tuple[Seat, ...]:
    """The seats that must agree before something is taken back."""
    return desk.takeback.missing if desk.takeback is not None else ()


def viewer_here(who: Visitor, desk: Any, asked: str | None = None) -> Seat:
    """The seat whose view the table gets: nobody's while a question is put to everybody at the screen."""
    if shared_screen_windows.is_put_to_all(who, desk):
        return PUBLIC
    usual = Seat(asked) if asked in who.present else views.viewer_of(who, desk)
    return shared_screen_windows.speaker(who, desk) or usual


def table(
    who: Visitor, desk: Any, viewer: Seat, scene: dict[str, Any], *, is_whole: bool = False
) -> dict[str, Any]:
    """What the parts of the page are made of, for a visitor who sees `scene` as `viewer`: all but the board,
    the log and the talk. Of a long menu the orders of a counter are told when the query asks for them
    (`opened`) or a lesson's step needs one of them, unless the menu `is_whole`."""
    rule_set, state = rule_set_of(who.game), desk.standing.state
    lesson, last = lessons.shown(who.game, desk) if who.present else None, last_line(desk, viewer)
    return {
        "rules": rule_set,
        "game": who.game,
        "who": who,
        "viewer": viewer,
        "opened": desk.standing.opened,
        "holders": site().games.holders(who.game),
        "scene": scene,
        "lesson": lesson,
        "victory": explained.victory(rule_set, state),
        "last": last,
        "since": last["at"] if last else 0,
        "asked_log": logbook.asked(),
        "clocks": clocks.shown(desk),
        "lateness": watching.lateness(who.game) if desk.decision is None and watching.is_late(who) else "",
        **_asked(who, desk, viewer, scene, lesson, is_whole=is_whole),
        **_waiting(who, desk),
        **_ends(who, desk),
    }


def _asked(
    who: Visitor,
    desk: Any,
    viewer: Seat,
    scene: dict[str, Any],
    lesson: dict[str, Any] | None,
    *,
    is_whole: bool,
) -> dict[str, Any]:
    """The question, its answers and what they are given with: menu, hand, battle, hints."""
    rule_set, state, opened = rule_set_of(who.game), desk.standing.state, request.args.get("opened")
    due = next((order["piece"] for order in lesson["orders"]), None) if lesson else None
    told = Portion(desk.menu(viewer)) if is_whole else told_now(desk.menu(viewer), opened or due)
    document = views.desk_document(who.game, desk, viewer, told.orders)
    speaker = shared_screen_windows.speaker(who, desk)
    together = () if speaker else shared_screen_windows.asked_together(who, desk)
    if together:  # who answers, if anybody, takes the device first
        document |= {"prompt": None, "trail": [], "draft": [], "options": []}
    if document["options"]:
        for option, order in zip(document["options"], told.orders, strict=True):
            option |= explained.given_up(rule_set, state, order)
    hands, piles = views.hands_of(scene, documents.open_hands(rule_set, state), viewer)
    in_hand = on_tray(hands, scene)
    held = {card for owner in in_hand for card in hands[owner]}
    later, left = {} if together else told.later, document["prompt"] and document["prompt"]["left"]
    menu = sorted_menu(document["options"], held, left, has_draft=bool(document["draft"]), later=later)
    draft = desk.drafts.get(viewer, ()) if document["draft"] else ()
    only_hand = request.args.get("only") == "hand"
    is_asked = bool(document["prompt"]) and viewer in who.present
    may_coach = is_asked and lesson is None and not only_hand and desk.takeback is None
    return {
        "desk": document,
        "menu": menu,
        "opened_fold": opened,
        "counts": counted_choices.counts(menu, "suggest" in request.args),
        "may_hint": hinting.may_ask(who.game),
        "hint": None,
        "coach": coaching.told(desk, viewer) if may_coach else None,
        "battle": battles.shown(desk, viewer, draft),
        "taken": _taken(rule_set, state, draft, scene),
        "set_cards": [card for order in draft if (card := getattr(order, "card", None)) in held],
        "hands": hands,
        "in_hand": in_hand,
        "piles": piles,
        "only_hand": only_hand,
        "together": together,
        "has_answered": any(seat in desk.answers and seat not in desk.automatic for seat in together),
        "asks_in_battles": all(desk.standing_order(seat).level == "battles" for seat in together),
        "speaker": speaker,
    }


def _waiting(who: Visitor, desk: Any) -> dict[str, Any]:
    """For whom the table waits, who was nudged, and whom the person may nudge or relieve."""
    games = site().games
    now = games.now()
    return {
        "mine": [seat for seat in desk.waiting if seat in who.present],
        "answered": [seat for seat in desk.answers if seat in who.present and seat not in desk.automatic],
        "own_seats": who.present,
        "asked": any(seat in who.seats for seat in (*consenting(desk), *desk.waiting)),
        "nudges": nudging.received(desk, who.present),
        "nudgeable": {seat: due - now for seat, due in nudging.nudgeable(who, desk).items()},
        "asked_for": {
            seat: (asked.body, games.free_from(who.game, seat))
            for seat, asked in games.notices(who.game).items()
            if seat in who.present
        },
        "claim": clocks.claimable(who, desk),
    }


def _ends(who: Visitor, desk: Any) -> dict[str, Any]:
    """What is taken back, offered, given up or already over."""
    return {
        "undo_to": hosting.undo_to(who, desk) if not desk.is_over else None,
        "undo_step": hosting.undo_to(who, desk, is_whole=False) if not desk.is_over else None,
        "offer": desk.standing.offer,
        "to_agree": to_agree(desk.standing),
        "resigning": endings.together(who, desk),
        "ending": ending.ending(who.game, desk),
        "match": returns.match_of(who.game) if desk.is_over else None,
        "may_return": desk.is_over and returns.may_return(who),
    }


def _taken(rule_set: RuleSet, state: Any, draft: Draft, scene: dict[str, Any]) -> list[str]:
    """The counters that an answer is about so far."""
    pieces = [rule_set.hint(state, order).piece for order in draft]
    return [piece for piece in dict.fromkeys(pieces) if piece and piece in scene["tokens"]]


def last_line(desk: Any, viewer: Seat) -> dict[str, Any] | None:
    """The newest line of the log, as `viewer` may read it; None if there is none of late."""
    rule_set, lately = rule_set_of(desk.game), site().games.lately(desk.game)
    for version in range(desk.version, max(0, desk.version - LOOKED_BACK), -1):
        row: dict[str, Any] = documents.event_row(rule_set, lately.event(version), viewer, language())
        if not row.get("quiet"):
            return row
    return None
