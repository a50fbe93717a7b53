// Svg: elements of a drawing, and whether it may move.

const SVG = "http://www.w3.org/2000/svg";

/** Whether the reader wants nothing to move by itself. */
export const still = () =>
  document.documentElement.dataset.motion === "none" ||
  matchMedia("(prefers-reduced-motion: reduce)").matches;

export function el(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value != null) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export const part = (svg, id) => svg.querySelector(`#${CSS.escape(id)}`);
export const use = (id, attributes = {}) => el("use", { href: `#${id}`, ...attributes });
export const shift = (x, y, scale = 1) =>
  `translate(${+x.toFixed(1)} ${+y.toFixed(1)})` + (scale === 1 ? "" : ` scale(${scale})`);
