"""Sentences by rule read as they should in either language, whatever numbers and names they are given."""

import json
import re
from random import Random

import pytest

from replays import verdicts
from replays.balance_findings import judges
from replays.fighting_findings import attacks, losses
from replays.findings import gap_fields, luck, played_by
from replays.statistics import Comparison, wilson

SHARES = {"0": "lo 0", "1": "l'1", "8": "l'8", "11": "l'11", "54": "il 54",
          "80": "l'80", "83": "l'83", "100": "il 100"}  # fmt: skip
ARTICLE = re.compile(r"(?<!\w)(il|nel|del|dal|al|sul) \{\w+\} %")


def fought(number, **more):
    random = Random(1)
    return [
        {"game": str(i), "title": "napoleonics", "scenario": "s", "seats": "british,french",
         "seats_kind": "bots", "players": "recruit,recruit", "first_side": "british",
         "winners": random.choice(["british", "french"]),
         "attacks": json.dumps({"4": [6, 3 + i % 3]}), "lost": json.dumps({"0101": 2 + i % 4}),
         "luck_z": 0.25, **more}
        for i in range(number)
    ]  # fmt: skip


@pytest.mark.parametrize(("share", "expected"), SHARES.items())
def test_an_italian_article_fits_the_number(share, expected):
    said = verdicts.sentence("findings", "ends", "it", n=20, half=2, most=3, last=4, early=share)
    assert f"; {expected} % finisce prima" in said


def test_no_italian_sentence_has_an_article_that_does_not_fit_some_share():
    for table in verdicts.texts("it").values():
        for text in table.values():
            assert not ARTICLE.search(text), text


def test_computers_have_names_in_italian():
    (row,) = fought(1)
    assert played_by([row], str, "it") == "in partite tra computer (recluta)"
    assert played_by([{**row, "players": "marshal,marshal"}], str, "it").endswith("(maresciallo)")
    assert verdicts.texts("it")["policies"].keys() == verdicts.texts("en")["policies"].keys()


def test_a_number_has_the_decimal_mark_of_its_language_and_a_true_minus():
    assert "media +0,25 in 25 partite" in luck(fought(25), str, wilson, "it").headline
    fields = gap_fields(Comparison(-0.2, -0.4, 0.1, 0.3, 20, 20, "", 0.4))
    assert (fields["gap"], fields["low"], fields["high"]) == ("−20", "−40", "+10")
    assert verdicts.points(-0.22) == "−22"


def test_a_single_judge_is_told_in_plain_words():
    rows = fought(20)
    assert judges(rows, str, wilson).headline.startswith(
        "One answer so far: in games between recruit computers "
    )
    assert judges(rows, str, wilson, "it").headline.startswith(
        "Finora una sola risposta: in partite tra computer (recluta) vittorie ("
    )


def test_what_was_lost_and_what_was_thrown_is_named():
    rows = fought(40)
    assert "; most at 4 dice (" in attacks(rows).headline
    assert "; i più a 4 dadi (" in attacks(rows, "it").headline
    assert losses(rows, str).headline == (
        "3.5 units lost a game over 40 games; most at 0101: 100 % of them, in 40 games."
    )
    assert losses(rows, str, "it").headline.startswith("Perdite a partita: 3,5 unità in 40 partite; ")
    waterloo = [{**row, "title": "waterloo"} for row in rows]
    assert losses(waterloo, str).headline.startswith("3.5 points of full value lost a game")


def test_a_side_of_two_names_needs_no_plural():
    both = verdicts.texts("en")["findings"]
    assert not any("{side} leads" in text or "{side} wins" in text for text in both.values())
    assert not any("{side} wins" in text for text in verdicts.texts("en")["rate"].values())
