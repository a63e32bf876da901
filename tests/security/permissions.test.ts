// Tries what each role can do at the engines with its own login. deploy/permissions.md lists what is allowed; if the file
// is missing, this test writes it.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import mongoose from 'mongoose';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventStream } from '#contracts/events.ts';
import { broadcastSubjectOf, calledBy, inboxOf, subjectOf } from '#contracts/operation.ts';
import { services as always, optionalServices, statusSubject } from '#contracts/status.ts';
import { tokenStream } from '#contracts/tokens.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { connectedRedis } from '#testing/connected-redis.ts';
import { dataFolder } from '#testing/data-folder.ts';
import { allOperations } from '#testing/operations.ts';
import type { EngineUrls } from '../../dev/base/processes.ts';
import { type EngineVariable, type RoleName, roleEngines, roles } from '../../dev/base/roles.ts';
import { endAll, RunFolder } from '../../dev/base/run-folder.ts';
import { keepSecrets, type Secrets } from '../../dev/base/secrets.ts';
import { readSettings, root } from '../../dev/base/settings.ts';
import { Supervised } from '../../dev/base/supervised.ts';
import { startClusters } from '../../dev/engines/clusters/clusters.ts';
import { prepareEngines } from '../../dev/engines/private-engines.ts';
import { collections, type MongodbVariable, userOf } from '../../dev/engines/service-users.ts';
import { keepStreamsOf } from '../../dev/system.ts';

const services = [...always, ...optionalServices];

const startMs = 300_000;

/** The engines of a system, without its processes. */
interface Running {
  readonly urls: EngineUrls;
  readonly secrets: Secrets;
  stop(): Promise<unknown>;
}

/** Starts each engine as one process, as `npm start` does. */
async function singles(folder: string): Promise<Running> {
  const [settings, secrets] = [readSettings({ DATA_DIR: folder }), await keepSecrets(folder)];
  const { processes, urls } = await prepareEngines(settings, secrets);
  const run = new RunFolder(folder);
  const children = processes.map((plan) => new Supervised(plan, run));
  await Promise.all(children.map((child) => child.start()));
  await keepStreamsOf(urls, secrets, undefined);
  return {
    urls,
    secrets,
    stop() {
      const pids = children.flatMap(({ pid }) => pid ?? []);
      for (const child of children) child.release();
      return endAll(pids, 10_000);
    },
  };
}

/** Starts each engine on several nodes, as `npm run cluster` does. */
async function clusters(folder: string): Promise<Running> {
  const [settings, secrets] = [readSettings({ DATA_DIR: folder }), await keepSecrets(folder)];
  const { nodes, urls } = await startClusters(settings, secrets);
  await keepStreamsOf(urls, secrets, '3');
  return { urls, secrets, stop: () => Promise.all(nodes.map((node) => node.kill())) };
}

/** Things to try, by the name of their class, such as `call.auth.*`. */
type Tries = Readonly<Record<string, readonly string[]>>;

const jetStream: Tries = {
  'JetStream: the account': ['INFO', 'STREAM.NAMES', 'STREAM.LIST', 'ACCOUNT.PURGE.x'].map(
    (one) => `$JS.API.${one}`,
  ),
  ...Object.fromEntries(
    [eventStream, tokenStream, 'OTHER'].map((stream) => [
      `JetStream: stream ${stream}`,
      [
        ...[
          'INFO',
          'CREATE',
          'UPDATE',
          'DELETE',
          'PURGE',
          'SNAPSHOT',
          'RESTORE',
          'MSG.GET',
          'MSG.DELETE',
        ].map((verb) => `$JS.API.STREAM.${verb}.${stream}`),
        ...['LEADER.STEPDOWN', 'PEER.REMOVE'].map((verb) => `$JS.API.STREAM.${verb}.${stream}`),
        ...[`$JS.API.DIRECT.GET.${stream}`, `$JS.API.DIRECT.GET.${stream}.event.cart.changed`],
      ],
    ]),
  ),
  'JetStream: consumers': [`${eventStream}.webhooks`, `${eventStream}.other`, `${tokenStream}.other`].flatMap(
    (consumer) => [
      ...['INFO', 'CREATE', 'DURABLE.CREATE', 'DELETE', 'MSG.NEXT', 'PAUSE', 'UNPIN', 'LEADER.STEPDOWN'].map(
        (verb) => `$JS.API.CONSUMER.${verb}.${consumer}`,
      ),
      `$JS.API.CONSUMER.CREATE.${consumer}.feed.tokens`,
      `$JS.ACK.${consumer}.1.1.1.1.1`,
    ],
  ),
  'JetStream: lists of consumers': [eventStream, tokenStream].flatMap((stream) => [
    ...['CREATE', 'NAMES', 'LIST'].map((verb) => `$JS.API.CONSUMER.${verb}.${stream}`),
  ]),
};

