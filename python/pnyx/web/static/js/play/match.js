// A game against Pnyx: the line so far, whose turn it is, and the answers of the other side.

import { api } from "../api.js";
import { Signal } from "../page/signal.js";
import { answerOf } from "./values.js";

export class Match {
  /** Emitted whenever something below has changed. */
  changed = new Signal();
  at = null;
  you = null;
  level = "perfect";
  /** The states of the game, from its first position on; the last one is on the board. */
  states = [];
  /** What Pnyx said of its last move. */
  choice = null;
  hinted = null;
  resigned = false;
  /** What is being waited for: "reply", "hint" or nothing. */
  waiting = null;
  /** The positions of the table, if there is one; `undefined` while nobody knows. */
  table = undefined;
  #seed = 1;
  #following = null;

  get state() {
    return this.states.at(-1) || null;
  }

  get line() {
    return this.state?.line || [];
  }

  get running() {
    return this.states.length > 0;
  }

  get over() {
    return this.resigned || Boolean(this.state?.ending);
  }

  get yourTurn() {
    return this.running && !this.over && this.state.turn === this.you;
  }

  get canTakeBack() {
    return this.resigned || this.states.slice(0, -1).some(({ turn }) => turn === this.you);
  }

  /** Begin a game from a position. `first`: whether you make the first move. */
  async begin(at, { first, level }) {
    this.#stopWaiting();
    const state = await api.match(at, []);
    this.at = at;
    this.you = state.players.find((name) => (name === state.turn) === first);
    this.level = level;
    this.#seed = 1 + Math.floor(Math.random() * 2 ** 30);
    Object.assign(this, { states: [state], choice: null, hinted: null, resigned: false, table: undefined });
    this.changed.emit(this);
    await this.#replies();
  }

  /** Make a move, and wait for the answer. */
  async play(move) {
    if (!this.yourTurn) return;
    this.#stopWaiting();
    await this.#move(move);
    await this.#replies();
  }

  /** Before your last move again. */
  takeBack() {
    if (!this.canTakeBack) return;
    this.#stopWaiting();
    if (this.resigned) this.resigned = false;
    else {
      do this.states.pop();
      while (this.state.turn !== this.you);
      this.choice = null;
    }
    this.changed.emit(this);
  }

  resign() {
    if (this.over) return;
    this.#stopWaiting();
    this.resigned = true;
    this.hinted = null;
    this.changed.emit(this);
  }

  /** Leave the game. */
  leave() {
    this.#stopWaiting();
    this.states = [];
    this.changed.emit(this);
  }

  async hint() {
    if (!this.yourTurn || this.waiting) return;
    const answer = await this.#wait("hint", (line) => api.hint(this.at, line));
    if (!answer) return;
    this.hinted = answer.choice;
    this.changed.emit(this);
  }

  async #replies() {
    while (this.running && !this.over && !this.yourTurn) {
      const player = { level: this.level, seed: this.#seed };
      const answer = await this.#wait("reply", (line) => api.reply(this.at, line, player));
      if (!answer) return;
      this.choice = answer.choice;
      await this.#move(answer.choice.move);
    }
  }

  async #move(move) {
    const line = [...this.line, move];
    const following = this.#begin("move");
    try {
      const state = await api.match(this.at, line);
      if (following.signal.aborted) return;
      this.states.push(state);
      this.hinted = null;
    } finally {
      this.#end(following);
    }
  }

  /** An answer about the position, or nothing if the game has gone elsewhere before it came. */
  async #wait(what, ask) {
    const following = this.#begin(what);
    this.changed.emit(this);
    try {
      const answer = await answerOf(ask(this.line), following.signal);
      if (following.signal.aborted) return null;
      this.table = answer.table;
      return answer;
    } catch (problem) {
      if (problem.name === "AbortError") return null;
      throw problem;
    } finally {
      this.#end(following);
    }
  }

  #begin(what) {
    this.#following = new AbortController();
    this.waiting = what;
    return this.#following;
  }

  #end(following) {
    if (this.#following !== following) return;
    this.#following = null;
    this.waiting = null;
    this.changed.emit(this);
  }

  #stopWaiting() {
    this.#following?.abort();
    this.#following = null;
    this.waiting = null;
  }
}
