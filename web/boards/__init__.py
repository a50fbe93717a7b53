"""Boards: the static picture of a map (cached for ever by the hash in its name) and the live layer over
it."""

from web.boards.live import board_html, live_svg
from web.boards.pictures import board_names, picture_name, plan_of, static_picture

__all__ = ["board_html", "board_names", "live_svg", "picture_name", "plan_of", "static_picture"]
