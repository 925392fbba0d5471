// Certificate files: opened, or dropped anywhere on the page.

import { api } from "../api.js";
import { el } from "../page/dom.js";
import { attempt, problemPlace, showProblem } from "../page/problem.js";
import { bytes, sentence } from "../page/words.js";

/**
 * A button that opens a file; `onopen` receives the server's description of an accepted proof. Errors are shown in the
 * `notice`, above the proof that is open (`isOpen`), which is another one.
 */
export class CertificateFile {
  #limit;
  #onopen;
  #isOpen;
  #input;
  #words = el("p", { class: "hint file-words", role: "status", hidden: true });
  #problem = problemPlace();

  constructor(limits, onopen, isOpen) {
    this.#limit = limits.upload_bytes;
    this.#onopen = onopen;
    this.#isOpen = isOpen;
    this.#input = el("input", {
      type: "file",
      class: "unseen",
      accept: ".pnyx,application/octet-stream",
      onchange: () => this.#input.files.length && this.read(this.#input.files[0]),
    });
    const label = el("label", { class: "button file-button" }, this.#input, el("span", { text: "Open a certificate" }));
    this.element = el("section", { class: "file stack", "aria-label": "Certificates" }, label);
    this.notice = el("div", { class: "file-notice" }, this.#words, this.#problem);
  }

  open() {
    this.#input.click();
  }

  /** Send a file to be checked. */
  async read(file) {
    showProblem(this.#problem);
    this.#words.textContent = `Checking ${file.name} with both checkers. The second one is slow.`;
    this.#words.hidden = false;
    const accepted = await attempt(this.#problem, async () => {
      if (file.size > this.#limit) {
        throw new Error(`${file.name} has ${bytes(file.size)}; this server accepts at most ${bytes(this.#limit)}.`);
      }
      try {
        await this.#onopen(await api.upload(file), file.name);
      } catch (problem) {
        if (problem.body?.rejected) throw new Error(this.#rejection(file.name, problem.message));
        throw problem;
      }
    });
    this.#words.hidden = true;
    if (!accepted) this.notice.scrollIntoView({ block: "nearest" });
    // The same file may be chosen again, after it has changed.
    this.#input.value = "";
  }

  #rejection(name, why) {
    const said = sentence(`${name} was rejected: ${why}`);
    return this.#isOpen() ? `${said} The proof below is the previous one.` : said;
  }

  /** Take files that are dropped on the page; `before` is called first, to show where things happen. */
  acceptDrops(before) {
    const veil = document.getElementById("drop");
    const holdsFile = (event) => event.dataTransfer?.types.includes("Files");
    let depth = 0;
    const cover = (change) => {
      depth = Math.max(0, depth + change);
      veil.hidden = depth === 0;
    };
    addEventListener("dragenter", (event) => holdsFile(event) && cover(1));
    addEventListener("dragleave", (event) => holdsFile(event) && cover(-1));
    addEventListener("dragover", (event) => holdsFile(event) && event.preventDefault());
    addEventListener("drop", (event) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      cover(-depth);
      before();
      if (event.dataTransfer.files.length) this.read(event.dataTransfer.files[0]);
    });
  }
}
