"""Make the sample games of `replays/library`: bots play, the archive keeps. Run it after rules changed."""

from pathlib import Path

from replays.archive import write
from replays.simulation import Run, kept_game
from replays.verification import verify

LIBRARY = Path(__file__).parent.parent / "replays" / "library"
SAMPLES_MADE = 1_781_784_000_000
"""18 June 2026, 12:00 UTC, in milliseconds."""

SAMPLES = {
    "waterloo_short_game": Run("waterloo", "short", ("greedy", "greedy"), 18),
    "waterloo_long_game": Run("waterloo", "long", ("greedy", "greedy"), 6),
    "waterloo_three_players": Run("waterloo", "long", ("greedy", "greedy", "greedy"), 1815),
    "wellington_four_powers": Run("wellington", "1813", ("greedy", "greedy", "greedy", "greedy"), 1813),
    "washingtons_war_two_computers": Run("washingtons_war", "campaign", ("greedy", "greedy"), 1776),
    "brandywine_flank_attack": Run("brandywine", "howes_flank_attack", ("greedy", "greedy"), 1778),
    "napoleonics_rolica": Run("napoleonics", "rolica_first", ("greedy", "greedy"), 1808),
}


def main() -> None:
    """Write every sample and check it."""
    LIBRARY.mkdir(exist_ok=True)
    for name, run in SAMPLES.items():
        data = write(run.rule_set, kept_game(run, 0, SAMPLES_MADE))
        (LIBRARY / f"{name}.jsonl").write_bytes(data)
        print(name, verify(data))


if __name__ == "__main__":
    main()
