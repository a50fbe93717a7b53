// Boards: scenes shown, counters taken up, spaces chosen by pointer and keys. No game is known here; view.js has pan
// and zoom.
//
//   mount(box)                    box = .board element; gives it tools, keys and pointers; returns its live <svg>
//   draw(svg, scene, {animate})   make the live layer show a scene (JSON of domain.kernel.scene)
//   patch(svg, changes, {backwards, animate})   apply [section, key, old, new] changes, as scene.applied does
//   highlight, mark, way          as highlights.js has them
//   select(svg, piece | null)
//   isUnderOthers(svg, piece), fanOut(svg, piece)   whether a press there would open the fan of a stack; opens it
//
// A choice is told by the bubbling event "board:choose", detail {piece, target}: a counter taken up (target null),
// or a space chosen (piece = the counter taken up, or null), or both null when Escape lets go; `pressed` is the
// counter that was pressed where none is in hand. With Shift a press on a space with a counter in hand is a
// way-point of its march: `isWayPoint`.

import { drawToken, haloOf } from "./counters.js";
import { closeFan, openFan } from "./fan.js";
import { highlight, mark, way } from "./highlights.js";
import { board, leads, stack, unitsOn } from "./sheet.js";
import { drawFigures, drawMarks, hideBadges, said, say } from "./spaces.js";
import {
  clearNames,
  drawCount,
  inLayers,
  layer,
  leadersAbove,
  place,
  placeAll,
  placeInLots,
  putAway,
  rescale,
} from "./stands.js";
import { part } from "./svg.js";
import { beside, explain, glide, see, seeAbove, shows, watch, zoomTo } from "./view.js";

export { beside, glide, highlight, mark, see, seeAbove, shows, way, zoomTo };

const SECTIONS = ["tokens", "spaces", "hands", "numbers"];

// ---- scenes

/** Show a scene. Only what differs from the scene shown before is touched. */
export function draw(svg, scene, { animate = false } = {}) {
  const b = board(svg);
  const old = b.scene;
  b.scene = scene;
  const touched = new Set();
  for (const id of new Set([...Object.keys(old.tokens), ...Object.keys(scene.tokens)])) {
    const was = old.tokens[id],
      token = scene.tokens[id];
    if (was === token) continue;
    drawToken(svg, b, id, token, was);
    if (was?.at) touched.add(was.at);
    if (token?.at) touched.add(token.at);
    else if (token) putAway(b, part(svg, `u-${id}`), id);
  }
  for (const space of new Set([...Object.keys(old.spaces), ...Object.keys(scene.spaces)])) {
    if (old.spaces[space] === scene.spaces[space]) continue;
    drawMarks(svg, b, space);
    touched.add(space);
  }
  for (const space of touched) {
    if (!b.sps.has(space))
      throw new Error(`The scene speaks of space ${space}, which this board does not have.`);
    if (!b.points) {
      place(svg, b, space, stack(b, space), animate);
      hideBadges(svg, b, space);
    }
    drawCount(svg, b, space);
    say(b, space);
  }
  if (touched.size) {
    if (b.points) placeAll(svg, b, animate);
    else {
      leadersAbove(svg, b);
      clearNames(svg, b);
    }
  }
  placeInLots(svg, b);
  drawFigures(b);
  if (b.selected && !scene.tokens[b.selected]?.at) select(svg, null);
  if (touched.size) {
    closeFan(svg);
    svg.dispatchEvent(new CustomEvent("board:drawn"));
  }
}

/** A scene after changes, or before them; the same as `applied` of domain/kernel/scene.py. Never alters `scene`. */
export function applied(scene, changes, backwards = false) {
  const result = { ...scene };
  for (const section of SECTIONS) result[section] = { ...scene[section] };
  for (const [section, key, old, now] of backwards ? [...changes].reverse() : changes) {
    const value = backwards ? old : now,
      other = backwards ? now : old;
    if (section === "") result[key] = value;
    else if (value === null) delete result[section][key];
    else if (other === null) result[section][key] = value;
    else {
      const merged = { ...result[section][key], ...value };
      for (const name of Object.keys(merged)) if (merged[name] === null) delete merged[name];
      result[section][key] = merged;
    }
  }
  return result;
}

/** Apply changes to the scene shown. Returns the new scene. */
export function patch(svg, changes, { backwards = false, animate = false } = {}) {
  const scene = applied(board(svg).scene, changes, backwards);
  draw(svg, scene, { animate });
  return scene;
}

