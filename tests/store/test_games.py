"""One suite for memory, SQLite and PostgreSQL."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Event, Thread
from typing import Any

import pytest

import domain.waterloo.title  # noqa: F401  registers waterloo
from domain.kernel import IllegalOrder, Seat, SeatTaken, SeedRevealed, StaleOrder, Undone, fold
from domain.kernel.chance import SealedChance, commitment, recompute
from domain.kernel.errors import InvalidSetup, NotAllowed, NotAsked, StoreUnavailable, UnknownGame
from domain.kernel.events import CHOSEN, Parent
from domain.kernel.ruleset import titled, titles
from domain.store import Games, Holder, Terms, open_games
from tests.store.parley import Hush, Speak, talk
from tests.store.play import BLUE, RED, play_on, to_act, written
from tests.toy import Dodge, March, Reveal, SetCard, Shoot

ANN, BOB = Holder("person", "Ann"), Holder("person", "Bob")
BOTH = {RED: ANN, BLUE: BOB}
EAST, WEST = Seat("east"), Seat("west")
SEED = b"seed" * 8


def new(games: Games, **more: Any) -> str:
    return games.create("skirmish", "line", holders=BOTH, seed=SEED, **more)


def test_a_new_game_is_opened_seated_and_played_on_to_its_first_decision(games: Games) -> None:
    game = games.create(
        "skirmish", "line", name="  First   fight ", holders={RED: ANN}, options={"rounds": "3"}
    )
    names = [type(each.body).__name__ for each in games.recorded(game)]
    assert names == ["Opened", "SeatTaken", "RoundStarted", "Drawn", "HandDealt", "Drawn", "HandDealt"]
    opened = games.standing(game).opened
    assert (opened.name, opened.options) == ("First fight", {"rounds": "3"})
    assert opened.commitment == commitment(game, games.seed(game, host=True))
    assert games.holders(game) == {RED: ANN, BLUE: Holder("open")}
    assert games.recorded(game)[2].answers == ()
    assert games.desk(game).asked == (RED, BLUE)
    assert games.ids() == [game]
    assert games.rule_set(game).id == "skirmish"


WRONG_SETUPS: list[tuple[dict[str, Any], str]] = [
    ({"scenario": "nowhere"}, "has no scenario 'nowhere'; it has line"),
    ({"title": "chess"}, "no title 'chess'"),
    ({"seats": (RED,)}, "cannot be played by red"),
    ({"options": {"weather": "rain"}}, "no option 'weather'; its options: rounds"),
    ({"options": {"rounds": "99"}}, "cannot be '99'; it can be 3, 6"),
    ({"holders": {"green": ANN}}, "no seat 'green'; its seats are red, blue"),
    ({"holders": {RED: Holder("ghost")}}, "cannot be held by 'ghost'"),
    ({"name": "x" * 61}, "has 61 characters; at most 60"),
    ({"name": "evil\u202eeman"}, r"U\+202E"),
    ({"holders": {RED: Holder("person", "a\x00b")}}, r"U\+0000"),
]


def test_a_game_that_cannot_be_set_up_is_refused_with_what_would_work(games: Games) -> None:
    for wrong, message in WRONG_SETUPS:
        asked = {"title": "skirmish", "scenario": "line", **wrong}
        with pytest.raises(InvalidSetup, match=message):
            games.create(asked.pop("title"), asked.pop("scenario"), **asked)
    assert games.ids() == []


def test_an_unknown_game_is_said_to_be_unknown(games: Games) -> None:
    for game in ("nonsense", "0" * 32, "../../etc/passwd", "A" * 32, ""):
        for ask in (games.history, games.standing, games.recorded, games.desk, games.holders, games.rule_set):
            with pytest.raises(UnknownGame):
                ask(game)


def test_answers_stay_open_until_the_last_seat_closes_its_own(games: Games) -> None:
    game = new(games)
    before = games.desk(game)
    card = before.menu(RED)[0]
    desk = games.order(game, RED, card, before.moment)
    assert desk.version == before.version and desk.drafts == {RED: (card,)} and desk.waiting == (RED, BLUE)
    assert card not in desk.menu(RED)
    desk = games.order(game, RED, Reveal())
    assert desk.version == before.version and desk.waiting == (BLUE,) and desk.menu(RED) == ()
    desk = games.order(game, BLUE, Reveal())
    assert desk.version > before.version and desk.drafts == {}
    first = games.recorded(game, after=before.version)[0]
    assert first.answers == ({RED: (card, Reveal()), BLUE: (Reveal(),)},)


def test_an_answer_that_is_not_in_effect_can_be_withdrawn(games: Games) -> None:
    game = new(games)
    games.order(game, RED, Reveal())
    desk = games.retract(game, RED)
    assert desk.drafts == {} and desk.waiting == (RED, BLUE)
    with pytest.raises(NotAsked, match="no open answer of Red"):
        games.retract(game, RED)


def test_an_answer_is_taken_back_part_by_part(games: Games) -> None:
    game = new(games)
    first = games.desk(game).menu(RED)[0]
    second = games.order(game, RED, first).menu(RED)[0]
    games.order(game, RED, second)
    desk = games.retract(game, RED, keep=1)
    assert desk.drafts == {RED: (first,)} and second in desk.menu(RED)
    assert games.retract(game, RED, keep=0).drafts == {}


def test_silent_rounds_are_kept_beside_the_stream_and_stand_on_the_next_command(games: Games) -> None:
    game = games.create("parley", "talk")
    assert talk(games, game, Hush(), Hush()).moment == "1.1"
    desk = talk(games, game, Hush(), Hush())
    assert (desk.moment, desk.version, len(desk.rounds)) == ("1.2", 1, 2)
    desk = talk(games, game, Hush(), Speak(2))
    assert (desk.moment, desk.rounds) == ("2.0", ())
    answers = games.recorded(game)[1].answers
    assert answers is not None
    assert [each[WEST] for each in answers] == [(Hush(),), (Hush(),), (Speak(2),)]
    for _ in range(3):
        desk = talk(games, game, Hush(), Hush())
    assert desk.is_over
    assert isinstance(games.recorded(game)[-1].body, SeedRevealed)


def test_games_in_which_answers_lie_are_listed_until_an_event_follows(games: Games) -> None:
    silent, begun, untouched = (games.create("parley", "talk") for _ in range(3))
    talk(games, silent, Hush(), Hush())
    games.order(begun, WEST, Hush())
    assert list(games.lying()) == sorted([silent, begun]) and untouched in games.ids()
    talk(games, silent, Hush(), Speak(2))
    games.order(begun, EAST, Speak(2))
    assert games.lying() == {}


def test_an_equal_order_of_another_type_is_stored_as_the_menu_offers_it(games: Games) -> None:
    game = games.create("parley", "talk")
    talk(games, game, Hush(), Speak(True))
    answers = games.recorded(game)[1].answers
    assert answers is not None
    (order,) = answers[0][WEST]
    assert type(order.loud) is int  # type: ignore[attr-defined]


def test_an_order_that_is_not_offered_is_refused_with_its_rule_and_legal_orders(games: Games) -> None:
    game = new(games)
    desk = games.desk(game)
    with pytest.raises(IllegalOrder) as refusal:
        games.order(game, RED, March(RED, 2))
    text = refusal.value.message
    assert "Red tried 'March to 2'" in text and "rule 2" in text and "turn 1" in text
    assert "'Set card" in text and refusal.value.rule == "2"
    assert games.desk(game) == desk or games.desk(game).moment == desk.moment
    assert games.desk(game).version == desk.version


def test_a_refusal_tells_nothing_of_the_other_seats_cards(games: Games) -> None:
    game = new(games)
    red, blue = (games.standing(game).state.hands[seat] for seat in (RED, BLUE))
    games.order(game, BLUE, SetCard(blue[1]))
    texts = []
    for order in (SetCard(blue[0]), SetCard("red_99"), Dodge(blue[0])):
        with pytest.raises(IllegalOrder) as refusal:
            games.order(game, RED, order)
        texts.append(refusal.value.message.split("which rule")[1])
    assert len(set(texts)) == 1
    with pytest.raises(NotAsked) as unknown:
        games.order(game, Seat("green"), Reveal())
    assert "its seats are Red and Blue" in unknown.value.message
    assert red[0] not in unknown.value.message


def test_a_seat_that_is_not_asked_hears_who_is(games: Games) -> None:
    game = new(games)
    to_act(games, game)
    with pytest.raises(NotAsked, match=r"Blue tried 'Shoot' .*, but the game waits for Red\."):
        games.order(game, BLUE, Shoot(BLUE))
    other = new(games)
    games.order(other, RED, Reveal())
    with pytest.raises(NotAsked, match="the answer is given already.*wait for Blue"):
        games.order(other, RED, Reveal())


def test_an_order_for_an_old_moment_is_stale(games: Games) -> None:
    game = new(games)
    old = games.desk(game).moment
    desk = to_act(games, game)
    with pytest.raises(StaleOrder, match=f"made for moment {old}, but the game stands at {desk.moment}"):
        games.order(game, RED, desk.menu(RED)[0], old)
    with pytest.raises(StaleOrder):
        games.retract(game, RED, old)
    assert games.desk(game).version == desk.version


def test_the_live_game_is_the_fold_of_its_stored_events_from_zero_and_from_snapshots(
    games: Games, address: str
) -> None:
    game = games.create("parley", "talk")
    random = Random(1)
    for _ in range(130):
        talk(games, game, Speak(random.choice((1, 2))), random.choice((Hush(), Speak(1))))
    games.take_back(game, (EAST, WEST), 40)
    for _ in range(90):
        talk(games, game, Speak(1), Speak(1))
    live, recorded = games.standing(game), games.recorded(game)
    whole = games.history(game)
    assert fold(whole.rule_set, recorded, None, whole.at) == live
    for _ in range(70):  # out of the cache, so that snapshots are read
        games.history(games.create("parley", "talk"))
    for version in (1, 41, 100, 132, 199, 205, live.version):
        assert games.standing(game, version) == whole.at(version)
    assert games.standing(game) == live
    with pytest.raises(
        IllegalOrder, match=f"There is no event 999; this game has events 1 to {live.version}"
    ):
        games.standing(game, 999)


def test_a_finished_game_reveals_its_seed_and_takes_no_order(games: Games) -> None:
    game = new(games)
    with pytest.raises(NotAllowed, match="secret until the game is over"):
        games.seed(game)
    desk = play_on(games, game, Random(5))
    assert desk.is_over and games.seed(game) == SEED
    last = games.recorded(game)[-1]
    assert last.body == SeedRevealed(SEED.hex())
    chance = SealedChance(SEED)
    rolls = [each.body for each in games.recorded(game) if hasattr(each.body, "purpose")]
    assert rolls and all(
        recompute(chance, each) == (getattr(each, "values", None) or each.picks)  # type: ignore[arg-type,attr-defined]
        for each in rolls
    )
    with pytest.raises(NotAsked, match="the game is over"):
        games.order(game, RED, Reveal())
    with pytest.raises(NotAllowed, match="nothing can be taken back"):
        games.take_back(game, (RED,), 8)
    assert games.undo_target(game, (RED, BLUE)) is None


# Undo


def test_who_was_alone_since_takes_back_at_once(games: Games) -> None:
    game = games.create("skirmish", "line", holders={RED: Holder("hotseat"), BLUE: Holder("hotseat")})
    before = to_act(games, game)
    games.order(game, RED, before.menu(RED)[0])
    to = games.undo_target(game, (RED, BLUE))
    assert to == before.standing.rest
    desk = games.take_back(game, (RED, BLUE), to)
    assert desk.standing.state == before.standing.state and desk.standing.agenda == before.standing.agenda
    assert games.recorded(game)[-1].body == Undone(to, RED)
    assert desk.moment == f"{desk.version}.0"
    assert games.undo_target(game, (RED, BLUE)) < to  # type: ignore[operator]


def test_to_take_back_costs_no_more_than_the_events_since(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if address == "memory:":
        return
    games = open_games(address)
    game = new(games)
    first = games.desk(game).standing.rest
    play_on(games, game, Random(4), 12)
    games.close()
    again = open_games(address)  # nothing is loaded here
    monkeypatch.setattr(again._histories, "load", lambda game: pytest.fail(f"game {game} was folded"))
    for wrong in (0, -1, 10_000):
        with pytest.raises(IllegalOrder, match="There is no event"):
            again.take_back(game, (RED, BLUE), wrong)
        with pytest.raises(IllegalOrder, match="There is no event"):
            again.standing(game, wrong)
    with pytest.raises(IllegalOrder, match=rf"return to event {first - 1}, .* nearest: event {first}\."):
        again.take_back(game, (RED, BLUE), first - 1)
    for to in (again.lately(game).rest(again.desk(game).version - 1), first):
        assert again.take_back(game, (RED, BLUE), to).standing.rest == again.desk(game).version
    again.close()


def test_after_a_reveal_the_others_must_consent(games: Games) -> None:
    game = new(games)
    start = games.desk(game)
    to_act(games, game)
    desk = games.take_back(game, (RED,), start.standing.rest)
    assert desk.takeback is not None and desk.takeback.missing == (BLUE,)
    assert desk.version > start.version and desk.asked == (RED,)
    with pytest.raises(NotAllowed, match="waits for Blue, not for Red"):
        games.consent(game, RED, True)
    desk = games.consent(game, BLUE, True)
    assert desk.standing.state == start.standing.state
    assert games.recorded(game)[-1].body == Undone(start.standing.rest, RED, (BLUE,))
    assert desk.takeback is None


def test_by_consent_always_others_are_asked_even_of_what_revealed_nothing(games: Games) -> None:
    game = new(games, terms=Terms(undo="consent"))
    acting = to_act(games, game)
    games.order(game, RED, acting.menu(RED)[0])
    to = games.undo_target(game, (RED,))
    assert to is not None
    asked = games.take_back(game, (RED,), to)
    assert asked.takeback is not None and asked.takeback.missing == (BLUE,)
    assert games.consent(game, BLUE, True).standing.state == acting.standing.state


def test_where_nothing_is_taken_back_after_a_reveal_one_cannot_even_ask(games: Games) -> None:
    game = new(games, terms=Terms(undo="unrevealed"))
    start = games.desk(game).standing.rest
    to_act(games, game)
    with pytest.raises(NotAllowed, match="nothing is taken back after a reveal"):
        games.take_back(game, (RED,), start)
    with pytest.raises(NotAllowed, match="nothing is taken back after a reveal"):
        games.take_back(game, (RED, BLUE), start)
    assert games.undo_target(game, (RED,)) is None


def test_what_revealed_nothing_is_free_where_nothing_is_taken_back_after_a_reveal(games: Games) -> None:
    seats = (Seat("french"), Seat("coalition"))
    game = games.create("waterloo", "short", holders=dict(zip(seats, (ANN, BOB), strict=True)), seed=SEED,
                        terms=Terms(undo="unrevealed"))  # fmt: skip
    random, freely, never = Random(3), 0, 0
    while freely < 5 or never < 5:
        desk = games.desk(game)
        seat = random.choice(desk.waiting)
        games.order(game, seat, random.choice(desk.menu(seat)))
        to = games.undo_target(game, (seat,))
        never += to is None
        if freely < 5 and to == desk.standing.rest and to < games.desk(game).standing.rest:
            back = games.take_back(game, (seat,), to)
            assert back.takeback is None and back.standing.state == desk.standing.state
            freely += 1


def test_the_terms_of_undo_are_those_that_there_are(games: Games) -> None:
    with pytest.raises(InvalidSetup, match="Undo is one of free, consent, unrevealed; not never"):
        new(games, terms=Terms(undo="never"))  # type: ignore[arg-type]


def test_a_refused_or_withdrawn_request_is_gone(games: Games) -> None:
    game = new(games)
    start = games.desk(game).standing.rest
    version = to_act(games, game).version
    for seat in (BLUE, RED):
        games.take_back(game, (RED,), start)
        desk = games.consent(game, seat, False)
        assert desk.takeback is None and desk.version == version
    with pytest.raises(NotAllowed, match="Nobody has asked"):
        games.consent(game, BLUE, True)


def test_any_further_order_voids_a_request(games: Games) -> None:
    game = games.create("parley", "talk", holders={EAST: ANN, WEST: BOB})
    talk(games, game, Speak(1), Speak(1))
    assert games.take_back(game, (EAST,), 1).takeback is not None
    assert games.order(game, WEST, Hush()).takeback is None
    games.take_back(game, (EAST,), 1)
    games.order(game, EAST, Hush())
    with pytest.raises(NotAllowed):
        games.consent(game, WEST, True)


def test_another_seats_silent_or_open_answer_needs_its_consent(games: Games) -> None:
    game = new(games)
    acting = to_act(games, game)
    games.order(game, RED, acting.menu(RED)[0])
    desk = games.desk(game)
    assert desk.asked == (RED, BLUE)
    to = games.undo_target(game, (RED,))
    assert to is not None
    games.order(game, BLUE, Reveal())
    assert games.take_back(game, (RED,), to).takeback is not None


def test_bots_and_open_seats_are_not_asked_for_consent(games: Games) -> None:
    game = games.create("skirmish", "line", holders={RED: ANN, BLUE: Holder("bot", "random")})
    start = games.desk(game).standing.rest
    to_act(games, game)
    assert isinstance(games.history(game).recorded[-1].body, object)
    games.take_back(game, (RED,), start)
    assert isinstance(games.recorded(game)[-1].body, Undone)


def test_one_takes_back_to_rests_only(games: Games) -> None:
    game = new(games)
    start = games.desk(game).standing.rest
    desk = to_act(games, game)
    for wrong in (1, start - 1, start + 1 if start + 1 < desk.standing.rest else start - 2):
        with pytest.raises(IllegalOrder, match=f"nearest: event .*{start}"):
            games.take_back(game, (RED,), wrong)
    with pytest.raises(IllegalOrder, match="nothing to take back"):
        games.take_back(game, (RED,), desk.standing.rest)
    with pytest.raises(IllegalOrder, match="There is no event 500"):
        games.take_back(game, (RED,), 500)
    with pytest.raises(InvalidSetup, match="seats of this game are red, blue, not green"):
        games.take_back(game, (Seat("green"),), start)


def test_no_draw_is_used_twice_after_undo(games: Games) -> None:
    game = games.create("skirmish", "line", holders={RED: Holder("hotseat"), BLUE: Holder("hotseat")})
    random = Random(2)
    for _ in range(4):
        if not play_on(games, game, random, 9).is_over:
            to = games.undo_target(game, (RED, BLUE))
            if to is not None:
                games.take_back(game, (RED, BLUE), to)
    play_on(games, game, random)
    keys = [(e.body.purpose, e.body.index) for e in games.recorded(game) if hasattr(e.body, "purpose")]
    assert len(keys) == len(set(keys)) > 4


# Fork


def test_a_fork_stands_where_its_parent_stood_and_goes_its_own_way(games: Games) -> None:
    parent = new(games)
    play_on(games, parent, Random(7))
    history = games.history(parent)
    version = next(each for each in history.rests() if each > 12 and history.at(each).rest == each)
    child = games.fork(parent, version, same_fate=False, name="What if", holders={RED: BOB})
    standing = games.standing(child)
    assert standing.state == history.at(version).state and standing.agenda == history.at(version).agenda
    assert standing.opened.parent == Parent(parent, version, False)
    assert games.holders(child) == {RED: BOB, BLUE: Holder("open")}
    assert games.seed(child, host=True) != SEED
    before = games.recorded(parent)
    play_on(games, child, Random(8))
    assert games.recorded(parent) == before
    assert set(games.ids()) == {parent, child}


def test_the_same_fate_meets_the_same_dice_and_only_when_the_parent_is_over(games: Games) -> None:
    parent = new(games)
    start = games.desk(parent).standing.rest
    with pytest.raises(NotAllowed, match="would show what this game will roll"):
        games.fork(parent, start, same_fate=True)
    play_on(games, parent, Random(7))
    child = games.fork(parent, start, same_fate=True)
    play_on(games, child, Random(7))
    assert written(games, child)[-1] == written(games, parent)[-1] or games.seed(child) == SEED
    deals = [
        [each.body for each in games.recorded(game) if type(each.body).__name__ == "Drawn"]
        for game in (parent, child)
    ]
    assert deals[0] == deals[1]
    assert games.standing(child).opened.commitment == commitment(child, SEED)


def test_an_experiment_has_the_dice_of_a_finished_game_and_says_so_for_ever(games: Games) -> None:
    first = new(games)
    with pytest.raises(NotAllowed, match="seed stays secret"):
        games.create("skirmish", "line", dice_of=first)
    play_on(games, first, Random(7))
    again = games.create("skirmish", "line", holders=BOTH, dice_of=first)
    play_on(games, again, Random(7))
    bodies = [[each.body for each in games.recorded(game)[1:]] for game in (first, again)]
    assert bodies[0] == bodies[1]
    assert games.standing(again).opened.dice_of == first and games.standing(first).opened.dice_of == ""
    chosen = games.create("skirmish", "line", seed=SEED, dice_of=CHOSEN)
    assert games.seed(chosen, host=True) == SEED and games.standing(chosen).opened.dice_of == CHOSEN
    with pytest.raises(UnknownGame):
        games.create("skirmish", "line", dice_of="f" * 32)


def test_a_running_game_is_forked_by_whoever_holds_all_its_seats_or_the_host(games: Games) -> None:
    game = new(games)
    rest = games.desk(game).standing.rest
    with pytest.raises(NotAllowed, match="still running, and others play"):
        games.fork(game, rest, same_fate=False, asking=(RED,))
    games.fork(game, rest, same_fate=False, asking=(RED, BLUE))
    games.fork(game, rest, same_fate=False)
    with pytest.raises(IllegalOrder, match=f"nearest: event {rest}"):
        games.fork(game, rest - 1, same_fate=False)
    end = play_on(games, game, Random(1)).version
    with pytest.raises(IllegalOrder, match="is over at event"):
        games.fork(game, end, same_fate=False)
    games.fork(game, rest, same_fate=True, asking=())


# Seats, seeds, archives, listeners


def test_seats_change_hands_without_moving_the_game(games: Games) -> None:
    game = new(games)
    games.order(game, RED, Reveal())
    before = games.desk(game)
    desk = games.take_seat(game, BLUE, Holder("bot", " greedy "))
    assert desk.moment == before.moment and desk.drafts == before.drafts
    assert games.holders(game)[BLUE] == Holder("bot", "greedy")
    assert games.order(game, BLUE, Reveal(), before.moment).version > desk.version


def test_a_seats_key_stays_until_a_new_one_is_made(games: Games) -> None:
    game = new(games)
    key = games.seat_key(game, RED)
    assert key == games.seat_key(game, RED) != games.seat_key(game, BLUE)
    assert games.new_seat_key(game, RED) == games.seat_key(game, RED) != key
    with pytest.raises(InvalidSetup, match="no seat 'green'"):
        games.seat_key(game, Seat("green"))


def test_an_archived_game_is_adopted_as_it_is(games: Games) -> None:
    with_other = open_games("memory:")
    game = new(with_other)
    play_on(with_other, game, Random(3), 12)
    recorded = with_other.recorded(game)
    with pytest.raises(InvalidSetup, match="not the one that its opening committed to"):
        games.adopt(recorded, b"x" * 32)
    with pytest.raises(InvalidSetup, match="In place 2"):
        games.adopt([recorded[0], *recorded[2:]], SEED)
    with pytest.raises(InvalidSetup, match="middle of a command"):
        games.adopt(recorded[:4], SEED)
    assert games.adopt(recorded, SEED) == game
    assert games.recorded(game) == recorded and games.standing(game) == with_other.standing(game)
    with pytest.raises(InvalidSetup, match="is here already"):
        games.adopt(recorded, SEED)
    assert play_on(games, game, Random(4)).is_over
    with_other.close()


def test_a_game_adopted_without_its_seed_can_only_be_forked(games: Games) -> None:
    with_other = open_games("memory:")
    game = new(with_other)
    to_act(with_other, game)
    games.adopt(with_other.recorded(game), None)
    desk = games.desk(game)
    with pytest.raises(NotAllowed, match="without its seed"):
        games.order(game, RED, desk.menu(RED)[0])
    assert games.desk(game).version == desk.version
    assert play_on(games, games.fork(game, desk.standing.rest, same_fate=False), Random(1)).is_over
    with_other.close()


def test_listeners_hear_of_every_change_and_cannot_break_it(
    games: Games, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[tuple[str, str]] = []

    def fails(game: str, moment: str) -> None:
        raise ValueError("deaf")

    games.on_change(fails)
    games.on_change(lambda game, moment: heard.append((game, moment)))
    game = new(games)
    moment = games.desk(game).moment
    games.order(game, RED, Reveal())
    with pytest.raises(NotAsked):
        games.order(game, RED, Reveal())
    assert heard == [(game, moment), (game, moment)]
    assert "A listener failed" in caplog.text


def test_subscribers_receive_every_event_of_every_game_in_order(games: Games) -> None:
    first = new(games)
    with games.subscribe(1) as early:
        second = new(games)
        play_on(games, second, Random(1), 10)
        expected = games.notifications(1, 1000)
        assert [next(early) for _ in expected] == expected
    assert expected[-1][0] == games.max_notification_id()
    assert {each.game for _, each in expected} == {first, second}
    with games.subscribe(expected[5][0]) as late:
        assert next(late) == expected[5]
        games.take_seat(first, RED, BOB)
        seen = [next(late)[1] for _ in range(len(expected) - 5)]
        assert isinstance(seen[-1].body, SeatTaken)


def test_the_store_keeps_its_name(games: Games, address: str) -> None:
    if address != "memory:":
        again = open_games(address)
        assert again.store_id == games.store_id
        again.close()
    other = open_games("memory:")
    assert other.store_id != games.store_id and other.max_notification_id() == 0 and other.ids() == []
    other.close()


def test_a_second_program_sees_what_the_first_one_wrote(games: Games, address: str) -> None:
    if address == "memory:":
        address = ""
    game = new(games)
    other = open_games(address) if address else games
    assert other.desk(game).moment == games.desk(game).moment
    for number in range(12):
        acting = (games, other)[number % 2]
        play_on(acting, game, Random(number), 1)
    assert games.recorded(game) == other.recorded(game)
    assert games.standing(game) == other.standing(game) and games.ids() == other.ids()
    if other is not games:
        other.close()


def test_subscribers_may_come_and_go_while_orders_are_given(games: Games) -> None:
    game = games.create("parley", "talk")
    done = Event()
    seen: list[int] = []

    def come_and_go() -> None:
        while not done.is_set():
            with games.subscribe(1) as events:
                seen.append(next(events)[0])

    thread = Thread(target=come_and_go)
    thread.start()
    for _ in range(20):
        talk(games, game, Speak(1), Speak(2))
    done.set()
    thread.join()
    assert set(seen) <= {1} and games.desk(game).version == 21


def test_a_waterloo_is_played_taken_back_and_forked(games: Games) -> None:
    rule_set = titled("waterloo")
    game = games.create("waterloo", rule_set.scenarios[0].id, seed=SEED)
    seats = games.standing(game).opened.seats
    random = Random(4)
    for _ in range(4):
        play_on(games, game, random, 40)
        to = games.undo_target(game, seats)
        assert to is not None
        board = games.history(game).at(to).state
        assert games.take_back(game, seats, to).standing.state == board
    whole = games.history(game)
    assert fold(rule_set, games.recorded(game), None, whole.at) == whole.head
    child = games.fork(game, to, same_fate=False)
    assert games.standing(child).state == board


def test_titles_that_are_imported_later_have_their_games_listed(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.create("parley", "talk")
    known = titles()
    monkeypatch.setattr("domain.store.register.titles", lambda: tuple(t for t in known if t.id != "parley"))
    assert games.ids() == []
    monkeypatch.setattr("domain.store.register.titles", lambda: known)
    assert games.ids() == [game]


def test_the_dice_of_a_promised_game_are_those_that_its_opening_commits_to(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store fails whoever opens it first; then two open it at once, and the second is refused."""
    promised, begin = "5" * 32, games._histories.begin

    def fails(*_: Any) -> None:
        raise StoreUnavailable("the disk is full")

    monkeypatch.setattr(games._histories, "begin", fails)
    with pytest.raises(StoreUnavailable):
        games.create("skirmish", "line", game=promised, cover=500, terms=Terms(undo="unrevealed"))
    monkeypatch.setattr(games._histories, "begin", begin)
    assert games.house.terms(promised) == Terms()
    games.create("skirmish", "line", game=promised, terms=Terms(hints=True))
    with pytest.raises(InvalidSetup):
        games.create("skirmish", "line", game=promised, cover=500)
    assert commitment(promised, games.seed(promised, host=True)) == games.standing(promised).opened.commitment
    assert (games.cover(promised), games.house.terms(promised).hints) == (0, True)


def test_of_many_who_open_a_promised_game_at_once_one_does(games: Games) -> None:
    def open_it(game: str) -> bool:
        try:
            games.create("skirmish", "line", game=game)
        except InvalidSetup:
            return False
        return True

    with ThreadPoolExecutor(3) as openers:
        for number in range(20):
            promised = f"{number:032x}"
            assert sum(openers.map(open_it, [promised] * 3)) == 1
            seed = games.seed(promised, host=True)
            assert commitment(promised, seed) == games.standing(promised).opened.commitment
