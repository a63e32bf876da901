import { pino } from 'pino';
import { connectRedis, type RedisConnection } from '#platform/redis/connection.ts';

/** Returns a connection to Redis as services make it. Resolves when Redis answers. */
export async function connectedRedis(url: string): Promise<RedisConnection> {
  const refuse = (sentence: string) => {
    throw new Error(sentence);
  };
  const connection = connectRedis(url, pino({ level: 'silent' }), refuse);
  while (!(await connection.isUp())) await new Promise((resolve) => setTimeout(resolve, 10));
  return connection;
}
