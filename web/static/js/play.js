// Play: sends the page's own forms and follows the game without leaving the page, and lets the board press the
// same buttons. What the server tells (web/table/changes.py) is put into the page; the board stays where it is.
// Everything works with scripts off as well.
import * as battle from "./battle.js";
import * as board from "./board.js";
import { attackAt, edges } from "./edges.js";
import { coach, renew as renewCoach } from "./coach.js";
import { answer, green } from "./digits.js";
import { drag } from "./drag.js";
import { explain, renew as renewExplained, speakOf, tell as tellAgain } from "./explain.js";
import { fit, keepFitting } from "./fit.js";
import * as hand from "./hand.js";
import * as finality from "./finality.js";
import * as folds from "./folds.js";
import * as forecast from "./forecast.js";
import { follow } from "./live.js";
import * as hint from "./hint.js";
import { keep, kept } from "./kept.js";
import { keys } from "./keys.js";
import * as logbook from "./logbook.js";
import { odds } from "./odds.js";
import * as reach from "./reach.js";
import { add, counts, ready, standing } from "./series.js";
import { sight } from "./sight.js";
import { signal } from "./signal.js";
import { addLines, stamp, swap, turn } from "./swap.js";

const IDLE = 60_000;
let due = null; // when a nudge may be given
let stream = null;
let chosen = null; // the counter that was taken up on the board
let isOffered = false; // it was put in hand by the question, which is about no other
let pinned = null; // {target, from}: what cannot be taken back, or was tapped: a second press orders it; with `ends`
// the ways to the target of which the player chooses by facing, or by an answer in the prompt
let attacks = []; // the attacks of the menu, with their odds, where nothing else is to be pressed
let isTouch = false; // whether the last press was a finger's
let wanted = null; // the order that the counter marched for, to be given when it is on the menu
let resting = null; // {seat, orders, awaited}: what is left of a march until the window that stopped it closes
let scene = null; // the scene that is shown
let speaks = {}; // the seat that speaks up in a response window, and at what moment
let busy = false; // an order is under way
let leaves = false; // the whole page is on its way to another: news are for that one
let asks = false; // the page is asking what has changed
let held = null; // what the stream said meanwhile
const SHOWN_OF_PIECE = 4; // so many answers of the counter in hand stand in the prompt
const SHOWN_WHERE_NARROW = 2; // and so many of one place on a narrow page
let isStale = false; // whether the board as text is older than the board

const table = () => document.getElementById("table");
const buttons = () => [...document.querySelectorAll(".orders button[name=order]"), ...counts()];
const live = () => document.querySelector("#board .board-live");
const words = () => ({ covered: table().dataset.covered, show: table().dataset.show });
const say = (text) => {
  document.getElementById("news").textContent = text;
};

function start() {
  const told = document.getElementById("scene");
  scene = JSON.parse(told.textContent);
  told.textContent = ""; // nothing of a hand stays in the page when it is covered
  const shown = new URL(table().dataset.page, location.href).searchParams;
  if (shown.has("answers")) speaks = { answers: shown.get("answers"), moment: shown.get("moment") };
  const box = document.querySelector("#board .board");
  if (box)
    board.see(
      board.mount(box, scene, hints()),
      hints().map((hint) => hint.space),
    );
  stream = follow(table().dataset.stream, table().dataset.stamp, heard);
  document.addEventListener("submit", submit);
  document.addEventListener("change", pick, true); // before the odds are asked for
  document.addEventListener("board:choose", choose);
  document.addEventListener("board:turn", ({ detail }) => turnTo(detail.facing));
  document.addEventListener("pointerdown", (event) => (isTouch = event.pointerType === "touch"), true);
  document.addEventListener("click", filter);
  keys({ ...KEYS, v: box ? sight({ table, live, chosen: () => chosen, say }) : () => {} });
  document.addEventListener("keydown", enter);
  odds(
    table(),
    () => scene,
    (order) => live() && !pinned && board.way(live(), order ? [order.piece, order.target] : []),
    (space) => Boolean(wayAt(space)),
    () => Boolean(pinned) && forecast.isShown(),
  );
  for (const kind of ["pointerover", "focusin"]) document.addEventListener(kind, point);
  if (box)
    explain({
      table,
      svg: live,
      scene: () => scene,
      chosen: () => chosen,
      reach: (piece) => reach.known(table(), piece),
      orders: (piece) =>
        buttons().filter((button) => button.dataset.piece === piece).length + folds.number(piece),
    });
  hand.hand({ raised, playsAlone });
  document.addEventListener("click", answerForPiece);
  logbook.fold(document.getElementById("log"));
  keepFitting();
  battle.place();
  document.addEventListener("toggle", open, true);
  document.addEventListener("toggle", asText, true);
  ready();
  if (table().dataset.shared) watchIdle();
  offerQuick();
  coach();
  if (live())
    drag(live(), {
      may: canAct,
      take: (piece) => chosen !== piece && hold(piece),
      rest: rested,
      drop: dropped,
    });
  takeUpAgain();
  if (live()) offerOnly();
  awaitNudge();
}

