// A running search: its numbers, the plot, the current line, and a button to stop it.

import { button, el } from "../page/dom.js";
import { bytes, compact, count, duration } from "../page/words.js";
import { Plot } from "./plot.js";

const FIGURES = [
  ["nodes", "Nodes", ({ nodes }) => count(nodes)],
  ["speed", "Nodes/s", ({ nodes_per_second: speed }) => compact(speed)],
  ["memory", "Memory", ({ memory_bytes: memory }) => bytes(memory)],
  ["time", "Time", ({ seconds }) => duration(seconds)],
];

export class Live {
  #title = el("h2", { class: "live-title" });
  #figures = new Map();
  #line = el("p", { class: "line-now" });
  #plot = new Plot();
  #meaning = el("p", { class: "hint", text: "Proof and disproof number of the root: a lower bound on the leaves still to prove, and to disprove." });
  #stop;

  constructor(onstop) {
    this.#stop = button("Stop", onstop, { class: "stop" });
    const list = el("dl", { class: "figures stack" });
    for (const [name, words] of FIGURES) {
      const value = el("dd", { text: "–" });
      this.#figures.set(name, value);
      list.append(el("div", { class: `figure ${name}` }, el("dt", { text: words }), value));
    }
    const head = el("div", { class: "live-head ends" }, this.#title, this.#stop);
    const parts = [head, list, this.#plot.element, this.#meaning, this.#line];
    this.element = el("section", { class: "live stack loose", hidden: true, "aria-label": "The search" }, ...parts);
  }

  /** A search has begun, or is found running. */
  begin(job) {
    this.element.hidden = false;
    this.#stop.hidden = false;
    this.#stop.disabled = false;
    this.#stop.textContent = "Stop";
    this.#title.textContent = job.state === "queued" ? "Waiting for other searches" : "Searching";
    this.#line.textContent = "";
    this.#line.hidden = false;
    this.#meaning.hidden = false;
    for (const value of this.#figures.values()) value.textContent = "–";
    this.#plot.begin(job.history);
    if (job.progress) this.update(job.progress);
  }

  update(progress) {
    this.#title.textContent = progress.goal ? `Searching: ${progress.goal}` : "Searching";
    for (const [name, , words] of FIGURES) this.#figures.get(name).textContent = words(progress);
    this.#line.textContent = progress.line_text || progress.line.join(" ");
    this.#plot.add(progress);
  }

  stopping() {
    this.#stop.disabled = true;
    this.#stop.textContent = "Stopping";
  }

  /** The search has ended; its numbers stay visible. */
  end(job) {
    this.#stop.hidden = true;
    this.#title.textContent = "The search";
    this.#line.hidden = true;
    if (job?.history?.length) this.#plot.begin(job.history);
    this.#meaning.hidden = !job?.history?.length;
    if (!job?.answer) return;
    const { nodes, seconds } = job.answer;
    this.#figures.get("nodes").textContent = count(nodes);
    this.#figures.get("speed").textContent = seconds > 0 ? compact(nodes / seconds) : "–";
    this.#figures.get("time").textContent = duration(seconds);
    if (!job.progress) this.#figures.get("memory").textContent = "–";
  }

  /** To the button that ends it. */
  focus() {
    this.#stop.focus({ preventScroll: true });
  }

  hide() {
    this.element.hidden = true;
  }

  /** Whether there is something to stop. */
  get stoppable() {
    return !this.element.hidden && !this.#stop.hidden && !this.#stop.disabled;
  }
}
