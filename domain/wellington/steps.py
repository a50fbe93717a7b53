"""Every step that can stand on the agenda of a game of Wellington, for its rule set."""

from domain.kernel.agenda import Step
from domain.wellington.arrival import arrival, called_formations, flagging
from domain.wellington.battle import battle, battle_losses, harm_in_battle, plunder, retreat
from domain.wellington.cards import battles, draws, flank_marches, impulses, interceptions
from domain.wellington.interphase import interphase, redeployment, reinforcements
from domain.wellington.losses import debts, losses, raids
from domain.wellington.movement import consent
from domain.wellington.placing import placing, uprising
from domain.wellington.playing import choices, drawing, hands, lasting, plays, reserves, responses
from domain.wellington.points import points
from domain.wellington.sea import convoys
from domain.wellington.sequence import bids, endturn, setup, turn
from domain.wellington.siege import sieges

STEPS: tuple[type[Step], ...] = (
    setup.PlaceForces, bids.Bid, bids.ChoosePowers, bids.PayBid, setup.DealHands, hands.Mulligan,
    turn.BeginTurn, turn.Rounds, turn.OpenImpulse, turn.PlayImpulse, turn.PassingPower,
    points.SpendPoints, points.TakeStep, points.CarryOut, consent.AgreeOnCommander, consent.AgreeToJoin,
    responses.Window, responses.TakeEffect, drawing.DrawAndGoOn, drawing.DrawEach,
    placing.PlaceSoldiers, choices.MakeChoices, lasting.PutAway, plays.DrawAndOffer, plays.PlayOffered,
    reserves.TakeFromReserve, reserves.LookAtHand, reserves.BuySeen, reserves.PutBack, draws.MayDraw,
    impulses.GrantImpulse, interceptions.JudgeRelief, flank_marches.FlankMarch,
    flank_marches.DukesMarch, battles.JoinSiege, battles.CountTraitors,
    uprising.AttackThere, uprising.EndUprising, raids.TakeToll, raids.CountRaid, raids.TakeRaid,
    *harm_in_battle.STEPS, debts.SettleRemoval,
    losses.RemoveSoldiers, losses.ShareLosses, losses.TakeAttrition,
    losses.SufferAttrition, losses.ShareAttrition, *arrival.STEPS, *called_formations.STEPS,
    *flagging.STEPS,
    endturn.EndTurn, endturn.CheckEnd, endturn.Attrition, endturn.RaiseFlags, endturn.Guerrilla,
    endturn.Balance, endturn.Conquest, endturn.Peace,
    interphase.Interphase, reinforcements.GainResources, reinforcements.RollReinforcements,
    reinforcements.AnswerEmperor, reinforcements.SpendReinforcements,
    redeployment.Redeploy, redeployment.Withdraw, redeployment.EndRedeployments,
    hands.DrawHands, hands.ReturnOldCards, hands.DiscardExcess, hands.TradeExcess, hands.DealNationalCards,
    interphase.EndInterphase,
    *sieges.STEPS, *convoys.STEPS,
    *battle.STEPS, battle_losses.LosePieces, battle_losses.LoseOfficers, *retreat.STEPS, *plunder.STEPS,
)  # fmt: skip
