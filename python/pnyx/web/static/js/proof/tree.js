// The proof as a tree. Only the rows in sight are in the page, so that its size does not matter.

import { el } from "../page/dom.js";
import { compact, plural } from "../page/words.js";
import { same, TreeRows } from "./rows.js";

const HEIGHT = 30;
const SPARE = 8;
const DEEPEST_INDENT = 16;
const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15 };
const KEYS = new Set([...Object.keys(STEPS), "ArrowRight", "ArrowLeft", "Home", "End", "Enter", " "]);

export class Tree {
  #model = new TreeRows();
  #root;
  #room = el("div", { class: "tree-room", role: "presentation" });
  #at = 0;
  #walk;
  #go;
  #here = [];
  #shown = null;
  #last = Promise.resolve();

  constructor(root, walk, go) {
    this.#root = root;
    this.#walk = walk;
    this.#go = go;
    root.setAttribute("role", "tree");
    root.setAttribute("aria-label", "The whole proof, folded");
    root.tabIndex = 0;
    root.replaceChildren(this.#room);
    root.addEventListener("scroll", () => this.#draw(), { passive: true });
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#draw()).observe(root);
    walk.changed.on(() => this.#follow());
  }

  focus() {
    this.#root.focus();
  }

  async #follow() {
    const { source, line } = this.#walk;
    if (source !== this.#shown) {
      this.#shown = source;
      this.#model.begin(source);
    }
    this.#here = line;
    await this.#model.reveal(line).catch(() => {});
    if (this.#walk.source === source && this.#walk.line === line) {
      this.#at = Math.max(0, this.#model.index(line));
      this.#show(this.#at);
    }
    this.#draw();
  }

  /** Scroll so that a row is in sight. */
  #show(index) {
    const { scrollTop, clientHeight } = this.#root;
    this.#room.style.height = `${this.#model.rows.length * HEIGHT}px`;
    if (index * HEIGHT < scrollTop || (index + 1) * HEIGHT > scrollTop + clientHeight) {
      this.#root.scrollTop = Math.max(0, index * HEIGHT - clientHeight / 3);
    }
  }

  #draw() {
    const { rows } = this.#model;
    if (rows.length === 0) return;
    // Before the tree has a height: a small one is as high as its rows.
    this.#room.style.height = `${rows.length * HEIGHT}px`;
    if (!this.#root.clientHeight) return;
    const first = Math.max(0, Math.floor(this.#root.scrollTop / HEIGHT) - SPARE);
    const last = Math.min(rows.length, Math.ceil((this.#root.scrollTop + this.#root.clientHeight) / HEIGHT) + SPARE);
    this.#room.replaceChildren(...rows.slice(first, last).map((row, place) => this.#row(row, first + place)));
    if (rows[this.#at]) this.#root.setAttribute("aria-activedescendant", `tree-row-${this.#at}`);
  }

  #row(row, index) {
    const depth = row.line.length;
    const leaf = TreeRows.leaf(row);
    const end = row.kind === "repetition" ? "returns" : "end";
    const here = same(row.line, this.#here);
    const item = el(
      "div",
      {
        class: `tree-row${here ? " here" : ""}${index === this.#at ? " at" : ""}`,
        id: `tree-row-${index}`,
        role: "treeitem",
        "aria-level": depth + 1,
        "aria-expanded": leaf ? null : String(row.open),
        "aria-selected": String(here),
        "aria-label": `${row.text}, ${plural(row.size, "position")}`,
        "data-index": index,
      },
      el("span", { class: "twig", "aria-hidden": "true", text: leaf ? "" : row.open ? "–" : "+" }),
      el("span", { class: "tree-move", text: row.text }),
      el("span", { class: "tree-size", text: leaf ? end : compact(row.size) }),
    );
    item.style.top = `${index * HEIGHT}px`;
    item.style.setProperty("--depth", Math.min(depth, DEEPEST_INDENT));
    return item;
  }

  #click(event) {
    const element = event.target.closest(".tree-row");
    if (!element) return;
    const row = this.#model.rows[Number(element.dataset.index)];
    if (event.target.closest(".twig")) this.#turn(row);
    else this.#go(row.line);
  }

  async #turn(row) {
    if (row.open) this.#model.fold(row);
    else await this.#model.unfold(row).catch(() => {});
    this.#at = Math.max(0, this.#model.rows.indexOf(row));
    this.#draw();
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !KEYS.has(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    // What a key means depends on what the one before it has unfolded.
    this.#last = this.#last.then(() => this.#act(event.key));
  }

  #act(key) {
    const { rows } = this.#model;
    const row = rows[this.#at];
    if (!row) return null;
    switch (key) {
      case "Enter":
        return this.#go(row.line);
      case " ":
        return this.#turn(row);
      case "ArrowRight":
        return row.open ? this.#move(this.#at + 1) : this.#turn(row);
      case "ArrowLeft":
        return row.open ? this.#turn(row) : this.#move(this.#model.above(this.#at));
      case "Home":
        return this.#move(0);
      case "End":
        return this.#move(rows.length - 1);
      default:
        return this.#move(this.#at + STEPS[key]);
    }
  }

  #move(index) {
    this.#at = Math.max(0, Math.min(this.#model.rows.length - 1, index));
    this.#show(this.#at);
    this.#draw();
  }
}
