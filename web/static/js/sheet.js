// Sheet: what a board's drawing says of itself, read once: its spaces, where signs lie, the layers that are drawn on;
// with it the scene that is shown, what can be done, and the counter in hand. No game is known here.

import { NOMINAL, harbour } from "./berths.js";
import { part } from "./svg.js";

const boards = new WeakMap(); // svg -> {scene, hints, selected, words, sps, ...}

const HALF = { plain: 10, key: 12, fortress: 14, capital: 15, zone: 17 }; // as in web/boards/points.py

export function board(svg) {
  let b = boards.get(svg);
  if (!b) {
    const sps = new Map(
      [...svg.querySelectorAll(".sp")].map((sp) => {
        const [x, y] = sp.dataset.at.split(" ").map(Number);
        const corners = [...sp.firstElementChild.getAttribute("d").matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(
          (m) => [Number(m[1]), Number(m[2])],
        );
        return [sp.id.slice(3), { sp, x, y, corners }];
      }),
    );
    b = {
      scene: { tokens: {}, spaces: {} },
      hints: [],
      selected: null,
      may: () => true, // piece -> whether it can act
      sps,
      words: JSON.parse(svg.dataset.words || "{}"),
    };
    b.points = svg.dataset.map === "points"; // places and roads, drawn as web/boards/on_points.py does; else cells
    b.spots = JSON.parse(svg.dataset.spots || "null"); // where signs lie in a cell: Spots of web/boards/cells.py
    [b.letters, b.briefs] = JSON.parse(svg.dataset.letters || "[{}, {}]"); // what is lettered instead of a label
    b.how = new Map(); // piece -> how it stands where it stands, as classes
    if (b.points) b.harbour = harbourOf(svg, b.sps);
    [b.scale, b.half] = [NOMINAL, 30]; // of the screen, and half a counter
    b.ties = svg.querySelector(".ties");
    b.tokens = svg.querySelector(".tokens");
    b.lots = [...svg.querySelectorAll(".lot")].map((lot) => [
      lot.dataset,
      ...lot.dataset.at.split(" ").map(Number),
    ]);
    b.figures = [...svg.querySelectorAll("[data-section]")];
    b.marks = svg.querySelector(".marks");
    b.under = svg.querySelector(".hl-under");
    b.over = svg.querySelector(".hl-over");
    b.way = svg.querySelector(".way");
    boards.set(svg, b);
  }
  return b;
}

/** The map as army cards find it: PointPlan.harbour of web/boards/points.py. */
function harbourOf(svg, sps) {
  const inland = [...sps].filter(([, { sp }]) => sp.dataset.shape !== "box");
  const [sheet, ...panels] = JSON.parse(svg.dataset.panels);
  return harbour(
    new Map(inland.map(([id, { sp, x, y }]) => [id, [x, y, HALF[sp.dataset.shape]]])),
    new Map(
      inland
        .filter(([, { sp }]) => sp.dataset.nameAt)
        .map(([id, { sp }]) => [id, JSON.parse(sp.dataset.nameAt)]),
    ),
    inland.flatMap(([, { sp, x, y }]) =>
      [sp.dataset.pill, sp.dataset.badges].map((step) => {
        const [dx, dy] = step.split(" ").map(Number);
        return [Math.trunc(x + dx), Math.trunc(y + dy)];
      }),
    ),
    panels,
    sheet,
  );
}

/** The id of the first part that is there. */
export const first = (svg, ...ids) => ids.find((id) => part(svg, id));

/** The counters on a space in the scene's order; discs, which come and go, behind them by id. */
export function stack(b, space) {
  const here = Object.keys(b.scene.tokens).filter((id) => b.scene.tokens[id].at === space);
  if (!b.points) return here;
  const isDisc = ({ kind, side }) =>
    part(b.tokens.ownerSVGElement, `c-${kind}-${side}`)?.dataset.look === "disc";
  const discs = here.filter((id) => isDisc(b.scene.tokens[id]));
  return [...here.filter((id) => !discs.includes(id)), ...discs.sort()];
}

export const leads = (b, id) => (b.scene.tokens[id].flags || []).includes("commander");

export const inCorner = (svg, token) => part(svg, `i-${token.kind}`)?.dataset.corner === "yes";

export const unitsOn = (svg, b, space) => stack(b, space).filter((id) => !inCorner(svg, b.scene.tokens[id]));
