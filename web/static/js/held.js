// Held: the counter or the card in hand: it is taken up and let go, its orders are fetched and what it can reach.
//
//   hold(piece, isByQuestion)   takes up a counter, or lets go with null
//   offerOnly()            where a question is about one counter it is in hand by itself, and the question stays to be read
//   takeUpAgain()          what the seat had in hand before somebody else was asked lies there again, if it can act
//   raised(card)           a card was raised, or lowered (null)
//   unpin(), goStraight()  what is pinned is given up; so are the way-points of its march: whether there were any
//   reachOf(piece)         what the counter can reach, as soon as it is here; where it does not come the page says so
//   ordersOf(piece)        whether the orders of the counter are here, as soon as they are
//   hasOrders(piece)       whether they are; where they did not come the page says so
//   unfolded(event)        the reader has opened the fold of a counter: that takes it up too
import * as board from "./board.js";
import { answersOf, asksAbout, nameOf, unreachable } from "./asked.js";
import { speakOf, tell as tellAgain } from "./explain.js";
import * as folds from "./folds.js";
import * as forecast from "./forecast.js";
import * as hand from "./hand.js";
import { keep, kept } from "./kept.js";
import { asking, buttons, canAct, foldOf, isAsked, isLesson, live, now, table } from "./now.js";
import { awaitAttacks, drawEdges, hasOnlyAttacks, shine } from "./offers.js";
import * as reach from "./reach.js";

/** What it can reach is shown when the server has told it. */
export function hold(piece, isByQuestion = false) {
  // with nothing in hand nothing is let go: what another question put aside stays kept
  if (!isByQuestion && !now.isOffered && (piece || now.chosen) && isAsked()) keep(table(), now.scene, piece);
  Object.assign(now, { chosen: piece, isOffered: isByQuestion, pinned: null });
  reach.through(null, null);
  document.querySelector("#prompt .problem[data-passes]")?.remove();
  const isTaken = Boolean(piece) && !isByQuestion,
    details = foldOf(piece);
  document.body.classList.toggle("holding", isTaken);
  for (const other of document.querySelectorAll("details.piece")) other.open = other === details;
  if (live()) {
    board.select(live(), piece);
    shine();
    if (piece) awaitReach(piece);
    else awaitAttacks();
  }
  if (piece) awaitOrders(piece);
  forecast.clear();
  if (isTaken) speakOf({ piece });
  if (piece && live()) board.seeAbove(live(), piece, sheet());
  answersOf(details);
}

/** The sheet over the lower part of the board, where the page is as narrow as a phone. */
const sheet = () => (matchMedia("(max-width: 759px)").matches ? document.getElementById("explained") : null);

export function takeUpAgain() {
  const before = kept(table(), now.scene);
  if (before && (!now.chosen || now.isOffered) && canAct(before)) now.chosen = before;
}

export function offerOnly() {
  const only = onlyActor(),
    isIts = only !== null && (now.chosen ?? only) === only;
  hold(now.chosen ?? only, isIts);
}

function onlyActor() {
  const found = buttons(),
    actors = new Set([...found.map(({ dataset }) => dataset.piece).filter(Boolean), ...folds.waiting()]),
    [only] = actors;
  const isOne =
    actors.size === 1 && now.scene.tokens[only]?.at && !found.some((each) => each.matches("input"));
  return isOne && !isLesson() && !hasOnlyAttacks() ? only : null; // attacks stand on the board with nothing in hand
}

async function awaitReach(piece) {
  if (reach.known(table(), piece)) return;
  if (!(await reachOf(piece))) return;
  if (now.chosen === piece) shine(true);
  tellAgain();
}

export async function reachOf(piece) {
  const found = await reach.take(table(), piece);
  if (found === undefined) unreachable();
  return found;
}

/** The orders of the counter in hand are laid out, where the menu is too long to tell those of all. */
async function awaitOrders(piece) {
  if (!folds.number(piece) || !(await ordersOf(piece)) || now.chosen !== piece) return;
  if (live()) shine(true);
  if (!now.pinned) answersOf(foldOf(piece));
}

export const ordersOf = (piece) =>
  folds.fill(table(), piece, asking(table().dataset.changes, { parts: "choices", opened: piece }));

export function hasOrders(piece) {
  if (!folds.number(piece)) return true;
  unreachable();
  return false;
}

export function raised(card) {
  if (!card) {
    document.body.classList.remove("holding");
    shine();
    return asksAbout(null);
  }
  hold(null);
  document.body.classList.add("holding");
  const { raised: played, idle } = table().dataset;
  speakOf({ card: card.dataset.card });
  return asksAbout((card.querySelector(".uses .orders") ? played : idle).replace("{card}", nameOf(card)));
}

export function unpin() {
  if (!now.pinned) return false;
  now.pinned = null;
  forecast.clear();
  board.way(live());
  drawEdges();
  const card = hand.raisedCard();
  if (card) raised(card);
  else answersOf(foldOf(now.chosen));
  return true;
}

/** The counter stays in hand. */
export function goStraight() {
  if (!reach.passes()) return false;
  reach.through(null, null);
  hold(now.chosen);
  return true;
}

export function unfolded({ target }) {
  if (!target.matches?.("details.piece") || !target.open || !live()) return;
  const { piece } = target.dataset;
  if (now.chosen === piece) return;
  awaitOrders(piece);
  now.chosen = piece;
  keep(table(), now.scene, piece);
  board.select(live(), piece);
  shine();
  awaitReach(piece);
}
