import { unavailable } from '#platform/errors/errors.ts';

/**
 * Throws 503 for a fault of Redis. The command may have taken effect. Drops the error of the driver except its
 * message, because the log must not contain the command.
 */
export function engineFault(error: unknown): never {
  throw unavailable(error instanceof Error ? error.message : 'redis');
}
