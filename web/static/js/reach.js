// Reach: what the counter in hand can do by orders of its own, several steps away too. The server works it out for a
// counter (GET /api/games/<id>/reach); one press on a destination sends all orders of the way.
//
//   look(table, piece, then)  asks ahead, when a counter is pointed at; a question that is overtaken is dropped
//   take(table, piece)      what is known of a counter, asked for if need be: a promise, null if it was overtaken,
//                           undefined if the server was not heard
//   known(table, piece)     the same, if it is here already
//   targets(found)          [{space, kind, cost, pill}] for the board
//   attacks(found)          [{target, from, text, ahead}]: one for each way of a fight
//   turns(found)            [{space, facing}] that the counter may face where it stands
//   wayTo(found, space, from)   the way that a press on the space goes (from there), or null
//   through(piece, way)     from now on all ways of the piece begin with this one, to its way-point; null ends that
//   passes()                that way, or null
//   ends(found, space)      the ways that come to the space at once, one for each facing there
//   stops(way)              the spaces along which it is drawn
//   costs(way)              the costs beside them, where every order is one step
const PAUSE = 80;
const KEPT = 60;
const found = new Map();
let asked = null, // {key, answer, control}: the question that is under way
  timer = null;

let via = null; // {piece, way}: the way to the last way-point

export function through(piece, way) {
  via = way && { piece, way };
}

export const passes = () => via?.way ?? null;

const firstOf = (piece) => (via?.piece === piece ? JSON.stringify(via.way.orders) : "");

const key = ({ dataset }, piece) => [dataset.moment, dataset.viewer, piece, firstOf(piece)].join("|");

export const known = (table, piece) => found.get(key(table, piece)) ?? null;

export function look(table, piece, then) {
  clearTimeout(timer);
  if (piece && !known(table, piece)) timer = setTimeout(() => take(table, piece).then(then), PAUSE);
}

export function take(table, piece) {
  clearTimeout(timer);
  const wanted = key(table, piece);
  if (found.has(wanted)) return Promise.resolve(found.get(wanted));
  if (asked?.key === wanted) return asked.answer;
  asked?.control.abort();
  const control = new AbortController();
  asked = { key: wanted, control, answer: fetched(table, piece, wanted, control) };
  return asked.answer;
}

async function fetched({ dataset }, piece, wanted, { signal }) {
  const url = new URL(dataset.reach, location.href);
  for (const [name, value] of Object.entries({ seat: dataset.viewer, piece, moment: dataset.moment }))
    url.searchParams.set(name, value);
  if (firstOf(piece)) url.searchParams.set("first", firstOf(piece));
  try {
    const answer = await fetch(url, { signal, headers: { Accept: "application/json" } });
    if (answer.status >= 500) return undefined;
    const told = answer.ok ? await answer.json() : null;
    if (!told || told.stale) return null;
    if (found.size >= KEPT) found.clear();
    found.set(wanted, told);
    return told;
  } catch (problem) {
    if (problem.name === "AbortError") return null;
    if (problem instanceof TypeError) return undefined; // no network
    throw problem;
  } finally {
    if (asked?.key === wanted) asked = null;
  }
}

/** Every way that a press may go, the best one of each space first; of a fight at hand the order alone is known. */
const ways = ({ ways: plain, acts }) => [...plain, ...acts].filter((way) => way.orders.length || way.then);

export function targets(reach) {
  const spaces = new Map();
  for (const { target, kind, cost, pill } of ways(reach))
    if (target !== reach.start && !spaces.has(target))
      spaces.set(target, {
        space: target,
        kind,
        ...(cost ? { cost } : {}),
        ...(pill ? { pill: pill.text } : {}),
      });
  return [...spaces.values()];
}

export const attacks = (reach) =>
  ways(reach)
    .filter((way) => way.pill)
    .map(({ target, from, pill }) => ({ target, from, ...pill }));

export const turns = ({ start, turns: known }) =>
  known.map(({ facing }) => ({ space: start, facing })).filter(({ space, facing }) => space && facing);

export const wayTo = (reach, space, from = undefined) =>
  ways(reach).find((way) => way.target === space && (from === undefined || way.from === from)) ?? null;

export const ends = (reach, space) =>
  [...reach.ways, ...reach.ends].filter(
    (way) => way.target === space && way.comes && way.facing && way.orders.length === 1,
  );

export const stops = (way) => (way.comes ? way.spaces : [...way.spaces, way.target]);

export const costs = (way) =>
  way.comes && way.spaces.length === way.costs.length + 1 ? way.costs.filter((cost) => cost) : [];
