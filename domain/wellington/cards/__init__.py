"""What the 110 cards do, in modules by what they are about; importing this package enters them all."""

from domain.kernel.gathering import loaded

loaded(__name__)
