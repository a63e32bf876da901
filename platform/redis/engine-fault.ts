import { unavailable } from '#platform/errors/errors.ts';

/**
 * Throws 503 for a fault of Redis. The command may have taken effect. Keeps only the message of the driver's
 * error, because the log must not contain the command.
 */
export function engineFault(error: unknown): never {
  throw unavailable(error instanceof Error ? error.message : 'redis');
}