// ---- what the server tells

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

/** Asks once for what has changed, of everything if `isLost`. */
async function ask(isLost = false) {
  const counted = standing(),
    url = asking(table().dataset.changes, speaks);
  if (isLost) url.searchParams.delete("since");
  asks = true;
  try {
    await answered(await fetch(url), isLost);
  } finally {
    asks = false;
    release();
  }
  ready(counted);
}

function release() {
  const news = held;
  held = null;
  if (news && !busy && !asks) heard(news);
}

/** An address with what the page shows: the server need only tell what differs. */
function asking(address, query = {}) {
  const url = new URL(address, location.href),
    { stamp: mine, viewer, asks: isOwn, page } = table().dataset;
  const kept = new URL(page, location.href).searchParams;
  for (const name of ["log", "lines", "only"]) if (kept.has(name)) url.searchParams.set(name, kept.get(name));
  // what a page shows by a choice of its own the server does not keep: then all parts are told
  url.searchParams.set("since", isOwn === "1" ? mine.replace(/[^/]*$/, "") : mine);
  url.searchParams.set("seen", viewer);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** The answer to an order or a question: changes, a refusal with its sentence, or where to go. */
async function answered(answer, isLost = false) {
  if (!answer.headers.get("Content-Type")?.includes("json")) return location.reload();
  const told = await answer.json();
  if (told.go) return location.assign(told.go);
  if (told.asks) {
    speaks = told.asks;
    return ask();
  }
  if (!told.stamp) return refused(told.message);
  if (fits(told)) return shown(told);
  return isLost ? location.reload() : ask(true);
}

function refused(message, role = "alert", isAdvice = false) {
  const place = document.querySelector("#prompt .problem") ?? document.createElement("p");
  Object.assign(place, { className: isAdvice ? "problem advice" : "problem", textContent: message });
  place.setAttribute("role", role);
  document.querySelector("#prompt .notices").prepend(place);
}

/** What an own order has led to: if it was a march that was stopped, the page says why. */
function shown(told) {
  show(told);
  if (!told.march) return;
  const { stopped, rest } = told.march;
  if (stopped) refused(stopped, "status");
  resting = rest;
}

/** A march that a window stopped goes on when everybody has let it pass; the server looks whether that is so. */
function goOn() {
  if (!resting || busy || asks || table().dataset.viewer !== resting.seat) return;
  const isKnown = !folds.waiting().length; // else the server alone can say it
  if (isKnown && !buttons().some((each) => isSame(resting.orders[0], each.value))) return;
  const { viewer, moment, token, march } = table().dataset,
    { orders, awaited } = resting;
  resting = null;
  send(march, new URLSearchParams({ seat: viewer, moment, token, orders: JSON.stringify(orders), awaited }));
}

/** Puts what has changed into the page: the parts and the log, then the board, on which only that is drawn. */
function show(told) {
  const { dataset } = table(),
    focus = document.activeElement?.id,
    before = scene;
  document.querySelector("#prompt .problem")?.remove();
  const wasForced = listIsForced();
  swap(told.parts, dataset.token);
  hand.renew(words());
  openList(wasForced);
  turn(told);
  if (told.log) addLines(document.getElementById("log"), told.log, told.undone);
  logbook.fold(document.getElementById("log"));
  scene = told.scene ?? (told.changes.length ? board.applied(scene, told.changes) : scene);
  dataset.viewer = told.viewer;
  pinned = null;
  if (!canAct(chosen)) chosen = null;
  takeUpAgain();
  if (live() && scene !== before) board.draw(live(), scene, { animate: true });
  attacks = [];
  offerOnly();
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
  remind();
  if (told.undone?.length) resting = null;
  setTimeout(goOn);
  isStale = (isStale || scene !== before) && !told.parts["text-board"];
  asText();
}

/** The board as text is brought up to date when somebody reads it. */
async function asText() {
  if (!isStale || !document.getElementById("text-board")?.open) return;
  isStale = false;
  await putIn("text-board");
}

/** Puts these parts in as the server has them now. */
async function putIn(names, query = {}) {
  const url = asking(table().dataset.changes, { ...query, parts: names });
  const { parts } = await (await fetch(url)).json();
  swap(parts, table().dataset.token);
  logbook.fold(document.getElementById("log"));
  stamp(table().dataset.moment);
  ready();
  fit();
}

/** Looks again when somebody may be nudged. */
function awaitNudge() {
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

/** What is picked in the prompt is what its button gives. */
function pick({ target }) {
  if (target.matches("#pick select")) target.form.querySelector("button").value = target.value;
}

async function submit(event) {
  const form = event.target;
  if (form.matches(".ask-hint")) {
    event.preventDefault();
    document.getElementById("menu")?.removeAttribute("open");
    return hint.ask(form, (text, isRefused) => refused(text, isRefused ? "alert" : "status", !isRefused));
  }
  if (form.matches("#away, .leaves")) return void (leaves = true);
  if (form.method !== "post" || !form.closest("#table, #undo, #when")) return;
  event.preventDefault();
  form.closest("#when")?.removeAttribute("open");
  await send(form.action, new URLSearchParams(new FormData(form, event.submitter)));
}

async function send(action, body) {
  if (busy) return;
  busy = true;
  if (body.has("order") && body.get("seat") === resting?.seat) resting = null; // another order is another plan
  try {
    await answered(
      await fetch(asking(action), { method: "POST", body, headers: { Accept: "application/json" } }),
    );
  } catch (problem) {
    say(table().dataset.unreachable);
    throw problem;
  } finally {
    busy = false;
    release();
  }
}

/** Other lines of the log, or numbers that are suggested, without leaving the page. */
async function filter(event) {
  const link = event.target.closest("a[data-filter]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const names = link.dataset.filter,
    isLog = names === "logbook";
  if (isLog) document.getElementById("talk")?.removeAttribute("open");
  if (isLog) table().dataset.page = link.href; // the lines that are shown from now on
  await putIn(names, Object.fromEntries(new URL(link.href).searchParams));
  if (!isLog) table().dataset.asks ??= "1";
  document.getElementById(link.id)?.focus();
}

// ---- the board presses buttons

function hints() {
  const found = new Map();
  const uses = hand.uses(); // of a card that is up its uses are what can be done
  for (const button of reach.passes() ? [] : uses.length ? uses : buttons()) {
    const { piece, target, kind, cost } = button.dataset;
    const at = scene.tokens[piece]?.at;
    if (chosen ? piece !== chosen : false) continue;
    if (!chosen && at && button.matches("button")) {
      if (!found.has(at)) found.set(at, { space: at, kind: "act" });
      continue;
    }
    // where the counter in hand stands a press lets it go: what it does there stands in the prompt
    if (target && target !== scene.tokens[chosen]?.at)
      found.set(target, { space: target, kind, ...(cost ? { cost: Number(cost) } : {}) });
  }
  for (const piece of chosen || reach.passes() || uses.length ? [] : folds.waiting()) {
    const at = scene.tokens[piece]?.at;
    if (at) found.set(at, { space: at, kind: "act" });
  }
  const far = reached();
  for (const hint of far ? reach.targets(far) : []) found.set(hint.space, hint);
  for (const { target, pill } of chosen ? [] : attacks)
    found.set(target, { space: target, kind: "fight", pill: pill.text });
  return [...found.values()];
}

/** What the counter in hand can reach, as far as it is known. */
const reached = () => chosen && reach.known(table(), chosen);

const wayAt = (space, from) => {
  const far = reached();
  return far ? reach.wayTo(far, space, from) : null;
};

/** Shows what can be done, with what stands at the edges. */
function shine(keepsWay = false) {
  if (!live()) return;
  board.highlight(live(), hints(), keepsWay);
  drawEdges();
}

function drawEdges() {
  const far = reached(),
    own = far ? reach.attacks(far) : chosen ? [] : attacks.map(({ pill, ...each }) => ({ ...each, ...pill }));
  const { again } = table().dataset,
    way = pinned && wayAt(pinned.target, pinned.from),
    shown = own.map((each) => {
      const isIt =
        pinned?.target === each.target && (way ? way.from === each.from : pinned.from === each.from);
      return isIt ? { ...each, text: again, again: true } : each;
    });
  if (pinned && !pinned.ends && !shown.some((each) => each.again))
    shown.push({ target: pinned.target, from: null, text: again, again: true });
  const ends = pinned?.ends?.map(({ target: space, facing }) => ({ space, facing }));
  edges(live(), { attacks: shown, tabs: ends ?? (far ? reach.turns(far) : []) });
}

function hasOnlyAttacks() {
  const targeted = buttons().filter(({ dataset }) => dataset.target);
  if (folds.waiting().length) return false;
  return targeted.length > 0 && targeted.every(({ dataset }) => dataset.kind === "fight");
}

/** Where the menu has nothing to press but attacks, their odds stand on the board with nothing in hand. */
async function awaitAttacks() {
  if (chosen || !hasOnlyAttacks()) return;
  const { moment, viewer, attacks: address } = table().dataset,
    url = new URL(address, location.href);
  url.searchParams.set("seat", viewer);
  url.searchParams.set("moment", moment);
  const answer = await fetch(url).catch(() => null);
  if (answer?.status !== 200 || moment !== table().dataset.moment) return;
  ({ attacks } = await answer.json());
  if (!chosen) shine(true);
}

async function choose(event) {
  if (event.detail.target && !(await knowsReach())) return;
  const { pressed, from } = event.detail;
  const use = useAt(event.detail);
  if (use)
    return void orderBy(use, event.detail.target ?? scene.tokens[pressed ?? event.detail.piece]?.at, from);
  // with nothing in hand a press on a counter takes it up, though something without a counter may go to its place
  const takesUp = !chosen && pressed && canAct(pressed);
  const { piece, target } = takesUp ? { piece: pressed, target: null } : event.detail;
  if (event.detail.isWayPoint && wayAt(target)?.comes) return void goThrough(target);
  if (chosen && target === scene.tokens[chosen]?.at) return void hold(isOffered ? chosen : null);
  if (!piece && !target && (unpin() || goStraight())) return board.select(live(), chosen);
  if (target) {
    if (goes(target, from) || reach.passes()) return;
    const origin = attacks.find((each) => each.target === target && each.from === from)?.piece;
    const actor = piece || chosen || (from && origin);
    const fits = buttons().filter(
      (b) => b.dataset.target === target && (!actor || b.dataset.piece === actor),
    );
    if (fits.length === 1)
      return fits[0].matches("input") ? add(fits[0]) : void orderBy(fits[0], target, from);
    if (fits.length > 1) return void severalFit(target, fits);
  }
  if (isOffered && pressed === chosen) return void hold(chosen);
  const answerIs = target ? null : answerOf(piece);
  if (answerIs) return void orderBy(answerIs, scene.tokens[piece]?.at);
  if (chosen && (target || piece) && !canAct(target ? null : piece)) return staysInHand(target, piece);
  hand.lower();
  hold(canAct(piece) ? piece : null);
}

/** Waits until it is known what the counter in hand can do and reach, and what of it cannot be taken back; whether the
    press still means what it meant. */
async function knowsReach() {
  const piece = chosen,
    { moment } = table().dataset;
  if (piece) await Promise.all([reached() ?? reach.take(table(), piece), ordersOf(piece)]);
  return chosen === piece && table().dataset.moment === moment && hasOrders(piece);
}

/** Whether the orders of the counter are here; where they did not come the page says so. */
function hasOrders(piece) {
  if (!folds.number(piece)) return true;
  say(table().dataset.unreachable);
  return false;
}

/** The order of a counter where the question is which counter: each has one, that leads nowhere. */
function answerOf(piece) {
  const all = [...document.querySelectorAll(".orders button[name=order]")].filter(
    (each) => each.dataset.piece && !each.closest(".hand, #piece-answers"),
  );
  const isWhich =
    new Set(all.map(({ dataset }) => dataset.piece)).size === all.length &&
    all.every(({ dataset }) => !dataset.target || dataset.target === scene.tokens[dataset.piece]?.at) &&
    !folds.waiting().length;
  if (all.length < 2 || !isWhich || isTouch || isLesson()) return null;
  return all.find(({ dataset }) => dataset.piece === piece) ?? null;
}

/** What the card that is up does with the counter or at the place that was pressed, if that is one thing. */
function useAt({ piece, pressed, target }) {
  const actor = pressed ?? piece,
    of = (key, value) => (value ? hand.uses().filter(({ dataset }) => dataset[key] === value) : []);
  const there = target ?? scene.tokens[actor]?.at;
  return [of("piece", actor), of("target", there)].find(({ length }) => length === 1)?.[0] ?? null;
}

/** A press where the counter in hand cannot go says so, and the counter stays in hand. */
function staysInHand(target, piece) {
  unpin();
  board.select(live(), chosen);
  cannotGo(chosen, target ?? scene.tokens[piece].at);
}

const ARROWS = { ArrowUp: 0, ArrowRight: 90, ArrowDown: 180, ArrowLeft: 270 };

/** A counter that is held over a space goes through there, wherever it is dragged on to. */
async function rested(piece, target) {
  await reach.take(table(), piece);
  if (chosen === piece && wayAt(target)?.comes) await goThrough(target);
}

/** A counter that was dragged is ordered as by a press; where nothing can be done the prompt says so. */
async function dropped(piece, target, from) {
  await Promise.all([reach.take(table(), piece), ordersOf(piece)]);
  if (reach.passes()) await reach.take(table(), piece); // it was held over a space before its reach was known
  if (chosen !== piece || !hasOrders(piece)) return;
  if (reach.passes()?.target === target) return void order(reach.passes());
  const isTarget = hints().some((hint) => hint.space === target && hint.kind !== "act");
  if (isTarget) choose({ detail: { piece, target, from } });
  else if (target !== scene.tokens[piece]?.at) cannotGo(piece, target);
}

/** Says why a counter went back, with the paragraph that the question stands on. */
function cannotGo(piece, target) {
  const { nowhere, noway } = table().dataset,
    place = board.spaces(live()).get(target),
    name = foldOf(piece)?.dataset.name ?? scene.tokens[piece].name;
  refused((place ? noway : nowhere).replace("{piece}", name).replace("{place}", place), "status");
  const rule = document.querySelector("#prompt .about a");
  const said = document.querySelector("#prompt .problem");
  said.dataset.passes = "1";
  if (rule) said.append(" ", rule.cloneNode(true));
}

/** The march goes through this place: from there it may go on. So far it is ordered by the green button. */
async function goThrough(target) {
  const way = wayAt(target),
    piece = chosen;
  if (way.final) return; // nothing can be known beyond
  unpin();
  reach.through(piece, way);
  tell(way);
  answerForPin({ ...way, isPassed: true });
  await reach.take(table(), piece);
  if (chosen === piece) shine(true);
}

/** The way-points are given up, the counter stays in hand. */
function goStraight() {
  if (!reach.passes()) return false;
  reach.through(null, null);
  hold(chosen);
  return true;
}

/** Several answers come to the same place: each stands in the prompt, and those that differ in where the counter
    faces then have a tab there. Where they are too many for the prompt, the list opens. */
function severalFit(target, fits) {
  const far = reached(),
    ends = far ? reach.ends(far, target) : [],
    { faces, several } = table().dataset,
    form = document.getElementById("piece-answers");
  const { name = "" } = foldOf(chosen)?.dataset ?? {},
    hasTabs = ends.length === fits.length,
    most = matchMedia("(max-width: 1099px)").matches ? SHOWN_WHERE_NARROW : SHOWN_OF_PIECE;
  if (!form || fits[0].matches("input") || (!hasTabs && fits.length > most)) return reveal(fits[0]);
  pinned = { target, from: null, ends: hasTabs ? ends : [] };
  forecast.clear();
  if (chosen) board.way(live(), [chosen, target]);
  drawEdges();
  form.querySelector(".own").replaceChildren(...fits.map((button) => inShort(copied(button, name))));
  form.querySelector(".put-back").hidden = false;
  asksAbout(
    (hasTabs ? faces : several).replace("{piece}", name).replace("{place}", board.spaces(live()).get(target)),
  );
  return undefined;
}

/** Of an answer that has a tab only the facing is told: the question tells the rest. */
function inShort(button) {
  const way = pinned.ends.find(({ orders: [only] }) => isSame(only, button.value));
  if (!way) return button;
  button.classList.add("faces");
  button.dataset.facing = way.facing;
  button.firstElementChild.firstChild.data = capital(board.facingWords(live(), way.facing));
  return button;
}

/** The ways of which one is chosen by a tab: where the counter in hand comes to, or where it stands. */
const turning = () => (pinned?.ends ? pinned.ends : (reached()?.turns ?? []));

/** Turns the counter in hand the way of the arrow, or as near to it as it may face. */
function turnByKey({ key }) {
  const off = (facing) => Math.abs(((board.turnOf(live(), facing) - ARROWS[key] + 540) % 360) - 180);
  const nearest = turning()
    .map(({ facing }) => facing)
    .sort((a, z) => off(a) - off(z))[0];
  if (nearest && off(nearest) <= 60) turnTo(nearest);
}

/** Turns the counter in hand, or sends it where it is to face so. */
function turnTo(facing) {
  const way = turning().find((each) => each.facing === facing);
  if (way) order(way);
}

const isAsked = () => buttons().length + folds.waiting().length > 0;

const canAct = (piece) =>
  piece && (folds.number(piece) > 0 || buttons().some((b) => b.dataset.piece === piece));

/** Takes up a counter, or lets go with null; gives the fold that lists its orders. What it can reach is shown when
    the server has told it. */
function hold(piece, isByQuestion = false) {
  // with nothing in hand nothing is let go: what another question put aside stays kept
  if (!isByQuestion && !isOffered && (piece || chosen) && isAsked()) keep(table(), scene, piece);
  chosen = piece;
  isOffered = isByQuestion;
  pinned = null;
  reach.through(null, null);
  document.querySelector("#prompt .problem[data-passes]")?.remove();
  document.body.classList.toggle("holding", Boolean(chosen) && !isOffered);
  const details = foldOf(chosen);
  for (const other of document.querySelectorAll("details.piece")) other.open = other === details;
  if (live()) {
    board.select(live(), chosen);
    shine();
    if (chosen) awaitReach(chosen);
    else awaitAttacks();
  }
  if (chosen) awaitOrders(chosen);
  forecast.clear();
  if (chosen && !isOffered) speakOf({ piece: chosen });
  if (chosen && live()) board.seeAbove(live(), chosen, sheet());
  answersOf(details);
  return details;
}

/** What the seat had in hand before somebody else was asked lies there again, if it can act. */
function takeUpAgain() {
  const before = kept(table(), scene);
  if (before && (!chosen || isOffered) && canAct(before)) chosen = before;
}

/** Where a question is about one counter it is in hand by itself, and the question stays to be read. */
function offerOnly() {
  const only = onlyActor(),
    isIts = only !== null && (chosen ?? only) === only;
  hold(chosen ?? only, isIts);
}

function onlyActor() {
  const found = buttons(),
    actors = new Set([...found.map(({ dataset }) => dataset.piece).filter(Boolean), ...folds.waiting()]),
    [only] = actors;
  const isOne = actors.size === 1 && scene.tokens[only]?.at && !found.some((each) => each.matches("input"));
  return isOne && !isLesson() && !hasOnlyAttacks() ? only : null; // attacks stand on the board with nothing in hand
}

/** The sheet over the lower part of the board, where the page is as narrow as a phone. */
const sheet = () => (matchMedia("(max-width: 759px)").matches ? document.getElementById("explained") : null);

const foldOf = (piece) => piece && document.querySelector(`details.piece[data-piece="${CSS.escape(piece)}"]`);

// ---- the prompt speaks of the counter or the card in hand

let question = null; // [element, its own words]

/** The first line says what to do with what is in hand; null gives the question back. */
function asksAbout(text) {
  const place = document.getElementById("asked");
  if (question && question[0] !== place) question = null;
  if (place && text !== null) {
    question ??= [place, place.innerHTML];
    place.textContent = text;
  } else if (question) {
    place.innerHTML = question[1];
    question = null;
  }
  fit();
  keepFocus();
}

/** What the counter in hand can do without a place to press: its answers stand in the prompt, few as they are. */
function answersOf(details) {
  const form = document.getElementById("piece-answers");
  if (!form) return asksAbout(null);
  const here = scene.tokens[chosen]?.at,
    own = [...(details?.querySelectorAll("button[name=order]") ?? [])],
    still = own.filter(({ dataset }) => !dataset.target || dataset.target === here);
  const shown = still.length <= SHOWN_OF_PIECE ? still : [];
  form.querySelector(".own").replaceChildren(...shown.map((button) => copied(button, details.dataset.name)));
  form.querySelector(".put-back").hidden = !chosen || isOffered || Boolean(document.getElementById("up"));
  asksAbout(
    chosen && details && !isOffered ? table().dataset.holding.replace("{piece}", details.dataset.name) : null,
  );
  return undefined;
}

/** What is pinned is ordered by a green button too, and the first line says so. */
function answerForPin(way, label = null, give = () => order(way)) {
  const form = document.getElementById("piece-answers"),
    { to, attack, twice, once, passed } = table().dataset;
  if (!form) return;
  const place = board.spaces(live()).get(way.target),
    button = document.createElement("button");
  Object.assign(button, { type: "button", id: "go", className: "primary" });
  button.append(label ?? span((way.kind === "fight" ? attack : to).replace("{place}", place)));
  button.addEventListener("click", give);
  form.querySelector(".own").replaceChildren(button);
  form.querySelector(".put-back").hidden = false;
  asksAbout((way.isPassed ? passed : way.final ? twice : once).replace("{place}", place));
}

/** An attack from where the counter stands is offered when what is under way is over. */
function later(way) {
  const place = board.spaces(live()).get(way.target);
  unpin();
  asksAbout(table().dataset.later.replace("{place}", place));
}

function span(text) {
  return Object.assign(document.createElement("span"), { textContent: text });
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether a button's value is that order. */
const isSame = (order, value) =>
  Boolean(value) && JSON.stringify(JSON.parse(value)) === JSON.stringify(order);

function copied(button, name) {
  const copy = button.cloneNode(true),
    label = copy.firstElementChild.firstChild;
  const short = label.data.startsWith(`${name}: `) ? label.data.slice(name.length + 2) : label.data;
  label.data = capital(short);
  delete copy.dataset.target; // the board presses the one in the list
  return copy;
}

function answerForPiece({ target }) {
  if (target.closest?.("#put-back")) up();
  else if (target.id === "quick") localStorage.setItem("quick", target.checked ? "on" : "off");
}

/** Whether the only use of a card needs no second press: it is given at once if it can be taken back, else the card is
    raised. A finger that taps a card wants to read it, and a lesson tells of each press. */
function playsAlone(button, raise) {
  if (isTouch || isLesson() || busy) return false;
  const { moment } = table().dataset;
  (isQuick() ? Promise.resolve(false) : finality.asked(table(), button.value)).then((isFinal) => {
    if (moment !== table().dataset.moment) return;
    if (isFinal) raise();
    else button.click();
  });
  return true;
}

/** A card was raised or lowered. */
function raised(card) {
  if (!card) {
    document.body.classList.remove("holding");
    shine();
    return asksAbout(null);
  }
  hold(null);
  document.body.classList.add("holding");
  const name = (card.querySelector(".called") ?? card.querySelector(".face .sr")).textContent,
    form = card.querySelector(".uses .orders");
  speakOf({ card: card.dataset.card });
  return asksAbout((form ? table().dataset.raised : table().dataset.idle).replace("{card}", name));
}

// ---- the list of all orders opens by itself where the answers stand nowhere else

const listIsForced = () => Boolean(document.querySelector("#listed[data-opens]"));

function openList(wasForced) {
  const list = document.getElementById("orders");
  if (list && listIsForced() !== wasForced) list.open = !wasForced;
}

async function awaitReach(piece) {
  if (reach.known(table(), piece)) return;
  if (!(await reach.take(table(), piece))) return;
  if (chosen === piece) shine(true);
  tellAgain();
}

/** The orders of the counter in hand are laid out, where the menu is too long to tell those of all. */
async function awaitOrders(piece) {
  if (!folds.number(piece) || !(await ordersOf(piece)) || chosen !== piece) return;
  if (live()) shine(true);
  if (!pinned) answersOf(foldOf(piece));
}

/** Whether the orders of the counter are here, as soon as they are. */
const ordersOf = (piece) =>
  folds.fill(table(), piece, asking(table().dataset.changes, { parts: "choices", opened: piece }));

/** The page's switch for orders that are given by one press, whatever they lead to. */
function offerQuick() {
  const box = document.getElementById("quick");
  if (!box) return;
  box.closest("label").hidden = false;
  box.checked = isQuick();
}

// ---- marches of several orders

/** Orders the way to the target, if one is known and it is the only thing that the press can mean. What cannot be
    taken back, and what a finger taps, is ordered by the second press. Whether the press is spent. */
function goes(target, from) {
  const way = wayAt(target, from);
  if (!way) return false;
  const isSingle = way.orders.length === 1 && !way.then,
    fits = buttons().filter((b) => b.dataset.target === target && b.dataset.piece === chosen);
  if (isSingle && (fits.length !== 1 || fits[0].matches("input"))) return false; // the list asks which
  if (((way.final && !isQuick()) || (isTouch && !isLesson())) && !isPinned(target, from))
    pin(way, target, from);
  else order(way);
  return true;
}

/** Orders by the only button that a press on the place, or on a counter that stands there, can mean, though nothing in
    hand has a way there. What cannot be taken back, and what a finger taps, is ordered by the second press. */
async function orderBy(button, target, from) {
  const { moment } = table().dataset,
    isTap = isTouch;
  const isFinal = !isQuick() && (await finality.asked(table(), button.value));
  if (moment !== table().dataset.moment) return;
  if (isLesson() || pinned?.order === button.value || !(isFinal || isTap)) return void button.click();
  const { piece, kind } = button.dataset,
    attack = attacks.find((each) => each.target === target && each.piece === piece);
  pinned = { target, from: attack?.from ?? from, order: button.value };
  if (attack) tellAttack(attack);
  drawEdges();
  answerForPin({ target, kind, final: isFinal }, button.firstElementChild.cloneNode(true), () =>
    button.click(),
  );
}

const isPinned = (target, from) => pinned?.target === target && (!from || pinned.from === from);

const isQuick = () => isLesson() || localStorage.getItem("quick") === "on";

/** Everything can be taken back in a lesson: what is lit is pressed once. */
const isLesson = () => document.body.classList.contains("lesson");

/** Sends all orders of the way; an attack that may be given later is remembered. */
function order(way) {
  wanted = way.then;
  if (!way.orders.length) return void later(way);
  const { viewer, moment, token, march } = table().dataset;
  send(march, new URLSearchParams({ seat: viewer, moment, token, orders: JSON.stringify(way.orders) }));
}

/** Its forecast stays, and says that a second press orders it. */
function pin(way, target, from) {
  pinned = { target, from };
  tell(way);
  drawEdges();
  answerForPin(way);
}

function unpin() {
  if (!pinned) return false;
  pinned = null;
  forecast.clear();
  board.way(live());
  drawEdges();
  const card = hand.raisedCard();
  if (card) raised(card);
  else answersOf(foldOf(chosen));
  return true;
}

/** The attack that a counter has marched for is put under the hand once it may be ordered. */
function remind() {
  if (!wanted) return;
  const button = buttons().find((each) => isSame(wanted, each.value));
  if (!button) return;
  wanted = null;
  reveal(button);
}

/** A counter that is pointed at is asked about ahead; the way to a space that it can reach is drawn and told. */
function point({ target: node }) {
  const edge = attackAt(node),
    space =
      edge?.target ??
      node.closest?.(".board-live .sp")?.id.slice(3) ??
      node.closest?.(".board-live .token")?.dataset.space;
  const piece = node.closest?.(".board-live .token")?.id.slice(2);
  if (piece && !chosen && canAct(piece)) reach.look(table(), piece, tellAgain);
  if (pinned) return;
  const way = space ? wayAt(space, edge?.from) : null,
    attack = edge && !chosen && attacks.find((each) => each.target === space && each.from === edge.from);
  if (way) tell(way);
  else if (attack) tellAttack(attack);
  else if (forecast.isShown()) {
    forecast.clear();
    board.way(live());
  }
}

function tell(way) {
  board.way(live(), reach.stops(way), reach.costs(way));
  forecast.show(way, { names: board.spaces(live()), words: document.getElementById("odds").dataset });
}

function tellAttack({ piece, target, from, words, pill, sums }) {
  board.way(live(), [piece, target]);
  const way = {
    target,
    kind: "fight",
    cost: 0,
    costs: [],
    spaces: from ? [from] : [],
    words: [],
    supposed: [],
  };
  forecast.show(
    { ...way, odds: words, pill, sums },
    { names: board.spaces(live()), words: document.getElementById("odds").dataset },
  );
}

function reveal(button) {
  for (let fold = button.closest("details"); fold; fold = fold.parentElement.closest("details"))
    fold.open = true;
  button.focus();
}

function open(event) {
  if (!event.target.matches?.("details.piece") || !event.target.open || !live()) return;
  if (chosen === event.target.dataset.piece) return;
  awaitOrders(event.target.dataset.piece);
  chosen = event.target.dataset.piece;
  keep(table(), scene, chosen);
  board.select(live(), chosen);
  shine();
  awaitReach(chosen);
}

// ---- keys

const KEYS = {
  u: () => document.querySelector("#undo button")?.click(),
  U: () => (document.querySelector("#undo .step button") ?? document.querySelector("#undo button"))?.click(),
  r: () => document.querySelector(".tools a[href$='/replay']")?.click(),
  b: () => battle.reopen(),
  i: () => document.querySelector("#hint button:not(:disabled)")?.click(),
  n: () => document.querySelector("#nobody button")?.click(),
  l: () => document.getElementById("log")?.querySelector("a")?.focus(),
  h: () => hand.toHand(words()),
  Escape: up,
  "]": () => toPiece(1),
  "[": () => toPiece(-1),
  ...Object.fromEntries([..."123456789"].map((digit) => [digit, () => answer(Number(digit))])),
  ...Object.fromEntries(Object.keys(ARROWS).map((key) => [`Shift+${key}`, turnByKey])),
};

/** Enter on what is no button itself gives the green answer; who uses keys does not lose the focus. */
function enter({ key, target, defaultPrevented, ctrlKey, altKey, metaKey }) {
  const now = document.activeElement,
    isFree = now === document.body || now === promptBar();
  if (key !== "Tab") keepFocus();
  if (key !== "Enter" || defaultPrevented || ctrlKey || altKey || metaKey) return;
  if (isFree && !target.closest("dialog")) green()?.click();
}

/** To the next place with a counter that can act. */
function toPiece(by) {
  if (!live()) return;
  const pieces = [...buttons().map(({ dataset }) => dataset.piece), ...folds.waiting()],
    places = new Set(pieces.map((piece) => scene.tokens[piece]?.at));
  board.step(live(), by, (space) => places.has(space));
}

const promptBar = () => document.getElementById("prompt");

/** Where the element that had the focus is gone, the prompt has it: keys go on from there. */
function keepFocus() {
  const now = document.activeElement;
  if (!now || now === document.body || !now.checkVisibility()) promptBar()?.focus({ preventScroll: true });
}

/** One step back: what is pinned, what is in hand, the last part of an open answer, the battle that lies open. */
function up() {
  if (unpin() || goStraight()) return;
  if (live()) board.way(live());
  if (hand.lower()) return;
  if (chosen && !isOffered) return void hold(null);
  const last = document.querySelector("#up button");
  if (last) last.click();
  else battle.close();
}

// ---- several people at one screen: where nobody touches the page the hand is covered, never the table

function watchIdle() {
  const wanted = () => localStorage.getItem("hide") !== "off";
  const away = () => {
    if (wanted()) hand.cover(words());
  };
  let timer = setTimeout(away, IDLE);
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(away, IDLE);
  };
  for (const kind of ["pointerdown", "keydown", "pointermove"])
    addEventListener(kind, again, { passive: true });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) away();
  });
  const box = document.getElementById("hide");
  if (!box) return;
  box.closest("label").hidden = false;
  box.checked = wanted();
  box.addEventListener("change", () => {
    localStorage.setItem("hide", box.checked ? "on" : "off");
    again();
  });
}

start();
