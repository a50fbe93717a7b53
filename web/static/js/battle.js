// Battle: the panel of the battle at hand, or of the last one. It opens over the half of the board where the battle is
// not, and keeps that place until it is closed. B opens it again.
//
//   place()    a new panel was put into the page, or the page has just been opened
//   reopen()   shows the panel, or hides it
//   close()    hides it; whether there was one to hide
let closed = null, // the battle whose panel was closed
  opened = null, // the battle that was opened again
  half = null; // [battle, "left" | "right" | "top" | "bottom"]

const panel = () => document.getElementById("battle");
const box = () => document.getElementById("board")?.getBoundingClientRect();
const NARROW = 760;

export function place() {
  const shown = panel();
  if (!shown?.dataset.battle) return;
  const { battle, standing } = shown.dataset;
  if (opened !== battle) opened = null;
  shown.hidden = closed === battle || !(standing || opened === battle);
  if (half?.[0] !== battle) half = [battle, freeHalf(shown)];
  shown.dataset.half = half[1];
}

/** The half of the board in which no space of the battle lies. */
function freeHalf(shown) {
  const whole = box(),
    spaces = shown.dataset.spaces.split(" ").map((id) => document.getElementById(`sp-${id}`));
  const there = spaces.filter(Boolean).map((space) => space.getBoundingClientRect());
  if (!whole || !there.length) return "right";
  const isNarrow = innerWidth < NARROW,
    [from, to] = isNarrow ? ["top", "bottom"] : ["left", "right"];
  const before = Math.min(...there.map((each) => each[from])) - whole[from],
    after = whole[to] - Math.max(...there.map((each) => each[to]));
  return before > after ? from : to;
}

export function reopen() {
  const shown = panel();
  if (!shown?.dataset.battle) return;
  if (!shown.hidden) return void close();
  closed = null;
  opened = shown.dataset.battle;
  place();
}

export function close() {
  const shown = panel();
  if (!shown || shown.hidden) return false;
  closed = shown.dataset.battle;
  opened = null;
  shown.hidden = true;
  return true;
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("#battle-close")) close();
});
