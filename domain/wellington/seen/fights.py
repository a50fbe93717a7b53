"""Battles and sieges of Wellington, each told in its own way; a battle may break into a siege (#16)."""

from domain.kernel.battles import Battle, Battles, Course
from domain.wellington.events.battle import BattleBegan, BattleEnded
from domain.wellington.events.sieges import SiegeBegan, SiegeEnded
from domain.wellington.seen import battles, sieges

IN_BATTLE = ("odd_loss", "remove_soldier", "retreat", "free_flag")
IN_SIEGE = ("fight_on", "aim_guns", "siege_flag")
IN_BOTH = ("lay_card", "remove_leader")


def tell(course: Course) -> Battle:
    """The battle or siege as far as it has come; of several rounds the present one."""
    if isinstance(course.events[0], SiegeBegan):
        return sieges.tell(course)
    return battles.tell(course)


BATTLES = Battles(
    tell, (BattleBegan, SiegeBegan), (BattleEnded, SiegeEnded), frozenset((*IN_BATTLE, *IN_SIEGE, *IN_BOTH))
)
