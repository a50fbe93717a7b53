"""Orders on army groups and who commands them."""

from domain.kernel.orders import Order


class JoinArmy(Order, frozen=True):
    """This army too goes with the march just ordered, in one group, at its own price (9.63, D-10)."""

    closes = False

    leader: str
    sp: int
    staff: tuple[str, ...] = ()


class NameCommander(Order, frozen=True):
    """Put this leader in command of what stands with him (9.53, D-09)."""

    duchy: str
    leader: str


class AgreeToGroup(Order, frozen=True):
    """The ally agrees to what is proposed about a group (9.61, 9.62, D-09)."""


class RefuseGroup(Order, frozen=True):
    """The ally refuses it (9.61, 9.62, D-09)."""

    leaves = "group"
