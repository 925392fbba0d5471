// Arrows over the board, for highlighted moves.

import { svg } from "../page/dom.js";
import { middle } from "./squares.js";

/** Draw arrows between squares; a move without a square to come from frames where it goes. */
export function drawArrows(layer, moves, place) {
  layer.replaceChildren(...moves.flatMap((move) => shape(move, place)));
}

function shape({ from, to, kind = "proved" }, place) {
  const end = to && place(to);
  if (!end) return [];
  const begin = from && from !== to && place(from);
  if (!begin) return [frame(end, kind)];
  const [x, y] = middle(end);
  const [x0, y0] = middle(begin);
  const length = Math.hypot(x - x0, y - y0);
  const [ux, uy] = [(x - x0) / length, (y - y0) / length];
  const side = end.width;
  const at = (along, across) => `${x0 + ux * along - uy * across} ${y0 + uy * along + ux * across}`;
  const start = side * 0.2;
  const head = length - side * 0.42;
  const tip = length - side * 0.08;
  const [thin, wide] = [side * 0.055, side * 0.17];
  const path =
    `M${at(start, thin)} L${at(head, thin)} L${at(head, wide)} L${at(tip, 0)} ` +
    `L${at(head, -wide)} L${at(head, -thin)} L${at(start, -thin)}Z`;
  return [svg("path", { class: `arrow ${kind}`, d: path })];
}

function frame({ x, y, width, height }, kind) {
  const inset = width * 0.06;
  const size = { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset };
  return svg("rect", { class: `arrow frame ${kind}`, ...size, rx: width * 0.12 });
}
