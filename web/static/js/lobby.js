// Lobby: asks every 20 seconds how the games stand, and shows "your move" as soon as it is.
import { signal } from "./signal.js";

const PAUSE = 20_000;

/** A list without what its clocks show, which run by themselves (clocks.js). */
const still = (list) => list.innerHTML.replace(/(class="left)[^>]*( data-until="\d+")>[^<]*/g, "$1$2>");

async function look() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [old, fresh] = [document.getElementById("games"), page.getElementById("games")];
  if (still(old) !== still(fresh)) {
    const focus = document.activeElement?.closest("#games a")?.getAttribute("href");
    old.replaceWith(fresh);
    if (focus) fresh.querySelector(`a[href="${CSS.escape(focus)}"]`)?.focus();
  }
  signal();
}

setInterval(() => look().catch((problem) => console.warn(problem)), PAUSE);
