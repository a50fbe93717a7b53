// Notes: rings on the board for the marked spaces, choosing spaces on the board, and the replay's notes.
//
//   ring(notes)         draws numbered rings for the marks of these note elements
//   picker(form)        lets a note's form take its spaces from the board

const SVG = "http://www.w3.org/2000/svg";
const svg = () => document.querySelector("#board .board-live");
const place = (space) => document.getElementById(`sp-${space}`);

function el(name, attributes, text = "") {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.textContent = text;
  return node;
}

function drawn(space, number) {
  const [x, y] = place(space).dataset.at.split(" ").map(Number);
  const group = el("g", { class: "note-ring", transform: `translate(${x} ${y})` });
  group.append(
    el("circle", { r: 31, class: "cream" }),
    el("circle", { r: 31 }),
    el("rect", { x: 14, y: -40, width: 20, height: 18, rx: 9 }),
    el("text", { x: 24, y: -26 }, String(number)),
  );
  return group;
}

function draw(spaces) {
  svg()?.querySelector(".note-rings")?.remove();
  const known = spaces.filter(place);
  if (!svg() || !known.length) return;
  const layer = el("g", { class: "note-rings", "aria-hidden": "true" });
  layer.append(...known.map((space, k) => drawn(space, k + 1)));
  svg().append(layer);
}

/** The numbers follow those that each note names its spaces by; a second note's spaces are counted anew. */
export function ring(notes) {
  draw([]);
  const layer = el("g", { class: "note-rings", "aria-hidden": "true" });
  for (const note of notes)
    JSON.parse(note.dataset.marks).forEach((space, k) => {
      if (place(space)) layer.append(drawn(space, k + 1));
    });
  if (svg() && layer.childElementCount) svg().append(layer);
}

export function picker(form) {
  const button = form.querySelector(".pick");
  const list = form.querySelector("select[multiple]");
  if (!svg()) return;
  button.hidden = false;
  const marked = () => [...list.selectedOptions].map((option) => option.value);
  const count = () => {
    form.querySelector("output").textContent = marked().length || "";
  };
  const picks = (is) => {
    button.setAttribute("aria-pressed", String(is));
    document.body.classList.toggle("picking", is);
  };
  const pick = (event) => {
    if (button.getAttribute("aria-pressed") !== "true" || !event.target.closest(".board-live")) return;
    if (event.type === "keydown" && event.key === "Escape") return picks(false);
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    const space = event.target.closest(".token")?.dataset.space ?? event.target.closest(".sp")?.id.slice(3);
    const option = [...list.options].find((each) => each.value === space);
    if (!option) return;
    option.selected = !option.selected;
    event.preventDefault();
    event.stopPropagation(); // no order is chosen meanwhile
    list.dispatchEvent(new Event("change"));
  };
  for (const kind of ["click", "keydown"]) document.addEventListener(kind, pick, true);
  button.addEventListener("click", () => picks(button.getAttribute("aria-pressed") !== "true"));
  list.addEventListener("change", () => {
    count();
    draw(marked());
  });
  form.addEventListener("reset", () =>
    setTimeout(() => {
      count();
      draw([]);
    }),
  );
  form.addEventListener("submit", () => picks(false));
}

/** Sends a form without leaving the page. Whether it was done; else the reason is shown. */
export async function send(form, submitter) {
  const problem = form.closest(".talk-body").querySelector(".problem");
  const body = new URLSearchParams(new FormData(form, submitter));
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  problem.hidden = answer.ok;
  if (!answer.ok) problem.textContent = (await answer.json()).message;
  return answer.ok;
}

/** The page at `address`, asked for anew. */
export async function page(address) {
  return new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
}

// ---- the replay

function replay(box) {
  let at = Number(document.getElementById("replay").dataset.at);
  let noted = [];
  const button = document.querySelector("[data-note]");
  const mine = () => box.querySelector("#talk-notes");
  const learn = () => {
    noted = JSON.parse(mine().dataset.noted).map(([version]) => version);
    document
      .querySelector("#ticks path")
      .setAttribute("d", noted.map((version) => `M${version - 1} 0V1`).join(""));
    button.hidden = !noted.length;
    mark();
    ring(box.querySelectorAll(".note"));
  };
  const mark = () => {
    for (const line of document.querySelectorAll("#log li"))
      line.classList.toggle("noted", noted.includes(Number(line.dataset.version)));
  };
  const load = async () => {
    const asked = at;
    const found = await page(`${box.dataset.page}?at=${asked}`);
    if (asked !== at) return;
    mine().replaceWith(found.getElementById("talk-notes"));
    learn();
  };
  const go = (back) => {
    const to = back ? noted.findLast((version) => version < at) : noted.find((version) => version > at);
    if (to) document.dispatchEvent(new CustomEvent("replay:go", { detail: to }));
  };
  document.addEventListener("replay:shown", (event) => {
    at = event.detail;
    const version = box.querySelector(".note-here [name=version]");
    if (version) version.value = at;
    mark();
    if (noted.includes(at)) return void load();
    mine().querySelector("ol")?.remove();
    ring([]);
  });
  button.addEventListener("click", (event) => {
    event.preventDefault();
    go(false);
  });
  document.addEventListener("keydown", (event) => {
    if (
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.target.closest("input:not([type=range]), select, textarea, dialog[open]")
    )
      return;
    if (event.key.toLowerCase() === "n") go(event.shiftKey);
  });
  box.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    if (!(await send(form, event.submitter))) return;
    form.reset();
    await load();
  });
  const form = box.querySelector(".note-here form");
  if (form) picker(form);
  learn();
}

const notes = document.getElementById("notes");
if (notes) replay(notes);
