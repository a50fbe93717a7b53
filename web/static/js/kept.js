// Kept: the counter that a seat had in hand, for when it is asked again: after a hand-over, another seat's answer, a
// reload. It is kept in this tab while the phase lasts.
//
//   keep(table, scene, piece)   null: it has none
//   kept(table, scene)          the counter, or null
const key = ({ dataset }) => `hand:${new URL(dataset.page, location.href).pathname}:${dataset.viewer}`;
const phase = ({ turn, round, phase: name }) => [turn, round ?? 0, name].join("/");

export function keep(table, scene, piece) {
  if (piece) sessionStorage.setItem(key(table), JSON.stringify([piece, phase(scene)]));
  else sessionStorage.removeItem(key(table));
}

export function kept(table, scene) {
  const [piece, then] = JSON.parse(sessionStorage.getItem(key(table)) ?? "[]");
  return then === phase(scene) ? piece : null;
}
