// The moves of a node: the one that is proved, or every reply, with the size and length of what follows.

import { el } from "../page/dom.js";
import { compact, count, player, plural } from "../page/words.js";
import { ORDERS } from "./order.js";

export class Replies {
  #walk;
  #title = el("h2", { id: "replies-title" });
  #order;
  #rows = el("ol", { class: "rows", "aria-labelledby": "replies-title" });
  #words = el("p", { class: "node-words" });
  #columns = el(
    "div",
    { class: "reply columns", "aria-hidden": "true" },
    el("span"),
    el("span"),
    el("span", { class: "reply-size", text: "positions" }),
    el("span", { class: "reply-length", text: "plies" }),
  );

  constructor(walk, { down, hover }) {
    this.#walk = walk;
    const choices = ORDERS.map(([value, words]) => el("option", { value, text: words }));
    this.#order = el("select", { "aria-label": "Order of the moves", class: "order" }, ...choices);
    this.#order.addEventListener("change", () => {
      walk.order = this.#order.value;
      this.#show();
    });
    this.element = el(
      "section",
      { class: "replies" },
      el("div", { class: "replies-head" }, this.#title, this.#order),
      this.#words,
      this.#columns,
      this.#rows,
    );
    const rowOf = (event) => event.target.closest("button[data-move]");
    this.#rows.addEventListener("click", (event) => rowOf(event) && down(rowOf(event).dataset.move));
    this.#rows.addEventListener("pointerover", (event) => rowOf(event) && hover(rowOf(event).dataset.move));
    this.#rows.addEventListener("pointerleave", () => hover(null));
    this.#rows.addEventListener("focusin", (event) => {
      const index = [...this.#rows.children].findIndex((row) => row.contains(event.target));
      if (index >= 0 && index !== walk.selected) walk.point(index);
    });
    walk.changed.on(() => this.#show());
    walk.pointed.on(() => this.#point());
  }

  #show() {
    const { node, moves } = this.#walk;
    this.#title.textContent = heading(node);
    this.#words.textContent = explanation(node);
    this.#words.hidden = !this.#words.textContent;
    this.#order.hidden = moves.length < 2;
    this.#columns.hidden = moves.length === 0;
    const largest = Math.max(1, ...moves.map(({ size }) => size));
    const hadFocus = this.#rows.contains(document.activeElement);
    this.#rows.replaceChildren(...moves.map((move) => row(move, largest)));
    this.#point(hadFocus);
  }

  #point(focus = this.#rows.contains(document.activeElement)) {
    [...this.#rows.children].forEach((item, index) => {
      const here = index === this.#walk.selected;
      item.classList.toggle("pointed", here);
      const button = item.firstElementChild;
      button.tabIndex = here ? 0 : -1;
      if (!here) return;
      if (focus) button.focus({ preventScroll: true });
      this.#bringIntoSight(item);
    });
  }

  /** Scroll the list, and not the page. */
  #bringIntoSight({ offsetTop, offsetHeight }) {
    const { scrollTop, clientHeight } = this.#rows;
    if (offsetTop < scrollTop) this.#rows.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > scrollTop + clientHeight) {
      this.#rows.scrollTop = offsetTop + offsetHeight - clientHeight;
    }
  }
}

function row(move, largest) {
  const bar = el("span", { class: "bar", "aria-hidden": "true" }, el("span", { class: "bar-fill" }));
  bar.firstChild.style.width = `${Math.max(1.5, (100 * move.size) / largest)}%`;
  const length = lengthOf(move);
  const words = [move.text, plural(move.size, "position"), length.words].filter(Boolean).join(", ");
  const button = el(
    "button",
    { type: "button", class: "reply", "data-move": move.move, "aria-label": words },
    el("span", { class: "reply-move", text: move.text }),
    bar,
    el("span", { class: "reply-size", text: compact(move.size), title: plural(move.size, "position") }),
    el("span", { class: "reply-length", text: length.short, title: length.words }),
  );
  return el("li", {}, button);
}

function lengthOf({ kind, plies, shared }) {
  if (kind === "repetition") return { short: "returns", words: "comes back to an earlier position" };
  if (kind === "end") return { short: "end", words: "the game ends" };
  const elsewhere = shared ? ", reached elsewhere too" : "";
  if (plies === null || plies === undefined) return { short: shared ? "shared" : "", words: elsewhere.slice(2) };
  return { short: `${count(plies)}${shared ? " ∗" : ""}`, words: `${plural(plies, "ply", "plies")} at most${elsewhere}` };
}

function heading({ kind, state, moves, line }) {
  const who = state.turn ? player(state.turn) : "The player";
  if (kind === "choice") return `${who} plays`;
  if (kind === "replies") {
    // At the root nothing was played that could be replied to: all moves are answered there because none of them does it.
    const [one, several] = line.length ? ["reply", "replies"] : ["move", "moves"];
    const has = moves.length === 1 ? `${who} has one ${one}` : `${who} has ${moves.length} ${several}`;
    return line.length ? has : `${has}, and ${moves.length === 1 ? "it does not do" : "none does"} it`;
  }
  if (kind === "repetition") return "Play returns";
  return ending(state);
}

function ending({ outcome }) {
  if (outcome === "draw") return "The game ends in a draw";
  return outcome ? `The game ends: ${player(outcome)} wins` : "The line ends here";
}

function explanation({ kind, returns_to: ply, line, shared }) {
  if (kind === "repetition") {
    if (ply === null || ply === undefined) return "This position was on the board before the line began.";
    return ply === 0
      ? "This is the position the line began with, so going on would only go round."
      : `This is the position after move ${ply} of the line, so going on would only go round.`;
  }
  if (kind === "end") return "";
  return shared && line.length ? "The proof reaches this position in another way too." : "";
}
