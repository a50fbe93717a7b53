"""Every step that can stand on the agenda of a game of Wellington, for its rule set."""

from domain.kernel.agenda import Step
from domain.wellington import drawing, endturn, losses, placing, points, responses, setup, turn

STEPS: tuple[type[Step], ...] = (
    setup.PlaceForces, setup.DealHands, setup.Mulligan,
    turn.BeginTurn, turn.Rounds, turn.OpenImpulse, turn.PlayImpulse, turn.PassingPower,
    points.SpendPoints, points.CarryOut, responses.Window, responses.TakeEffect, drawing.DrawAndGoOn,
    placing.PlaceSoldiers,
    losses.RemoveSoldiers, losses.ShareLosses, losses.TakeAttrition,
    endturn.EndTurn, endturn.Attrition, endturn.RaiseFlags, endturn.Guerrilla, endturn.Balance,
)  # fmt: skip
