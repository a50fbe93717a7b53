"""Every title that Grognard hosts: importing this module registers them."""

from domain.waterloo import WATERLOO
from domain.wellington.title import WELLINGTON

TITLES = (WATERLOO, WELLINGTON)
