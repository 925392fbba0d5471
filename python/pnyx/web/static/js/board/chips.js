// Chips on the board: the values of moves, in the corners of the squares they go to.

import { el } from "../page/dom.js";

/** Lay chips `{square, kind, text, low}` over squares, at the foot of a piece if `low`; squares not drawn have none. */
export function drawChips(layer, chips, { width, height }, place) {
  layer.replaceChildren(
    ...chips.flatMap(({ square, kind, text, low = false }) => {
      const at = place(square);
      if (!at) return [];
      const chip = el("span", { class: `chip on-board ${kind}`, text });
      chip.style.left = `${(100 * (at.x + at.width / 2)) / width}%`;
      chip.style.top = `${(100 * (at.y + Math.min(at.height, at.width) * (low ? 0.84 : 0.5))) / height}%`;
      return [chip];
    }),
  );
}
