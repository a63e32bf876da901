import { CartwrightError } from './error.ts';

/** How often a failed request is repeated, and how long the client waits before each repetition. */
export interface RepeatOptions {
  /** Maximum number of times a request is sent. The value 1 turns repetitions off. */
  readonly attempts: number;
  /** Maximum milliseconds before the first repetition. The maximum doubles with each repetition after the first. */
  readonly firstWaitMs: number;
  /** Maximum milliseconds of any wait. If `Retry-After` asks for a longer wait, the error is thrown at once. */
  readonly longestWaitMs: number;
}

export const defaultRepeats: RepeatOptions = { attempts: 4, firstWaitMs: 200, longestWaitMs: 10_000 };

const temporaryStatuses = new Set([429, 502, 503, 504]);

/** Returns whether the same request may succeed later. */
export function isTemporary(error: CartwrightError): boolean {
  if (error.status === 0)
    return error.code !== 'client_invalid_answer' && error.members.reason !== 'certificate';
  return temporaryStatuses.has(error.status);
}

/**
 * Returns the milliseconds before the next attempt. The wait is partly random, so that not all clients repeat their
 * requests at the same time.
 */
export function waitBefore(attempt: number, options: RepeatOptions, retryAfter: number | null): number {
  const grown = Math.min(options.firstWaitMs * 2 ** (attempt - 1), options.longestWaitMs);
  const wait = grown * (0.5 + Math.random() / 2);
  return Math.max(wait, (retryAfter ?? 0) * 1000);
}

/** Resolves after a number of milliseconds. @throws the reason of the signal when the signal is aborted */
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
 * Returns the result of `ask`, which sends a request. Calls `ask` again after a failure that may be
 * temporary. If `repeatable` is false, calls `ask` again only after status 429, because the service has then
 * done nothing.
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
      const mayRepeat = error.status === 429 || (repeatable && isTemporary(error));
      if (!mayRepeat || attempt >= options.attempts) throw error;
      const wait = waitBefore(attempt, options, error.retryAfter);
      if (wait > options.longestWaitMs) throw error;
      await sleep(wait, signal);
    }
  }
}
