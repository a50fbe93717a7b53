// Digits: the answers of the prompt are numbered, and a digit gives one; Enter gives the green one.
//
//   number()       writes the digits on the buttons
//   answer(digit)  presses the button of that digit, if there is one
//   green()        the green answer, or null
//
// What lasts comes first, so that no digit changes for what a card or a counter in hand adds. Where the answers stand in
// the battle's panel alone, they have their digits there.
const MOST = 9;
const PLACES = [
  "#prompt .answers :is(button, .button):not(#piece-answers *, #up *)",
  ".cards .card[open] > .uses :is(button, summary)",
  "#piece-answers .own button",
];

const seen = (node) => node.checkVisibility();

const answers = () => {
  const own = document.querySelector("#actions button"),
    inPanel = own && !seen(own) ? ["#battle-answers button"] : [];
  return [...inPanel, ...PLACES]
    .flatMap((place) => [...document.querySelectorAll(place)])
    .filter(seen)
    .slice(0, MOST);
};

export function number() {
  const now = answers();
  for (const sign of document.querySelectorAll("kbd.digit")) {
    const digit = now.indexOf(sign.parentElement) + 1;
    if (!digit) sign.remove();
    else if (sign.textContent !== String(digit)) sign.textContent = digit;
  }
  now.forEach((button, k) => {
    if (button.querySelector("kbd")) return;
    const sign = document.createElement("kbd");
    Object.assign(sign, { className: "digit", textContent: k + 1 });
    sign.setAttribute("aria-hidden", "true");
    button.append(sign);
  });
}

export const answer = (digit) => answers()[digit - 1]?.click();

export const green = () =>
  [...document.querySelectorAll("#prompt .answers .primary, .card[open] > .uses .primary")].find(seen) ??
  null;
