"""Named openings and card use: told by the first events that stand, compared with an interval."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import domain.titles  # noqa: F401  (registers the titles)
from domain.kernel import Recorded, Seat, Undone, titled
from domain.kernel.events import Event
from domain.kernel.history import standing_events
from domain.kernel.prose import prose
from domain.napoleonics.events.cards import CommandCardPlayed
from projections.card_use import CardUse, card_uses
from projections.first_decisions import name_of, opening_columns
from projections.following import Followed, same_as_stored
from projections.statistics import document, game_row
from projections.title_facts import facts_of
from replays.archive import read
from replays.card_findings import card_use
from replays.opening_findings import openings
from replays.person_findings import habits, sides
from replays.ratings import Name
from replays.statistics import wilson

LIBRARY = Path("replays/library")
TITLES = ("waterloo", "wellington", "napoleonics")


def recorded(sample: str) -> list[Recorded]:
    return list(read((LIBRARY / f"{sample}.jsonl").read_bytes()).recorded)


def bodies(recorded: list[Recorded]) -> list[Event]:
    return [each.body for each in standing_events(recorded)]


def games(number: int, charge: float = 0.0, seed: int = 1) -> list[dict[str, Any]]:
    """Made-up games of Waterloo: the French win half, `charge` more if they attack Hougoumont first."""
    random, rows = Random(seed), []
    for each in range(number):
        first = random.choice(["hougoumont", "field", "waits"])
        wins = random.random() < 0.5 + charge * (first == "hougoumont")
        rows.append({
            "game": f"{each:05}", "seats": "french,coalition", "winners": "french" if wins else "coalition",
            "opening:french_attack": first, "powers:french": "french", "scenario": "short",
            "powers:coalition": "anglo_allied prussian", "kind:french": "person", "player:french": "Anna",
            "kind:coalition": "bot", "player:coalition": "random",
            "cards": '[["fr_01","movement",2,2,0],["fr_01","bp",1,1,2],["fr_02","",1,1,3]]',
        })  # fmt: skip
    return rows


@pytest.mark.parametrize("title", TITLES)
def test_the_data_of_a_title_names_its_own_events_fields_and_seats(title: str) -> None:
    facts, rule_set = facts_of(title), titled(title)
    events = {event.__name__: event for event in rule_set.events}
    assert facts.turn in events
    for opening in facts.openings:
        fields = events[opening.event].__struct_fields__
        assert {opening.by, *opening.where, *filter(None, [opening.exchanged_by])} <= set(fields), opening.id
        names = {*opening.exchanged, *opening.exchanged.values()}
        assert names <= set(opening.named) and bool(names) == bool(opening.exchanged_by), opening.id
        assert opening.until is None or opening.until.event in events
    for each in (*facts.uses, *facts.gains):
        assert set(each.within or (each.card,)) <= set(events[each.event].__struct_fields__), each.event
    seats = {seat for scenario in rule_set.scenarios for seating in scenario.seatings for seat in seating}
    assert set(facts.seats) <= seats
    bid_for = {seat for seat in seats if seat.startswith("player_")}
    assert seats == set(facts.seats) | bid_for
    assert {power for own in facts.seats.values() for power in own} == {
        power for own in facts.teams.values() for power in own
    }


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("title", TITLES)
def test_every_opening_has_a_name_in_every_language(title: str, language: str) -> None:
    named = {
        f"{opening.id}_{name}"
        for opening in facts_of(title).openings
        for name in (*opening.named, opening.otherwise, opening.without)
        if name
    }
    assert named == prose(title, language).tables["openings"].keys()


def test_real_games_tell_their_openings() -> None:
    long = recorded("waterloo_long_game")
    told = opening_columns(facts_of("waterloo"), ["french", "coalition"], bodies(long))
    assert told["opening:french_attack"] == "hougoumont"
    assert told["opening:second_turn"] == "second"
    assert told["powers:coalition"] == "anglo_allied prussian"
    four = bodies(recorded("wellington_four_powers"))
    told = opening_columns(facts_of("wellington"), ["britain", "sud", "spain", "nord"], four)
    assert (told["opening:britain_card"], told["opening:sud_card"]) == ("points", "points")
    two = bodies(recorded("napoleonics_rolica"))
    told = opening_columns(facts_of("napoleonics"), ["british", "french"], two)
    cards = [each.kind for each in two if type(each).__name__ == "CommandCardPlayed"]
    assert cards[:2] == ["assault_right", "scout_right"]
    assert (told["opening:british_card"], told["opening:french_card"]) == ("right", "right")
    rolled = next(each for each in two if type(each).__name__ == "AttackRolled")
    assert (told["opening:first_combat"], rolled.kind) == ("fire", "ranged")


@pytest.mark.parametrize(
    ("kind", "mirrored", "flank"),
    [
        ("probe_left", False, "left"), ("probe_left", True, "right"), ("assault_right", True, "left"),
        ("attack_center", True, "centre"), ("flank_attack", True, "several"), ("leadership", False, "tactic"),
        ("", True, "tactic"),
    ],
)  # fmt: skip
def test_a_copied_card_opens_on_the_flank_that_it_orders(kind: str, mirrored: bool, flank: str) -> None:
    """§Contrattacco: "Seguite le istruzioni della carta invertendo i settori: il fianco destro diventa il
    sinistro e viceversa"."""
    played = CommandCardPlayed("french", "counter_attack_1", kind, 5, mirrored)
    assert opening_columns(facts_of("napoleonics"), ["french"], [played])["opening:french_card"] == flank


