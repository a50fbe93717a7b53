// Sight: whether one sees from a space to another, asked of the server and drawn on the board. While the tool is on
// (its button, or V) a press says from where; what is pointed at, or focused, is looked at. Nothing is ordered.
//
//   sight({table, live, chosen, say})   gives the board its button and says what to do with V
import { el } from "./svg.js";

const PAUSE = 120;
const EYE = "M1 9C5 3.5 13 3.5 17 9C13 14.5 5 14.5 1 9Z";

export function sight({ table, live, chosen, say }) {
  const { sight: address, sightname: name, sightfrom: help } = table().dataset,
    box = document.querySelector("#board .board"),
    bar = box?.querySelector(".board-tools"),
    place = document.getElementById("odds");
  if (!address || !bar || !place) return () => {};
  const button = document.createElement("button"),
    known = new Map();
  let from = null, // the space that one looks from
    to = null,
    isOn = false,
    timer = null;

  Object.assign(button, { type: "button", title: name, ariaLabel: name });
  const eye = el("svg", { viewBox: "0 0 18 18", width: 20, height: 20, "aria-hidden": "true" });
  eye.append(el("path", { d: EYE }), el("circle", { cx: 9, cy: 9, r: 2.6 }));
  button.append(eye);
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => turn(!isOn));
  bar.append(button);

  const spaceAt = (node) => {
    const found = node.closest?.(".sp, .token[data-space]");
    return found ? (found.dataset.space ?? found.id.slice(3)) : null;
  };
  const middle = (space) =>
    document.getElementById(`sp-${space}`)?.dataset.at.split(" ").slice(0, 2).map(Number);

  /** What the board would do with it otherwise is not done. */
  const ours = (event) => {
    event.stopPropagation();
    if (event.type !== "focusin") event.preventDefault();
  };

  function turn(on) {
    isOn = on;
    button.setAttribute("aria-pressed", String(on));
    box.classList.toggle("looking", on);
    const held = chosen();
    from = on && held ? spaceAt(document.getElementById(`u-${held}`)) : null;
    to = null;
    known.clear();
    draw(null);
    tell(on ? help : "");
  }

  function tell(text) {
    place.hidden = !text;
    place.replaceChildren(text);
    if (text) say(text);
  }

  function look(space) {
    if (!from || !space || space === to || space === from) return;
    to = space;
    clearTimeout(timer);
    timer = setTimeout(() => ask(from, space), PAUSE);
  }

  async function ask(start, end) {
    const key = `${table().dataset.stamp} ${start} ${end}`;
    if (!known.has(key)) {
      const answer = await fetch(`${address}?${new URLSearchParams({ from: start, to: end })}`);
      known.set(key, answer.status === 200 ? await answer.json() : null);
    }
    const found = known.get(key);
    if (!isOn || start !== from || end !== to || !found) return;
    draw(found);
    tell(found.text);
  }

  function draw(found) {
    live().querySelector(".sightline")?.remove();
    if (!found) return;
    const group = el("g", { class: `sightline ${found.open ? "open" : "shut"}`, "aria-hidden": "true" }),
      way = `M${middle(from).join(" ")}L${middle(to).join(" ")}`;
    group.append(el("path", { class: "under", d: way }), el("path", { d: way }));
    for (const space of found.hides) {
      const [x, y] = middle(space);
      group.append(el("circle", { cx: x, cy: y, r: 16 }));
    }
    live().append(group);
  }

  function pressed(event) {
    const space = isOn && spaceAt(event.target);
    if (!space) return;
    ours(event);
    [from, to] = [space, null];
    draw(null);
    tell(help);
  }

  function pointed(event) {
    if (!isOn) return;
    const space = spaceAt(event.target);
    if (space) ours(event);
    look(space);
  }

  box.addEventListener("click", pressed, true);
  for (const kind of ["pointerover", "focusin"]) box.addEventListener(kind, pointed, true);
  document.addEventListener(
    "keydown",
    (event) => {
      if (!isOn) return;
      if (event.key === "Escape") ours(event);
      if (event.key === "Escape") turn(false);
      else if (event.key === "Enter" && box.contains(event.target)) pressed(event);
    },
    true,
  );
  live().addEventListener("board:drawn", () => isOn && draw(null));
  return () => turn(!isOn);
}
