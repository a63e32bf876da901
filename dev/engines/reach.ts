// Drivers are loaded where they are used: a start that needs none of them is quicker.
import { connect as connectTcp } from 'node:net';
import { Problem } from '../terminal.ts';

/** How long one engine may take to answer. The drivers keep to it, once they are loaded. */
const LIMIT_MS = 3_000;
/** For whatever a driver does not bound, on a machine that is busy. */
const LAST_RESORT_MS = 10_000;

/** How a role enters NATS. */
export interface Credentials {
  readonly user: string;
  readonly pass: string;
}

/** One ping of a MongoDB. @throws Error when there is no answer within 3 s */
export async function pingMongo(url: string): Promise<void> {
  const options = {
    serverSelectionTimeoutMS: LIMIT_MS,
    connectTimeoutMS: LIMIT_MS,
    socketTimeoutMS: LIMIT_MS,
  };
  const { mongo } = (await import('mongoose')).default;
  const client = new mongo.MongoClient(url, options);
  try {
    await client.db().command({ ping: 1 });
  } finally {
    await client.close();
  }
}

/** One ping of a Redis. @throws Error when there is no answer within 3 s, or while it still loads its data */
export async function pingRedis(url: string): Promise<void> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: LIMIT_MS,
    commandTimeout: LIMIT_MS,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let cause: Error | undefined;
  redis.on('error', (error) => {
    cause = error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}

/** One connection to a NATS. Credentials in the URL win. @throws Error when there is none within 3 s */
export async function pingNats(url: string, credentials: Credentials | undefined): Promise<void> {
  const { username, password } = new URL(url.split(',')[0] ?? url);
  const own = username
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : credentials;
  const servers = url.split(',').map(withoutCredentials);
  const { connect } = await import('nats');
  const bus = await connect({ servers, ...own, timeout: LIMIT_MS, reconnect: false });
  await bus.flush();
  await bus.close();
}

function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//');
}

/**
 * One exchange with an engine of our own, without its driver: sends `line`, and is content with an answer that
 * matches. @throws Error when there is none within 3 s
 */
export async function pingTcp(port: number, line: string, answer: RegExp): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connectTcp(port, '127.0.0.1', () => socket.write(line));
  socket.setTimeout(LIMIT_MS, () => reject(new Error('no answer')));
  socket.once('error', reject).once('close', () => reject(new Error('closed')));
  socket.setEncoding('utf8').on('data', (text: string) => {
    if (answer.test(text)) resolve();
    else reject(new Error(text.trim()));
  });
  await promise.finally(() => socket.destroy());
}

/**
 * Checks an engine that somebody else runs.
 *
 * @throws Problem that names the variable and the host, and never a user or password
 */
export async function requireReachable(
  variable: string,
  url: string,
  ping: () => Promise<void>,
): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer')), LAST_RESORT_MS);
  try {
    await Promise.race([ping(), late.promise]);
  } catch (error) {
    const host = withoutCredentials(url)
      .replace(/^[a-z+]+:\/\//, '')
      .split(/[/?]/)[0];
    const words = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
    const reason = words.replaceAll(url, host ?? '').replace(/\/\/[^@/\s]*@/g, '//');
    throw new Problem(
      `${variable} names ${host}, and that cannot be used (${reason}): start it, or leave ${variable} out so that one is started here.`,
    );
  } finally {
    clearTimeout(timer);
  }
}
