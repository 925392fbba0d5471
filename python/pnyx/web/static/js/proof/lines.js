// Lines as people paste them, found again in a proof.

/** The moves of a pasted line, without numbers and comments: "1. Rxh7+ Kg6" or "e2e4,e7e5". */
export function pastedMoves(text) {
  return text
    .replace(/\{[^}]*\}/g, " ")
    .replace(/(^|[\s,(])\d+\.+(\s*…)?/g, "$1 ")
    .split(/[\s,]+/)
    .map((word) => word.replace(/^…/, ""))
    .filter(Boolean);
}

const FEN = /^[1-8a-zA-Z]+(?:\/[1-8a-zA-Z]+){7} [wb]\b/;

/** What to look for in a proof: of a FEN only the board and who is to move, for programs differ about the rest. */
export function pastedPosition(text) {
  return FEN.exec(text)?.[0] ?? text;
}

// Signs for check, mate and praise are often left out or added.
const plain = (text) => text.replace(/[+#!?]+$/, "").replaceAll("0-0", "O-O");

/**
 * Follow words from a node of a proof as far as it has them. Gives back the line reached, how many words that took, and
 * the node at its end.
 */
export async function followed(source, start, words) {
  let node = await source.node(start);
  let taken = 0;
  for (const word of words) {
    const next = node.moves.find(({ move, text }) => move === word || text === word || plain(text) === plain(word));
    if (!next) break;
    node = await source.node([...node.line, next.move]);
    taken += 1;
  }
  return { line: node.line, taken, node };
}
