import type { ServerResponse } from 'node:http';

/** Milliseconds between two looks at the refusals that wait. */
const everyMs = 20;

/**
 * Sends refusals, the first ones at once and then only so many in a second. A client that waits for its refusal sends
 * nothing meanwhile, so clients that repeat refused requests at once cannot keep the gateway busy with refusals.
 */
export class Refusals {
  readonly #perSecond: number;
  readonly #atOnce: number;
  /** Number of refusals that may be sent now. */
  #allowance: number;
  #countedAt = performance.now();
  readonly #waiting = new Map<ServerResponse, () => void>();
  #timer: NodeJS.Timeout | null = null;

  /** `atOnce`: number of refusals that may be sent at once after a pause. */
  constructor(perSecond: number, atOnce: number) {
    this.#perSecond = perSecond;
    this.#atOnce = atOnce;
    this.#allowance = atOnce;
  }

  /** Calls `send`, now or later, unless the client leaves before. */
  add(response: ServerResponse, send: () => void): void {
    this.#refill();
    if (this.#waiting.size === 0 && this.#allowance >= 1) {
      this.#allowance -= 1;
      send();
      return;
    }
    this.#waiting.set(response, send);
    response.once('close', () => this.#waiting.delete(response));
    this.#timer ??= setInterval(() => this.#sendWaiting(), everyMs).unref();
  }

  #refill(): void {
    const now = performance.now();
    const more = ((now - this.#countedAt) * this.#perSecond) / 1_000;
    this.#allowance = Math.min(this.#atOnce, this.#allowance + more);
    this.#countedAt = now;
  }

  #sendWaiting(): void {
    this.#refill();
    for (const [response, send] of this.#waiting) {
      if (this.#allowance < 1) return;
      this.#allowance -= 1;
      this.#waiting.delete(response);
      send();
    }
    this.close();
  }

  /** Stops the timer. */
  close(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }
}
