// Fit: the prompt has one height, whatever it says. A long question is set smaller until it fits, and so are its
// answers; a raised card is told how much room the answers take.
import { number } from "./digits.js";

const LEAST = 0.62;

const prompt = () => document.getElementById("prompt");

function shrink(node, name, fits) {
  for (let size = 1; size >= LEAST; size -= 0.06) {
    if (size === 1) node.style.removeProperty(name);
    else node.style.setProperty(name, size.toFixed(2));
    if (fits()) return;
  }
}

const width = (nodes) => {
  const boxes = nodes.map((node) => node.getBoundingClientRect()).filter((box) => box.width);
  return boxes.length ? Math.max(...boxes.map((b) => b.right)) - Math.min(...boxes.map((b) => b.left)) : 0;
};

export function fit() {
  const bar = prompt(),
    asking = bar?.querySelector(".asking"),
    answers = bar?.querySelector(".answers");
  if (!asking || !answers) return;
  number();
  const lasting = [...answers.querySelectorAll("button, .button")].filter(
      (each) => !each.closest("#piece-answers"),
    ),
    own = answers.querySelector("#piece-answers"),
    most = Math.min(innerWidth * 0.62, innerWidth - 260);
  // what stays does not change its size for what comes and goes
  if (own) own.style.display = "none";
  shrink(bar, "--fit-answers", () => width(lasting) <= most);
  if (own) {
    own.style.removeProperty("display");
    const all = [...lasting, ...own.querySelectorAll("button")];
    shrink(own, "--fit-own", () => width(all) <= most);
  }
  const taken = Math.ceil(width([...answers.querySelectorAll("#actions button, #up button")])),
    room = taken ? taken + 6 : 0,
    uses = Math.ceil(width([...document.querySelectorAll(".card[open] > .uses :is(button, summary)")]));
  const all = Math.ceil(width([...answers.querySelectorAll("button, .button, select")]));
  document.getElementById("hand")?.style.setProperty("--answers", `${room}px`);
  bar.style.setProperty("--taken", `${Math.max(all, uses ? room + uses : 0)}px`);
  const line = asking.querySelector(".ask"),
    below = asking.querySelector(".about, .ending")?.offsetHeight ?? 0;
  shrink(bar, "--fit", () => {
    const isLine = getComputedStyle(asking).display === "grid";
    if (isLine)
      return line.scrollHeight <= asking.clientHeight - below && line.scrollWidth <= line.clientWidth + 1;
    return asking.scrollHeight <= asking.clientHeight + 1;
  });
}

export function keepFitting() {
  fit();
  addEventListener("resize", fit);
  document.addEventListener("toggle", ({ target }) => target.matches?.(".uses details") && fit(), true);
  document.fonts?.ready.then(fit);
}
