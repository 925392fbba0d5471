// Moves by the squares that they change: every click on a square keeps the moves that change it.

/** The squares that a move changes. */
function changed({ emptied, filled }) {
  return [...emptied, ...filled];
}

function sameSquares(one, other) {
  const squares = new Set(changed(one));
  return squares.size === changed(other).length && changed(other).every((square) => squares.has(square));
}

/** Whether moves tell which squares they change, as those of games written in Python with a board do. */
export function tellChanges(moves) {
  return moves.some((move) => move.emptied?.length || move.filled?.length);
}

/** Legal moves, and the squares clicked so far. */
export class Narrowing {
  /** The squares clicked, in this order. */
  squares = [];
  #all;

  constructor(moves) {
    this.#all = moves.filter((move) => move.emptied && changed(move).length);
  }

  /** The moves that change all squares clicked; none before the first click. */
  get moves() {
    return this.squares.length ? this.#changing(this.#all, ...this.squares) : [];
  }

  /** Those of them that change no other square: more clicks would only rule them out. */
  get complete() {
    return this.moves.filter((move) => changed(move).every((square) => this.squares.includes(square)));
  }

  /** The squares that may be clicked next: where pieces arrive, or else what is taken away. */
  get targets() {
    const open = (squares) => [...new Set(squares)].filter((square) => !this.squares.includes(square));
    const arriving = open(this.moves.flatMap(({ filled }) => filled));
    return arriving.length ? arriving : open(this.moves.flatMap(({ emptied }) => emptied));
  }

  /** The square that a piece was picked up from, if the clicks say no more than that. */
  get pickedUp() {
    const [square, ...others] = this.squares;
    return others.length === 0 && this.moves.some(({ from }) => from === square) ? square : null;
  }

  /** Whether the moves that are left are a piece's to different squares: one more click tells which. */
  get areTargets() {
    const { moves, pickedUp } = this;
    return pickedUp !== null && new Set(moves.map(({ to }) => to)).size === moves.length;
  }

  /**
   * A click. It takes a square back if it was clicked before; it begins anew if no move that is left changes it.
   * Returns the moves that are meant now: several if they cannot be told apart by squares, none if clicks are missing.
   */
  pick(square) {
    if (this.squares.includes(square)) {
      this.squares = this.squares.filter((other) => other !== square);
      return [];
    }
    const narrower = this.#changing(this.moves, square).length > 0;
    this.squares = narrower ? [...this.squares, square] : [square];
    const [first, ...others] = this.moves;
    if (!first) {
      this.squares = [];
      return [];
    }
    // A piece that is picked up goes nowhere before its new place is clicked, even if it has only one.
    const picksUp = first.filled.length > 0 && !first.filled.some((each) => this.squares.includes(each));
    return picksUp || !others.every((other) => sameSquares(first, other)) ? [] : [first, ...others];
  }

  #changing(moves, ...squares) {
    return moves.filter((move) => squares.every((square) => changed(move).includes(square)));
  }
}
