// The third step: ask a question, watch the search, see the answer.

import { api } from "../api.js";
import { announce, el } from "../page/dom.js";
import { attempt, problemPlace, showProblem } from "../page/problem.js";
import { Signal } from "../page/signal.js";
import { answerView } from "./answer.js";
import { follow } from "./following.js";
import { Live } from "./live.js";
import { Question } from "./question.js";

export class SearchPanel {
  /** Emits the number of a search when it begins, and nothing when it is over. */
  running = new Signal();
  /** Emits the results of an answer, and none when it is no longer about the position. */
  answered = new Signal();
  #session;
  #stage;
  #onwalk;
  #problem = problemPlace();
  #live = new Live(() => this.stop());
  #answer = el("div");
  #job = null;
  #asked = null;
  #following = null;

  constructor({ about, session, stage, onwalk }) {
    this.#session = session;
    this.#stage = stage;
    this.#onwalk = onwalk;
    this.question = new Question(about, () => this.ask());
    document.getElementById("search").append(this.#problem, this.#answer, this.#live.element, this.question.element);
    session.changed.on(() => {
      this.question.show(session.state);
      this.question.submit.disabled = session.draft !== null;
      if (!this.#job) this.#forget();
    });
  }

  /** Ask the question of the form about the position on the board. */
  ask() {
    if (this.#job) return null;
    return attempt(this.#problem, async () => {
      if (this.#session.draft) throw new Error(`There is no legal position yet: ${this.#session.draft.error}`);
      const job = await api.ask({ ...this.#session.at, ...this.question.value });
      await this.#watch(job);
    });
  }

  /** Follow a search that the server already runs. */
  resume(id) {
    return attempt(this.#problem, async () => {
      const job = await api.job(id);
      const { game, position, options } = job.question;
      await this.#session.open(game, position, options || {});
      await this.#watch(job);
    });
  }

  async #watch(job) {
    this.#following?.abort();
    const following = new AbortController();
    this.#following = following;
    this.#asked = this.#session.state;
    const id = job.job;
    this.#job = id;
    this.#answer.replaceChildren();
    this.#live.begin(job);
    this.#busy(true);
    this.running.emit(id);
    try {
      this.#end(await follow(id, { onprogress: (progress) => this.#show(progress), signal: following.signal }));
    } catch (problem) {
      if (problem.name !== "AbortError") this.#end(null);
      throw problem;
    }
  }

  #show(progress) {
    this.#live.update(progress);
    const picture = { state: this.#asked, svg: progress.svg, caption: "The line being searched" };
    if (progress.svg) this.#stage.set("search", picture);
  }

  #busy(busy) {
    this.question.element.hidden = busy;
    if (busy) this.#live.focus();
  }

  #end(job) {
    this.#job = null;
    this.#busy(false);
    this.#live.end(job);
    if (job?.state === "failed" && !job.progress) this.#live.hide();
    this.#stage.set("search", null);
    this.running.emit(null);
    if (!job) return;
    if (job.error) showProblem(this.#problem, job.error, job.traceback);
    if (!job.answer) {
      if (!job.error && job.state === "stopped") showProblem(this.#problem, "Undecided: you stopped the search");
      return;
    }
    const elsewhere = this.#session.text === this.#asked.text ? null : this.#asked.text;
    const view = answerView(job.answer, this.#onwalk, elsewhere);
    this.#answer.replaceChildren(view);
    this.answered.emit(job.answer.results || []);
    announce(job.answer.headline);
    (view.querySelector("button") || view.querySelector(".headline")).focus({ preventScroll: true });
  }

  /** Stop the running search; it then reports its results so far. */
  stop() {
    if (!this.#job || !this.#live.stoppable) return;
    this.#live.stopping();
    attempt(this.#problem, () => api.stop(this.#job));
  }

  /** Another position: answers about the last one must not seem to be about this one. */
  #forget() {
    this.#answer.replaceChildren();
    this.#live.hide();
    this.answered.emit([]);
    showProblem(this.#problem);
  }
}
