/** Milliseconds between probes of an engine that does not answer. */
const pauseMs = 100;

/**
 * State of a breaker. `closed`: callers may send requests. `open`: callers are refused. `half-open`: a probe
 * runs, and callers are refused.
 */
export type BreakerState = 'closed' | 'half-open' | 'open';

/**
 * Circuit breaker for an engine. The first fault opens the breaker, and callers are refused at once. The
 * breaker then sends one probe at a time until the engine answers. No caller waits for a probe.
 */
export class Breaker {
  readonly #probe: () => Promise<unknown>;
  #state: BreakerState = 'closed';
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  /** `probe` must settle within bounded time. */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe;
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** Records a fault, which opens a closed breaker. */
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

  /** Stops probing. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}
