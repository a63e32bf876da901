/** Writes items in batches, one batch at a time. Items that are added during a write form the next batch. */
export class BatchedWrites<T> {
  readonly #write: (items: readonly T[]) => Promise<void>;
  #items: T[] = [];
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(write: (items: readonly T[]) => Promise<void>) {
    this.#write = write;
  }

  /** Adds items to the next batch, and resolves when the batch is written. @throws the error of the batch */
  add(items: readonly T[]): Promise<void> {
    this.#items.push(...items);
    this.#next ??= this.#running.then(() => {
      const batch = this.#items;
      [this.#items, this.#next] = [[], null];
      const written = this.#write(batch);
      this.#running = written.catch(() => undefined);
      return written;
    });
    return this.#next;
  }
}
