// Spaces: who holds one, its marks, the figures beside the map, and all of it in words.

import { first, stack } from "./sheet.js";
import { el, part, shift, use } from "./svg.js";

/** Who holds a place, in his colours, with a pip of its home when that is another. */
function drawHolder(svg, b, space) {
  const { home, shape } = b.sps.get(space).sp.dataset;
  const owner = b.scene.spaces[space]?.owner;
  const pip = home && owner !== home ? [use(`p-${home}`, { transform: "translate(9.5 8.5)" })] : [];
  part(svg, `n-${space}`).replaceChildren(use(`n-${shape}-${owner ?? "none"}`), ...pip);
}

/** What a mark of a place looks like: in the colour of a side, with a number, or a card that lasts. */
function badge(svg, mark, value) {
  const known = first(svg, `k-${mark}-${value}`);
  if (known) return [use(known)];
  if (!part(svg, `k-${mark}`) && value === 1 && part(svg, "k-lasting")) return [use("k-lasting")];
  const shape = part(svg, `k-${mark}`) ? use(`k-${mark}`) : el("circle", { r: 8.5, class: "plain-badge" });
  return [shape, el("text", { y: 4.2 }, String(value))];
}

/** Flags and badges of a space; a mark of a place whose value is another place lies half-way to it, drawn once. */
export function drawMarks(svg, b, space) {
  part(svg, `m-${space}`)?.remove();
  if (!b.sps.has(space)) return;
  if (b.points) drawHolder(svg, b, space);
  const { x, y, sp } = b.sps.get(space),
    { owner, marks = {} } = b.scene.spaces[space] ?? {},
    parts = [];
  const [dx, dy] = b.points ? sp.dataset.badges.split(" ").map(Number) : b.spots.mark,
    step = b.points ? 24 * Math.sign(dx) : 17;
  if (owner && !b.points)
    parts.push(use(`o-${owner}`, { transform: shift(x + b.spots.owner[0], y + b.spots.owner[1]) }));
  let k = 0;
  for (const [mark, value] of Object.entries(marks)) {
    const other = b.points && b.sps.get(value);
    if (!other)
      parts.push(
        el(
          "g",
          { class: "badge", transform: shift(x + dx + step * k++, y + dy) },
          el("g", { class: "sign" }, ...badge(svg, mark, value)),
        ),
      );
    else if (space < value)
      parts.push(use("k-between", { transform: shift((x + other.x) / 2, (y + other.y) / 2) }));
  }
  if (parts.length) b.marks.append(el("g", { id: `m-${space}` }, ...parts));
  if (!b.points) hideBadges(svg, b, space);
}

/** Badges lie under small counters: told by a class of the marks of a cell where some stand. */
export function hideBadges(svg, b, space) {
  const marks = part(svg, `m-${space}`);
  if (stack(b, space).length) marks?.setAttribute("class", "taken");
  else marks?.removeAttribute("class");
}

export const said = (b, word) => b.words[word] ?? String(word).replaceAll("_", " ");

export function spokenToken(b, t) {
  const [name, side, kind] = [t.name ?? "", t.side, t.kind].map((word) => said(b, word)),
    isTold = name !== side && t.side && t.name?.toLowerCase().includes(t.side); // "British CU" says whose
  const told = [
    isTold ? "" : t.side,
    (t.name ?? "").includes(t.label ?? "") ? "" : t.label,
    name === side ? "" : t.name,
    name.startsWith(kind) || name.endsWith(kind) ? "" : t.kind,
    t.strength ?? "",
    t.facing,
    t.reduced ? "reduced" : "",
    ...(t.flags || []),
  ];
  return told
    .filter((word) => word !== "" && word != null)
    .map((word) => said(b, word))
    .join(" ");
}

function spoken(b, space, here) {
  const w = (word) => said(b, word);
  const parts = [b.sps.get(space).sp.dataset.name, ...here.map((token) => spokenToken(b, token))];
  const live = b.scene.spaces[space];
  if (live?.owner) parts.push(`${w("held")} ${w(live.owner)}`);
  for (const [mark, value] of Object.entries(live?.marks || {})) parts.push(`${w(mark)} ${w(value)}`);
  for (const hint of b.hints)
    if (hint.space === space)
      parts.push(
        w(hint.kind) +
          (hint.cost == null ? "" : `, ${w("cost")} ${hint.cost}`) +
          (hint.pill ? `, ${hint.pill}` : ""),
      );
  return parts.join("; ");
}

export function say(b, space) {
  const { sp } = b.sps.get(space);
  sp.setAttribute(
    "aria-label",
    spoken(
      b,
      space,
      stack(b, space).map((id) => b.scene.tokens[id]),
    ),
  );
}

/** The figures of the scene beside the map, and the pointers that show when a figure has their value. */
export function drawFigures(b) {
  for (const figure of b.figures) {
    const told = String(b.scene.numbers?.[figure.dataset.section]?.[figure.dataset.name] ?? "");
    const { value } = figure.dataset;
    if (value === undefined) {
      if (figure.textContent !== told) figure.textContent = told;
    } else if (told === value) figure.removeAttribute("display");
    else figure.setAttribute("display", "none");
  }
}
