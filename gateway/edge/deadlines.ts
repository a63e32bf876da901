import type { IncomingMessage } from 'node:http';

/** The deadlines of requests. A request has one deadline for everything that is done for it. */
export class Deadlines {
  /** The time from the receipt of a request until its answer (`REQUEST_DEADLINE`). */
  readonly milliseconds: number;
  readonly #deadlines = new WeakMap<IncomingMessage, number>();

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds;
  }

  /** Returns the deadline of a request in Unix milliseconds. The first call for a request sets the deadline. */
  of(request: IncomingMessage): number {
    const known = this.#deadlines.get(request);
    if (known !== undefined) return known;
    const deadline = Date.now() + this.milliseconds;
    this.#deadlines.set(request, deadline);
    return deadline;
  }
}
