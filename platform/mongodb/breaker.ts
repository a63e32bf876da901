/** Pause between two probes of an engine that does not answer. Milliseconds. */
const pauseMs = 100;

/** `half-open` while a probe is under way. Requests are let through in `closed` alone. */
export type BreakerState = 'closed' | 'half-open' | 'open';

/**
 * A circuit breaker around an engine. The first fault opens it, so that callers are refused at once. Then it probes
 * until one probe is answered, one probe at a time. No caller is ever the probe, since it would wait for a time-out.
 */
export class Breaker {
  readonly #probe: () => Promise<unknown>;
  #state: BreakerState = 'closed';
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  /** `probe` must end in bounded time. */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe;
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** Takes note of a fault: opens, unless it is open already. */
  fault(): void {
    if (this.#state !== 'closed' || this.#ended) return;
    this.#state = 'open';
    this.#probeIn(0);
  }

  #probeIn(ms: number): void {
    this.#timer = setTimeout(() => void this.#try(), ms).unref();
  }

  async #try(): Promise<void> {
    this.#state = 'half-open';
    try {
      await this.#probe();
      this.#state = 'closed';
    } catch {
      this.#state = 'open';
      if (!this.#ended) this.#probeIn(pauseMs);
    }
  }

  /** Probes no more. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}
