// Pieces to be put on squares, whose turn it is, and an empty board.

import { button, el, parseSvg } from "../page/dom.js";
import { player } from "../page/words.js";

const ERASER = { piece: null, title: "Empty square", svg: null };

/** Chooses what a click on a square puts there. Calls `onedit` for changes that need no square. */
export class Palette {
  #pieces = el("div", { class: "pieces stack tight", role: "radiogroup", "aria-label": "What a click puts on a square" });
  #turns = el("div", { class: "turns" });
  #drawn = "";
  chosen = ERASER;

  constructor(onedit) {
    this.onedit = onedit;
    const clear = button("Empty the board", () => onedit({ clear: true }), { class: "quiet" });
    this.element = el(
      "div",
      { class: "palette stack" },
      this.#pieces,
      el("div", { class: "row" }, this.#turns, clear),
    );
  }

  show(state, turn) {
    const pieces = [...state.palette, ERASER];
    const key = JSON.stringify([state.game, pieces.map(({ piece }) => piece)]);
    if (key !== this.#drawn) {
      this.#drawn = key;
      this.chosen = pieces[0];
      this.#pieces.replaceChildren(...rows(state.palette).map((row) => this.#row(row)));
    }
    this.#turns.replaceChildren(
      ...state.players.map((name) =>
        button(`${player(name)} to move`, () => this.onedit({ turn: name }), {
          class: "quiet",
          "aria-pressed": String(name === turn),
        }),
      ),
    );
  }

  #row(pieces) {
    return el("div", { class: "piece-row" }, ...pieces.map((piece) => this.#choice(piece)));
  }

  #choice(piece) {
    const input = el("input", {
      type: "radio",
      name: "piece",
      class: "unseen",
      checked: piece === this.chosen,
      onchange: () => (this.chosen = piece),
      "aria-label": piece.title,
    });
    const picture = piece.svg ? parseSvg(piece.svg) : el("span", { class: "eraser", "aria-hidden": "true" });
    return el("label", { class: "piece", title: piece.title }, input, picture);
  }
}

/** One row for a few pieces, else one for each colour; the empty square is in the first. */
function rows(pieces) {
  const half = pieces.length > 8 ? Math.ceil(pieces.length / 2) : pieces.length;
  return [[...pieces.slice(0, half), ERASER], pieces.slice(half)].filter((row) => row.length);
}
