"""Tournaments: who meets whom, who has how many points, and who is ahead. Nothing here knows games or pages.

A tournament is what was done about it, in order (`events`), folded into what is known of it (`record`). Round
robin, Swiss and knock-out say who meets whom next; `rounds` puts that to use, `standings` counts.
"""
