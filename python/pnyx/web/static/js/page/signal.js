/** Something that happens, and those who want to know. */
export class Signal {
  #listeners = new Set();

  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(value) {
    for (const listener of [...this.#listeners]) listener(value);
  }
}
