// The rows of the tree that are unfolded, in the order they are seen.

/** A proof as a list of rows: `{line, text, size, plies, kind, shared, open, loading}`. */
export class TreeRows {
  rows = [];
  #source = null;

  /** Begin with the root of a proof, folded. */
  begin(source) {
    const { nodes, plies } = source.info;
    this.#source = source;
    this.rows = [{ line: [], text: "Start", size: nodes, plies, kind: "choice", shared: false, open: false }];
  }

  /** Whether a row has anything below it. */
  static leaf({ kind }) {
    return kind === "end" || kind === "repetition";
  }

  /** The place of a line's end, looked for from a place that is known to be above it. */
  index(line, from = 0) {
    for (let at = from; at < this.rows.length; at += 1) if (same(this.rows[at].line, line)) return at;
    return -1;
  }

  /** Unfold a row: its moves come below it. */
  async unfold(row) {
    if (row.open || row.loading || TreeRows.leaf(row)) return;
    const source = this.#source;
    row.loading = true;
    try {
      const { moves } = await source.node(row.line);
      const at = this.rows.indexOf(row);
      // Meanwhile it may have been folded away, or another proof opened.
      if (at < 0 || source !== this.#source) return;
      row.open = true;
      this.rows.splice(at + 1, 0, ...moves.map((move) => ({ ...move, line: [...row.line, move.move], open: false })));
    } finally {
      row.loading = false;
    }
  }

  fold(row) {
    const at = this.rows.indexOf(row);
    if (at < 0 || !row.open) return;
    let end = at + 1;
    while (end < this.rows.length && this.rows[end].line.length > row.line.length) end += 1;
    this.rows.splice(at + 1, end - at - 1);
    row.open = false;
  }

  /** Unfold what is above the end of a line, and the end itself. */
  async reveal(line) {
    let at = 0;
    for (let length = 0; length <= line.length && at >= 0; length += 1) {
      at = this.index(line.slice(0, length), at);
      if (at >= 0) await this.unfold(this.rows[at]);
    }
  }

  /** The row a row hangs from. */
  above(index) {
    const depth = this.rows[index].line.length;
    let at = index - 1;
    while (at >= 0 && this.rows[at].line.length >= depth) at -= 1;
    return at;
  }
}

export function same(a, b) {
  return a.length === b.length && a.every((move, index) => move === b[index]);
}
