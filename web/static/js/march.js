// March: several orders of a counter at a stroke. It is ordered by its destination, by way of other places, and goes on
// after the window that has stopped it.
//
//   order(way)             sends all orders of the way; an attack that may be given later is remembered
//   goes(target, from)     orders the way to the target, if one is known and it is the only thing that the press can mean
//   goThrough(target)      the march goes through this place: from there it may go on
//   rested(piece, target)  a counter that is held over a space goes through there, wherever it is dragged on to
//   orderBy(button, target, from)   orders by the only button that a press on the place, or on a counter that stands
//                          there, can mean, though nothing in hand has a way there
//   shown(told)            what the server tells was shown: why the march was stopped, and what is left of it
//   isAnother(body)        this order is sent: another order is another plan
// What cannot be taken back, and what a finger taps, is ordered by the second press: until then it is pinned.
import * as board from "./board.js";
import { answerForPin, asksAbout, refused, reveal } from "./asked.js";
import * as finality from "./finality.js";
import * as folds from "./folds.js";
import { reachOf, unpin } from "./held.js";
import { isAsking, isSending, send } from "./news.js";
import { buttons, isLesson, isSame, live, now, table } from "./now.js";
import { drawEdges, shine, tell, tellAttack, wayAt } from "./offers.js";
import { isQuick } from "./quick.js";
import * as reach from "./reach.js";

let wanted = null; // the order that the counter marched for, to be given when it is on the menu
let resting = null; // {seat, orders, awaited}: what is left of a march until the window that stopped it closes

export function order(way) {
  wanted = way.then;
  if (!way.orders.length) return later(way);
  return sendAll(way.orders);
}

function sendAll(orders, more = {}) {
  const { viewer, moment, token, march } = table().dataset;
  send(march, new URLSearchParams({ seat: viewer, moment, token, orders: JSON.stringify(orders), ...more }));
}

/** An attack from where the counter stands is offered when what is under way is over. */
function later(way) {
  const place = board.spaces(live()).get(way.target);
  unpin();
  asksAbout(table().dataset.later.replace("{place}", place));
}

/** Whether the press is spent. */
export function goes(target, from) {
  const way = wayAt(target, from);
  if (!way) return false;
  const isSingle = way.orders.length === 1 && !way.then,
    fits = buttons().filter((b) => b.dataset.target === target && b.dataset.piece === now.chosen);
  if (isSingle && (fits.length !== 1 || fits[0].matches("input"))) return false; // the list asks which
  if (((way.final && !isQuick()) || (now.isTouch && !isLesson())) && !isPinned(target, from))
    pin(way, target, from);
  else order(way);
  return true;
}

const isPinned = (target, from) => now.pinned?.target === target && (!from || now.pinned.from === from);

/** Its forecast stays, and says that a second press orders it. */
function pin(way, target, from) {
  now.pinned = { target, from };
  tell(way);
  drawEdges();
  answerForPin(way, () => order(way));
}

export async function orderBy(button, target, from) {
  const { moment } = table().dataset,
    isTap = now.isTouch;
  const isFinal = !isQuick() && (await finality.asked(table(), button.value));
  if (moment !== table().dataset.moment) return;
  if (isLesson() || now.pinned?.order === button.value || !(isFinal || isTap)) return void button.click();
  const { piece, kind } = button.dataset,
    attack = now.attacks.find((each) => each.target === target && each.piece === piece);
  now.pinned = { target, from: attack?.from ?? from, order: button.value };
  if (attack) tellAttack(attack);
  else if (kind !== "here") board.way(live(), [piece, target]); // no way is known where the rules take the counter elsewhere
  drawEdges();
  const label = button.firstElementChild.cloneNode(true);
  answerForPin({ target, kind, final: isFinal }, () => button.click(), label);
}

/** So far it is ordered by the green button. */
export async function goThrough(target) {
  const way = wayAt(target),
    piece = now.chosen;
  if (way.final) return; // nothing can be known beyond
  unpin();
  reach.through(piece, way);
  tell(way);
  answerForPin({ ...way, isPassed: true }, () => order({ ...way, isPassed: true }));
  await reachOf(piece);
  if (now.chosen === piece) shine(true);
}

export async function rested(piece, target) {
  if (target === now.scene.tokens[piece]?.at) return; // it is not under way yet
  await reachOf(piece);
  if (now.chosen === piece && wayAt(target)?.comes) await goThrough(target);
}

export function shown({ march, undone }) {
  remind();
  if (undone?.length) resting = null;
  if (march?.stopped) refused(march.stopped, "status");
  if (march) resting = march.rest;
  setTimeout(goOn);
}

/** The attack that a counter has marched for is put under the hand once it may be ordered. */
function remind() {
  if (!wanted) return;
  const button = buttons().find((each) => isSame(wanted, each.value));
  if (!button) return;
  wanted = null;
  reveal(button);
}

/** A march that a window stopped goes on when everybody has let it pass; the server looks whether that is so. */
function goOn() {
  if (!resting || isSending() || isAsking() || table().dataset.viewer !== resting.seat) return;
  const isKnown = !folds.waiting().length; // else the server alone can say it
  if (isKnown && !buttons().some((each) => isSame(resting.orders[0], each.value))) return;
  const { orders, awaited } = resting;
  resting = null;
  sendAll(orders, { awaited });
}

export function isAnother(body) {
  if (body.has("order") && body.get("seat") === resting?.seat) resting = null;
}
