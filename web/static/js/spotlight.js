// Spotlight: rings round what is to be pressed next for orders that are told: of a lesson's step, where the rest lies in
// shade, or of a hint. It follows the presses: first the card, then its use; first the counter, then the place.
//
//   spotlight({orders, isGentle, areas, drawn})   begins; gives {renew, lit, again}
//     orders()    what is to be ordered: [{order, piece, target, card}]; nothing where it is done
//     isGentle    rings only: it neither opens lists nor puts back what is in hand
//     drawn(holes, lit)   called when the light has moved
import { see } from "./board.js";

const SVG = "http://www.w3.org/2000/svg";
const ROUND = 6;
const table = () => document.getElementById("table");
const live = () => document.querySelector("#board .board-live");
const cast = document.createElementNS(SVG, "svg"); // the shade with its holes
const shade = document.createElementNS(SVG, "path"),
  rings = document.createElementNS(SVG, "g");
let lit = []; // what may be pressed: {node, accepts(target), means}; a press beside it is one on `means`, if it has that
let looked = ""; // what the board was last brought into sight for
let bared = null; // the button that was brought into sight last
let shape = ""; // what was drawn last
let waits = false;
let asked = () => []; // what is to be ordered
let isGentle = false;
let drawn = () => {};

export function spotlight(wishes) {
  asked = wishes.orders;
  isGentle = Boolean(wishes.isGentle);
  drawn = wishes.drawn ?? drawn;
  cast.id = "spotlight";
  cast.setAttribute("aria-hidden", "true");
  cast.append(shade, rings);
  document.body.append(cast);
  new MutationObserver(soon).observe(table(), {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["class", "open", "hidden", "viewBox", "transform", "style", "data-orders"],
  });
  for (const kind of ["resize", "scroll"]) addEventListener(kind, soon, { capture: true, passive: true });
  document.addEventListener("transitionend", soon, true);
  setInterval(soon, 500); // what glides and what is drawn late
  light();
  return { renew: soon, lit: () => lit, again };
}

/** The rings beckon once more. */
function again() {
  cast.classList.remove("again");
  void cast.getBoundingClientRect();
  cast.classList.add("again");
}

function soon() {
  if (waits) return;
  waits = true;
  requestAnimationFrame(() => {
    waits = false;
    light();
  });
}

// ---- what is to be pressed

const isSeen = (node) =>
  node.checkVisibility?.({ visibilityProperty: true }) !== false && box(node).width > 0;
const box = (node) => node.getBoundingClientRect();
const button = (node) => ({ node, accepts: (target) => node.contains(target) });

/** A space of the board, pressed on itself or on what stands on it. */
function space(id) {
  const node = id && live()?.querySelector(`#${CSS.escape(`sp-${id}`)}`);
  const accepts = (target) =>
    target.closest?.(".board-live .sp") === node ||
    target.closest?.(".board-live .token")?.dataset.space === id;
  return node && { node, accepts, space: id };
}

/** A counter, pressed on itself, on its space, or on what stands there with it: a finger cannot tell them apart. A
    stack is laid out in a row by that; else it means the counter (`means`). */
function counter(id) {
  const node = id && live()?.querySelector(`#${CSS.escape(`u-${id}`)}`);
  const at = node?.dataset.space,
    isStacked = at && !live().dataset.map && live().querySelector(`#${CSS.escape(`q-${at}`)}`);
  const accepts = (target) =>
    node.contains(target) ||
    target.closest?.(".board-live .sp")?.id === `sp-${at}` ||
    target.closest?.(".board-live .token")?.dataset.space === at;
  if (!at) return null;
  return { node: node.querySelector(".face") ?? node, accepts, space: at, means: isStacked ? null : node };
}

/** The button of a counter in the row of its stack. */
function inRow(id) {
  const node = document.querySelector(`.board-fan [data-piece="${CSS.escape(id)}"]`);
  return node && button(node);
}

/** What is to be pressed next for the step; nothing where it is done. */
function wanted() {
  const orders = asked(),
    [first] = orders;
  if (!first) return [];
  if (!counter(first.piece)) first.piece = null; // a place, or what lies in the hand
  const same = [...document.querySelectorAll(".orders button[name=order], #listed input[name=order]")].filter(
    ({ value }) => value === first.order,
  );
  const isOne = others(first).length <= 1; // else a press on the place opens the list, to choose there
  const answers = same.filter(
    (each) => each.matches("button") && isSeen(each) && !(isOne && each.closest("#orders")),
  );
  if (answers.length) return answers.map(button);
  const tab = tabOf(same.find(({ dataset }) => dataset.facing));
  if (tab) return [button(tab)];
  const card = same.map((each) => each.closest(".hand .card")).find((each) => each && !each.open);
  if (card) return [button(card.querySelector("summary"))];
  const fold = same.map((each) => each.closest(".hand .card[open] details:not([open])")).find(Boolean);
  if (fold) return [button(fold.querySelector("summary"))]; // one kind of its uses, folded up
  if (!isGentle) letGo(first);
  const isHeld = live()?.querySelector(`#${CSS.escape(`u-${first.piece}`)}.selected`);
  const piece = first.piece && !isHeld ? counter(first.piece) : null;
  if (piece) return [inRow(first.piece) ?? piece];
  if (!first.piece && !isOne) return inList(same);
  const target = space(goal(orders));
  if (target) return [target];
  return inList(same);
}

