// Check the dice: the browser computes every roll and draw again, from the seed, with its own hash function.
const here = document.getElementById("here");
const told = JSON.parse(here.dataset.words);
const rows = [...document.querySelectorAll("tr[data-purpose]")];
const WORD = 2 ** 32;

const filled = (template, fields) => template.replace(/\{(\w+)\}/g, (_, name) => fields[name]);
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const hex = (buffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function say(text, sign = "") {
  here.hidden = false;
  here.textContent = `${sign} ${text}`.trim();
}

async function numbers(key, purpose, index, sizes) {
  const found = [];
  let words = [];
  for (let block = 0; found.length < sizes.length;) {
    if (!words.length) {
      const text = new TextEncoder().encode(`${purpose}:${index}:${block++}`);
      const digest = new DataView(await crypto.subtle.sign("HMAC", key, text));
      words = Array.from({ length: 8 }, (_, place) => digest.getUint32(4 * place));
    }
    const size = sizes[found.length];
    const word = words.shift();
    if (word < WORD - (WORD % size)) found.push(word % size);
  }
  return found;
}

async function check() {
  const { game, seed, commitment } = here.dataset;
  const secret = bytes(seed);
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const promised = new Uint8Array([...new TextEncoder().encode(`${game}|`), ...secret]);
  const isPromised = hex(await crypto.subtle.digest("SHA-256", promised)) === commitment;
  const split = (text) => text.split(" ").filter(Boolean).map(Number);
  let right = 0;
  for (const [done, { dataset }] of rows.entries()) {
    const computed = await numbers(key, dataset.purpose, dataset.index, split(dataset.sizes));
    const lowest = Number(dataset.from);
    if (computed.map((n) => n + lowest).join(" ") === dataset.shown) right += 1;
    if (done % 50 === 0) say(filled(told.working, { done, all: rows.length }));
  }
  const fits = isPromised && right === rows.length;
  say(filled(fits ? told.right : told.wrong, { right, all: rows.length }), fits ? "✓" : "✗");
  here.dataset.checked = right;
}

if (crypto.subtle) check();
else say(told.cannot);
