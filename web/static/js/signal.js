// Signal: "your move" in the title and the icon of the page, and by a tone if this browser wants one.
//
//   signal()   reads the element #signal of the page; call it again when that was replaced
// The tone needs a gesture on the page first, as browsers demand.

const KEY = "tone";
const plain = document.title;
const link = document.querySelector("link[rel=icon]");
const calm = link.href;
let was = null;
let audio = null;

export function signal() {
  const { asked, text, icon } = document.getElementById("signal").dataset;
  document.title = asked ? `${text} · ${plain}` : plain;
  link.href = asked ? icon : calm;
  if (asked && was === "") tone();
  was = asked;
}

function tone() {
  if (!audio || localStorage.getItem(KEY) !== "on") return;
  const [pitch, loudness] = [audio.createOscillator(), audio.createGain()];
  pitch.frequency.value = 660;
  loudness.gain.setValueAtTime(0.12, audio.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.35);
  pitch.connect(loudness).connect(audio.destination);
  pitch.start();
  pitch.stop(audio.currentTime + 0.35);
}

function wake() {
  if (localStorage.getItem(KEY) !== "on") return;
  audio ??= new AudioContext();
  audio.resume();
}

/** The page's switch for the tone; off unless this browser was told otherwise. */
function offer(box) {
  box.closest("label").hidden = false;
  box.checked = localStorage.getItem(KEY) === "on";
  box.addEventListener("change", () => {
    localStorage.setItem(KEY, box.checked ? "on" : "off");
    wake();
  });
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { passive: true });
}

if (document.getElementById("tone")) offer(document.getElementById("tone"));
signal();
