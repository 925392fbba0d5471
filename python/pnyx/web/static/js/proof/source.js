// The nodes of a proof, fetched one by one and kept for a while.

import { api, writeLine } from "../api.js";

const KEPT = 3000;

export class ProofSource {
  #nodes = new Map();

  /** `info` describes the proof as a whole. */
  constructor(info) {
    this.info = info;
  }

  /** A proof, and the node at the end of a line of it, asked for at once. */
  static async open(id, line = []) {
    const source = new ProofSource({ proof: id });
    const [info] = await Promise.all([api.proof(id), source.node(line)]);
    source.info = info;
    return source;
  }

  get id() {
    return this.info.proof;
  }

  /** The node at the end of a line. */
  node(line) {
    const key = writeLine(line);
    let node = this.#nodes.get(key);
    if (node) {
      this.#nodes.delete(key);
    } else {
      node = api.node(this.id, line);
      node.catch(() => this.#nodes.delete(key));
    }
    // What was asked for last is forgotten last.
    this.#nodes.set(key, node);
    if (this.#nodes.size > KEPT) this.#nodes.delete(this.#nodes.keys().next().value);
    return node;
  }
}
