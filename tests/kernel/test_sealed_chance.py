"""The numbers of a seed are those that anybody reckons with a HMAC of any library."""

import hashlib
import hmac

import pytest

from domain.kernel.chance import EIGHT_WORDS, SealedChance


@pytest.mark.parametrize("seed", [b"", b"seed", bytes(range(64)), bytes(65)], ids=len)
def test_numbers_are_words_of_hmac_sha256(seed: bytes) -> None:
    words = EIGHT_WORDS.unpack(hmac.digest(seed, b"melee:7:0", "sha256"))
    assert SealedChance(seed).numbers("melee", 7, [256] * 8) == tuple(word % 256 for word in words)


def test_more_than_eight_numbers_come_from_further_blocks() -> None:
    seed = hashlib.sha256(b"seed").digest()
    blocks = [hmac.digest(seed, f"melee:7:{block}".encode(), "sha256") for block in (0, 1)]
    words = [word for block in blocks for word in EIGHT_WORDS.unpack(block)]
    assert SealedChance(seed).numbers("melee", 7, [256] * 12) == tuple(word % 256 for word in words[:12])
