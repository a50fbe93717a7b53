"""Wellington: the Peninsular War 1812 to 1814, card-driven, for two, three or four players."""

from domain.wellington import cards

__all__ = ["cards"]
