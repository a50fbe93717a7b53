// View: how much of a board its box shows. The box scrolls; zooming changes the width of the sheet, so nothing
// blurs. What has a size on the screen is told the scale in variables of a style sheet of its own (see board.css).
//
//   watch(box, svg, {spots, words, whole})   opens the board, gives it pointers, buttons, legend and overview
//   zoomTo(box, zoom, x, y), see(svg, spaces), shows(svg, spaces), seeAbove(svg, piece, cover)
//   beside(svg)         what is asked about has changed, or its panel: the overview goes from it
//   glide(box, x, y)   the page shifts the board by itself, and tells it by the bubbling event "board:glide"
//
// Zoom and position are kept for each page of a game in this browser.

const LEAST_CELL = 31, // below, a counter is a tile with arm and strength only
  OPENING_CELL = 46, // of a board that does not fit its box with cells that large
  OPENING_PLACES = 0.55; // at least this many pixels of the screen to a pixel of a map of places
const SIZED = ".face, .front-point, .sign, .label, .band, .count text, .names text, .lettering > g"; // see board.css
const views = new WeakMap(); // box -> {svg, spots, whole, scale, zoom: null until the player chooses one}

const size = (svg) => svg.viewBox.baseVal;
const sheetOf = (box) => box.querySelector(".board-sheet");
const store = /^https?:/.test(location.protocol) ? localStorage : null; // a page that was written by hand has none
const keyOf = () => (store && /^\/g\/[^/]+/.test(location.pathname) ? `view:${location.pathname}` : null);
const isFolded = () => store?.getItem("legend") === "off";

/** The scale at which the whole board is seen. */
function fitting(box, svg) {
  const { width, height } = size(svg);
  return Math.min(box.clientWidth / width, box.clientHeight / height) || 1;
}

/** The scale at which a board opens: all of it, where that can be read; a map of places as wide as its box. */
function opening(box, { svg, spots, whole }) {
  const all = fitting(box, svg);
  if (whole) return all;
  if (!spots) return Math.max(box.clientWidth / size(svg).width, OPENING_PLACES);
  return all * spots.room >= LEAST_CELL ? all : OPENING_CELL / spots.room;
}

let boards = 0;

/** The declarations of a rule of this board alone, for what has a size on the screen. */
function scaleOf(svg) {
  const sheet = new CSSStyleSheet();
  svg.dataset.scale = String(++boards);
  sheet.insertRule(`[data-scale="${boards}"] :is(${SIZED}) {}`);
  document.adoptedStyleSheets.push(sheet);
  return sheet.cssRules[0].style;
}

/** What is drawn for the screen, `z` pixels of it to one of the board: counters, cards, names and signs. */
function measure(box, z) {
  const view = views.get(box),
    { svg, spots } = view;
  let half = 30; // half as wide as a counter
  const tell = (name, value) => view.scale.setProperty(`--${name}`, String(+value.toFixed(4)));
  tell("px", 1 / Math.max(z, 0.4));
  if (spots) {
    const cell = spots.room * z,
      isTile = cell < LEAST_CELL,
      body = isTile ? 0.94 * cell : Math.min(Math.max(30, spots.body * z), 50, cell - 2.4),
      unit = body / 60, // counters are drawn 60 wide
      leader = isTile ? 0.62 * body : Math.max(26, 0.62 * body);
    tell("counter", unit / z);
    half = (30 * unit) / z;
    tell("letters", Math.max(10.1 / unit, 17.4));
    tell("front", Math.max(0, 6.8 - (0.8 * (cell - body)) / unit)); // a tip may stand in the gap
    tell("leader", leader / 60 / z);
    tell("leader-alone", Math.max(leader, 0.8 * body) / 60 / z);
    tell("leader-at", (cell - body / 2 - leader / 2) / z);
    svg.classList.toggle("tiles", isTile);
    svg.classList.toggle("small", body < 35);
    // squares have letters and numbers in the frame, while it is in sight
    svg.classList.toggle("numbered", cell >= 40 && (!spots.row || z > 1.02 * fitting(box, svg)));
  }
  if (view.z !== z) svg.dispatchEvent(new CustomEvent("board:scale", { detail: { z, half } }));
  view.z = z;
}