/** The subjects of all operations, by class: `admin.auth.*` for operators, `call.auth.*` for callers. */
const ofOperations: Tries = Object.fromEntries(
  Map.groupBy(
    (await allOperations()).flatMap(({ operation }) =>
      calledBy(operation).map((by) => subjectOf(operation, by)),
    ),
    (subject) => subject.replace(/[^.]*$/, '*'),
  ),
);

const subjects: Tries = {
  ...ofOperations,
  'statuses of services': services.map(statusSubject),
  broadcasts: services.flatMap((service) => roles.map(({ name }) => broadcastSubjectOf(service, name))),
  'older broadcasts': services.flatMap((service) => [`broadcast.${service}`, `direct.${service}.a`]),
  feeds: ['feed.catalogue', 'feed.settings', 'feed.tokens', 'feed.other'],
  'log.tokens': ['log.tokens'],
  'event.account.>': ['event.account.a', 'event.account.a.b'],
  'event.cart.>': ['event.cart.a', 'event.cart.a.b'],
  'event.login.>': ['event.login.a', 'event.login.a.b'],
  'event.product.>': ['event.product.a', 'event.product.a.b'],
  'event.other': ['event.other'],
  'presence of all': services.map((service) => `presence.${service}`),
  ...Object.fromEntries(
    roles.map(({ name }) => [`${inboxOf(name)}.>`, [`${inboxOf(name)}.a`, `${inboxOf(name)}.a.b`]]),
  ),
  'inboxes without a role': ['_INBOX.a', '_INBOX_other.a', '_R_.a'],
  ...Object.fromEntries(
    services.map((service) => [
      `discovery of ${service}`,
      ['PING', 'INFO', 'STATS'].flatMap((verb) => [`$SRV.${verb}.${service}`, `$SRV.${verb}.${service}.a`]),
    ]),
  ),
  'discovery of all': ['$SRV.PING', '$SRV.INFO', '$SRV.STATS'],
  ...jetStream,
  'other subjects': [
    'a',
    'a.b',
    '$SYS.REQ.USER.INFO',
    '$SYS.REQ.SERVER.PING',
    '$KV.a.b',
    '$O.a.b',
    '$JS.FC.a',
  ],
};

const wildcards: Tries = {
  'presence.*': ['presence.*'],
  'call.>': ['call.>', 'call.auth.>', 'call.*.identify'],
  wildcards: [
    '>',
    '*',
    '*.>',
    'admin.>',
    'feed.>',
    'log.>',
    'event.>',
    'broadcast.>',
    '_INBOX_*.>',
    '$SRV.>',
    '$JS.>',
    '$SYS.>',
  ],
};

/** Returns the allowed things of each class: the name of the class if all are allowed. */
function allowedOf(tries: Tries, isAllowed: (one: string) => boolean): string[] {
  return Object.entries(tries).flatMap(([name, all]) => {
    const allowed = all.filter(isAllowed);
    return allowed.length === all.length && all.length > 1 ? [name] : allowed;
  });
}

/** Connects with the login of a role. `denied` collects what NATS forbids, such as `publish feed.tokens`. */
async function busAs({ urls, secrets }: Running, role: RoleName) {
  const address = { NATS_URL: urls.nats, NATS_USER: role, NATS_PASSWORD: secrets.nats[role] };
  const nats = await connectNats(role, address, false);
  const denied = new Set<string>();
  void (async () => {
    for await (const { permissionContext } of nats.status()) {
      if (permissionContext) denied.add(`${permissionContext.operation} ${permissionContext.subject}`);
    }
  })();
  /** Resolves when NATS has answered everything before. */
  const settled = async () => {
    await nats.flush();
    await sleep(20);
  };
  return { nats, denied, settled };
}

