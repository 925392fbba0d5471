// Moves by clicking: first where from, then where to, or just where to; or the squares that a move changes.

import { button, el } from "../page/dom.js";
import { Narrowing, tellChanges } from "./narrowing.js";

/**
 * Turns clicked squares into moves of a state, and passes them to `onmove`. The moves that clicks on changed squares
 * have left, but not yet told apart, go to `onleft`, with those of them that change no other square, and whether one
 * more click tells which is meant.
 */
export class Mover {
  #board;
  #state = null;
  #selected = null;
  #narrowing = null;

  constructor(board, onmove, onleft, onselect = () => {}) {
    this.#board = board;
    this.onmove = onmove;
    this.onleft = onleft;
    this.onselect = onselect;
    board.squares.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || (this.#selected === null && !this.#narrowing?.squares.length)) return;
      event.preventDefault();
      event.stopPropagation();
      this.#select(null);
      this.#begin();
    });
  }

  /** Begin anew with the moves of this state; `moves` may be fewer or others than it has. */
  use(state, moves = state?.moves || []) {
    this.#state = state && { ...state, moves };
    this.#selected = null;
    this.#begin();
  }

  /** Forget the clicks on changed squares. */
  #begin() {
    const moves = this.#state?.moves || [];
    this.#narrowing = tellChanges(moves) ? new Narrowing(moves) : null;
    if (this.#narrowing) this.#board.squares.mark(null);
    this.onselect(null);
    this.onleft([]);
  }

  async pick(square) {
    if (!this.#state) return;
    if (this.#narrowing) return this.#narrow(square);
    const moves = this.#state.moves;
    if (this.#selected !== null) {
      const meant = moves.filter((move) => move.from === this.#selected && move.to === square);
      if (meant.length) return this.#play(meant);
      if (square === this.#selected) return this.#select(null);
    }
    if (moves.some((move) => move.from === square)) return this.#select(square);
    const placed = moves.filter((move) => move.from === null && move.to === square);
    this.#select(null);
    if (placed.length) await this.#play(placed);
  }

  async #narrow(square) {
    const narrowing = this.#narrowing;
    const meant = narrowing.pick(square);
    this.#board.squares.mark(narrowing.squares, narrowing.targets);
    this.onselect(narrowing.pickedUp);
    if (!meant.length) return this.onleft(narrowing.moves, narrowing.complete, narrowing.areTargets);
    this.onleft([]);
    const move = meant.length === 1 ? meant[0] : await choose("Which move?", meant);
    if (move) this.onmove(move);
    else if (narrowing === this.#narrowing) this.#begin();
  }

  #select(square) {
    this.#selected = square;
    const targets = this.#state.moves.filter((move) => square !== null && move.from === square).map((move) => move.to);
    this.#board.squares.mark(square, targets);
    this.onselect(square);
  }

  async #play(moves) {
    this.#select(null);
    const move = moves.length === 1 ? moves[0] : await choose("Which move?", moves);
    if (move) this.onmove(move);
  }
}

/** The move the reader chooses in a small dialog, for clicks that can mean several; nothing if it is closed. */
function choose(question, moves) {
  const dialog = document.getElementById("chooser");
  return new Promise((resolve) => {
    let chosen = null;
    const options = moves.map((move) =>
      button(move.text, () => {
        chosen = move;
        dialog.close();
      }),
    );
    dialog.replaceChildren(
      el("h2", { id: "chooser-title", text: question }),
      el("div", { class: "row choices" }, ...options),
      button("Cancel", () => dialog.close(), { class: "quiet" }),
    );
    dialog.addEventListener("close", () => resolve(chosen), { once: true });
    dialog.showModal();
    options[0].focus();
  });
}
