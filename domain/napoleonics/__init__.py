"""Commands & Colors: Napoleonics: battles of blocks and command cards, for two players."""
