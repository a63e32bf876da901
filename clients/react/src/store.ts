import type { CartwrightError } from '@cartwright/client';

/**
 * A state that React components share. It lives while components use it: the first one starts it, and the last one that goes
 * ends it. On a server nothing starts it.
 */
export abstract class Store<State extends { readonly error: CartwrightError | null }> {
  /** The state before anything is known, which a server renders. */
  readonly initial: State;
  #state: State;
  readonly #listeners = new Set<() => void>();
  #end: (() => void) | undefined;
  /** Why the last reading failed. */
  #unread: CartwrightError | null = null;

  constructor(initial: State) {
    this.initial = initial;
    this.#state = initial;
  }

  /** Starts what keeps the state current. Returns the function that ends it. */
  protected abstract start(): () => void;

  readonly snapshot = (): State => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#end = this.start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#end?.();
    };
  };

  /** Sets `error` to null, for example when the shopper goes to another page. */
  readonly dismiss = (): void => this.set({ error: null } as Partial<State>);

  /**
   * Returns what `error` is after a reading that failed, or succeeded (null). A reading ends the error of an earlier reading,
   * and keeps that of a refused change.
   */
  protected errorAfter(failure: CartwrightError | null): CartwrightError | null {
    const { error } = this.#state;
    const next = failure ?? (error === this.#unread ? null : error);
    this.#unread = failure;
    return next;
  }

  protected set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}
