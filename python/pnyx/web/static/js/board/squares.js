// The squares over the picture: one button each, so that fingers, mice, keyboards and screen readers find them.

import { el } from "../page/dom.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function middle({ x, y, width, height }) {
  return [x + width / 2, y + height / 2];
}

/** The square a reader means who presses an arrow key: near, and rather straight ahead than aside. */
function neighbour(squares, from, [dx, dy]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const square of squares) {
    const [across, down] = [middle(square)[0] - x, middle(square)[1] - y];
    const ahead = across * dx + down * dy;
    const aside = Math.abs(across * dy) + Math.abs(down * dx);
    const cost = ahead + 3 * aside;
    if (ahead > from.width / 4 && cost < least) [best, least] = [square, cost];
  }
  return best;
}

/** Buttons over the squares. Arrow keys move among them, and the tab key passes all of them in one step. */
export class Squares {
  onpick = () => {};
  #squares = [];
  #buttons = new Map();
  #shape = "";
  #current = null;

  constructor() {
    this.element = el("div", { class: "squares", role: "group", "aria-label": "Squares of the board" });
    this.element.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.onpick(button.dataset.name);
    });
    this.element.addEventListener("keydown", (event) => this.#move(event));
    this.element.addEventListener("focusin", (event) => this.#makeCurrent(event.target.dataset.name));
  }

  /** Lay the buttons out in the picture's units; pieces are what screen readers say. */
  lay(squares, { width, height }, pieces, active) {
    const shape = JSON.stringify([squares, width, height]);
    if (shape !== this.#shape) this.#build(squares, width, height);
    this.#shape = shape;
    for (const [name, button] of this.#buttons) {
      button.setAttribute("aria-label", pieces.has(name) ? `${name}, ${pieces.get(name)}` : name);
      button.disabled = !active;
    }
  }

  #build(squares, width, height) {
    const share = (part, whole) => `${(100 * part) / whole}%`;
    this.#squares = squares;
    this.#buttons = new Map(
      squares.map((square) => {
        const button = el("button", { type: "button", class: "bare square", tabIndex: -1 });
        button.dataset.name = square.name;
        button.style.left = share(square.x, width);
        button.style.top = share(square.y, height);
        button.style.width = share(square.width, width);
        button.style.height = share(square.height, height);
        return [square.name, button];
      }),
    );
    this.element.replaceChildren(...this.#buttons.values());
    this.#current = null;
    if (squares.length) this.#makeCurrent(squares[0].name);
  }

  #makeCurrent(name) {
    const button = this.#buttons.get(name);
    if (!button) return;
    const before = this.#buttons.get(this.#current);
    if (before) before.tabIndex = -1;
    button.tabIndex = 0;
    this.#current = name;
  }

  #move(event) {
    const direction = ARROWS[event.key];
    const from = this.#squares.find((square) => square.name === event.target.dataset.name);
    if (!direction || !from || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = neighbour(this.#squares, from, direction);
    if (next) this.#buttons.get(next.name).focus();
  }

  /** Show which square is taken up, or which ones, and where one may go from there. */
  mark(selected, targets = []) {
    const taken = new Set([selected].flat());
    const reached = new Set(targets);
    for (const [name, button] of this.#buttons) {
      button.classList.toggle("selected", taken.has(name));
      button.classList.toggle("target", reached.has(name));
      if (taken.has(name)) button.setAttribute("aria-pressed", "true");
      else button.removeAttribute("aria-pressed");
    }
  }

  /** Go to the square where the keyboard was last. */
  focus() {
    this.#buttons.get(this.#current)?.focus();
  }

  /** The square of this name, in the picture's units. */
  place(name) {
    return this.#squares.find((square) => square.name === name) || null;
  }
}
