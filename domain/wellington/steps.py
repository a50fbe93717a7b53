"""Every step that can stand on the agenda of a game of Wellington, for its rule set."""

from domain.kernel.agenda import Step
from domain.wellington import (
    choices,
    consent,
    drawing,
    endturn,
    hands,
    interphase,
    lasting,
    losses,
    placing,
    plays,
    points,
    redeployment,
    reinforcements,
    reserves,
    responses,
    setup,
    sieges,
    turn,
)
from domain.wellington.cards import draws

STEPS: tuple[type[Step], ...] = (
    setup.PlaceForces, setup.DealHands, hands.Mulligan,
    turn.BeginTurn, turn.Rounds, turn.OpenImpulse, turn.PlayImpulse, turn.PassingPower,
    points.SpendPoints, points.TakeStep, points.CarryOut, consent.AgreeOnCommander, consent.AgreeToJoin,
    responses.Window, responses.TakeEffect, drawing.DrawAndGoOn,
    placing.PlaceSoldiers, choices.MakeChoices, lasting.PutAway, plays.DrawAndOffer, plays.PlayOffered,
    reserves.TakeFromReserve, reserves.LookAtHand, reserves.BuySeen, reserves.PutBack, draws.MayDraw,
    losses.RemoveSoldiers, losses.ShareLosses, losses.TakeAttrition,
    endturn.EndTurn, endturn.CheckEnd, endturn.Attrition, endturn.RaiseFlags, endturn.Guerrilla,
    endturn.Balance, endturn.Conquest, endturn.Peace,
    interphase.Interphase, reinforcements.GainResources, reinforcements.RollReinforcements,
    reinforcements.AnswerEmperor, reinforcements.SpendReinforcements,
    redeployment.Redeploy, redeployment.Withdraw, redeployment.EndRedeployments,
    hands.DrawHands, hands.ReturnOldCards, hands.DiscardExcess, hands.TradeExcess, hands.DealNationalCards,
    interphase.EndInterphase,
    *sieges.STEPS,
)  # fmt: skip
