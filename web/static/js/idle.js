// Idle: several people at one screen: where nobody touches the page the hand is covered, never the table.
//
//   watch(words)   begins; words() gives what stands on the cover
import * as hand from "./hand.js";

const IDLE = 60_000;

export function watch(words) {
  const wanted = () => localStorage.getItem("hide") !== "off";
  const away = () => {
    if (wanted()) hand.cover(words());
  };
  let timer = setTimeout(away, IDLE);
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(away, IDLE);
  };
  for (const kind of ["pointerdown", "keydown", "pointermove"])
    addEventListener(kind, again, { passive: true });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) away();
  });
  const box = document.getElementById("hide");
  if (!box) return;
  box.closest("label").hidden = false;
  box.checked = wanted();
  box.addEventListener("change", () => {
    localStorage.setItem("hide", box.checked ? "on" : "off");
    again();
  });
}
