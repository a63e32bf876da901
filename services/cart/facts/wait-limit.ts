import type { Context } from '#platform/bus/dispatcher.ts';

/**
 * Milliseconds for which a caller with stale data waits for the catalogue. Shorter than one try of the
 * gateway (`platform/bus/tries.ts`), so that the answer with stale data arrives within the same try.
 */
const waitMs = 300;
/** After a request without an answer in time, no request is sent for this many milliseconds. */
const pauseMs = 1_000;

/** Limits how long callers wait for a service that does not answer. */
export class WaitLimit {
  #pausedUntil = 0;

  /**
   * Returns the answer of a request. Null if the service does not answer in time, or during the pause after another
   * request failed (`pauseMs`).
   */
  async ask<Reply>(context: Context, ask: (context: Context) => Promise<Reply>): Promise<Reply | null> {
    if (performance.now() < this.#pausedUntil) return null;
    const deadline = Math.min(context.deadline, Date.now() + waitMs);
    try {
      return await ask({ ...context, deadline });
    } catch {
      // If the caller's deadline came before the end of `waitMs`, the missing answer does not prove that the
      // service is slow.
      if (deadline < context.deadline) this.#pausedUntil = performance.now() + pauseMs;
      return null;
    }
  }
}
