"""Orders of generals on the march, and of those who come in their way (7). D-nn are the decision points."""

from domain.kernel.orders import Order


class SendGeneral(Order, frozen=True):
    """This general acts next with the Campaign card (7.2, D-9)."""

    general: str


class LandParty(Order, frozen=True):
    """Seamen flip the American marker of a port, or place a British one, for an activation (7.2.B, D-9)."""

    port: str


class EndCampaign(Order, frozen=True):
    """No further general acts with this card (7.2.A, D-9)."""

    leaves = "campaign"


class LoadUnits(Order, frozen=True):
    """So many CU go on with the general from here; what is left out stays (7.3.A, D-12)."""

    general: str
    american: int = 0
    british: int = 0
    french: int = 0


class March(Order, frozen=True):
    """March into an adjacent space with what the general has with him (7.3, D-12)."""

    general: str
    to: str


class Sail(Order, frozen=True):
    """Sail to another port with what the general has with him: that is his whole movement (7.5, D-11)."""

    general: str
    to: str


class Halt(Order, frozen=True):
    """The general's activation ends where he stands (7.3, D-12)."""

    leaves = "march"

    general: str


class SendToBox(Order, frozen=True):
    """Of two generals in one space this one goes to the Reinforcements box (7.4.C, D-12a, D-13b, D-14c)."""

    general: str


class Intercept(Order, frozen=True):
    """This general tries to be there first (7.8, D-13)."""

    general: str
    to: str


class LetThemCome(Order, frozen=True):
    """No army intercepts, or no further one (7.8, D-13)."""

    passes = True
    leaves = "intercept"


class AvoidBattle(Order, frozen=True):
    """The army tries to get away before the battle (7.9, D-14)."""

    general: str


class StandAndFight(Order, frozen=True):
    """The army stays for the battle (7.9, D-14)."""

    passes = True
    leaves = "avoid"


class BringUnits(Order, frozen=True):
    """Of more CU than a general can take so many go with him (7.8.C, 7.9.B, D-13a, D-14b)."""

    general: str
    american: int
    french: int


class SlipAway(Order, frozen=True):
    """The army that avoids battle goes there (7.9.B, D-14a)."""

    general: str
    to: str
