import type { Redis } from 'ioredis';

const pauseMs = 100;

/**
 * Makes a driver connect again after ioredis gave up, until `disconnect()` is called. While the driver requests the
 * master's address, ioredis gives up if sentinels report a fail-over, or if a server refuses a write.
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
