import { CartwrightError } from './error.ts';

/** How often a request is repeated, and after which waits. */
export interface RepeatOptions {
  /** Maximum number of times a request is sent; 1 turns repetitions off. */
  readonly attempts: number;
  /** Milliseconds before the first repetition. Each further wait is up to twice as long. */
  readonly firstWaitMs: number;
  /** Maximum wait in milliseconds. If `Retry-After` is longer, the error is thrown at once. */
  readonly longestWaitMs: number;
}

export const defaultRepeats: RepeatOptions = { attempts: 4, firstWaitMs: 200, longestWaitMs: 10_000 };

const temporaryStatuses = new Set([429, 502, 503, 504]);

/** Whether the same request may succeed later. */
export function mayPass(error: CartwrightError): boolean {
  if (error.status === 0) return error.code !== 'client_invalid_answer';
  return temporaryStatuses.has(error.status);
}

/**
 * Returns the milliseconds before the next attempt. They are partly random, so that clients do not all repeat at the
 * same time.
 */
export function waitBefore(attempt: number, options: RepeatOptions, retryAfter: number | null): number {
  const grown = Math.min(options.firstWaitMs * 2 ** (attempt - 1), options.longestWaitMs);
  const wait = grown * (0.5 + Math.random() / 2);
  return Math.max(wait, (retryAfter ?? 0) * 1000);
}

/** Resolves after the milliseconds. @throws the reason of the signal when it is aborted */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/**
 * Calls `ask` and returns its result. Calls it again after failures that may be temporary. A request that is not
 * `repeatable` is repeated only after 429, because then nothing was done.
 */
export async function repeated<T>(
  options: RepeatOptions,
  repeatable: boolean,
  signal: AbortSignal | undefined,
  ask: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CartwrightError)) throw error;
      error.attempts = attempt;
      const mayRepeat = error.status === 429 || (repeatable && mayPass(error));
      if (!mayRepeat || attempt >= options.attempts) throw error;
      const wait = waitBefore(attempt, options, error.retryAfter);
      if (wait > options.longestWaitMs) throw error;
      await sleep(wait, signal);
    }
  }
}
