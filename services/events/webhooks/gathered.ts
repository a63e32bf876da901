/** Writes what is given to it in one step at a time: all that comes while a step runs goes into the next one. */
export class Gathered<T> {
  readonly #write: (items: readonly T[]) => Promise<void>;
  #items: T[] = [];
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(write: (items: readonly T[]) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves when they are written. @throws what the step that they went into threw */
  add(items: readonly T[]): Promise<void> {
    this.#items.push(...items);
    this.#next ??= this.#running.then(() => {
      const step = this.#items;
      [this.#items, this.#next] = [[], null];
      const written = this.#write(step);
      this.#running = written.catch(() => undefined);
      return written;
    });
    return this.#next;
  }
}
