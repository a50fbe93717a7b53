"""Looking back: archives, verification, comparison, luck, simulation, figures."""
