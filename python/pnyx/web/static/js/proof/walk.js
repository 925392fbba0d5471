// Where the reader is in a proof, and the steps from there.

import { numbered } from "../page/words.js";
import { Signal } from "../page/signal.js";
import { ProofSource } from "./source.js";

const MOMENT = 50;

/** The orders in which the moves of a node are listed; the server sends them in that of the notation. */
export const ORDERS = {
  size: { words: "largest first", compare: (a, b) => b.size - a.size },
  plies: { words: "longest first", compare: (a, b) => (b.plies ?? -1) - (a.plies ?? -1) || b.size - a.size },
  text: { words: "by notation", compare: () => 0 },
};

export class Walk {
  /** Emitted when the reader has come to a node. */
  changed = new Signal();
  /** Emitted when another move of the node is pointed at. */
  pointed = new Signal();
  source = null;
  node = null;
  order = "size";
  /** The move pointed at, by its place in the list. */
  selected = 0;
  /** Proofs that were left for the refutation of a move: `{source, line, words}`. */
  left = [];
  #steps = 0;
  #ahead = 0;

  get line() {
    return this.node ? this.node.line : [];
  }

  /** The moves of the line, for people: `{text, number}`. */
  get numbered() {
    return this.node ? numbered(this.node.line, this.node.line_text) : [];
  }

  /** The moves of the node in the order of the list. */
  get moves() {
    return this.node ? this.#ordered(this.node.moves) : [];
  }

  #ordered(moves) {
    return [...moves].sort(ORDERS[this.order].compare);
  }

  /** Open a proof, at the end of a line of it. */
  async open(id, line = []) {
    const source = this.source?.id === id ? this.source : await ProofSource.open(id, line);
    if (this.source?.id !== id) this.left = [];
    await this.#come(source, line);
  }

  /** Open the proof about a move that this one does not use, to return later. */
  async visit(id, words) {
    const place = { source: this.source, line: this.line, words };
    const left = [...this.left, place];
    await this.#come(await ProofSource.open(id), []);
    this.left = left;
    this.changed.emit(this);
  }

  async back() {
    const left = [...this.left];
    const place = left.pop();
    if (!place) return;
    await this.#come(place.source, place.line);
    this.left = left;
    this.changed.emit(this);
  }

  go(line) {
    return this.#come(this.source, line);
  }

  down(move) {
    return this.go([...this.line, move]);
  }

  async up() {
    if (!this.line.length) return;
    const last = this.line.at(-1);
    await this.go(this.line.slice(0, -1));
    this.point(this.moves.findIndex(({ move }) => move === last));
  }

  /** The next or the previous of the moves that stood beside the last one. */
  async aside(step) {
    if (!this.line.length) return;
    const above = this.line.slice(0, -1);
    const beside = this.#ordered((await this.source.node(above)).moves);
    const at = beside.findIndex(({ move }) => move === this.line.at(-1));
    const next = beside[(at + step + beside.length) % beside.length];
    if (next) await this.go([...above, next.move]);
  }

  /** To the end of the longest line from here. */
  toEnd() {
    return this.go([...this.line, ...(this.node.main_line || [])]);
  }

  point(index) {
    const last = this.moves.length - 1;
    this.selected = Math.max(0, Math.min(last, index));
    this.pointed.emit(this);
    this.#lookAhead();
  }

  async #come(source, line) {
    const step = ++this.#steps;
    const node = await source.node(line);
    // Meanwhile the reader may have gone somewhere else.
    if (step !== this.#steps) return;
    this.source = source;
    this.node = node;
    this.selected = 0;
    this.changed.emit(this);
    this.#lookAhead();
  }

  /** Fetch what lies behind the move pointed at before it is asked for, if the reader stays for a moment. */
  #lookAhead() {
    clearTimeout(this.#ahead);
    const next = this.moves[this.selected];
    if (!next) return;
    const [source, line] = [this.source, [...this.line, next.move]];
    this.#ahead = setTimeout(() => source.node(line).catch(() => {}), MOMENT);
  }
}
