// In which order the moves of a node are listed.

const BY = {
  size: (a, b) => b.size - a.size,
  plies: (a, b) => (b.plies ?? -1) - (a.plies ?? -1) || b.size - a.size,
  text: () => 0,
};

export const ORDERS = [
  ["size", "largest first"],
  ["plies", "longest first"],
  ["text", "by notation"],
];

/** The moves of a node in one of these orders; the server gives them in that of the notation. */
export function ordered(moves, order) {
  return [...moves].sort(BY[order] || BY.text);
}
