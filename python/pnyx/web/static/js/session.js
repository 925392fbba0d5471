// The position being set up: the game with its options, its text, and how to go back.

import { ApiError, api } from "./api.js";
import { Signal } from "./page/signal.js";

export class Session {
  /** Emitted whenever something below has changed. */
  changed = new Signal();
  /** The last legal position, as the server sent it. */
  state = null;
  /** A position that is not legal yet: `{text, error, svg, squares, turn}`. */
  draft = null;
  #before = [];
  // One request after the other: what a click means depends on what the last one led to.
  #queue = Promise.resolve();

  get game() {
    return this.state?.game;
  }

  /** The text on the board, legal or not. */
  get text() {
    return this.draft ? this.draft.text : this.state?.text;
  }

  /** What identifies the position in requests. */
  get at() {
    return { game: this.state.game, options: this.state.options, position: this.text };
  }

  get canUndo() {
    return this.#before.length > 0;
  }

  /** Another position, or another game; without a text its start. */
  open(game, position = null, options = {}) {
    return this.#next(() => api.position({ game, position, options }));
  }

  play(move) {
    return this.#next(() => api.play(this.at, move));
  }

  /** A change by hand, `{square, piece}`, `{turn}` or `{clear: true}`. It may lead to a draft. */
  edit(change) {
    return this.#next(() => api.edit(this.at, change), change);
  }

  undo() {
    const before = this.#before.pop();
    if (!before) return;
    [this.state, this.draft] = before;
    this.changed.emit(this);
  }

  #next(call, change = null) {
    const step = async () => {
      const before = [this.state, this.draft];
      try {
        this.state = await call();
        this.draft = null;
      } catch (problem) {
        if (!change || !(problem instanceof ApiError) || problem.body.text === undefined) throw problem;
        const turn = problem.body.turn ?? change.turn ?? this.draft?.turn ?? this.state.turn;
        this.draft = { ...problem.body, turn };
      }
      if (before[0]) this.#before.push(before);
      this.changed.emit(this);
    };
    const done = this.#queue.then(step);
    this.#queue = done.catch(() => {});
    return done;
  }
}