function resize(box, scale) {
  const sheet = sheetOf(box);
  sheet.style.minWidth = "0";
  sheet.style.width = `${scale * size(views.get(box).svg).width}px`;
  measure(box, scale);
  frame(box);
}

/** How wide the sheet is against its box. */
const zoomNow = (box) => sheetOf(box).getBoundingClientRect().width / box.clientWidth;

/** Zoom to a factor (1 = as wide as the box), keeping the point (x, y) of the window where it is. */
export function zoomTo(box, zoom, x, y) {
  const view = views.get(box),
    edge = box.getBoundingClientRect(),
    was = sheetOf(box).getBoundingClientRect();
  x ??= edge.left + edge.width / 2;
  y ??= edge.top + edge.height / 2;
  const one = box.clientWidth / size(view.svg).width;
  view.zoom = Math.min(5 * one, Math.max(Math.min(0.4 * one, fitting(box, view.svg)), zoom * one));
  resize(box, view.zoom);
  const now = sheetOf(box).getBoundingClientRect(),
    grown = now.width / was.width;
  box.scrollBy(now.left - x + (x - was.left) * grown, now.top - y + (y - was.top) * grown);
  keep(box);
}

// ---- the view that is kept

function centre(box) {
  const sheet = sheetOf(box).getBoundingClientRect(),
    edge = box.getBoundingClientRect();
  const share = (from, far, start) => (edge[start] + box[far] / 2 - sheet[start]) / sheet[from];
  return [share("width", "clientWidth", "left"), share("height", "clientHeight", "top")];
}

function goTo(box, [x, y]) {
  const sheet = sheetOf(box).getBoundingClientRect(),
    [nx, ny] = centre(box);
  box.scrollBy((x - nx) * sheet.width, (y - ny) * sheet.height);
}

function keep(box) {
  const key = keyOf(),
    view = views.get(box);
  clearTimeout(view.timer);
  if (!key) return;
  view.timer = setTimeout(() => {
    if (!box.clientWidth) return; // folded away meanwhile
    const told = { zoom: view.zoom, at: centre(box).map((each) => +each.toFixed(4)) };
    store.setItem(key, JSON.stringify(told));
  }, 150);
}

/** Opens the board as it was left, or as it opens at first. */
function open(box) {
  const view = views.get(box),
    key = keyOf(),
    kept = key && JSON.parse(store.getItem(key) ?? "null");
  view.zoom = kept?.zoom ?? null;
  view.isKept = Boolean(kept);
  const scale = view.zoom ?? opening(box, view);
  box.classList.add("mounted"); // here, so that the browser works the board out once, at its scale
  resize(box, scale);
  goTo(box, kept?.at ?? JSON.parse(view.svg.dataset.opens ?? "[0.5, 0.5]"));
}

/** Brings these spaces into sight where the board is larger than its box; all of the counters if none are named.
 *  A board that has just opened as it was left stays so. */
export function see(svg, spaces = []) {
  const box = svg.closest(".board"),
    view = views.get(box);
  if (view?.isKept) return void (view.isKept = false);
  const named = spaces.map((space) => svg.querySelector(`#sp-${CSS.escape(space)}`)).filter(Boolean);
  const parts = named.length ? named : [...svg.querySelectorAll('[id^="u-"]')];
  const edges = parts.map((part) => part.getBoundingClientRect()).filter((edge) => edge.width);
  if (!edges.length) return;
  const frame = box.getBoundingClientRect();
  const side = (name, far) => Math[far](...edges.map((edge) => edge[name]));
  const left = side("left", "min"),
    right = side("right", "max"),
    top = side("top", "min"),
    bottom = side("bottom", "max");
  if (left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom) return;
  // what is larger than the box cannot all be seen: then it stays where it is, if any of it shows
  const across = right - left > frame.width && left < frame.right && right > frame.left;
  const down = bottom - top > frame.height && top < frame.bottom && bottom > frame.top;
  glide(
    box,
    across ? 0 : (left + right - frame.left - frame.right) / 2,
    down ? 0 : (top + bottom - frame.top - frame.bottom) / 2,
  );
}

