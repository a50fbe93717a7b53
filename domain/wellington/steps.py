"""Every step that can stand on the agenda of a game of Wellington, for its rule set."""

from domain.kernel.agenda import Step
from domain.wellington import (
    choices,
    consent,
    drawing,
    endturn,
    lasting,
    losses,
    placing,
    plays,
    points,
    responses,
    setup,
    turn,
)

STEPS: tuple[type[Step], ...] = (
    setup.PlaceForces, setup.DealHands, setup.Mulligan,
    turn.BeginTurn, turn.Rounds, turn.OpenImpulse, turn.PlayImpulse, turn.PassingPower,
    points.SpendPoints, points.TakeStep, points.CarryOut, consent.AgreeOnCommander, consent.AgreeToJoin,
    responses.Window, responses.TakeEffect, drawing.DrawAndGoOn,
    placing.PlaceSoldiers, choices.MakeChoices, lasting.PutAway, plays.DrawAndOffer, plays.PlayOffered,
    losses.RemoveSoldiers, losses.ShareLosses, losses.TakeAttrition,
    endturn.EndTurn, endturn.Attrition, endturn.RaiseFlags, endturn.Guerrilla, endturn.Balance,
)  # fmt: skip
