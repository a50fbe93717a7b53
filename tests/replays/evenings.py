"""Games by bots as people would have played them: some seconds for each order, a night now and then."""

from collections.abc import Sequence

import msgspec

from domain.kernel import Recorded

THOUGHT, NIGHT = 25_000, 9 * 3_600_000
ORDERS = 120
"""Orders of one evening."""


def over_evenings(recorded: Sequence[Recorded], start: int) -> list[Recorded]:
    """The same events, from the moment `start` (milliseconds since 1970) on; a command's bear one moment."""
    found: list[Recorded] = []
    at, commands = start, 0
    for each in recorded:
        if not each.is_follow_up:
            commands += 1
            at += NIGHT if commands % ORDERS == 0 else THOUGHT
        found.append(msgspec.structs.replace(each, at=at))
    return found