/** Returns what a role may publish and subscribe to. */
async function natsRights(running: Running, role: RoleName) {
  const { nats, denied, settled } = await busAs(running, role);
  const all = Object.values(subjects).flat();
  for (const subject of all) nats.publish(subject, 'a try');
  for (const subject of [...all, ...Object.values(wildcards).flat()])
    nats.subscribe(subject, { callback: () => undefined });
  await settled();
  await nats.close();
  return {
    publish: allowedOf(subjects, (one) => !denied.has(`publish ${one}`)),
    subscribe: allowedOf({ ...subjects, ...wildcards }, (one) => !denied.has(`subscription ${one}`)),
  };
}

/** Commands on one collection. */
const collectionCommands = (collection: string) => ({
  find: { find: collection, limit: 1 },
  insert: { insert: collection, documents: [{ _id: 'a try' }] },
  update: { update: collection, updates: [{ q: { _id: 'a try' }, u: { $set: { a: 1 } } }] },
  remove: { delete: collection, deletes: [{ q: { _id: 'a try' }, limit: 1 }] },
  watch: { aggregate: collection, pipeline: [{ $changeStream: {} }], cursor: {} },
  drop: { drop: collection },
  rename: { renameCollection: `cartwright.${collection}`, to: `cartwright.${collection}_a` },
  change: { collMod: collection, validationLevel: 'off' },
});
const databaseCommands = {
  'drop the database': { dropDatabase: 1 },
  'make a user': { createUser: 'mallory', pwd: 'a', roles: ['readWrite'] },
  'read users': { usersInfo: 1 },
  'watch the database': { aggregate: 1, pipeline: [{ $changeStream: {} }], cursor: {} },
};

/** Returns the names of the commands that MongoDB does not refuse. */
async function allowedCommands(db: mongoose.mongo.Db, commands: Readonly<Record<string, object>>) {
  const tried = Object.entries(commands).map(async ([name, command]) => {
    const of = name === 'rename' ? db.admin() : db;
    const refused = await of.command(command).then(
      () => false,
      ({ codeName }: { codeName?: string }) => codeName === 'Unauthorized',
    );
    return refused ? [] : [name];
  });
  return (await Promise.all(tried)).flat();
}

