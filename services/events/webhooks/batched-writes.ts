/** Writes items in batches, one batch at a time: items added during a write form the next batch. */
export class BatchedWrites<T> {
  readonly #write: (items: readonly T[]) => Promise<void>;
  #items: T[] = [];
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(write: (items: readonly T[]) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves when the items are written. @throws the error of their batch */
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
