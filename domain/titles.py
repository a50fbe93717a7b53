"""Every title that Grognard hosts: importing this module registers them."""

from domain.brandywine.title import BRANDYWINE
from domain.napoleonics.title import NAPOLEONICS
from domain.washingtons_war.title import WASHINGTONS_WAR
from domain.waterloo.title import WATERLOO
from domain.wellington.title import WELLINGTON

TITLES = (WATERLOO, WELLINGTON, WASHINGTONS_WAR, NAPOLEONICS, BRANDYWINE)
