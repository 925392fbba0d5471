// The third step: walk through a proof on the board.

import { api } from "../api.js";
import { announce, button, el } from "../page/dom.js";
import { attempt, problemPlace } from "../page/problem.js";
import { save, shareRow } from "../share.js";
import { Facts } from "./facts.js";
import { CertificateFile } from "./files.js";
import { Find } from "./find.js";
import { LineView } from "./line.js";
import { Offers } from "./offers.js";
import { Replies } from "./replies.js";
import { Tree } from "./tree.js";
import { Walk } from "./walk.js";
import { WhyNot } from "./why.js";

const MOST_WAITING = 4;

export class ProofPanel {
  walk = new Walk();
  #stage;
  #problem = problemPlace();
  #empty;
  #offers;
  #body;
  #last = Promise.resolve();
  #waiting = 0;
  #side = document.getElementById("tree-side");

  constructor({ about, stage, onopen, onwalk, onuse }) {
    this.#stage = stage;
    const { walk } = this;
    const go = (line) => this.do(() => walk.go(line));
    const hover = (move) => this.#hover(move);
    const opened = async ({ proof }) => {
      await walk.open(proof);
      onopen();
    };
    this.files = new CertificateFile(about.limits, opened, () => this.ready);
    this.#offers = new Offers(walk, onwalk);
    this.why = new WhyNot(walk, { hover });
    this.find = new Find(walk);
    this.tree = new Tree(document.getElementById("tree"), walk, go);
    const replies = new Replies(walk, { down: (move) => this.do(() => walk.down(move)), hover });
    const exported = [
      button("Set it up", () => onuse(walk.node.state), { class: "quiet" }),
      button("Save certificate", () => save(api.certificateAddress(walk.source.id)), { class: "quiet save-certificate" }),
      button("Save PGN", () => save(api.pgnAddress(walk.source.id, walk.line)), { class: "quiet save-pgn" }),
    ];
    this.#empty = el(
      "p",
      { class: "empty" },
      "No proof is open yet. Solve a position, or open a certificate: a file that pnyx wrote, to be checked and walked through.",
    );
    this.#body = el(
      "div",
      { class: "proof-body", hidden: true },
      new Facts(walk, () => this.do(() => walk.back())).element,
      new LineView(walk, go).element,
      this.#problem,
      replies.element,
      this.why.element,
      this.find.element,
      shareRow(() => walk.node.state, exported),
    );
    const parts = [this.files.notice, this.#offers.element, this.#empty, this.#body, this.files.element];
    document.getElementById("proof").append(...parts);
    walk.changed.on(() => this.#show());
    walk.pointed.on(() => this.#point());
  }

  /**
   * Do something that may go wrong, and say so above the moves. One step after the other, for each begins where the last
   * one ended; a key that is held down does not pile up more of them than can be seen.
   */
  do(action) {
    if (this.#waiting >= MOST_WAITING) return this.#last;
    this.#waiting += 1;
    this.#last = this.#last.then(() => attempt(this.#problem, action)).finally(() => (this.#waiting -= 1));
    return this.#last;
  }

  /** Offer the proofs of an answer until another one comes. */
  offer(results) {
    this.#offers.set(results);
    this.#empty.hidden = this.ready || !this.#offers.empty;
    this.#placeOffers();
  }

  /** What is new comes first, and what belongs to the open proof after it. */
  #placeOffers() {
    const { element, beside } = this.#offers;
    if (beside && element.nextElementSibling !== this.files.element) this.files.element.before(element);
    else if (!beside && element.previousElementSibling !== this.files.notice) this.files.notice.after(element);
  }

  /** Whether there is something to walk through. */
  get ready() {
    return this.walk.node !== null;
  }

  #show() {
    const { node, source, texts } = this.walk;
    this.#empty.hidden = true;
    this.#body.hidden = false;
    this.#placeOffers();
    this.#side.hidden = false;
    this.#body.querySelector(".save-pgn").hidden = source.info.game !== "chess";
    this.#body.querySelector(".save-certificate").hidden = Boolean(source.info.unwritable);
    this.#stage.set("proof", {
      state: node.state,
      onmove: ({ move }) => this.#played(move),
      arrows: this.#arrows(),
    });
    if (texts.length) announce(texts.at(-1));
  }

  /** A move on the board: the proof's, or one to ask about. */
  #played(move) {
    const other = this.why.find(move);
    if (other) this.why.ask(other);
    else this.do(() => this.walk.down(move));
  }

  #arrows() {
    const { node, moves, selected } = this.walk;
    const move = moves[selected];
    return move ? [{ ...this.#squares(move.move), kind: node.kind === "choice" ? "proved" : "hint" }] : [];
  }

  #squares(move) {
    const found = this.walk.node.state.moves.find((legal) => legal.move === move);
    return { from: found?.from ?? null, to: found?.to ?? null };
  }

  #point() {
    this.#stage.arrows(this.#arrows());
  }

  #hover(move) {
    if (move === null) return this.#point();
    const kind = this.why.find(move) ? "refuted" : this.walk.node.kind === "choice" ? "proved" : "hint";
    this.#stage.arrows([{ ...this.#squares(move), kind }]);
  }
}
