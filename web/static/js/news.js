// News: what the server tells of the game is put into the page, be it news of the stream, an answer, or what the page
// asks for (web/table/changes.py). The board stays where it is, and what is in hand stays there if it can act.
//
//   begin(afterwards)      follows the game; afterwards(told) is called when something has been shown
//   send(action, body)     sends an order, or any form of the table, and shows what it has led to
//   isSending(), isAsking()   an order is under way; the page asks what has changed
//   leave()                the whole page is on its way to another: news are for that one
//   putIn(names, query)    puts these parts in as the server has them now: a promise, of whether it was heard
//   asText()               the board as text is brought up to date, if somebody reads it
import * as battle from "./battle.js";
import * as board from "./board.js";
import { refused, unreachable } from "./asked.js";
import { renew as renewCoach } from "./coach.js";
import { renew as renewExplained } from "./explain.js";
import { fit } from "./fit.js";
import * as hand from "./hand.js";
import { offerOnly, takeUpAgain } from "./held.js";
import * as hint from "./hint.js";
import { follow } from "./live.js";
import * as logbook from "./logbook.js";
import { asking, canAct, live, now, say, table } from "./now.js";
import { bringIntoSight } from "./offers.js";
import { ready, standing } from "./series.js";
import { signal } from "./signal.js";
import { addLines, stamp, swap, turn } from "./swap.js";

const AGAIN = 5000; // a question that the server did not hear is asked again after so many milliseconds, not by all at once

let stream = null;
let later = null; // when it is
let due = null; // when a nudge may be given
let speaks = {}; // the seat that speaks up in a response window, and at what moment
let busy = false; // an order is under way
let leaves = false;
let asks = false; // the page is asking what has changed
let held = null; // what the stream said meanwhile
let isStale = false; // whether the board as text is older than the board
let tellOn = () => {};

export const isSending = () => busy;
export const isAsking = () => asks;
export const leave = () => (leaves = true);

export function begin(afterwards) {
  tellOn = afterwards;
  const { page, stream: address, stamp: mine } = table().dataset,
    shown = new URL(page, location.href).searchParams;
  if (shown.has("answers")) speaks = { answers: shown.get("answers"), moment: shown.get("moment") };
  stream = follow(address, mine, heard);
}

/** News of the stream; null where the page itself must say what has become of the game or the seat. */
async function heard(news) {
  if (leaves) return;
  if (!news) return location.reload();
  if (busy || asks) return void (held = news);
  if (news.go) return location.assign(news.go);
  if (news.stamp === table().dataset.stamp || news.version < version()) return;
  const isFiltered = news.parts?.logbook && document.querySelector("#log:not([data-kind=all])");
  if (table().dataset.asks || isFiltered || !fits(news)) await ask();
  else show(news);
  if (news.said) say(news.said);
}

const version = () => Number(table().dataset.stamp.split("/")[1]);

/** Whether news go on from what the page shows. */
function fits({ page, from, was, base, scene: whole }) {
  const { stamp: mine, viewer } = table().dataset;
  if (!page || !document.body.classList.contains(page)) return false;
  return whole != null || (from === version() && was === viewer && (base == null || base === mine));
}

/** Asks for what has changed, of everything if `isLost`, until the server hears it: the stream says nothing twice. */
async function ask(isLost = false) {
  const counted = standing(),
    url = asking(table().dataset.changes, speaks);
  if (isLost) url.searchParams.delete("since");
  asks = true;
  clearTimeout(later);
  try {
    const answer = await whole(fetch(url)).catch(() => null); // no network
    if (!answer || answer.status >= 500 || answer.status === 429) return askLater();
    await answered(answer, isLost);
  } finally {
    asks = false;
    release();
  }
  ready(counted);
}

function askLater() {
  clearTimeout(later);
  if (leaves) return;
  if (!document.querySelector("#prompt .problem")) unreachable();
  later = setTimeout(() => (busy || asks ? askLater() : ask()), AGAIN * (1 + Math.random() / 2));
}

function release() {
  const news = held;
  held = null;
  if (news && !busy && !asks) heard(news);
}

