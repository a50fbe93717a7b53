"""Movement: activation, marches, voyages, interception, avoiding battle, capture (7)."""
