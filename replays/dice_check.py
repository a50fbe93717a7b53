"""Every roll and draw of a finished game, computed again from its seed."""

from collections.abc import Sequence

import msgspec

from domain.kernel import Chance, Drawn, Opened, Recorded, Rolled, SealedChance
from domain.kernel.chance import commitment, recompute, sizes_of


class CheckedChance(msgspec.Struct, frozen=True):
    """One roll or draw: what the game shows and what the seed gives.

    `shown` and `computed` are die faces (1 to the size), or places in what was left to draw from (0 to
    the size less 1); `sizes` has one number for each. An `inherited` one was made by the parent's seed.
    """

    version: int
    purpose: str
    index: int
    is_draw: bool
    sizes: tuple[int, ...]
    shown: tuple[int, ...]
    computed: tuple[int, ...]
    is_inherited: bool

    @property
    def fits(self) -> bool:
        return self.is_inherited or self.shown == self.computed


class DiceCheck(msgspec.Struct, frozen=True):
    """All of them, and whether the seed is the one that the opening committed to."""

    commitment: str
    is_committed: bool
    checked: tuple[CheckedChance, ...]

    @property
    def own(self) -> list[CheckedChance]:
        """Those that this game's seed made."""
        return [each for each in self.checked if not each.is_inherited]

    @property
    def fits(self) -> bool:
        return self.is_committed and all(each.fits for each in self.checked)


def inherited_events(opened: Opened) -> int:
    """Up to which event a fork's rolls and draws come from its parent's seed; 0 if all are its own."""
    return opened.parent.version if opened.parent and not opened.parent.same_fate else 0


def is_chance(recorded: Recorded) -> bool:
    """Is it a roll or a draw?"""
    return isinstance(recorded.body, (Rolled, Drawn))


def checked_one(recorded: Recorded, chance: Chance, inherited: int = 0) -> CheckedChance:
    """One roll or draw computed again; those up to event `inherited` are a parent's.

    Raises whatever dice without sides or more cards than there are lead to.
    """
    body = recorded.body
    assert isinstance(body, (Rolled, Drawn)), "only rolls and draws are chance"
    shown = body.values if isinstance(body, Rolled) else body.picks
    return CheckedChance(
        recorded.version, body.purpose, body.index, isinstance(body, Drawn), sizes_of(body), shown,
        recompute(chance, body), recorded.version <= inherited,
    )  # fmt: skip


def check_dice(recorded: Sequence[Recorded], seed: bytes) -> DiceCheck:
    """Computes every roll and draw of a game again, those that were taken back included."""
    first = recorded[0]
    assert isinstance(first.body, Opened), "a game begins with its opening"
    inherited, chance = inherited_events(first.body), SealedChance(seed)
    checked = [checked_one(each, chance, inherited) for each in recorded if is_chance(each)]
    promised = first.body.commitment
    return DiceCheck(promised, commitment(first.game, seed) == promised, tuple(checked))
