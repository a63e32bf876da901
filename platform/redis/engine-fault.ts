import { unavailable } from '#platform/errors/errors.ts';

/**
 * An engine's fault is 503 to the caller: what was sent may or may not have been done. Of the driver's error only
 * the sentence is kept: the rest of it holds what was sent, and would be logged.
 */
export function engineFault(error: unknown): never {
  throw unavailable(error instanceof Error ? error.message : 'redis');
}
