"""How much the acceptance checks look at: a part in every run, all that is asked in `make thorough`.

Give such a check the marker: `@pytest.mark.thorough`, and ask `times(60, 500)`; `make thorough` selects it.
"""

import os

IS_THOROUGH = os.environ.get("GROGNARD_THOROUGH") == "1"


def times(part: int, whole: int) -> int:
    """How many games (windows, prompts) a check looks at in this run."""
    return whole if IS_THOROUGH else part


def of_many(scenarios: int) -> int:
    """Each which of a title's scenarios is looked at in this run: all of a few, every fourth of many."""
    return times(1 if scenarios < 8 else 4, 1)