/** Returns what a service may do in MongoDB. */
async function mongodbRights({ urls }: Running, variable: MongodbVariable): Promise<string[]> {
  const client = new mongoose.mongo.MongoClient(urls.data[variable]);
  const db = client.db();
  const byVerbs = new Map<string, string[]>();
  try {
    for (const name of [...new Set(Object.values(collections).flat()), 'other', 'system.users']) {
      const verbs = (await allowedCommands(db, collectionCommands(name))).join(', ');
      byVerbs.set(verbs, [...(byVerbs.get(verbs) ?? []), name]);
    }
    byVerbs.delete('');
    const ofOthers = ['admin', 'local', 'config'].map(async (name) =>
      (await allowedCommands(client.db(name), { find: { find: 'a', limit: 1 } })).map(() => `read ${name}`),
    );
    return [
      ...[...byVerbs].map(([verbs, names]) => `${verbs}: ${names.map((name) => `\`${name}\``).join(', ')}`),
      ...(await allowedCommands(db, databaseCommands)),
      ...(await Promise.all(ofOthers)).flat(),
    ];
  } finally {
    await client.close();
  }
}

/** A key of each class. */
const redisKeys = {
  'counts of logins': '{login}:failed:x',
  carts: '{7}:cart:t_somebody',
  'limits of writes': 'writes:x',
  'limits of coupons of a cart': 'coupons-cart:x',
  'limits of coupons of a client': 'coupons-client:x',
  'other keys': 'x',
};
const serverCommands = [
  ...[
    'SCAN 0',
    'RANDOMKEY',
    'DBSIZE',
    'KEYS *',
    'FLUSHALL',
    'FLUSHDB',
    'SWAPDB 0 1',
    'CONFIG GET *',
    'ACL LIST',
  ],
  ...[
    'ACL WHOAMI',
    'CLIENT LIST',
    'CLIENT KILL TYPE normal',
    'CLIENT TRACKING ON BCAST',
    'SUBSCRIBE x',
    'PUBLISH x y',
    'SCRIPT FLUSH',
    'SAVE',
  ],
  ...[
    'FUNCTION LIST',
    'FUNCTION LOAD x',
    'FCALL x 0',
    'CLUSTER GETKEYSINSLOT 1 1',
    'DEBUG SLEEP 0',
    'SLOWLOG GET',
    'MONITOR',
    'SHUTDOWN',
    'REPLICAOF NO ONE',
    'CLUSTER NODES',
  ],
  ...['MODULE LIST', 'LATENCY RESET', 'INFO', 'TIME', 'WAIT 0 1'],
];

/** Returns what a service may do in Redis. */
async function redisRights({ urls }: Running, variable: EngineVariable): Promise<string[]> {
  const { commands: redis, close } = await connectedRedis(urls.data[variable]);
  const allows = async (command: string, ...words: string[]) => {
    const failure = await (redis as Redis).call(command, ...words).then(
      () => null,
      (error: Error) => error,
    );
    if (failure && failure.name !== 'ReplyError') throw failure;
    return !failure || !/NOPERM|no permissions|unknown command|not allowed/i.test(failure.message);
  };
  try {
    const rights: string[] = [];
    for (const [name, key] of Object.entries(redisKeys)) {
      const verbs: string[] = [];
      if (await allows('GET', key)) verbs.push('read');
      if (await allows('SET', key, '1', 'PX', '1')) verbs.push('write');
      if (await allows('EVAL', "return redis.call('GET', KEYS[1])", '1', key)) verbs.push('script');
      if (verbs.length > 0) rights.push(`${name} (\`${key}\`): ${verbs.join(', ')}`);
    }
    for (const command of serverCommands) {
      const [name = '', ...words] = command.split(' ');
      if (await allows(name, ...words)) rights.push(`\`${command}\``);
    }
    return rights;
  } finally {
    close();
  }
}

const listed = (rights: readonly string[]) => rights.map((one) => `- ${one}\n`).join('');
const quoted = (rights: readonly string[]) =>
  rights.length === 0 ? 'nothing' : rights.map((one) => (one.includes('.') ? `\`${one}\`` : one)).join(', ');

/** Returns the text of deploy/permissions.md. */
async function permissionsOf(running: Running): Promise<string> {
  let text = `# Permissions

What each role can do at the engines with its own login, as \`tests/security/permissions.test.ts\` finds by trying. Everything
else that the test tries is refused. To write this page again, delete it and run \`npm test -- tests/security/permissions.test.ts\`.

A whole class stands for all its members: \`call.auth.*\` for all operations of \`auth\` for callers. Replicas of one role have the
same login, so they are not protected from each other. Operators have two more users of NATS: \`cli\` sends every operation for
operators, and \`streams\` may use all of JetStream, so with its password all messages can be read.
`;
  for (const role of services) {
    const { publish, subscribe } = await natsRights(running, role);
    text += `\n## ${role}\n\nNATS, publish: ${quoted(publish)}\n\nNATS, subscribe: ${quoted(subscribe)}\n`;
    for (const { kind, variable } of roleEngines.filter((one) => userOf(one.variable) === role)) {
      const rights =
        kind === 'mongodb'
          ? await mongodbRights(running, variable as MongodbVariable)
          : await redisRights(running, variable);
      text += `\n${kind === 'mongodb' ? 'MongoDB' : 'Redis'}:\n\n${listed(rights)}`;
    }
  }
  return text;
}

/** Subjects on which a role may publish at any time. */
const ownSubjects: Partial<Record<RoleName, readonly string[]>> = {
  auth: ['feed.tokens'],
  gateway: ['call.cart.change'],
};

