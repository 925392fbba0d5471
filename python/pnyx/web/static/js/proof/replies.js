// The moves of a node: the one that is proved, or every reply, with the size and length of what follows.

import { el } from "../page/dom.js";
import { compact, count, player, plural } from "../page/words.js";
import { ORDERS } from "./walk.js";

/** The list of the moves of a walk's node. `down` plays one of them, `hover` points at one. */
export function repliesView(walk, { down, hover }) {
  const title = el("h2", { id: "replies-title" });
  const choices = Object.entries(ORDERS).map(([value, { words }]) => el("option", { value, text: words }));
  const order = el("select", { "aria-label": "Order of the moves", class: "order" }, ...choices);
  const words = el("p", { class: "hint" });
  const columns = el(
    "div",
    { class: "reply columns", "aria-hidden": "true" },
    el("span"),
    el("span"),
    el("span", { class: "reply-size", text: "positions" }),
    el("span", { class: "reply-length", text: "plies" }),
  );
  const rows = el("ol", { class: "rows", "aria-labelledby": "replies-title" });

  const show = () => {
    const { node, moves, source } = walk;
    title.textContent = heading(node, source.info);
    words.textContent = explanation(node);
    words.hidden = !words.textContent;
    order.hidden = moves.length < 2;
    columns.hidden = moves.length === 0;
    const largest = Math.max(1, ...moves.map(({ size }) => size));
    const hadFocus = rows.contains(document.activeElement);
    rows.replaceChildren(...moves.map((move) => row(move, largest)));
    point(hadFocus);
  };

  const point = (focus) => {
    [...rows.children].forEach((item, index) => {
      const here = index === walk.selected;
      item.classList.toggle("pointed", here);
      const button = item.firstElementChild;
      button.tabIndex = here ? 0 : -1;
      if (!here) return;
      if (focus) button.focus({ preventScroll: true });
      bringIntoSight(rows, item);
    });
  };

  order.addEventListener("change", () => {
    walk.order = order.value;
    show();
  });
  const moveOf = (event) => event.target.closest("button[data-move]")?.dataset.move;
  rows.addEventListener("click", (event) => moveOf(event) !== undefined && down(moveOf(event)));
  rows.addEventListener("pointerover", (event) => moveOf(event) !== undefined && hover(moveOf(event)));
  rows.addEventListener("pointerleave", () => hover(null));
  rows.addEventListener("focusin", (event) => {
    const index = [...rows.children].findIndex((item) => item.contains(event.target));
    if (index >= 0 && index !== walk.selected) walk.point(index);
  });
  walk.changed.on(show);
  walk.pointed.on(() => point(rows.contains(document.activeElement)));
  const top = el("div", { class: "replies-head ends" }, title, order);
  return el("section", { class: "replies stack tight" }, top, words, columns, rows);
}

/** Scroll the list, and not the page. */
function bringIntoSight(rows, { offsetTop, offsetHeight }) {
  const { scrollTop, clientHeight } = rows;
  if (offsetTop < scrollTop) rows.scrollTop = offsetTop;
  else if (offsetTop + offsetHeight > scrollTop + clientHeight) rows.scrollTop = offsetTop + offsetHeight - clientHeight;
}

function row(move, largest) {
  const bar = el("span", { class: "bar", "aria-hidden": "true" }, el("span", { class: "bar-fill" }));
  bar.firstChild.style.width = `${Math.max(1.5, (100 * move.size) / largest)}%`;
  const length = lengthOf(move);
  const words = [move.text, plural(move.size, "position"), length.words].filter(Boolean).join(", ");
  const button = el(
    "button",
    { type: "button", class: "bare reply", "data-move": move.move, "aria-label": words },
    el("span", { class: "reply-move", text: move.text }),
    bar,
    el("span", { class: "reply-size", text: compact(move.size), title: plural(move.size, "position") }),
    el("span", { class: "reply-length", text: length.short, title: length.words }),
  );
  return el("li", {}, button);
}

function lengthOf({ kind, plies, shared }) {
  if (kind === "repetition") return { short: "repeats", words: "repeats an earlier position" };
  if (kind === "end") return { short: "end", words: "the game ends" };
  const elsewhere = shared ? ", transposition" : "";
  if (plies === null || plies === undefined) return { short: shared ? "transposes" : "", words: elsewhere.slice(2) };
  return { short: `${count(plies)}${shared ? " ∗" : ""}`, words: `${plural(plies, "ply", "plies")} at most${elsewhere}` };
}

function heading({ kind, state, moves, line }, info) {
  const who = state.turn ? player(state.turn) : "The player";
  if (kind === "choice") return `${who} plays`;
  if (kind === "replies") {
    if (line.length) return moves.length === 1 ? `${who} has one reply` : `${who} has ${moves.length} replies`;
    // At the root there is no move to reply to: all moves are answered because none of them reaches the goal.
    if (moves.length === 1) return `${who}'s only move fails`;
    return `None of ${who.replace(/^The /, "the ")}'s ${moves.length} moves ${info.success}`;
  }
  if (kind === "repetition") return "Repetition";
  return ending(state);
}

function ending({ outcome }) {
  if (outcome === "draw") return "The game ends in a draw";
  return outcome ? `The game ends: ${player(outcome)} wins` : "The line ends here";
}

function explanation({ kind, returns_to: ply, line, shared }) {
  if (kind === "repetition") {
    if (ply === null || ply === undefined) return "This position occurred before the start of the line.";
    return ply === 0
      ? "This repeats the first position of the line."
      : `This repeats the position after move ${ply} of the line.`;
  }
  if (kind === "end") return "";
  return shared && line.length ? "Transposition: the proof also reaches this position by another line." : "";
}