/** Take up a counter (halo, and above its stack), or let go with null. */
export function select(svg, piece) {
  const b = board(svg),
    before = b.scene.tokens[b.selected]?.at;
  svg.querySelector(".token .halo")?.remove();
  svg.querySelector(".token.selected")?.classList.remove("selected");
  b.selected = piece;
  if (before && !b.points) layer(svg, b, inLayers(svg, b, stack(b, before)));
  if (!b.points) leadersAbove(svg, b);
  if (!piece) return;
  const node = part(svg, `u-${piece}`);
  if (!node) return; // a place, or a piece that is not on the board
  node.classList.add("selected");
  if (!b.points) {
    b.tokens.append(node);
    leadersAbove(svg, b);
  }
  const face = b.points ? node.querySelector(".face > g") : node.lastElementChild;
  face.prepend(haloOf(svg, b.scene.tokens[piece], "halo"));
}

/** Is this a cell where units lie on each other, and not a place that the counter in hand may go to? */
const isStack = (svg, b, space) => !b.points && unitsOn(svg, b, space).length > 1 && !isTarget(b, space);

const layOut = (svg, space) =>
  openFan(
    svg,
    space,
    () => focus(svg, space, true),
    (id) => choose(svg, space, id),
  );

export function isUnderOthers(svg, piece) {
  const b = board(svg),
    at = b.scene.tokens[piece]?.at;
  return Boolean(at) && isStack(svg, b, at);
}

export const fanOut = (svg, piece) => layOut(svg, board(svg).scene.tokens[piece].at);

// ---- choosing

/** May the counter in hand, or what has no counter, go to this space or do something there? */
const isTarget = (b, space) =>
  b.hints.some((hint) => hint.space === space && !["act", "zone"].includes(hint.kind));

function tell(svg, piece, target, pressed = null, isWayPoint = false) {
  const detail = { piece, target, ...(pressed ? { pressed } : {}), ...(isWayPoint ? { isWayPoint } : {}) };
  svg.dispatchEvent(new CustomEvent("board:choose", { bubbles: true, detail }));
}

function choose(svg, space, piece) {
  const b = board(svg);
  if (isTarget(b, space) || !piece) return tell(svg, b.selected, space, b.selected ? null : piece);
  select(svg, b.selected === piece ? null : piece);
  return tell(svg, b.selected, null, b.selected ? null : piece);
}

/** The next piece of a space for the keyboard, those that can act first, the front one before others; null after the
 *  last, undefined if there is none. */
function nextPiece(b, space) {
  const ids = b.points
    ? stack(b, space)
        .sort()
        .sort((a, z) => leads(b, z) - leads(b, a))
    : stack(b, space).reverse();
  if (!ids.length) return undefined;
  ids.sort((a, z) => Boolean(b.may(z)) - Boolean(b.may(a)));
  return (b.tried = ids[ids.indexOf(b.tried) + 1] ?? null);
}

function press(svg, space) {
  const b = board(svg);
  if (isTarget(b, space)) return choose(svg, space);
  if (isStack(svg, b, space)) return layOut(svg, space);
  const piece = nextPiece(b, space);
  if (piece !== null) return choose(svg, space, piece);
  select(svg, null);
  return tell(svg, null, null);
}

