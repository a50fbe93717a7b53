// Presence: a filled dot beside every player whose browser follows the game.
export function present(seats) {
  for (const dot of document.querySelectorAll("[data-presence]")) {
    const on = seats.includes(dot.dataset.presence);
    dot.classList.toggle("on", on);
    dot.firstElementChild.textContent = on ? dot.dataset.on : dot.dataset.off;
  }
}
