// Berths: where army cards and discs stand beside their places, and which names they leave no room for.
// The same arithmetic as web/boards/berths.py: whole board pixels, halves rounded upwards; it comes to the same.

export const NOMINAL = 1 / 0.62,
  CARD = 37,
  DISC = [28, 28],
  GAP = 4,
  SIGN = 20;
const FAR = [34, 39, 44, 50, 56, 63, 70, 78, 86, 95, 104, 116, 128, 156, 190],
  NEAR = [11, 17, 26, 36, 48, 62, 80];
// prettier-ignore
const WAYS = [
  [1, 0], [-1, 0], [0.924, 0.383], [-0.924, 0.383], [0.924, -0.383], [-0.924, -0.383],
  [0.707, 0.707], [-0.707, 0.707], [0.707, -0.707], [-0.707, -0.707],
  [0.383, 0.924], [-0.383, 0.924], [0.383, -0.924], [-0.383, -0.924], [0, 1], [0, -1],
];
const NEVER = 400,
  RATHER_NOT = 6,
  LIGHTLY = 2,
  PIECE = 400;

const rounded = (value) => Math.floor(value + 0.5);

function overlap(a, b) {
  if (a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1]) return 0;
  return (Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * (Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
}

const around = ([x, y, r]) => [x - r, y - r, x + r, y + r];

/** The box of a name [x, y, anchor, width, height, isKey]. */
function nameBox([x, y, anchor, width, height], scale) {
  const wide = rounded(width * scale),
    half = rounded((height * scale) / 2),
    left = x - { start: 0, middle: rounded((width * scale) / 2), end: wide }[anchor];
  return [left, y - half, left + wide, y + half];
}

/** places: Map of space to [x, y, half its breadth]; names: Map of space to a name; signs: [x, y];
 *  panels: boxes; sheet: [width, height]. */
export function harbour(places, names, signs, panels, sheet) {
  const known = new Map(),
    covered = new Map();

  /** [box, what a pixel of it costs] of all that a piece should not cover; worked out once for each scale. */
  function obstacles(scale) {
    if (!covered.has(scale)) covered.set(scale, allObstacles(scale));
    return covered.get(scale);
  }

  function allObstacles(scale) {
    return [
      ...[...places.values()].map((each) => [around(each), NEVER]),
      ...[...names.values()].map((name) => [nameBox(name, scale), name[5] ? NEVER : RATHER_NOT]),
      ...signs.map(([x, y]) => [around([x, y, rounded((SIGN * scale) / 2)]), LIGHTLY]),
      ...panels.map((panel) => [panel, NEVER]),
    ];
  }

  /** The berths of a piece at a place, a ring for each distance, worked out when somebody asks for it. */
  function ringed(place, width, scale) {
    const [x, y] = places.get(place),
      [w, h] = width === null ? DISC : [width, CARD],
      [far, way] = width === null ? [NEAR, 60] : [FAR, 16],
      halfWide = rounded(((w + GAP) * scale) / 2),
      halfHigh = rounded(((h + GAP) * scale) / 2),
      reach = rounded((far.at(-1) + w) * scale) + halfWide;
    const near = obstacles(scale).filter(
      ([box]) => box[0] < x + reach && box[2] > x - reach && box[1] < y + reach && box[3] > y - reach,
    );
    const least = far.map((r) => rounded(r * way * scale * scale)),
      rings = [];

    function ring(k) {
      return WAYS.map(([dx, dy]) => {
        const r = far[k],
          mx = x + rounded(dx * (r + (w / 2) * Math.abs(dx) * 0.75) * scale),
          my = y + rounded(dy * (r * 0.82 + (h / 2) * Math.abs(dy) * 0.4) * scale),
          box = [mx - halfWide, my - halfHigh, mx + halfWide, my + halfHigh],
          outside = (box[2] - box[0]) * (box[3] - box[1]) - overlap(box, [0, 0, ...sheet]);
        let cost = least[k] + NEVER * outside;
        for (const each of near) cost += each[1] * overlap(box, each[0]);
        return { cost, middle: [mx, my], box };
      });
    }
    return { least, ring: (k) => (rings[k] ??= ring(k)) };
  }

  function tries(place, width, scale) {
    const key = `${place} ${width} ${scale}`;
    if (!known.has(key)) known.set(key, ringed(place, width, scale));
    return known.get(key);
  }

  /** The cheapest berth beside the boxes that are `taken`; of equal ones the one that is cheaper alone, then the nearer. */
  function berth({ least, ring }, taken) {
    let best = null,
      lowest = Infinity;
    for (let k = 0; k < least.length && least[k] <= lowest; k++)
      for (const each of ring(k)) {
        if (each.cost > lowest) continue;
        const cost = taken.reduce((sum, other) => sum + PIECE * overlap(each.box, other), each.cost);
        if (cost < lowest || (cost === lowest && each.cost < best.cost)) [best, lowest] = [each, cost];
      }
    return best;
  }

  /** Where each piece {key, place, width: of a card, or null} stands: Map of key to {middle, box}. */
  function berths(pieces, scale) {
    const found = new Map(),
      taken = [];
    const order = (a, b) => (a.width === null) - (b.width === null) || (a.key < b.key ? -1 : 1);
    for (const { key, place, width } of [...pieces].sort(order)) {
      const best = berth(tries(place, width, scale), taken);
      found.set(key, best);
      taken.push(best.box);
    }
    return found;
  }

  /** The places below key places whose names would touch a piece, another place or a name that shows. */
  function leftOut(boxes, scale) {
    const found = new Set(),
      shown = [...names.values()].filter((name) => name[5]).map((name) => nameBox(name, scale));
    for (const [place, name] of names) {
      if (name[5]) continue;
      const box = nameBox(name, scale),
        others = [...places].filter(([key]) => key !== place).map(([, each]) => around(each));
      if ([...shown, ...boxes, ...others].some((other) => overlap(box, other))) found.add(place);
      else shown.push(box);
    }
    return found;
  }

  return { berths, leftOut };
}

// ---- names on maps of cells, as web/boards/namespots.py places them

const ASIDE = [0, 37, -37, 74, -74];

/** names: [x, y, other, width, isKey] in order; fronts: [x, y]; bodies: [x, y], `half` their breadth. Gives [x, y]
 *  for each name, null for one below key places that has no room. */
export function nameSpots(names, fronts, bodies, half, scale) {
  const found = [];
  for (const [nx, ny, other, width, isKey] of names) {
    const reach = (width * scale) / 2;
    let best = null,
      least = Infinity;
    for (const down of other ? [0, other] : [0])
      for (const aside of ASIDE) {
        const x = nx + aside,
          y = ny + down,
          near = ([ox], room) => Math.abs(ox - x) < reach + room;
        const hidden = fronts.filter((each) => near(each, 12) && Math.abs(each[1] - y + 5) < 13),
          touched = found.filter((each) => each && near(each, each[2]) && Math.abs(each[1] - y) < 12 * scale),
          covered = bodies.filter((each) => near(each, half) && shared(each[1], half, y, scale) > 3 * scale);
        const cost =
          20 * hidden.length +
          30 * touched.length +
          8 * covered.length +
          Math.abs(aside) / 37 +
          (down ? 3 : 0);
        if (cost < least) [best, least] = [[x, y, reach], cost];
      }
    found.push(isKey || least < 8 ? best : null);
  }
  return found.map((each) => each && each.slice(0, 2));
}

/** How much of the height of a line of letters lies on a counter. */
const shared = (middle, half, y, scale) =>
  Math.min(y + scale, middle + half) - Math.max(y - 7.4 * scale, middle - half);
