// Finality: whether an order can be taken back, where no way of a counter tells. The server says it, once for each
// order and position.
//
//   asked(table, order)   a promise: whether it cannot; as if it could not where nothing is heard
let known = new Map(),
  moment = null;

export function asked({ dataset }, order) {
  if (moment !== dataset.moment) known = new Map();
  moment = dataset.moment;
  if (!known.has(order)) known.set(order, fetched(dataset, order));
  return known.get(order);
}

async function fetched(dataset, order) {
  const url = new URL(dataset.final, location.href);
  for (const [name, value] of Object.entries({ seat: dataset.viewer, moment: dataset.moment, order }))
    url.searchParams.set(name, value);
  const answer = await fetch(url).catch(() => null);
  return answer?.status === 200 ? (await answer.json()).final : true;
}
