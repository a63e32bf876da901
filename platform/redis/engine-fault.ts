import { unavailable } from '#platform/errors/errors.ts';

/**
 * Throws 503 for a fault of Redis. The command may have taken effect. Only the message of the driver's error is kept,
 * because the other members of the error contain the command and would be logged.
 */
export function engineFault(error: unknown): never {
  throw unavailable(error instanceof Error ? error.message : 'redis');
}
