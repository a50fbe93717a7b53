// Counters: how one is drawn, the same parts in the same order as counter() of web/boards/on_cells.py and on_points.py.

import { board, first } from "./sheet.js";
import { el, part, shift, use } from "./svg.js";

function shownFlags(svg, token) {
  const bands = (flag) => (["elite", "moved"].includes(flag) ? 0 : 1);
  const known = (token.flags || []).filter((flag) => first(svg, `s-${token.kind}-${flag}`, `s-${flag}`));
  known.sort((a, b) => bands(a) - bands(b) || (a === "moved") - (b === "moved"));
  return (token.reduced ? ["reduced"] : []).concat(known);
}

/** The letters of a name; beside it, where there is one, its short form for small counters. */
function lettered(words, { look, most, fit, brief, ...place }) {
  const forms = [[words, brief ? "full" : ""], ...(brief ? [[brief, "brief"]] : [])];
  return forms.map(([each, form]) => {
    const isLong = [...each].length > most;
    return el(
      "text",
      {
        class: ["label", look, form].filter(Boolean).join(" "),
        ...place,
        textLength: isLong ? fit : null,
        lengthAdjust: isLong ? "spacingAndGlyphs" : null,
      },
      each,
    );
  });
}

function face(svg, token, id) {
  const b = board(svg);
  const bodyId = first(svg, `c-${token.kind}-${token.side}`) ?? `c-${token.side}`,
    body = part(svg, bodyId)?.dataset ?? {};
  const flags = shownFlags(svg, token).map((flag) => first(svg, `s-${token.kind}-${flag}`, `s-${flag}`));
  if (b.points) return [el("g", {}, ...(body.look === "tag" ? card : loose)(svg, token, id, bodyId, flags))];
  const parts = [],
    { on, look, places, label = " -20", long: most = 7, fit = 54, strength = "-24.6 24.4" } = body,
    [lx, ly] = label.split(" "),
    [x, y] = strength.split(" ");
  if (places)
    // a unit of blocks, as many as its strength, over a pill
    parts.push(
      ...JSON.parse(places)[token.strength].map((transform) => use(bodyId, { transform })),
      use(`p-${token.kind}`),
    );
  else parts.push(use(bodyId));
  if (token.facing && part(svg, `f-${token.kind}`))
    parts.push(use(`f-${token.kind}`, { class: "facing", transform: b.spots.turns[token.facing] }));
  const told = token.label || token.name || "",
    words = places ? `${token.label ?? ""} · ${token.strength}` : look ? told : (b.letters[told] ?? told),
    brief = look ? undefined : b.briefs[told];
  if (label) parts.push(...lettered(words, { look, most, fit, brief, x: lx || null, y: ly, fill: on }));
  if (part(svg, `i-${token.kind}`)) parts.push(use(`i-${token.kind}`));
  if (token.strength != null && !places && strength)
    parts.push(el("text", { class: look ? `strength ${look}` : "strength", x, y }, String(token.strength)));
  if (token.reduced) parts.push(use(flags.shift())); // under what is printed in its corner
  const printed = first(svg, ...(token.reduced ? [`v-${id}-reduced`] : []), `v-${id}`);
  if (printed) parts.push(use(printed));
  parts.push(...flags.map((flag) => use(flag)));
  return parts;
}

export const LEAST_CARD = 66; // as CARD in web/boards/on_points.py
export const cardWidth = (token) =>
  Math.max(LEAST_CARD, Math.floor([...(token.label || token.name || "")].length * 5.6 + 0.5) + 24);

/** Whether a counter is a card, as wide as its name: soldiers are a disc. */
export const isCard = (svg, { kind, side }) => part(svg, `c-${kind}-${side}`)?.dataset.look === "tag";

/** Round a counter that is taken up. */
export function haloOf(svg, token, name) {
  const wide = isCard(svg, token) ? cardWidth(token) : LEAST_CARD,
    transform = wide > LEAST_CARD ? `scale(${+(wide / LEAST_CARD).toFixed(3)} 1)` : null;
  return use(first(svg, `s-${token.kind}-selected`) ?? "s-selected", { class: name, transform });
}

/** An army card: name and sign of its power on a band, hat, battle value, command value boxed. */
function card(svg, token, id, body, flags) {
  const wide = cardWidth(token),
    left = wide > LEAST_CARD ? { transform: shift((LEAST_CARD - wide) / 2, 0) } : {};
  const parts = [
    use(body, { transform: `scale(${+(wide / LEAST_CARD).toFixed(3)} 1)` }),
    use(`g-${token.side}`, { transform: shift(wide / 2 - 8, -11.2) }),
    ...lettered(token.label || token.name || "", {
      look: "tag",
      most: 99,
      x: -wide / 2 + 5,
      y: "-7.1",
      fill: part(svg, body)?.dataset.on,
    }),
    use(`i-${token.kind}`, left),
  ];
  if (token.strength != null)
    parts.push(el("text", { class: "strength tag", x: -wide / 2 + 23, y: "13.4" }, String(token.strength)));
  if (part(svg, `v-${id}`)) parts.push(use(`v-${id}`, left));
  return [...parts, ...flags.map((flag) => use(flag, left))];
}

/** Soldiers: their strength on a disc. */
function loose(svg, token, id, body, flags) {
  const parts = [use(body)],
    on = part(svg, body)?.dataset.on;
  if (token.strength != null)
    parts.push(
      el("text", { class: "strength disc", y: "4.8" }, String(token.strength)),
      el("text", { class: "strength seated", y: "4.8", fill: on }, String(token.strength)),
    );
  return [...parts, ...flags.map((flag) => use(flag))];
}

export const fullName = ({ name = "", label = "" }) =>
  name.includes(label) ? name : `${name} ${label}`.trim();

export function drawToken(svg, b, id, token, was) {
  let node = part(svg, `u-${id}`);
  if (!token) {
    b.how.delete(id);
    return node?.remove();
  }
  if (!node) {
    node = el("g", { id: `u-${id}`, display: "none" }, el("title"), el("g", { class: "face" }));
    b.tokens.append(node);
  }
  dress(b, node, id);
  if (token.at) node.dataset.space = token.at;
  else delete node.dataset.space;
  const look = (each) => JSON.stringify({ ...each, at: undefined });
  if (was && look(was) === look(token)) return;
  node.firstElementChild.textContent = fullName(token);
  node.lastElementChild.replaceChildren(...face(svg, token, id));
}

/** The classes of a counter: side, kind, how it stands, and whether it is taken up. */
export function dress(b, node, id) {
  const { side, kind } = b.scene.tokens[id];
  const told = ["token", side, kind, b.how.get(id), b.selected === id && "selected"];
  node.setAttribute("class", told.filter(Boolean).join(" "));
}

/** A counter by itself, as a picture. */
export function portrait(svg, id) {
  const b = board(svg),
    half = b.points ? 54 : 44;
  return el(
    "svg",
    {
      viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`,
      "aria-hidden": "true",
      "font-family": b.tokens.getAttribute("font-family"),
      "font-weight": 600,
    },
    el("g", { class: "token" }, el("g", { class: "face" }, ...face(svg, b.scene.tokens[id], id))),
  );
}
