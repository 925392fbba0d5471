/** Something that happens, and those who want to know. */
export class Signal {
  #listeners = [];

  on(listener) {
    this.#listeners.push(listener);
  }

  emit(value) {
    for (const listener of this.#listeners) listener(value);
  }
}
