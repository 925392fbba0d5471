// The page's address: a position before "#", a search or a node of a proof after it.

import { readLine, writeLine } from "./api.js";

forgetToken();

/** The parts of an address: `{game, position, options, goal, job, proof, line}`, each if present. */
export function readAddress({ search, hash } = location) {
  const before = new URLSearchParams(search);
  const after = new URLSearchParams(hash.replace(/^#/, ""));
  const options = {};
  for (const [name, value] of before) if (name.startsWith("o.")) options[name.slice(2)] = value;
  return {
    game: before.get("game"),
    position: before.get("position"),
    goal: before.get("goal"),
    options,
    job: after.get("job"),
    proof: after.get("proof"),
    line: readLine(after.get("line") || ""),
  };
}

/** Take the token out of the address: the browser keeps it as a cookie, and it should not be copied with a link. */
function forgetToken() {
  const address = new URL(location.href);
  if (!address.searchParams.has("token")) return;
  address.searchParams.delete("token");
  history.replaceState(null, "", address);
}

const OFTEN = 250;
let changed = 0;
let waiting = 0;
let before = location.pathname + location.search;

/** Change the address, not too often: browsers block pages that do. */
function change(address) {
  clearTimeout(waiting);
  const wait = changed + OFTEN - performance.now();
  const now = () => {
    changed = performance.now();
    history.replaceState(null, "", address);
  };
  if (wait <= 0) now();
  else waiting = setTimeout(now, wait);
}

/** Set the address to a position; remove the part after "#". */
export function showPosition({ link }, goal = null) {
  const named = new URLSearchParams(link.replace(/^\?/, ""));
  if (goal) named.set("goal", goal);
  before = `/?${named}`;
  change(before);
}

export function showJob(id) {
  change(`${before}${id ? `#job=${encodeURIComponent(id)}` : ""}`);
}

/** Set the address to a node of a proof, and before it the position that the proof is about. */
export function showProof({ proof, link }, line) {
  before = `/${link}`;
  const place = new URLSearchParams({ proof });
  if (line.length) place.set("line", writeLine(line));
  change(`${before}#${place}`);
}
