import type { ServerResponse } from 'node:http';

/** Milliseconds by which a refusal is delayed. */
const heldMs = 1_000;
/** Milliseconds between two checks for refusals whose delay is over. */
const everyMs = 20;
/** Maximum number of delayed refusals for one network. */
const maxEach = 64;
/** Maximum number of delayed refusals for all networks together. */
const most = 4_096;
/**
 * Maximum number of refusals sent at one check. With 50 checks a second, all flood networks together get at
 * most 400 delayed refusals a second.
 */
const maxAtOnce = 8;

interface DelayedRefusal {
  readonly network: string;
  readonly until: number;
  readonly send: () => void;
}

/**
 * Delays refusals for flood networks. The delay slows a flooding client down, because most clients wait for an
 * answer before they send again. Other clients behind the same proxy use other connections and are not slowed
 * down.
 */
export class DelayedRefusals {
  readonly #held = new Map<ServerResponse, DelayedRefusal>();
  readonly #each = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;

  /** Sends a refusal after a delay. Returns false and sends nothing if too many refusals are delayed already. */
  hold(network: string, response: ServerResponse, send: () => void): boolean {
    const others = this.#each.get(network) ?? 0;
    if (others >= maxEach || this.#held.size >= most) return false;
    this.#each.set(network, others + 1);
    this.#held.set(response, { network, until: performance.now() + heldMs, send });
    response.once('close', () => this.#take(response));
    this.#timer ??= setInterval(() => this.#look(), everyMs).unref();
    return true;
  }

  #look(): void {
    const now = performance.now();
    let sent = 0;
    for (const [response, { until, send }] of this.#held) {
      if (until > now || sent === maxAtOnce) break;
      sent += 1;
      this.#take(response);
      send();
    }
    if (this.#held.size > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #take(response: ServerResponse): void {
    const held = this.#held.get(response);
    if (!held) return;
    this.#held.delete(response);
    const left = (this.#each.get(held.network) ?? 1) - 1;
    if (left > 0) this.#each.set(held.network, left);
    else this.#each.delete(held.network);
  }
}
