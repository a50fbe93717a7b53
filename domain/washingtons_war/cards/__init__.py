"""Events, battle cards and discards (6.3). Importing this package enters what the words of the cards do."""

from domain.kernel.gathering import loaded

loaded(__name__)