/** The tab on the board that gives the same answer, where the prompt has no room for it. */
function tabOf(answer) {
  return answer && live()?.querySelector(`.edge-tab[data-facing="${CSS.escape(answer.dataset.facing)}"]`);
}

/** A counter that the step has no use for is put back. */
function letGo({ piece }) {
  const held = live()?.querySelector(".token.selected")?.id.slice(2),
    back = document.getElementById("put-back");
  if (held && held !== piece && back && !back.hidden) back.click();
}

const kind = ({ order }) => JSON.parse(order).order;

/** Where a press sends the counter in hand: to the last place of its way. */
function goal([first, ...more]) {
  const on = more.filter((each) => first.piece && each.piece === first.piece && kind(each) === kind(first));
  return [first, ...on].at(-1).target;
}

/** The orders of the list that a press on the same place could mean. */
const others = ({ piece, target }) =>
  [...document.querySelectorAll("#orders button[name=order]")].filter(
    ({ dataset }) => target && dataset.target === target && (!piece || dataset.piece === piece),
  );

/** The order stands in the list of all orders alone: the list and its folds are opened, one after the other. */
function inList(same) {
  const series = document.querySelector("#listed form:has(input[name=count])");
  const node = same.find((each) => each.closest("#orders")) ?? series;
  if (!node || (isGentle && !isSeen(node))) return [];
  for (let fold = node.closest("details"); fold; fold = fold.parentElement.closest("details"))
    fold.open = true;
  return [button(node.matches("input") ? node.closest("form") : node)];
}

/** The list that a choice opened is closed when the choice is made. */
function shutList() {
  const list = document.getElementById("orders");
  if (!list?.open || lit.some(({ node }) => list.contains(node))) return;
  if (!document.querySelector("#listed[data-opens]")) list.open = false;
}

/** What lies beside a strip's edge is brought into sight, once. */
function bare(node) {
  bared = node;
  node.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// ---- light and shade

function light() {
  lit = wanted();
  if (!isGentle) shutList();
  const spaces = lit.map((each) => each.space).filter(Boolean);
  if (live() && spaces.length && looked !== spaces.join()) {
    looked = spaces.join();
    see(live(), spaces);
  }
  for (const { node, space: at } of lit) if (!at && node !== bared) bare(node);
  document.body.classList.toggle("lit", lit.length > 0 && !isGentle);
  const holes = lit.map(({ node }) => box(node)).filter((each) => each.width);
  const now = JSON.stringify([holes, innerWidth, innerHeight]);
  if (now === shape) return;
  shape = now;
  const areas =
    lit.length && !isGentle ? ["board", "side", "hand"].map((id) => document.getElementById(id)) : [];
  const outer = areas.filter((area) => area && box(area).width).map(box),
    cut = holes.filter((hole) => outer.some((area) => isIn(hole, area)));
  cast.setAttribute("viewBox", `0 0 ${innerWidth} ${innerHeight}`);
  shade.setAttribute(
    "d",
    [...outer.map((area) => rect(area, 0)), ...cut.map((hole) => rect(hole, ROUND))].join(""),
  );
  rings.replaceChildren(...holes.map((hole) => ring(hole)));
  drawn(holes);
}

/** Whether the middle of this lies there. */
const isIn = ({ left, top, width, height }, area) =>
  left + width / 2 > area.left &&
  left + width / 2 < area.right &&
  top + height / 2 > area.top &&
  top + height / 2 < area.bottom;

const rect = ({ left, top, width, height }, by) =>
  `M${left - by} ${top - by}h${width + 2 * by}v${height + 2 * by}h${-width - 2 * by}z`;

function ring({ left, top, width, height }) {
  const node = document.createElementNS(SVG, "rect");
  const at = { x: left - ROUND, y: top - ROUND, width: width + 2 * ROUND, height: height + 2 * ROUND, rx: 8 };
  for (const [name, value] of Object.entries(at)) node.setAttribute(name, value);
  return node;
}
