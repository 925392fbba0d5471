// The board is one, the steps are four: each keeps the view it wants, and that of the open step is shown.

import { announce, button, el } from "../page/dom.js";
import { showProblem } from "../page/problem.js";
import { plural } from "../page/words.js";
import { Board } from "./board.js";
import { Mover } from "./mover.js";

/** The most moves that are listed while clicks narrow them down. */
const LISTED = 12;

/**
 * A view: `state` (with `svg`, `squares` and `moves`), and where wanted `svg` and `squares` in place of the state's,
 * `moves` to be clicked in place of the state's, `onmove`, `onsquare` (clicks are squares, not moves), `arrows`,
 * `caption`, and `chips`, which returns the chips on the board while a square is picked up, or none is.
 */
export class Stage {
  #views = new Map();
  #step = "setup";
  #mover;
  #caption = el("p", { class: "caption hint", hidden: true });
  #left = el("div", { class: "left row", role: "group", "aria-label": "Moves that change these squares", hidden: true });
  #warning = el("p", { class: "problem", role: "status", hidden: true });

  constructor(root) {
    this.board = new Board(root);
    root.append(this.#caption);
    root.after(this.#left, this.#warning);
    const play = (move) => this.#view()?.onmove?.(move);
    this.#mover = new Mover(
      this.board,
      play,
      (moves, complete, clear) => this.#list(moves, complete, clear, play),
      (square) => this.board.chips(this.#view()?.chips?.(square) || []),
    );
    this.board.squares.onpick = (square) => {
      const view = this.#view();
      if (view?.onsquare) view.onsquare(square);
      else this.#mover.pick(square);
    };
  }

  /** List the moves that clicks have left, unless the board makes them clear; of many those that clicks would rule out. */
  #list(moves, complete, clear, play) {
    const chosen = (move) => {
      this.board.squares.focus();
      play(move);
    };
    const many = moves.length > LISTED;
    const words = `${plural(moves.length, "move")} left`;
    this.#left.hidden = moves.length === 0 || clear;
    this.#left.replaceChildren(
      el("span", { class: "hint", text: many ? `${words}: click another square` : `${words}:` }),
      ...(many ? complete : moves).map((move) => button(move.text, () => chosen(move))),
    );
    if (moves.length) announce(words);
  }

  #view() {
    return this.#views.get(this.#step) || this.#views.get("setup");
  }

  /** Keep a step's view and show it if the step is open; no view means that of the position. */
  set(step, view) {
    if (view) this.#views.set(step, view);
    else this.#views.delete(step);
    if (step === this.#step || (step === "setup" && !this.#views.has(this.#step))) this.#draw();
  }

  /** Open a step. */
  open(step) {
    this.#step = step;
    this.#draw();
  }

  /** Arrows for a moment, such as while a move is pointed at; without any, those of the view. */
  arrows(moves = null) {
    this.board.arrows(moves || this.#view()?.arrows || []);
  }

  #draw() {
    const view = this.#view();
    if (!view) return;
    const { state } = view;
    const active = Boolean(view.onsquare || view.onmove);
    this.board.show({ svg: view.svg || state.svg, squares: view.squares || state.squares, active });
    this.board.arrows(view.arrows || []);
    this.board.chips(view.chips?.(null) || []);
    this.#mover.use(view.onmove ? state : null, view.moves);
    this.#caption.textContent = view.caption || "";
    this.#caption.hidden = !view.caption;
    showProblem(this.#warning, state.warning);
  }
}
