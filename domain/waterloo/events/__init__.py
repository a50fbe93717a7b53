"""Events, in the past tense: what happened, and how each changes the state."""
