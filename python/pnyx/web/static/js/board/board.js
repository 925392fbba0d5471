// The board: the server's picture, arrows over it, and the squares to click.

import { el, svg } from "../page/dom.js";
import { drawArrows } from "./arrows.js";
import { drawChips } from "./chips.js";
import { pictureOf, piecesOn } from "./picture.js";
import { Squares } from "./squares.js";

export class Board {
  #picture = el("div", { class: "picture" });
  #arrows = svg("svg", { class: "arrows", "aria-hidden": "true" });
  #chips = el("div", { class: "board-chips", "aria-hidden": "true" });
  #shown = "";
  #pieces = new Map();
  #box = { width: 1, height: 1 };

  constructor(root) {
    this.root = root;
    this.squares = new Squares();
    root.replaceChildren(this.#picture, this.#arrows, this.squares.element, this.#chips);
  }

  /** Show a picture with its squares. `active`: whether squares can be clicked. */
  show({ svg: text, squares = [], active = true }) {
    if (text !== this.#shown) this.#draw(text);
    const { width, height } = this.#box;
    this.#arrows.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.squares.lay(squares, this.#box, this.#pieces, active);
    this.squares.mark(null);
    this.arrows([]);
    this.root.toggleAttribute("data-plain", squares.length === 0);
    this.root.removeAttribute("data-waiting");
  }

  #draw(text) {
    const { element, width, box } = pictureOf(text);
    // A text in a frame, or a graph, is about as large as its letters want it.
    this.root.style.setProperty("--natural", `${Math.round(width * 1.25)}px`);
    this.#picture.replaceChildren(element);
    this.#pieces = piecesOn(element);
    this.#box = box;
    this.#shown = text;
  }

  /** What stands on a square, by name, or nothing. */
  pieceOn(square) {
    return this.#pieces.get(square);
  }

  /** Chips `{square, kind, text}` in the corners of squares. */
  chips(chips) {
    drawChips(this.#chips, chips, this.#box, (name) => this.squares.place(name));
  }

  /** Arrows for moves `{from, to, kind}`; `kind` is proved, hint or refuted. */
  arrows(moves) {
    drawArrows(this.#arrows, moves, (name) => this.squares.place(name));
  }
}
