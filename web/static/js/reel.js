// A finished game plays by itself on the front page: silent, and still while nobody sees it or wants motion.
import * as board from "./board.js";

const STEP = 1500; // milliseconds that an event is shown
const END = 5000; // and the last one
const root = document.getElementById("reel");
const words = JSON.parse(root.dataset.words);
const toggle = document.getElementById("reel-toggle");
const line = root.querySelector("progress");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const isCalm = () => still.matches || document.documentElement.dataset.motion === "none";

let film = null;
let live = null;
let at = -1; // the frame that is shown; -1 as the game begins
let timer = null;
let wanted = false; // whether it shall play when it is seen
let seen = false;

async function start() {
  const answer = await fetch(root.dataset.reel);
  if (!answer.ok) return;
  film = await answer.json();
  if (!film.board || !film.frames.length) return;
  const box = document.createElement("div");
  box.inert = true;
  box.setAttribute("aria-hidden", "true");
  box.innerHTML = film.board;
  const sheet = box.querySelector(".board-sheet");
  live = box.querySelector(".board-live");
  sheet.style.width = `${film.width * 100}%`;
  sheet.style.left = `${film.left * 100}%`;
  sheet.style.top = `${film.top * 100}%`;
  await box.querySelector("img").decode();
  root.querySelector(".crop").replaceWith(box);
  board.draw(live, film.scene);
  toggle.hidden = false;
  toggle.addEventListener("click", () => play(!wanted));
  new IntersectionObserver(([entry]) => {
    seen = entry.isIntersecting;
    go();
  }).observe(root);
  document.addEventListener("visibilitychange", go);
  still.addEventListener("change", () => play(!isCalm()));
  play(!isCalm());
}

function play(wish) {
  wanted = wish;
  root.classList.toggle("playing", wanted);
  toggle.setAttribute("aria-label", wanted ? words.pause : words.play);
  go();
}

/** Runs while it is wanted and seen, and rests otherwise. */
function go() {
  const runs = wanted && seen && !document.hidden;
  if (!runs) {
    clearTimeout(timer);
    timer = null;
  } else if (timer === null) step();
}

function step() {
  if (at + 1 < film.frames.length) {
    at += 1;
    board.patch(live, film.frames[at].changes, { animate: !isCalm() });
    const { turn, text } = film.frames[at];
    const [when, what] = root.querySelectorAll(".caption > *");
    when.textContent = words.turn.replace("{turn}", turn);
    what.textContent = text;
  } else {
    at = -1;
    board.draw(live, film.scene);
  }
  line.value = (at + 1) / film.frames.length;
  root.dataset.at = at < 0 ? "" : film.frames[at].at;
  timer = setTimeout(step, at + 1 === film.frames.length ? END : STEP);
}

start().catch((problem) => console.warn(problem));
