import { unavailable } from '#platform/errors/errors.ts';

/**
 * Throws 503 for an engine's fault: the command may have taken effect. Only the sentence of the driver's
 * error is used, because its other members contain the command and would be logged.
 */
export function engineFault(error: unknown): never {
  throw unavailable(error instanceof Error ? error.message : 'redis');
}
