"""Every title that Grognard hosts: importing this module registers them."""

from domain.waterloo import WATERLOO

TITLES = (WATERLOO,)
