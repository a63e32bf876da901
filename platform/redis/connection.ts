import { Redis } from 'ioredis';
import type { Logger } from '#platform/service/logger.ts';

/** After so long a command has failed, whatever becomes of it. Milliseconds. */
export const commandTimeoutMs = 400;

/**
 * A connection for what must not be lost or done twice. None of ioredis' own defaults: a command is never queued, never
 * sent again by itself, and fails in bounded time (docs/reference/rules.md#when-an-engine-fails).
 */
export function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 500,
    maxLoadingRetryTime: 200,
    retryStrategy: (times) => Math.min(100 * times, 1_000),
  });
  redis.on('error', (error) => logger.debug({ err: error }, 'redis'));
  return redis;
}