function walk(svg, from, key) {
  const b = board(svg);
  const [ux, uy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const here = b.sps.get(from);
  let best = null,
    least = Infinity;
  for (const [space, { x, y }] of b.sps) {
    const dx = x - here.x,
      dy = y - here.y,
      d = Math.hypot(dx, dy);
    const cos = d && (dx * ux + dy * uy) / d;
    if (cos < Math.cos((55 * Math.PI) / 180)) continue;
    if (d / cos ** 2 < least) [best, least] = [space, d / cos ** 2];
  }
  return best;
}

/** The board is shifted to a space that keys go to; what a pointer presses stays where it is. */
function focus(svg, space, preventScroll = false) {
  const b = board(svg);
  b.tried = null;
  svg.querySelector('.sp[tabindex="0"]')?.setAttribute("tabindex", "-1");
  const { sp } = b.sps.get(space);
  sp.setAttribute("tabindex", "0");
  sp.focus({ preventScroll });
}

/** The spaces that fit, nearest to the counter in hand first, without its own; with nothing in hand as they are on
 *  the board. */
function inOrder(b, fits) {
  const own = b.scene.tokens[b.selected]?.at,
    here = b.sps.get(own),
    found = [...b.sps.keys()].filter((space) => space !== own && fits(space));
  const far = (space) => Math.hypot(b.sps.get(space).x - here.x, b.sps.get(space).y - here.y);
  return here ? found.sort((a, z) => far(a) - far(z)) : found;
}

/** A space as the script finds it on the board: {sp, x, y, corners}. */
export const spot = (svg, space) => board(svg).sps.get(space);

export const isOnPoints = (svg) => board(svg).points;

/** The counter in hand, or null. */
export const selected = (svg) => board(svg).selected;

/** Which way a facing looks, in degrees clockwise from the north. */
export const turnOf = (svg, facing) => parseInt(board(svg).spots.turns[facing].slice(7), 10);

/** A word of a scene as it is spoken: a facing, a state, a name. */
export const spoken = (svg, word) => said(board(svg), word);

/** A facing in words. */
export const facingWords = (svg, facing) => said(board(svg), facing);

/** Every space and what it is called. */
export const spaces = (svg) =>
  new Map([...board(svg).sps].map(([space, { sp }]) => [space, sp.dataset.name.split(",")[0]]));

/** Brings a space into sight and puts the focus on it. */
export function go(svg, space) {
  see(svg, [space]);
  focus(svg, space);
}

/** Puts the focus on the board: where the counter in hand stands, else where it was last. */
export function enter(svg) {
  const b = board(svg);
  go(svg, b.scene.tokens[b.selected]?.at ?? svg.querySelector('.sp[tabindex="0"]').id.slice(3));
}

/** Folds a stack that lies open: whether one did. */
export const fold = (svg) => closeFan(svg);

/** Goes to the next (1) or previous (-1) space that fits; by itself one that something can be done with. */
export function step(svg, by, fits = null) {
  const b = board(svg),
    targets = new Set(b.hints.filter(({ kind }) => kind !== "zone").map(({ space }) => space));
  const order = inOrder(b, fits ?? ((space) => targets.has(space))),
    now = order.indexOf(svg.ownerDocument.activeElement?.closest?.(".sp")?.id.slice(3));
  const first = by > 0 || b.selected ? 0 : -1,
    to = order.at(now < 0 ? first : (now + by) % order.length);
  if (to) go(svg, to);
}

function onKey(svg, event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const b = board(svg);
  const from = event.target.closest(".sp")?.id.slice(3);
  if (!from) return;
  const { key } = event;
  if (key === "Escape" && b.selected) {
    select(svg, null);
    tell(svg, null, null);
  } else if (key === "Enter" && event.shiftKey && isTarget(b, from)) tell(svg, b.selected, from, null, true);
  else if (key === "Enter" || key === " ") press(svg, from);
  else {
    const to = key.startsWith("Arrow") && !event.shiftKey ? walk(svg, from, key) : undefined;
    if (to === undefined) return;
    if (to) focus(svg, to);
  }
  event.preventDefault();
}

function pressed(svg, event) {
  const token = event.target.closest(".token"),
    space = token?.dataset.space ?? event.target.closest(".sp")?.id.slice(3);
  if (!space) return;
  focus(svg, space, true);
  closeFan(svg);
  if (event.shiftKey && board(svg).selected && isTarget(board(svg), space))
    return tell(svg, board(svg).selected, space, null, true);
  if (isStack(svg, board(svg), space)) layOut(svg, space);
  else choose(svg, space, token?.id.slice(2));
}

/** Make a .board box work; gives back its live layer for draw, patch, highlight. `scene` is the scene it already shows,
 *  `whole` opens the board with all of it in sight, `may(piece)` says whether a counter can act. */
export function mount(box, scene = null, hints = [], { whole = false, may = () => true } = {}) {
  const svg = box.querySelector(".board-live");
  const b = board(svg);
  for (const node of b.tokens.children) b.how.set(node.id.slice(2), [...node.classList].slice(3).join(" "));
  if (scene) [b.scene, b.hints] = [scene, hints];
  b.may = may;
  svg.addEventListener("board:scale", (event) => rescale(svg, event.detail));
  watch(box, svg, { spots: b.spots, words: b.words, whole });
  explain(svg, new Set(hints.map((hint) => hint.kind)));
  svg.addEventListener("click", (event) => pressed(svg, event));
  svg.addEventListener("keydown", (event) => onKey(svg, event));
  return svg;
}
