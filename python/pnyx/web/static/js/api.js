// The server's answers. Every call of the page goes through here.

import { Signal } from "./page/signal.js";

/** An error of the server, with its message; `body` may hold more. */
export class ApiError extends Error {
  constructor(message, body) {
    super(message);
    this.body = body;
  }
}

/** Emitted when the server did not answer, or refused the token. */
export const lost = new Signal();

const GONE = "The server does not answer. Is “pnyx web” still running?";

async function request(path, init = {}) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...init });
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    lost.emit();
    throw new ApiError(GONE, { lost: true });
  }
  const body = await response.json().catch(() => ({}));
  if (response.status === 401) {
    lost.emit();
    body.lost = true;
  }
  if (!response.ok) throw new ApiError(body.error || `The server refused this (${response.status}).`, body);
  return body;
}

function post(path, body = {}) {
  return request(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** A line as one word: moves between commas, or a JSON list where a move of a game in Python holds a comma itself. */
export function writeLine(line) {
  return line.some((move) => /^\[|,|^$/.test(move)) ? JSON.stringify(line) : line.join(",");
}

/** The moves of such a word. */
export function readLine(text) {
  return text.startsWith("[") ? JSON.parse(text) : text.split(",").filter(Boolean);
}

const query = (values) => new URLSearchParams(values).toString();

/** A server that does not answer within this time, in milliseconds, is not there. */
const PATIENCE = 5000;

export const api = {
  /** Whether the server is "there", "gone", or "locked": it needs another token. */
  serverState: async () => {
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const { status } = await fetch("/api/alive", { credentials: "same-origin", signal });
      return status === 401 ? "locked" : "there";
    } catch {
      return "gone";
    }
  },
  about: () => request("/api/about"),
  position: (at) => post("/api/position", at),
  play: (at, move) => post("/api/play", { ...at, move }),
  /** How a game stands after a line of moves from a position. */
  match: (at, line) => post("/api/match", { ...at, line }),
  /** Jobs about a game: the values of its moves, the reply of a level, a hint. */
  moves: (at, line, seconds) => post("/api/moves", { ...at, line, max_seconds: seconds }),
  reply: (at, line, player) => post("/api/reply", { ...at, line, ...player }),
  hint: (at, line) => post("/api/hint", { ...at, line }),
  edit: (at, change) => post("/api/edit", { ...at, ...change }),

  ask: (question) => post("/api/jobs", question),
  job: (id) => request(`/api/jobs/${encodeURIComponent(id)}`),
  stop: (id) => post(`/api/jobs/${encodeURIComponent(id)}/stop`),
  events: (id) => new EventSource(`/api/jobs/${encodeURIComponent(id)}/events`),

  proof: (id) => request(`/api/proofs/${encodeURIComponent(id)}`),
  node: (id, line) => request(`/api/proofs/${encodeURIComponent(id)}/node?${query({ line: writeLine(line) })}`),
  find: (id, text, below) =>
    request(`/api/proofs/${encodeURIComponent(id)}/find?${query({ text, below: writeLine(below) })}`),
  check: (id) => post(`/api/proofs/${encodeURIComponent(id)}/check`),
  why: (id, line, move) => post(`/api/proofs/${encodeURIComponent(id)}/why`, { line, move }),
  upload: (file) =>
    request("/api/proofs", { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file }),

  certificateAddress: (id) => `/api/proofs/${encodeURIComponent(id)}/certificate`,
  pgnAddress: (id, line) => `/api/proofs/${encodeURIComponent(id)}/pgn?${query({ line: writeLine(line) })}`,
  /** The picture of a state; its link names the position as this address does. */
  svgAddress: ({ link }) => `/api/svg${link}`,
};
