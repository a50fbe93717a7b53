"""Computes every roll and draw of a Grognard game again: python check_dice.py dice.json"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator


def words(seed: bytes, purpose: str, index: int) -> Iterator[int]:
    """Numbers of 32 bits without end, from the seed, the purpose and how many of that purpose came before."""
    block = 0
    while True:
        text = f"{purpose}:{index}:{block}".encode()
        digest = hmac.new(seed, text, hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def numbers(seed: bytes, purpose: str, index: int, sizes: list[int]) -> Iterator[int]:
    """One number from 0 to size - 1 for each size; words that would favour some of them are passed over."""
    source = words(seed, purpose, index)
    for size in sizes:
        yield next(word for word in source if word < 2**32 - 2**32 % size) % size


if len(sys.argv) != 2:
    sys.exit(__doc__)
with open(sys.argv[1], encoding="utf-8") as file:
    game = json.load(file)
seed = bytes.fromhex(game["seed"])
promise = hashlib.sha256(game["game"].encode() + b"|" + seed).hexdigest()
print("The seed is the one promised at the start:", promise == game["commitment"])
wrong = []
for each in game["chance"]:
    found = list(numbers(seed, each["purpose"], each["index"], each["sizes"]))
    faces = each.get("faces")  # the names of a die's faces
    named = [faces[number] for number in found] if faces else None
    if [number + each["from"] for number in found] != each["shown"] or named != each.get("named"):
        wrong.append(each["event"])
print(f"{len(game['chance'])} rolls and draws computed again, {len(wrong)} differ", *wrong)
