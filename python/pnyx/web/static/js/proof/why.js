// "Why not this move?": asked of the server, which searches for the refutation.

import { api } from "../api.js";
import { announce, button, el } from "../page/dom.js";
import { attempt, problemPlace, showProblem } from "../page/problem.js";
import { follow } from "../search/following.js";
import { count, duration, player, sentence } from "../page/words.js";

const FEW = 24;

export class WhyNot {
  #walk;
  #title = el("h2", { text: "Why not another move?" });
  #moves = el("div", { class: "row moves" });
  #result = el("div", { class: "why-result stack" });
  #none = el("p", { class: "hint why-none" });
  #problem = problemPlace();
  #asking = null;
  #jobs = new Map();

  constructor(walk, { hover }) {
    this.#walk = walk;
    const parts = [this.#title, this.#moves, this.#none, this.#problem, this.#result];
    this.element = el("section", { class: "why stack" }, ...parts);
    this.#moves.addEventListener("pointerover", (event) => {
      const move = event.target.closest("button")?.dataset.move;
      if (move) hover(move);
    });
    this.#moves.addEventListener("pointerleave", () => hover(null));
    walk.changed.on(() => this.#show());
  }

  #show(all = false) {
    const others = this.#walk.node.other_moves || [];
    this.#cancel();
    this.element.hidden = others.length === 0;
    this.#none.hidden = true;
    const shown = all ? others : others.slice(0, FEW);
    const rest = others.length - shown.length;
    this.#moves.replaceChildren(
      ...shown.map((other) => button(other.text, () => this.ask(other), { "data-move": other.move })),
      ...(rest > 0 ? [button(`${count(rest)} more`, () => this.#show(true), { class: "quiet" })] : []),
    );
  }

  #cancel() {
    this.#asking?.abort();
    this.#asking = null;
    this.#result.replaceChildren();
    showProblem(this.#problem);
  }

  /** The other move of this notation, if there is one. */
  find(move) {
    return (this.#walk.node?.other_moves || []).find((other) => other.move === move);
  }

  /** To the moves that can be asked about; where there are none, say why. */
  focus() {
    const first = this.#moves.querySelector("button");
    if (first) {
      first.focus();
      return;
    }
    this.#none.textContent = reason(this.#walk.node);
    this.#none.hidden = this.element.hidden = false;
    this.#none.scrollIntoView({ block: "nearest" });
    announce(this.#none.textContent);
  }

  /** Ask why another move was not chosen. */
  ask({ move, text }) {
    this.#cancel();
    const asking = new AbortController();
    this.#asking = asking;
    const key = JSON.stringify([this.#walk.source.id, this.#walk.line, move]);
    const numbers = el("span", { class: "hint" });
    let id = null;
    const stop = button("Stop", () => id && api.stop(id).catch(() => {}), { class: "quiet" });
    const words = el("span", { text: `Looking for a refutation of ${text}` });
    this.#result.replaceChildren(el("p", { class: "why-now row" }, words, numbers, stop));
    return attempt(this.#problem, async () => {
      try {
        id = this.#jobs.get(key) || (await api.why(this.#walk.source.id, this.#walk.line, move)).job;
        this.#jobs.set(key, id);
        if (asking.signal.aborted) {
          api.stop(id).catch(() => {});
          return;
        }
        const onprogress = ({ nodes, seconds }) => (numbers.textContent = `${count(nodes)} nodes, ${duration(seconds)}`);
        const job = await follow(id, { onprogress, signal: asking.signal });
        if (job.answer?.verdict === "unknown" || !job.answer) this.#jobs.delete(key);
        if (asking === this.#asking) this.#report(job, text);
      } catch (problem) {
        this.#jobs.delete(key);
        if (asking === this.#asking) this.#result.replaceChildren();
        // The reader has gone on, so nobody waits for the answer.
        if (problem.name === "AbortError" && id) api.stop(id).catch(() => {});
        throw problem;
      }
    });
  }

  #report(job, text) {
    if (!job.answer) {
      this.#result.replaceChildren();
      showProblem(this.#problem, job.error || "Undecided: you stopped the search", job.traceback);
      return;
    }
    const { headline, line, line_text: lineText, results } = job.answer;
    const proofs = (results || []).filter(({ proof }) => proof).map((result) => this.#proof(result, text));
    this.#result.replaceChildren(
      el("p", { class: "why-headline", text: headline }),
      ...(line.length > 1 ? [el("p", { class: "line-text", text: lineText })] : []),
      ...proofs,
    );
    announce(headline);
    // The last question is the one that settles the matter.
    proofs.at(-1)?.querySelector("button").focus({ preventScroll: true });
  }

  /** What was proved about the move, and the way into the proof. */
  #proof({ headline, proof }, text) {
    const walk = button("Walk through this proof", () => attempt(this.#problem, () => this.#walk.visit(proof, text)));
    return el("p", { class: "why-proof row" }, el("span", { class: "hint", text: sentence(headline) }), walk);
  }
}

/** Why there is no other move to ask about at a node. */
function reason({ kind, state }) {
  if (kind === "choice") return "There is no other move here.";
  if (kind === "repetition") return "This position is a repetition, so no move is chosen.";
  if (kind === "end") return "The line ends here, so there is no move to ask about.";
  const who = state.turn ? player(state.turn) : "The other player";
  return `${who} is on move here, and the proof answers every move. Ask at a position where the proof chooses a move.`;
}
