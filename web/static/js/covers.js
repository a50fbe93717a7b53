// Covers: which boxes of the page a card that lies over them covers.
export const GAP = 8; // kept between the card and what it covers not, for its ring

export function covered(card, boxes) {
  const at = card.getBoundingClientRect();
  return boxes.filter(
    (box) =>
      box.left < at.right + GAP &&
      box.right > at.left - GAP &&
      box.top < at.bottom + GAP &&
      box.bottom > at.top - GAP,
  );
}
