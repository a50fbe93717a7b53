// Charts: loads plotly.js once, draws a figure once, and places a cursor over it.
//
//   chart(box, figure, plotlyAddress, chosen)   -> {x(version), inside(version), onMove(callback)}
// The figure is never redrawn while scrubbing. The x of an event is computed from the figure's own margins and
// range, so the cursor costs one transform; where its x is not its number, `meta.places` of the layout holds it.

let loading = null;

function plotly(address) {
  loading ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => done(globalThis.Plotly);
    script.onerror = () => failed(new Error("plotly.js could not be loaded"));
    document.head.append(script);
  });
  return loading;
}

// The inks of charts on a dark page; those of a title's sides come with the figure (`meta.dark` of its layout).
const ON_DARK = {
  "#12407A": "#5887C0",
  "#AB122E": "#D27373",
  "#82291E": "#D27373",
  "#848C94": "#E4E9F2",
  "#109084": "#46E2D1",
  "#BC7B04": "#FDD867",
  "#A60F2B": "#FF9AA5",
  "#9A5600": "#FDD867",
  "#221D17": "#EFE8DA",
  "#5E5546": "#B6AB96",
  "#6A2C91": "#C9A2E4",
};

/** A colour as it stands out on a dark page; what lets the page through lets as much of it through. */
function onDark(colour, dark) {
  const found = (hex) => dark[hex] ?? ON_DARK[hex];
  const thin = /^rgba\((\d+),(\d+),(\d+),([\d.]+)\)$/.exec(colour);
  if (!thin) return found(colour) ?? colour;
  const parts = thin.slice(1, 4).map((part) => Number(part).toString(16).padStart(2, "0"));
  const light = found(`#${parts.join("").toUpperCase()}`);
  if (!light) return colour;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(light.slice(at, at + 2), 16));
  return `rgba(${red},${green},${blue},${thin[4]})`;
}

/** Traces in colours that stand out on the page's panel. */
function coloured(traces, dark = {}) {
  if (getComputedStyle(document.documentElement).colorScheme !== "dark") return traces;
  return traces.map((trace) => {
    const out = { ...trace };
    if (out.fillcolor) out.fillcolor = onDark(out.fillcolor, dark);
    for (const part of ["line", "marker", "error_y"])
      if (out[part]?.color) out[part] = { ...out[part], color: onDark(out[part].color, dark) };
    return out;
  });
}

/** The decimal mark and the mark of thousands in the page's language. */
function separators() {
  const parts = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: "always" }).formatToParts(
    12345.6,
  );
  return ["decimal", "group"].map((kind) => parts.find((part) => part.type === kind).value).join("");
}

function themed(layout) {
  const css = getComputedStyle(document.documentElement);
  const [ink, line, panel] = ["--ink", "--line", "--panel"].map((name) => css.getPropertyValue(name).trim());
  const out = {
    ...layout,
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    separators: separators(),
    font: { ...layout.font, color: ink },
    hoverlabel: { bgcolor: panel },
  };
  for (const name of Object.keys(out)) {
    if (/^[xy]axis/.test(name))
      out[name] = { ...out[name], gridcolor: line, linecolor: line, zerolinecolor: line };
  }
  return out;
}

/** Words along the axis only where they do not touch; moments in the reader's own time. */
function ticked(axis, { moments, apart }, width) {
  const time = new Intl.DateTimeFormat(document.documentElement.lang, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const [from, to] = axis.range,
    words = axis.ticktext ?? moments.map((at) => time.format(at));
  let edge = -Infinity;
  const kept = axis.tickvals
    .map((_, k) => k)
    .filter((k) => {
      const x = ((axis.tickvals[k] - from) / (to - from)) * width,
        fits = x - edge >= apart;
      if (fits) edge = x;
      return fits;
    });
  return { ...axis, tickvals: kept.map((k) => axis.tickvals[k]), ticktext: kept.map((k) => words[k]) };
}

const WIDE = 8, // a digit of a turn's number
  BETWEEN = 5; // two numbers

/** Turns and years below an axis only where they do not touch. */
function spaced(axis, width) {
  const [from, to] = axis.range;
  let edge = -Infinity;
  const kept = axis.tickvals
    .map((_, k) => k)
    .filter((k) => {
      const half = (WIDE * axis.ticktext[k].length) / 2,
        middle = ((axis.tickvals[k] - from) / (to - from)) * width,
        fits = middle - half >= edge;
      if (fits) edge = middle + half + BETWEEN;
      return fits;
    });
  return {
    ...axis,
    tickvals: kept.map((k) => axis.tickvals[k]),
    ticktext: kept.map((k) => axis.ticktext[k]),
  };
}

/** The numbers of the turns over the panels only where they do not touch; the first one of a year stands right
    of its line, not over the numbers of the other axis. */
function thinned(notes, { range: [from, to] }, width) {
  let edge = -Infinity;
  return notes.flatMap((note) => {
    if (note.y !== 1 || note.yanchor !== "bottom") return note;
    const at = ((note.x - from) / (to - from)) * width,
      wide = WIDE * note.text.length,
      isFirst = note.text.length > 2 && at < wide / 2,
      left = isFirst ? at : at - wide / 2;
    if (left < edge) return [];
    edge = left + wide + BETWEEN;
    return isFirst ? { ...note, xanchor: "left" } : note;
  });
}

export async function chart(box, figure, address, chosen = () => {}) {
  const Plotly = await plotly(address);
  const layout = themed(figure.layout),
    { meta } = layout;
  const room = box.clientWidth - layout.margin.l - layout.margin.r;
  if (meta?.places) layout.xaxis = ticked(layout.xaxis, meta, room);
  else if (layout.xaxis?.ticktext && layout.xaxis.range) layout.xaxis = spaced(layout.xaxis, room);
  if (layout.annotations && layout.xaxis?.range)
    layout.annotations = thinned(layout.annotations, layout.xaxis, room);
  const place = (version) => meta?.places?.[version - 1] ?? version;
  Plotly.purge(box);
  await Plotly.newPlot(box, coloured(figure.data, meta?.dark), layout, {
    displayModeBar: false,
    responsive: true,
  });
  const range = () => box.layout.xaxis.range.map(Number);
  let width = box.clientWidth - layout.margin.l - layout.margin.r; // read now: reading it at each step costs a layout
  let told = () => {};
  new ResizeObserver(() => {
    width = box.clientWidth - layout.margin.l - layout.margin.r;
    told();
  }).observe(box);
  box.on("plotly_click", ({ points: [{ x, customdata }] }) => chosen(customdata ?? Math.round(x)));
  return {
    x(version) {
      const [from, to] = range();
      return layout.margin.l + ((place(version) - from) / (to - from)) * width;
    },
    inside(version) {
      const [from, to] = range();
      return place(version) >= from && place(version) <= to;
    },
    onMove(callback) {
      told = callback;
      box.on("plotly_relayout", callback);
    },
  };
}