/** An answer with all of its text: it may break off on the way. */
async function whole(asked) {
  const answer = await asked,
    isJson = answer.headers.get("Content-Type")?.includes("json");
  return { status: answer.status, isJson, text: await answer.text() };
}

/** The answer to an order or a question: changes, a refusal with its sentence, or where to go. */
async function answered({ isJson, text }, isLost = false) {
  if (!isJson) return location.reload();
  const told = JSON.parse(text);
  if (told.go) return location.assign(told.go);
  if (told.asks) {
    speaks = told.asks;
    return ask();
  }
  if (!told.stamp) return refused(told.message);
  if (fits(told)) return show(told);
  return isLost ? location.reload() : ask(true);
}

/** Puts what has changed into the page: the parts and the log, then the board, on which only that is drawn. */
function show(told) {
  const { dataset } = table(),
    focus = document.activeElement?.id,
    { moment } = dataset,
    before = now.scene;
  document.querySelector("#prompt .problem")?.remove();
  const wasForced = listIsForced();
  swap(told.parts, dataset.token);
  hand.renew(dataset);
  openList(wasForced);
  turn(told);
  if (told.log) addLines(document.getElementById("log"), told.log, told.undone);
  logbook.fold(document.getElementById("log"));
  now.scene = told.scene ?? (told.changes.length ? board.applied(before, told.changes) : before);
  dataset.viewer = told.viewer;
  now.pinned = null;
  if (!canAct(now.chosen)) now.chosen = null;
  takeUpAgain();
  if (live() && now.scene !== before) board.draw(live(), now.scene, { animate: true });
  now.attacks = [];
  offerOnly();
  if (dataset.moment !== moment) bringIntoSight();
  renewExplained();
  renewCoach();
  hint.forget();
  if (focus && document.activeElement?.id !== focus) document.getElementById(focus)?.focus();
  if (told.moment !== speaks.moment) speaks = {};
  if (speaks.answers) dataset.asks = "1";
  else if (dataset.asks === "1") delete dataset.asks;
  stream.seen(told.stamp);
  dataset.stamp = told.stamp;
  battle.place();
  signal();
  ready();
  awaitNudge();
  tellOn(told);
  isStale = (isStale || now.scene !== before) && !told.parts["text-board"];
  asText();
}

const listIsForced = () => Boolean(document.querySelector("#listed[data-opens]"));

/** The list of all orders opens by itself where the answers stand nowhere else. */
function openList(wasForced) {
  const list = document.getElementById("orders");
  if (!list) return;
  const isOver = !list.querySelector(".choices") || matchMedia("(max-width: 759px)").matches;
  if (listIsForced() !== wasForced) list.open = !wasForced;
  else if (isOver && !listIsForced()) list.open = false; // an empty one hides what can be pressed, on a phone any does
}

export async function asText() {
  if (!isStale || !document.getElementById("text-board")?.open) return;
  isStale = false;
  await putIn("text-board");
}

export async function putIn(names, query = {}) {
  const url = asking(table().dataset.changes, { ...query, parts: names }),
    answer = await fetch(url).catch(() => null); // no network
  if (!answer?.ok) {
    unreachable();
    return false;
  }
  const { parts } = await answer.json();
  swap(parts, table().dataset.token);
  logbook.fold(document.getElementById("log"));
  stamp(table().dataset.moment);
  ready();
  fit();
  return true;
}

/** Looks again when somebody may be nudged. */
export function awaitNudge() {
  clearTimeout(due);
  const wait = document.querySelector("[data-nudge-in]")?.dataset.nudgeIn;
  if (wait)
    due = setTimeout(
      async () => {
        await putIn("prompt");
        awaitNudge();
      },
      Number(wait) + 500,
    );
}

export async function send(action, body) {
  if (busy) return;
  busy = true;
  try {
    await answered(
      await whole(fetch(asking(action), { method: "POST", body, headers: { Accept: "application/json" } })),
    );
  } catch (problem) {
    unreachable();
    throw problem;
  } finally {
    busy = false;
    release();
  }
}
