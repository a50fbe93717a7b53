"""Gather the phrases that stored events of a title are often made of: `python -m scripts.phrases wellington`.

Plays random games, and writes the pieces of their events that occur in most of them to the title's folder, as
the next number: stored events name the number that they were packed with, so files once there never change.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from random import Random

import domain.titles  # noqa: F401  (registers every title)
from domain.bots import BOTS
from domain.bots.playing import opening, recorded_game
from domain.kernel import RuleSet, titled
from domain.kernel.codec import codec
from domain.store.packing import newest

BYTES = 32_768 - 262
"""As far back as zlib looks."""
PIECE, GRAM = 48, 8
"""How long the pieces are that are taken over, and how long the runs of bytes whose frequency counts."""


def events(rule_set: RuleSet, games: int) -> list[bytes]:
    """The events of random games of every scenario, as they are stored before packing."""
    written, writer = [], codec(rule_set.id)
    for number in range(games):
        scenario = rule_set.scenarios[number % len(rule_set.scenarios)]
        seats = scenario.seatings[number // len(rule_set.scenarios) % len(scenario.seatings)]
        seed, game = (7_000_000 + number).to_bytes(32, "big"), f"{number:032x}"
        opened = opening(rule_set, scenario.id, seats, seed, game)
        bots = dict.fromkeys(seats, BOTS["random"])
        recorded = recorded_game(rule_set, opened, game, seed, bots, Random(number))
        written += [writer.write(each) for each in recorded]
    return written


def gathered(written: Sequence[bytes]) -> bytes:
    """The pieces that hold the most frequent runs of bytes, the best ones last; no run is counted twice."""
    frequency: Counter[bytes] = Counter()
    for each in written:
        frequency.update({each[at : at + GRAM] for at in range(len(each) - GRAM + 1)})
    text = b"".join(written)
    stretch = max(PIECE, len(text) * PIECE // (BYTES * 2))
    found: list[tuple[int, bytes]] = []
    for start in range(0, len(text) - PIECE, stretch):
        score, at = _best(text, frequency, range(start, min(start + stretch, len(text) - PIECE)))
        piece = text[at : at + PIECE]
        for offset in range(PIECE - GRAM + 1):
            frequency[piece[offset : offset + GRAM]] = 0
        found.append((score, piece))
    kept = sorted(sorted(found, reverse=True)[: BYTES // PIECE])
    return b"".join(piece for _, piece in kept)


def _best(text: bytes, frequency: Counter[bytes], starts: range) -> tuple[int, int]:
    """The best score of a piece that begins within `starts`, and where it begins."""
    grams = PIECE - GRAM + 1
    values = [frequency[text[at : at + GRAM]] for at in range(starts.start, starts.stop + grams)]
    score = sum(values[:grams])
    best, where = score, starts.start
    for offset in range(1, len(starts)):
        score += values[offset + grams - 1] - values[offset - 1]
        if score > best:
            best, where = score, starts.start + offset
    return best, where


def main() -> None:
    """Gather and write."""
    parser = argparse.ArgumentParser(prog="python -m scripts.phrases", description=__doc__)
    parser.add_argument("title")
    parser.add_argument("--games", type=int, default=24)
    asked = parser.parse_args()
    rule_set = titled(asked.title)
    path = rule_set.folder / "data" / f"phrases.{newest(rule_set.folder) + 1}.txt"
    path.write_bytes(gathered(events(rule_set, asked.games)))
    print(path)


if __name__ == "__main__":
    main()
