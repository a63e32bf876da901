import type { Redis } from 'ioredis';

const pauseMs = 100;

/**
 * Makes a driver connect again after ioredis gave up, until `disconnect()`. ioredis gives up if a fail-over or
 * a refused write happens while the driver asks the sentinels for the master.
 */
export function reconnectAlways(redis: Redis): Redis {
  let isWanted = true;
  const disconnect = redis.disconnect.bind(redis);
  redis.disconnect = (reconnect = false) => {
    isWanted &&= reconnect;
    disconnect(reconnect);
  };
  const connect = () => {
    if (isWanted) redis.connect().catch(() => undefined);
  };
  return redis.on('end', () => isWanted && setTimeout(connect, pauseMs));
}
