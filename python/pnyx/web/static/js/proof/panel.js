// The fourth step: walk through a proof on the board.

import { api } from "../api.js";
import { announce, button, el } from "../page/dom.js";
import { attempt, problemPlace } from "../page/problem.js";
import { save, shareRow } from "../share.js";
import { factsView } from "./facts.js";
import { CertificateFile } from "./files.js";
import { Find } from "./find.js";
import { lineView } from "./line.js";
import { Offers } from "./offers.js";
import { repliesView } from "./replies.js";
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
    const exported = [
      button("Use this position", () => onuse(walk.node.state), { class: "quiet" }),
      button("Save certificate", () => save(api.certificateAddress(walk.source.id)), { class: "quiet save-certificate" }),
      button("Save PGN", () => save(api.pgnAddress(walk.source.id, walk.line)), { class: "quiet save-pgn" }),
    ];
    this.#empty = el(
      "p",
      { class: "empty" },
      "No proof is open. Solve a position, or open a certificate file written by Pnyx.",
    );
    this.#body = el(
      "div",
      { class: "proof-body", hidden: true },
      factsView(walk, () => this.do(() => walk.back())),
      lineView(walk, go),
      this.#problem,
      repliesView(walk, { down: (move) => this.do(() => walk.down(move)), hover }),
      this.why.element,
      this.find.element,
      shareRow(() => walk.node.state, exported),
    );
    const parts = [this.files.notice, this.#offers.element, this.#empty, this.#body, this.files.element];
    document.getElementById("proof").append(...parts);
    walk.changed.on(() => this.#show());
    walk.pointed.on(() => this.#hover(null));
  }

  /**
   * Run an action and show its error above the moves. Steps run one after the other, because each begins where the last
   * one ended; a key that is held down does not queue more of them than can be seen.
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
    const { node, source, numbered } = this.walk;
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
    if (numbered.length) announce(numbered.at(-1).text);
  }

  /** A move on the board: the proof's, or one to ask about. */
  #played(move) {
    const other = this.why.find(move);
    if (other) this.why.ask(other);
    else this.do(() => this.walk.down(move));
  }

  /** The arrow of a move, or of the one that is pointed at in the list. */
  #arrows(move = this.walk.moves[this.walk.selected]?.move) {
    const { kind, state } = this.walk.node;
    const found = state.moves.find((legal) => legal.move === move);
    const mark = this.why.find(move) ? "refuted" : kind === "choice" ? "proved" : "hint";
    return found ? [{ ...found, kind: mark }] : [];
  }

  #hover(move) {
    this.#stage.arrows(this.#arrows(move ?? undefined));
  }
}