const RIM = 24; // pixels along its edge in which nobody looks for a place

/** Whether the box shows any of these spaces, by more than a corner at its edge. */
export function shows(svg, spaces) {
  const frame = svg.closest(".board").getBoundingClientRect();
  return spaces.some((space) => {
    const edge = svg.querySelector(`#sp-${CSS.escape(space)}`)?.getBoundingClientRect();
    if (!edge) return false;
    const [x, y] = [(edge.left + edge.right) / 2, (edge.top + edge.bottom) / 2];
    const isAcross = x > frame.left + RIM && x < frame.right - RIM;
    return isAcross && y > frame.top + RIM && y < frame.bottom - RIM;
  });
}

export function glide(box, x, y) {
  const { scrollLeft, scrollTop } = box;
  box.scrollBy(x, y);
  if (box.scrollLeft !== scrollLeft || box.scrollTop !== scrollTop)
    box.dispatchEvent(new CustomEvent("board:glide", { bubbles: true }));
}

/** Brings a piece above what lies over the lower part of the board, `least` pixels from its edge. */
export function seeAbove(svg, id, cover, least = 8) {
  const box = svg.closest(".board"),
    piece = svg.querySelector(`#u-${CSS.escape(id)}`)?.getBoundingClientRect(),
    sheet = cover?.getBoundingClientRect();
  if (!piece?.width || !sheet?.height || sheet.top >= box.getBoundingClientRect().bottom) return;
  const hidden = piece.bottom + least - sheet.top;
  if (hidden > 0) glide(box, 0, hidden);
}

// ---- pointers

function pointers(box) {
  const down = new Map();
  let dragged = false,
    spread = 0;
  box.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoomTo(
        box,
        zoomNow(box) * Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)),
        event.clientX,
        event.clientY,
      );
    },
    { passive: false },
  );
  box.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button")) return;
    if (!down.size) dragged = false;
    down.set(event.pointerId, [event.clientX, event.clientY]);
  });
  box.addEventListener("pointermove", (event) => {
    const was = down.get(event.pointerId);
    if (!was || event.defaultPrevented) return; // it drags a counter
    const now = [event.clientX, event.clientY];
    if (down.size === 1) {
      if (!dragged && Math.hypot(now[0] - was[0], now[1] - was[1]) < 5) return;
      if (!dragged) {
        dragged = true;
        box.classList.add("grabbing");
        box.setPointerCapture(event.pointerId);
      }
      box.scrollBy(was[0] - now[0], was[1] - now[1]);
    }
    down.set(event.pointerId, now);
    if (down.size === 2) {
      const [a, z] = [...down.values()];
      const apart = Math.hypot(a[0] - z[0], a[1] - z[1]);
      if (spread) zoomTo(box, zoomNow(box) * (apart / spread), (a[0] + z[0]) / 2, (a[1] + z[1]) / 2);
      [spread, dragged] = [apart, true];
    }
  });
  const up = (event) => {
    down.delete(event.pointerId);
    spread = 0;
    box.classList.remove("grabbing");
  };
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) box.addEventListener(name, up);
  // the press that ends a drag chooses nothing
  box.addEventListener(
    "click",
    (event) => {
      if (dragged && event.target.closest(".board-live")) event.stopPropagation();
      dragged = false;
    },
    true,
  );
}

// ---- the overview of a board that is much larger than its box

const SHARE = 0.45, // it shows while the box shows less of the board than this,
  WIDE = 640, // and is so many pixels wide at least
  MARGIN = 12, // from the edges of the box, as in board.css
  REST = 150; // milliseconds

