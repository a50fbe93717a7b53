"""The p-values of several questions that are asked at once. A module of its own: what needs no more than this
need not wait a second for scipy."""

from collections.abc import Sequence


def holm(pvalues: Sequence[float]) -> tuple[float, ...]:
    """The p-values adjusted for asking all of them, in their order (Holm's step-down)."""
    adjusted, largest = [0.0] * len(pvalues), 0.0
    ranks = sorted(range(len(pvalues)), key=lambda index: pvalues[index])
    for done, index in enumerate(ranks):
        largest = max(largest, min(1.0, (len(pvalues) - done) * pvalues[index]))
        adjusted[index] = largest
    return tuple(adjusted)


def clearest(pvalues: Sequence[float], sizes: Sequence[float]) -> int:
    """The place of the question with the clearest answer. Adjusted p-values are often the same, mostly 1: the
    smallest p of its own says it, and of equal ones the greatest size."""
    return min(range(len(pvalues)), key=lambda place: (pvalues[place], -abs(sizes[place])))