def test_what_was_taken_back_is_no_opening() -> None:
    long = recorded("waterloo_long_game")
    attack = next(each for each in long if type(each.body).__name__ == "AttackDeclared")
    before = [each for each in long if each.version <= attack.version]
    undone = Recorded(attack.game, attack.version + 1, 0, Undone(attack.version - 1, Seat("french")))
    question = facts_of("waterloo").openings[0]
    assert name_of(question, bodies(before)) == "hougoumont"
    assert name_of(question, bodies([*before, undone])) == "waits"


def test_every_card_that_was_dealt_is_used_or_left_unused() -> None:
    short = recorded("waterloo_short_game")
    uses = card_uses(facts_of("waterloo"), bodies(short))
    dealt = [each.body for each in short if type(each.body).__name__ == "HandDealt"]
    assert sum(each.known for each in uses) == sum(each.count for each in dealt)
    assert {each.use for each in uses} >= {"movement", "bp", "bid"}
    assert all(each.turns >= 0 and each.known <= each.times for each in uses)
    assert CardUse("aa_01", "bid", 2, 2, 0) in uses


def test_openings_and_cards_of_a_running_game_are_told_to_nobody() -> None:
    events = recorded("waterloo_short_game")
    followed = Followed(events[0].game, titled("waterloo"))
    followed.extend(events[:200])
    running = document(followed)
    assert (running["opening"], running["cards"], running["consented"]) == (None, None, None)
    followed.extend(events[200:])
    row = game_row(same_as_stored(document(followed)))
    assert row["opening:french_attack"] and row["cards"].startswith('[["aa_01"')


def test_an_opening_that_wins_more_is_named_and_an_even_one_is_not() -> None:
    strong = openings(games(400, charge=0.4), "waterloo", str, wilson)
    assert strong.headline.startswith("French attack Hougoumont first: won in 9")
    assert openings(games(400), "waterloo", str, wilson).headline.startswith("No opening stands out yet")
    assert len(strong.head) == len(strong.rows[0])


def test_few_games_of_an_opening_are_counted_and_not_compared() -> None:
    assert openings(games(19), "waterloo", str, wilson).headline == "Too few games (19 of 20)."
    rare = openings(games(25), "waterloo", str, wilson)
    assert rare.headline.startswith("No openings can be compared yet")


def test_card_use_counts_what_each_card_was_for_and_how_long_it_was_held() -> None:
    block = card_use(games(20), str)
    assert block.headline.startswith("Cards were used 60 times in 20 games, 3 times a game; most often for")
    first = dict(zip(block.head, block.rows[0], strict=True))
    assert (first["Card"], first["Times used"]) == ("fr_01", 60)
    assert first["Turns held before use (mean)"] == pytest.approx(2 / 3)
    assert dict(zip(block.head, block.rows[1], strict=True))["Not used"] == 20


def test_a_players_own_games_tell_sides_and_habits() -> None:
    anna = Name("person", "anna")
    rows = games(30)
    found = sides(rows, "waterloo", anna, lambda powers: " ".join(powers))
    assert [row[:2] for row in found.rows] == [("french", 30)]
    assert found.headline.startswith("French: won")
    assert habits(rows, "waterloo", anna).headline.startswith("Usual opening: French ")
    stranger = habits(rows, "waterloo", Name("bot", "random"))
    assert stranger.headline == "No finished game tells an opening yet."
    assert sides(rows[:4], "waterloo", anna, str).headline == "Too few games for a rate (4 of 5)."
    assert sides(rows[:4], "waterloo", anna, str).figure is None


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_sentence_is_there_in_every_language(language: str) -> None:
    anna = Name("person", "anna")
    for block in (
        openings(games(100), "waterloo", str, wilson, language), card_use(games(100), str, language),
        sides(games(100), "waterloo", anna, str, language), habits(games(100), "waterloo", anna, language),
    ):  # fmt: skip
        assert block.headline and block.head and block.figure


def test_a_take_back_by_consent_is_counted_in_the_finished_game() -> None:
    """The game goes on as it was played after something was taken back by consent at event 40."""
    events = recorded("waterloo_short_game")
    rest = next(each.version for each in events[40:] if each.left == 0)
    undone = Recorded(events[0].game, rest + 1, 0, Undone(rest, Seat("french"), (Seat("coalition"),)))
    later = [msgspec.structs.replace(each, version=each.version + 1) for each in events[rest:]]
    followed = Followed(events[0].game, titled("waterloo"))
    followed.extend([*events[:rest], undone, *later])
    assert game_row(same_as_stored(document(followed)))["consented"] == 1
