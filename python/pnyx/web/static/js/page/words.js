// Numbers and names as people read them.

const whole = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

/** 12,345 */
export function count(number) {
  return whole.format(Math.round(number));
}

/** 12.3K */
export function compact(number) {
  return number < 10000 ? count(number) : short.format(number);
}

/** A proof or disproof number; the server sends nothing for an infinite one. */
export function effort(number) {
  return number === null ? "∞" : compact(number);
}

/** "1 position", "2 positions" */
export function plural(number, noun, nouns = `${noun}s`) {
  return `${count(number)} ${number === 1 ? noun : nouns}`;
}

/** 12 ms, 3.2 s, 4 min 05 s */
export function duration(seconds) {
  if (seconds < 0.1) return `${Math.max(1, Math.round(1000 * seconds))} ms`;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, "0")} s`;
}

/** 12 MiB */
export function bytes(number) {
  const units = ["B", "KiB", "MiB", "GiB"];
  const power = Math.min(3, Math.max(0, Math.floor(Math.log2(Math.max(1, number)) / 10)));
  const value = number / 1024 ** power;
  return `${value.toFixed(value < 10 && power > 0 ? 1 : 0)} ${units[power]}`;
}

/** A player's name as it begins a sentence. */
export function player(name) {
  if (name === "first" || name === "second") return `The ${name} player`;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The moves of a line for people, `{text, number}` each: taken from the numbered line where it has as many. */
export function numbered(line, lineText) {
  const moves = [];
  let number = "";
  for (const text of (lineText || "").split(/\s+/).filter(Boolean)) {
    const isNumber = /^\d+\.+$/.test(text);
    if (!isNumber) moves.push({ text, number });
    number = isNumber ? text : "";
  }
  return moves.length === line.length ? moves : line.map((text) => ({ text, number: "" }));
}

// A word of the language, and not the name of a file, an option or a move.
const WORD = /^[a-z][a-z'’-]*[,:;]?(\s|$)/;

/** Words with a capital and a full stop; names keep their first letter. */
export function sentence(words) {
  const begun = WORD.test(words) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  return !begun || /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