/** A small board: its picture, a square for each stack, a frame round what is seen; a press goes there. */
function overview(box, view) {
  const { svg } = view,
    { width, height } = size(svg),
    small = document.createElement("div"),
    picture = document.createElement("img");
  small.className = "board-overview";
  small.hidden = true;
  small.setAttribute("aria-hidden", "true");
  small.style.aspectRatio = `${width} / ${height}`;
  Object.assign(picture, { alt: "", src: box.querySelector(".board-picture").src, draggable: false });
  const marks = document.createElementNS(svg.namespaceURI, "svg");
  marks.setAttribute("viewBox", svg.getAttribute("viewBox"));
  small.append(picture, marks, document.createElement("i"));
  const goes = (event) => {
    // what is dragged across from elsewhere moves nothing
    if (event.type === "pointermove" && !small.hasPointerCapture(event.pointerId)) return;
    event.stopPropagation();
    small.setPointerCapture(event.pointerId);
    const edge = small.getBoundingClientRect();
    goTo(box, [(event.clientX - edge.left) / edge.width, (event.clientY - edge.top) / edge.height]);
  };
  for (const name of ["pointerdown", "pointermove"]) small.addEventListener(name, goes);
  box.prepend(small);
  svg.addEventListener("board:drawn", () => {
    stacks(box);
    berth(box);
  });
  let rest = null; // the board comes to rest when it has not been moved for a moment
  box.addEventListener("scroll", () => {
    clearTimeout(rest);
    rest = setTimeout(berth, REST, box);
  });
}

/** Whether an element lies in a box of the window. */
const lies = (each, { left, top, right, bottom }) => {
  const at = each.getBoundingClientRect();
  return at.right > left && at.left < right && at.bottom > top && at.top < bottom;
};

/** What is asked about now: what may be pressed at the edges, what is in hand, where the battle at hand is, its panel. */
function asked(svg) {
  const battle = document.getElementById("battle"),
    spaces = battle?.dataset.standing ? battle.dataset.spaces.split(" ") : [];
  const here = spaces.flatMap((space) => [
    svg.querySelector(`#sp-${CSS.escape(space)}`),
    ...svg.querySelectorAll(`.token[data-space="${CSS.escape(space)}"]`),
  ]);
  return [...svg.querySelectorAll(".edge-pill, .token.selected"), ...here, battle].filter(Boolean);
}

/** The overview lies below on the left or above on the right: where it hides nothing of what is asked about, and fewer
    counters; it is not seen where it hides some of that in both places. It never goes from under the pointer, and while
    the board is at rest only from what is asked about. */
function berth(box, isAtRest = false) {
  const small = box.querySelector(".board-overview");
  if (!small || small.hidden || small.matches(":hover")) return;
  const { svg } = views.get(box),
    edge = box.getBoundingClientRect(),
    { offsetWidth: wide, offsetHeight: high } = small,
    across = box.clientWidth - wide - 2 * MARGIN,
    up = box.clientHeight - high - 2 * MARGIN,
    [counters, vital] = [isAtRest ? [] : [...svg.querySelectorAll(".token")], asked(svg)]; // measured only if they count
  const hidden = (left, top) => {
    const mine = { left, top, right: left + wide, bottom: top + high };
    return [vital, counters].map((all) => all.filter((each) => lies(each, mine)).length);
  };
  const below = hidden(edge.left + MARGIN, edge.top + MARGIN + up),
    above = hidden(edge.left + MARGIN + across, edge.top + MARGIN),
    wasAbove = small.style.transform !== "",
    [was, other] = wasAbove ? [above, below] : [below, above];
  const isBetter = other[0] < was[0] || (other[0] === was[0] && other[1] < was[1]),
    isAbove = wasAbove !== isBetter;
  small.style.transform = isAbove ? `translate(${across}px, ${-up}px)` : "";
  small.classList.toggle("aside", (isAbove ? above : below)[0] > 0);
}

export function beside(svg) {
  const box = svg?.closest(".board");
  if (views.has(box)) berth(box, true);
}

/** The frame round what the box shows, where that is little. */
function frame(box) {
  const small = box.querySelector(".board-overview");
  if (!small) return;
  const sheet = sheetOf(box).getBoundingClientRect(),
    [x, y] = centre(box),
    [wide, high] = [box.clientWidth / sheet.width, box.clientHeight / sheet.height].map((each) =>
      Math.min(1, each),
    );
  const wasHidden = small.hidden;
  small.hidden = wide * high > SHARE || box.clientWidth < WIDE;
  if (wasHidden && !small.hidden) {
    stacks(box);
    berth(box);
  }
  const place = [x - wide / 2, y - high / 2, wide, high].map((each) => `${(100 * each).toFixed(2)}%`);
  ["left", "top", "width", "height"].forEach((name, k) => (small.lastChild.style[name] = place[k]));
}

