import type { Logger } from '#platform/service/logger.ts';
import type { ConnectState } from './state.ts';

/** Milliseconds for which a replica leads after its last confirmation, and between two confirmations. */
const leaseMs = 15_000;
const renewMs = 5_000;
/** A replica stops leading this many milliseconds before its lease ends, because what it has begun takes time. */
const marginMs = 3_000;

/** Decides which of several replicas follows the shop. Another one takes over when the leader is silent for 15 seconds. */
export class Lease {
  readonly #state: ConnectState;
  readonly #holder: string;
  readonly #logger: Logger;
  #until = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `holder` is the id of this replica, which no other process has. */
  constructor(state: ConnectState, holder: string, logger: Logger) {
    this.#state = state;
    this.#holder = holder;
    this.#logger = logger;
  }

  /** Whether this replica leads, by the monotonic clock. */
  get isHeld(): boolean {
    return performance.now() < this.#until - marginMs;
  }

  /** Tries to lead from now on, until `close`. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#renew(), renewMs);
    await this.#renew();
  }

  async #renew(): Promise<void> {
    const asked = performance.now();
    const now = Date.now();
    try {
      const leads = await this.#state.lead(this.#holder, now, now + leaseMs);
      if (leads && this.#until === 0) this.#logger.info('this replica follows the shop');
      this.#until = leads ? asked + leaseMs : 0;
    } catch (err) {
      this.#logger.warn({ err }, 'the lease cannot be renewed');
    }
  }

  /** Lets another replica lead at once. */
  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    const held = this.#until > 0;
    this.#until = 0;
    if (held) await this.#state.resign(this.#holder).catch(() => undefined);
  }
}
