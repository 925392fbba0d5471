// The proof and disproof number of the root over time: a plot with a logarithmic scale, redrawn a few times a second.

import { svg } from "../page/dom.js";
import { compact, duration, effort } from "../page/words.js";

const HEIGHT = 210;
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 100, 12, 26];
const MOST = 500;

export class Plot {
  #points = [];
  #width = 480;

  constructor() {
    this.element = svg("svg", { class: "plot", role: "img" });
    // One unit is one pixel, so that letters are as large on a phone as elsewhere.
    new ResizeObserver(([{ contentRect }]) => {
      this.#width = contentRect.width || this.#width;
      this.draw();
    }).observe(this.element);
  }

  /** Begin with a history of [seconds, proof, disproof, nodes]. */
  begin(history = []) {
    this.#points = history.map(([seconds, proof, disproof]) => [seconds, proof, disproof]);
    this.draw();
  }

  add({ seconds, proof, disproof }) {
    const last = this.#points.at(-1);
    if (last && seconds < last[0]) return;
    this.#points.push([seconds, proof, disproof]);
    if (this.#points.length > MOST) this.#points = this.#points.filter((_, index, all) => index % 2 === 0 || index === all.length - 1);
    this.draw();
  }

  draw() {
    const points = this.#points;
    // A search that was over at once has nothing to plot.
    this.element.toggleAttribute("hidden", points.length === 0);
    const end = Math.max(1, points.at(-1)?.[0] ?? 0);
    const finite = points.flatMap(([, proof, disproof]) => [proof, disproof]).filter((value) => value !== null);
    const decades = Math.max(2, Math.ceil(Math.log10(Math.max(10, ...finite) + 1)));
    const x = (seconds) => LEFT + ((this.#width - LEFT - RIGHT) * seconds) / end;
    const y = (value) => {
      const height = value === null ? decades : Math.log10(Math.max(1, value));
      return HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * height) / decades;
    };
    this.element.replaceChildren(...scale(decades, y, x(end)), ...clock(end, x), ...curves(points, x, y));
    this.element.setAttribute("aria-label", summary(points));
  }
}

function scale(decades, y, right) {
  const step = Math.ceil(decades / 5);
  const drawn = [];
  for (let power = 0; power <= decades; power += step) {
    const at = y(10 ** power);
    drawn.push(svg("line", { class: "grid", x1: LEFT, x2: right, y1: at, y2: at }));
    drawn.push(words(LEFT - 8, at + 4, compact(10 ** power), "end"));
  }
  return drawn;
}

function clock(end, x) {
  const rough = end / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((candidate) => candidate >= rough);
  const drawn = [];
  for (let at = 0; at <= end * 1.0001; at += step) {
    drawn.push(words(x(at), HEIGHT - 8, at === 0 ? "0" : `${Number(at.toPrecision(3))} s`, "middle"));
  }
  return drawn;
}

function curves(points, x, y) {
  if (points.length === 0) return [];
  const last = points.at(-1);
  let ends = [y(last[1]) + 4, y(last[2]) + 4];
  // Names beside the ends of the curves must not lie on one another.
  if (Math.abs(ends[0] - ends[1]) < 15) {
    const middle = (ends[0] + ends[1]) / 2;
    ends = ends[0] <= ends[1] ? [middle - 7.5, middle + 7.5] : [middle + 7.5, middle - 7.5];
  }
  return ["proof", "disproof"].flatMap((name, index) => [
    svg("path", { class: `curve ${name}`, d: steps(points, index + 1, x, y) }),
    svg("circle", { class: `dot ${name}`, cx: x(last[0]), cy: y(last[index + 1]), r: 3 }),
    words(x(last[0]) + 8, ends[index], `${name} ${effort(last[index + 1])}`, "start", name),
  ]);
}

function steps(points, column, x, y) {
  return points
    .map((point, index) => {
      const [across, down] = [x(point[0]).toFixed(1), y(point[column]).toFixed(1)];
      return index === 0 ? `M${across} ${down}` : `H${across}V${down}`;
    })
    .join("");
}

function words(x, y, text, anchor, kind = "") {
  const element = svg("text", { x, y, "text-anchor": anchor, class: kind });
  element.textContent = text;
  return element;
}

function summary(points) {
  if (points.length === 0) return "Proof and disproof number of the root over time: no data yet";
  const [seconds, proof, disproof] = points.at(-1);
  return `Proof and disproof number of the root over time: after ${duration(seconds)}, ${effort(proof)} and ${effort(disproof)}`;
}
