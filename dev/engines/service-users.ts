// The users of the private MongoDB and Redis. Each service has rights only on its own collections and keys.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import users from '../../deploy/mongodb-users.json' with { type: 'json' };
import type { EngineVariable } from '../base/roles.ts';
import type { Secrets } from '../base/secrets.ts';

/** The MongoDB collections of each service, by the variable with the service's MongoDB URL. */
export const collections: Readonly<Record<MongodbVariable, readonly string[]>> = {
  CATALOGUE_MONGODB_URL: users.collections.catalogue,
  AUTH_MONGODB_URL: users.collections.auth,
  EVENTS_MONGODB_URL: users.collections.events,
  CONNECT_MONGODB_URL: users.collections.connect,
};

export type MongodbVariable = Extract<EngineVariable, `${string}_MONGODB_URL`>;

/** Returns the privileges of a MongoDB role that can use only the collections of one service. */
export function privilegesOf(variable: MongodbVariable) {
  return collections[variable].map((collection) => ({
    resource: { db: 'cartwright', collection },
    actions: users.actions,
  }));
}

/** Patterns of each service's keys in Redis, by the variable with the service's Redis URL. */
const redisKeys = {
  AUTH_REDIS_URL: ['{login}:*'],
  CART_REDIS_URL: ['{[0-9]*}:*', 'writes:*', 'coupons-cart:*', 'coupons-client:*'],
} as const satisfies Partial<Record<EngineVariable, readonly string[]>>;

/**
 * Redis ACL rules for the commands that a service may use: reads, writes and scripts, but no commands about
 * the server or about all keys. Patterns of keys do not restrict `scan`, `randomkey`, `dbsize` and `client tracking`, which
 * would show the keys of other services. Redis 6 knows no rule against one form of a command, so `client` and scripting are
 * taken away whole, before what is needed of them is allowed. `wait` confirms writes on replicas. Drivers of a Redis
 * Cluster need `cluster`.
 */
export const redisCommands =
  '-@all +@read +@write +@connection -client +client|setname -@scripting +eval +evalsha +multi +exec +discard +time ' +
  '-@dangerous -scan -randomkey -dbsize +info +wait +cluster|slots +cluster|info';

/**
 * Returns the name of the user with which a service logs in to an engine. The name is the first word of the
 * variable with the engine's URL: `auth` for AUTH_REDIS_URL.
 */
export function userOf(variable: EngineVariable): string {
  return variable.slice(0, variable.indexOf('_')).toLowerCase();
}

/** Returns the path of the file with the users of the private Redis. */
export function redisUsersFile(dataDir: string): string {
  return join(dataDir, 'redis', 'users.acl');
}

/** Returns the content of the file with the users of Redis. Passwords are stored as digests. */
export function redisUsers({ data, operator }: Secrets['engines']): string {
  const line = (user: string, password: string, rest: string) =>
    `user ${user} on #${createHash('sha256').update(password).digest('hex')} ${rest}\n`;
  const services = (Object.keys(redisKeys) as (keyof typeof redisKeys)[]).map((variable) => {
    const keys = redisKeys[variable].map((pattern) => `~${pattern}`).join(' ');
    return line(userOf(variable), data[variable], `${keys} ${redisCommands}`);
  });
  // Redis replays its append-only file as the user `default`. If this user were disabled, Redis would lose all writes
  // of scripts at a restart. Nobody can log in as `default`, because `resetpass` removes all passwords of the user.
  const defaultUser = 'user default on resetpass ~* &* +@all\n';
  return [defaultUser, ...services, line('operator', operator, '~* &* +@all')].join('');
}

/** Writes the files with the users and keys of the private engines, which only their owner can read. */
export async function writeCredentials(dataDir: string, engines: Secrets['engines']): Promise<void> {
  await mkdir(join(dataDir, 'redis'), { recursive: true });
  await mkdir(join(dataDir, 'mongodb'), { recursive: true });
  await writeFile(redisUsersFile(dataDir), redisUsers(engines), { mode: 0o600 });
  await writeFile(mongodbKeyFile(dataDir), engines.mongodbKey, { mode: 0o600 });
}

/** Returns the path of the file with the replica set key of the private mongod. */
export function mongodbKeyFile(dataDir: string): string {
  return join(dataDir, 'mongodb', 'member.key');
}
