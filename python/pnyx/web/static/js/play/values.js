// The values of all moves of a position: asked of the server, and shown as chips beside the moves and on the board.

import { api } from "../api.js";
import { el } from "../page/dom.js";
import { Signal } from "../page/signal.js";
import { follow } from "../search/following.js";

/** Run a question that is a job. Returns its answer; `signal` ends the wait, and the work on the server. */
export async function answerOf(asking, signal) {
  const job = await asking;
  if (job.answer) return job.answer;
  const stop = () => api.stop(job.job).catch(() => {});
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop);
  const ended = await follow(job.job, { signal });
  if (ended.answer) return ended.answer;
  const problem = new Error(ended.error || "This was stopped before there was an answer.");
  problem.body = { traceback: ended.traceback };
  throw problem;
}

/** What kind of chip a move's row has: by its value, or unknown. */
function kindOf({ value }) {
  return value || "unknown";
}

/** A chip such as "win in 3 plies". What is unknown says so in words that cannot be taken for a loss. */
export function chipOf(row) {
  const words = row.value ? row.words : "unknown";
  return el("span", { class: `chip ${kindOf(row)}`, text: words, title: row.words });
}

export class Values {
  /** Emitted when the rows have come, or are gone. */
  changed = new Signal();
  /** The moves with their values, the best first; nothing while they are unknown. */
  rows = null;
  busy = false;
  #following = null;

  /** Ask for the values of the moves after a line from a position. */
  async ask(at, line = [], seconds = undefined) {
    this.forget();
    const following = new AbortController();
    this.#following = following;
    this.busy = true;
    this.changed.emit(this);
    try {
      this.rows = (await answerOf(api.moves(at, line, seconds), following.signal)).moves;
    } finally {
      if (this.#following === following) {
        this.busy = false;
        this.changed.emit(this);
      }
    }
  }

  /** Another position: these values are not about it. */
  forget() {
    this.#following?.abort();
    this.#following = null;
    if (!this.rows && !this.busy) return;
    this.rows = null;
    this.busy = false;
    this.changed.emit(this);
  }

  of(move) {
    return this.rows?.find((row) => row.move === move) || null;
  }

  /**
   * The chips on the board: of the moves from the square that is picked up; without one, of moves that place something,
   * and for each piece that of its best move.
   */
  chips(moves, selected) {
    if (!this.rows) return [];
    const best = new Map();
    for (const row of this.rows) {
      const move = moves.find((each) => each.move === row.move);
      if (!move?.to) continue;
      if (selected !== null && move.from !== selected) continue;
      const square = selected === null && move.from ? move.from : move.to;
      // The rows come best first.
      if (!best.has(square)) best.set(square, row);
    }
    return [...best].map(([square, row]) => {
      const low = selected === null && moves.some(({ move, from }) => move === row.move && from);
      return { square, kind: kindOf(row), text: row.short, low };
    });
  }

  /** How many moves there are of each kind, in words such as "3 draw, 5 loss". */
  get summary() {
    if (!this.rows) return "";
    const counts = new Map();
    for (const row of this.rows) counts.set(kindOf(row), (counts.get(kindOf(row)) || 0) + 1);
    return [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ");
  }
}