/** A square in the colour of its side on every space that has counters, as large as the space. */
function stacks(box) {
  const small = box.querySelector(".board-overview"),
    { svg, spots } = views.get(box);
  if (!small || small.hidden) return;
  const own = new Map();
  for (const token of svg.querySelectorAll(".token[data-space]")) own.set(token.dataset.space, token);
  const side = spots ? spots.room : 30;
  const squares = [...own].map(([space, token]) => {
    const [x, y] = svg
        .querySelector(`#sp-${CSS.escape(space)}`)
        .dataset.at.split(" ")
        .map(Number),
      square = document.createElementNS(svg.namespaceURI, "rect"),
      [name, kind] = [...token.classList].slice(1, 3).map((each) => CSS.escape(each)),
      body = svg.querySelector(`#c-${kind}-${name}`) ?? svg.querySelector(`#c-${name}`);
    const told = { x: x - side / 2, y: y - side / 2, width: side, height: side, fill: body?.dataset.fill };
    for (const [key, value] of Object.entries(told)) if (value != null) square.setAttribute(key, value);
    return square;
  });
  small.children[1].replaceChildren(...squares);
}

// ---- buttons and legend

const KINDS = ["safe", "risk", "fight", "here"]; // the seldom one at the end: each keeps its place

/** A strip that names the kinds of targets that the board shows, in words. */
function legend(box, words) {
  const strip = document.createElement("p");
  strip.className = "board-legend";
  strip.hidden = true;
  for (const kind of KINDS) {
    const item = document.createElement("span"),
      sign = document.createElement("i");
    item.dataset.kind = kind;
    sign.className = kind;
    item.append(sign, words[kind] ?? kind);
    strip.append(item);
  }
  box.prepend(strip);
  return strip;
}

/** The legend has what the board shows now; it stands unless the reader has put it away. */
export function explain(svg, kinds) {
  const strip = svg.closest(".board")?.querySelector(".board-legend");
  if (!strip) return;
  // each kind keeps its place
  for (const item of strip.children) item.classList.toggle("none", !kinds.has(item.dataset.kind));
  strip.hidden = isFolded() || !KINDS.some((kind) => kinds.has(kind));
}

function tools(box, view, words) {
  const bar = document.createElement("div"),
    { svg } = view;
  bar.className = "board-tools";
  const whole = () => (fitting(box, svg) * size(svg).width) / box.clientWidth;
  const switched = () => {
    store?.setItem("legend", isFolded() ? "on" : "off");
    explain(svg, new Set([...svg.querySelectorAll(".hl-line")].map((line) => line.classList[1])));
  };
  for (const [sign, name, does] of [
    ["+", "zoom in", () => zoomTo(box, zoomNow(box) * 1.25)],
    ["−", "zoom out", () => zoomTo(box, zoomNow(box) * 0.8)],
    ["⤢", "whole board", () => zoomTo(box, whole())],
    ...(view.whole ? [] : [["?", "legend", switched]]),
  ]) {
    const button = document.createElement("button"),
      title = words[name] ?? name;
    Object.assign(button, { type: "button", textContent: sign, title, ariaLabel: title });
    button.addEventListener("click", does);
    bar.append(button);
  }
  box.prepend(bar);
}

/** Makes a .board box work. `spots` are those of the cells (null on a map of places), `whole` opens all of it. */
export function watch(box, svg, { spots, words, whole }) {
  const view = { svg, spots, whole, scale: scaleOf(svg) };
  views.set(box, view);
  legend(box, words);
  tools(box, view, words);
  if (!whole) overview(box, view);
  pointers(box);
  open(box);
  box.addEventListener("scroll", () => {
    keep(box);
    frame(box);
  });
  let width = box.clientWidth;
  new ResizeObserver(() => {
    if (!box.clientWidth) return;
    const at = centre(box);
    resize(box, view.zoom ?? opening(box, view));
    if (width !== box.clientWidth) goTo(box, at);
    width = box.clientWidth;
    berth(box);
  }).observe(box);
}
