// Offers: what the board shows can be done: with nothing in hand who can act, with a counter in hand where it can go,
// with a card up what it does; and the way that is pointed at, with its forecast.
//
//   hints()              [{space, kind, cost, pill}] for the board
//   shine(keepsWay)      shows them, with what stands at the edges; drawEdges() that alone
//   reached(), wayAt(space, from)   what the counter in hand can reach, as far as it is known; its way to a space, or null
//   bringIntoSight()     a new question is asked: where it is about places far away the board goes there
//   isTarget(space)      whether a press there does something
//   hasOnlyAttacks(), awaitAttacks()   where the menu has nothing to press but attacks, their odds stand on the board
//   attackFrom(target, from)   the one of these that was meant
//   point(event)         the way to a space that is pointed at is drawn and told, and a counter asked about ahead
//   tell(way), tellAttack(attack)   the same of a way that is known
import { makeWay } from "./battle.js";
import * as board from "./board.js";
import { attackAt, edges } from "./edges.js";
import { tell as tellAgain } from "./explain.js";
import * as folds from "./folds.js";
import * as forecast from "./forecast.js";
import * as hand from "./hand.js";
import { buttons, canAct, isAsked, live, now, onBoard, table } from "./now.js";
import * as reach from "./reach.js";

export function hints() {
  const found = new Map(),
    { tokens } = now.scene;
  const uses = hand.uses(); // of a card that is up its uses are what can be done
  for (const button of reach.passes() ? [] : uses.length ? uses : onBoard()) {
    const { piece, target, kind, cost } = button.dataset;
    const at = tokens[piece]?.at;
    if (now.chosen ? piece !== now.chosen : false) continue;
    if (!now.chosen && at && button.matches("button")) {
      if (!found.has(at)) found.set(at, { space: at, kind: "act" });
      continue;
    }
    // where the counter in hand stands a press lets it go: what it does there stands in the prompt
    if (target && target !== tokens[now.chosen]?.at)
      found.set(target, { space: target, kind, ...(cost ? { cost: Number(cost) } : {}) });
  }
  for (const piece of now.chosen || reach.passes() || uses.length ? [] : folds.waiting()) {
    const at = tokens[piece]?.at;
    if (at) found.set(at, { space: at, kind: "act" });
  }
  const far = reached();
  for (const hint of far ? reach.targets(far) : []) found.set(hint.space, hint);
  for (const { target, pill } of now.chosen ? [] : now.attacks)
    found.set(target, { space: target, kind: "fight", pill: pill.text });
  return [...found.values()];
}

/** A question that is about places none of which is in sight brings them there. */
export function bringIntoSight() {
  const spaces = live() && isAsked() ? hints().map(({ space }) => space) : [];
  if (!spaces.length || board.shows(live(), spaces)) return;
  board.see(live(), spaces);
  // spread wider than the box they may leave it as it is: then the first of them is gone to
  if (!board.shows(live(), spaces)) board.see(live(), spaces.slice(0, 1));
}

export const isTarget = (space) => hints().some((hint) => hint.space === space && hint.kind !== "act");

export const reached = () => now.chosen && reach.known(table(), now.chosen);

export const wayAt = (space, from) => {
  const far = reached();
  return far ? reach.wayTo(far, space, from) : null;
};

/** Whether the counter in hand may go there, or strike. */
const isGoal = (space) =>
  hints().some((hint) => hint.space === space && !["act", "here"].includes(hint.kind));

/** The counters that can act, with none in hand. */
function actors() {
  const uses = hand.uses(),
    found = uses.length ? uses : [...onBoard(), ...folds.waiting().map((piece) => ({ dataset: { piece } }))];
  return now.chosen ? [] : new Set(found.map(({ dataset }) => dataset.piece).filter(Boolean));
}

/** Those that the answer so far is about. */
const taken = () => document.getElementById("prompt")?.dataset.taken?.split(" ") ?? [];

export function shine(keepsWay = false) {
  if (!live()) return;
  const shown = hints();
  board.highlight(live(), shown, keepsWay);
  board.mark(live(), actors(), taken());
  makeWay(shown.map(({ space }) => space));
  drawEdges();
}

export function drawEdges() {
  const far = reached(),
    { chosen, pinned } = now,
    own = far
      ? reach.attacks(far)
      : chosen
        ? []
        : now.attacks.map(({ pill, ...each }) => ({ ...each, ...pill }));
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
  board.beside(live());
}

export function hasOnlyAttacks() {
  const targeted = buttons().filter(({ dataset }) => dataset.target);
  if (folds.waiting().length) return false;
  return targeted.length > 0 && targeted.every(({ dataset }) => dataset.kind === "fight");
}

/** With nothing in hand. */
export async function awaitAttacks() {
  if (now.chosen || !hasOnlyAttacks()) return;
  const { moment, viewer, attacks: address } = table().dataset,
    url = new URL(address, location.href);
  url.searchParams.set("seat", viewer);
  url.searchParams.set("moment", moment);
  const answer = await fetch(url).catch(() => null);
  if (answer?.status !== 200 || moment !== table().dataset.moment) return;
  now.attacks = (await answer.json()).attacks;
  if (!now.chosen) shine(true);
}

export const attackFrom = (target, from) =>
  now.attacks.find((each) => each.target === target && each.from === from);

export function point({ target: node }) {
  const edge = attackAt(node),
    space =
      edge?.target ??
      node.closest?.(".board-live .sp")?.id.slice(3) ??
      node.closest?.(".board-live .token")?.dataset.space;
  const piece = node.closest?.(".board-live .token")?.id.slice(2);
  if (piece && !now.chosen && canAct(piece)) reach.look(table(), piece, tellAgain);
  if (now.pinned) return;
  const way = space ? wayAt(space, edge?.from) : null,
    attack = edge && !now.chosen && attackFrom(space, edge.from);
  if (way) tell(way);
  else if (attack) tellAttack(attack);
  else if (forecast.isShown()) {
    forecast.clear();
    board.way(live(), isGoal(space) ? [now.chosen, space] : []);
  }
}

export function tell(way) {
  board.way(live(), reach.stops(way), reach.costs(way));
  show(way);
}

export function tellAttack({ piece, target, from, words, pill, sums }) {
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
  show({ ...way, odds: words, pill, sums });
}

function show(way) {
  forecast.show(way, { names: board.spaces(live()), words: document.getElementById("odds").dataset });
}
