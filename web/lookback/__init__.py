"""Looking back: replays, reports, comparisons, dice, archives."""