describe.each([
  ['one process for each engine', singles],
  ['clusters of engines', clusters],
] as const)('with %s', (_what, start) => {
  let folder: string;
  let running: Running;
  beforeAll(async () => {
    folder = await dataFolder();
    running = await start(folder);
  }, startMs);
  afterAll(async () => {
    await running?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }, startMs);

  const streamsNow = async (nats: NatsConnection) => {
    const manager = await nats.jetstreamManager({ checkAPI: false });
    const streams = await Promise.all([eventStream, tokenStream].map((name) => manager.streams.info(name)));
    const consumers = await manager.consumers.list(eventStream).next();
    return [...streams.map(({ config }) => config), ...consumers.map(({ config }) => config)];
  };

  test(
    'each role can do what deploy/permissions.md lists and nothing else, and no stream is changed',
    async () => {
      const { nats } = await busAs(running, 'streams');
      const before = await streamsNow(nats);
      const text = await permissionsOf(running);
      await expect(text).toMatchFileSnapshot(join(root, 'deploy/permissions.md'));
      expect(await streamsNow(nats)).toEqual(before);
      await nats.close();
    },
    startMs,
  );

  test.each(services)(
    '%s cannot use the reply subject of a message that it sends to itself',
    async (role) => {
      const own = await busAs(running, role);
      const targets = [
        'admin.auth.create-account',
        '$JS.API.STREAM.DELETE.EVENTS',
        'call.cart.change',
        'feed.tokens',
      ];
      const foreign = targets.filter((one) => !ownSubjects[role]?.includes(one));
      const heard: string[] = [];
      const others = await Promise.all(
        services.filter((one) => one !== role).map((one) => busAs(running, one)),
      );
      for (const { nats } of others) {
        const callback = (error: Error | null, { subject }: { subject: string }) =>
          void (error ?? heard.push(subject));
        for (const subject of foreign) nats.subscribe(subject, { callback });
        await nats.flush();
      }
      const replies: string[] = [];
      own.nats.subscribe(`presence.*`, { callback: (_error, { reply = '' }) => void replies.push(reply) });
      for (const reply of foreign) own.nats.publish(`presence.${role}`, '', { reply });
      await expect.poll(() => replies).toEqual(foreign);
      for (const subject of foreign) own.nats.publish(subject, '{}');
      for (const { settled } of [own, ...others]) await settled();
      expect([[...own.denied], heard]).toEqual([foreign.map((one) => `publish ${one}`), []]);
      await Promise.all([own, ...others].map(({ nats }) => nats.close()));
    },
  );

  test.each(services)('%s cannot change a stream, or make a consumer that pushes', async (role) => {
    const { nats, denied } = await busAs(running, role);
    const { nats: operator } = await busAs(running, 'streams');
    const before = await streamsNow(operator);
    const stream = {
      name: eventStream,
      subjects: ['event.>', 'call.auth.>', '_INBOX_gateway.>'],
      no_ack: true,
    };
    const config = {
      durable_name: 'push',
      deliver_subject: 'feed.tokens',
      ack_policy: 'none',
      deliver_policy: 'all',
    };
    const requests: [string, object][] = [
      ['STREAM.UPDATE.EVENTS', stream],
      ['STREAM.CREATE.TAKEN', { ...stream, name: 'TAKEN', subjects: ['call.auth.>'] }],
      ['CONSUMER.CREATE.EVENTS.push', { stream_name: eventStream, config }],
      ['CONSUMER.DURABLE.CREATE.EVENTS.push', { stream_name: eventStream, config }],
      [
        'CONSUMER.CREATE.EVENTS.webhooks',
        { stream_name: eventStream, config: { ...config, durable_name: 'webhooks' } },
      ],
      ['CONSUMER.DELETE.EVENTS.webhooks', {}],
      ['STREAM.DELETE.TOKENS', {}],
    ];
    for (const [name, request] of requests) {
      const asked = nats.request(`$JS.API.${name}`, JSON.stringify(request), { timeout: 5_000 });
      await expect(asked).rejects.toMatchObject({ code: 'PERMISSIONS_VIOLATION' });
    }
    expect(denied.size).toBe(requests.length);
    expect(await streamsNow(operator)).toEqual(before);
    await Promise.all([nats.close(), operator.close()]);
  });
});
