"""What every page stands on: who asks, in which language, errors, limits, words, files."""
