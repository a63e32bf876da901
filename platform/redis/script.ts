import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import type { RedisCommands } from './connection.ts';

/** Runs scripts on the Redis node that stores the keys of the script. */
export type ScriptRunner = Pick<RedisCommands, 'evalsha' | 'eval'>;

/** Runs a Lua script by its digest. Sends the source if Redis does not have the script. */
export type Script<Reply> = (
  redis: ScriptRunner,
  keys: readonly string[],
  args: readonly (string | number)[],
) => Promise<Reply>;

/** Returns the text of a script. The text of `other.lua` replaces a line `-- include other.lua`. */
export function sourceOf(file: URL): string {
  const part = (_line: string, name: string) => readFileSync(new URL(name, file), 'utf8');
  return readFileSync(file, 'utf8').replace(/^-- include (\S+)$/gm, part);
}

/**
 * Makes the driver send the commands of this turn of the event loop in one write. Then Redis gets them together, and
 * runs them before it writes its log to the disk.
 */
export function corkForTurn({ stream }: Redis): void {
  if (!stream || stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

/** Returns a function that runs the script in a file. */
export function script<Reply>(file: URL): Script<Reply> {
  const source = sourceOf(file);
  const digest = createHash('sha1').update(source).digest('hex');
  return async (redis, keys, args) => {
    if (redis instanceof Redis) corkForTurn(redis);
    try {
      return (await redis.evalsha(digest, keys.length, ...keys, ...args)) as Reply;
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return (await redis.eval(source, keys.length, ...keys, ...args)) as Reply;
    }
  };
}
