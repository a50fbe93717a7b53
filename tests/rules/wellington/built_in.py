"""The built-in facts, as tests name them."""

from domain.wellington.facts import FACTS

DUCHIES, LINES, ADJACENT = FACTS.duchies, FACTS.lines, FACTS.adjacent
LEADERS, CARDS, STARTS = FACTS.leaders, FACTS.card, FACTS.starts
MIX, FLAGS, PORTS = FACTS.mix, FACTS.flags, FACTS.ports
