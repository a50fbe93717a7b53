// Picture: the board as it is shown, as one SVG file that stands alone, or as PNG.

/** The picture as SVG text: the map under the counters, with the board's own styles. */
async function drawn(box) {
  const live = box.querySelector(".board-live").cloneNode(true),
    image = box.querySelector(".board-picture");
  const map = new DOMParser().parseFromString(
    await (await fetch(image.src)).text(),
    "image/svg+xml",
  ).documentElement;
  const [x, y, width, height] = live.getAttribute("viewBox").split(" ");
  for (const [name, value] of Object.entries({ x, y, width, height })) map.setAttribute(name, value);
  for (const [name, value] of Object.entries({ width, height, xmlns: "http://www.w3.org/2000/svg" }))
    live.setAttribute(name, value);
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = [...document.styleSheets]
    .filter((sheet) => sheet.href?.includes("/board.css"))
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule.type === CSSRule.STYLE_RULE && !rule.cssText.includes("filter"))
    .map((rule) => rule.cssText)
    .join("\n");
  live.setAttribute("class", "board-live");
  live.prepend(style, map);
  return { text: new XMLSerializer().serializeToString(live), width: Number(width), height: Number(height) };
}

function save(blob, name) {
  const link = document.createElement("a");
  [link.href, link.download] = [URL.createObjectURL(blob), name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves the board in `box` under `name`, ".svg" or ".png" added. */
export async function picture(box, name, kind) {
  const { text, width, height } = await drawn(box),
    blob = new Blob([text], { type: "image/svg+xml" });
  if (kind === "svg") return save(blob, `${name}.svg`);
  const image = new Image(),
    canvas = document.createElement("canvas");
  image.src = URL.createObjectURL(blob);
  await image.decode();
  [canvas.width, canvas.height] = [width * 1.5, height * 1.5];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  canvas.toBlob((png) => save(png, `${name}.png`), "image/png");
}
