// Clocks: what is left to think counts down on every page that shows it. The server says when a clock is over, and
// what its own clock shows; nothing is announced, and the room that a clock takes stays the same.

const LOW = 60_000;
const words = document.getElementById("clock-words").dataset;
const ahead = Number(words.now) - Date.now(); // how far the server's clock is before this one

function text(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000)),
    two = (number) => String(number).padStart(2, "0"),
    [day, hour, minute] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  if (day) return words.days.replace("{days}", day).replace("{hours}", hour % 24);
  return hour ? `${hour}:${two(minute % 60)}:${two(seconds % 60)}` : `${minute}:${two(seconds % 60)}`;
}

function tick() {
  const now = Date.now() + ahead;
  for (const clock of document.querySelectorAll("[data-until]")) {
    const left = clock.dataset.until - now,
      shown = text(left);
    if (clock.textContent !== shown) clock.textContent = shown;
    clock.classList.toggle("low", left <= LOW);
  }
}

tick();
setInterval(tick, 500);
