// Tests what an attacker can reach with the credentials of one compromised process.
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Account,
  createAccount,
  importAccounts,
  listAccounts,
  readAccount,
  readAddresses,
  setPassword,
} from '#contracts/accounts.ts';
import { readFacts } from '#contracts/catalogue.ts';
import { inboxOf, type Operation, subjectOf } from '#contracts/operation.ts';
import {
  followCustomers,
  forgetAllShopPasswords,
  forgetShopPasswords,
  listShopCustomers,
} from '#contracts/shop-customers.ts';
import { optionalServices, presenceSubject, services } from '#contracts/status.ts';
import { listSigningKeys, rotateSigningKeys } from '#contracts/tokens.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { decodeReply, encode } from '#platform/bus/wire.ts';
import { runCli } from '#testing/import-shop.ts';
import { type Operator, operatorOf } from '#testing/operator.ts';
import { sharedSystem } from '#testing/shared.ts';
import type { RunningSystem } from '#testing/system.ts';
import type { EngineVariable, RoleName } from '../../dev/base/roles.ts';
import { collections, type MongodbVariable } from '../../dev/engines/service-users.ts';

const startMs = 600_000;
let system: RunningSystem;
let operator: Operator;
const open: NatsConnection[] = [];

beforeAll(async () => {
  ({ system } = await sharedSystem('callers'));
  operator = await operatorOf(system);
}, startMs);
afterAll(async () => {
  for (const one of open) await one.close();
  await operator?.[Symbol.asyncDispose]();
  await system?.stop();
}, startMs);

/**
 * Returns a NATS connection with the password of a role, and the permissions that NATS denies to the
 * connection.
 */
async function busAs(role: RoleName): Promise<{ nats: NatsConnection; denied: string[] }> {
  const address = { NATS_URL: system.natsUrl, NATS_USER: role, NATS_PASSWORD: system.natsPassword(role) };
  const nats = await connectNats(role, address, false);
  open.push(nats);
  const denied: string[] = [];
  void (async () => {
    for await (const { permissionContext } of nats.status()) {
      if (permissionContext) denied.push(`${permissionContext.operation} ${permissionContext.subject}`);
    }
  })();
  return { nats, denied };
}

const keysNow = async () => (await operator.ask(listSigningKeys, {})).keys.map(({ kid }) => kid);

/**
 * Returns how many requests the services dropped because the reply subject was not an inbox of the sender.
 * Counts the lines about this in the logs.
 */
async function droppedCount(): Promise<number> {
  const logs = await Promise.all(['auth-1', 'catalogue-1'].map((name) => system.logs(name)));
  return logs.join('').split('with a foreign reply subject was dropped').length - 1;
}

describe('a role cannot make a service act for it through a reply subject', () => {
  const rotate = subjectOf(rotateSigningKeys, 'operator');

  const attacks: [RoleName, Operation, string][] = [
    ['cart', readAddresses, rotate],
    ['cart', readFacts, rotate],
    ['cart', readFacts, `${inboxOf('auth')}.${rotate}`],
    ['cart', readFacts, 'feed.tokens'],
  ];
  test.each(attacks)('$0 sends a request with the reply subject $2', async (role, { name }, reply) => {
    const [before, droppedBefore] = [await keysNow(), await droppedCount()];
    const { nats } = await busAs(role);
    const body = encode({ references: ['1'] });
    nats.publish(`call.${name}`, body, { reply });
    await expect.poll(droppedCount, { timeout: 10_000 }).toBe(droppedBefore + 1);
    // The service answers the same request if the reply subject is an inbox of the sender.
    const asked = await nats.request(`call.${name}`, body, { timeout: 5_000 });
    expect(decodeReply(asked.data)).toBeTruthy();
    expect(await keysNow()).toEqual(before);
  });

  test('a role cannot make NATS act for it through replies of streams', async () => {
    const [before, droppedBefore] = [await keysNow(), await droppedCount()];
    const { nats } = await busAs('cart');
    for (const subject of ['$JS.API.STREAM.INFO.EVENTS', 'event.cart.changed']) {
      nats.publish(subject, encode({}), { reply: rotate });
    }
    await expect.poll(droppedCount, { timeout: 10_000 }).toBe(droppedBefore + 2);
    expect(await keysNow()).toEqual(before);
  });

  test.each([...services, ...optionalServices])(
    '%s cannot make an account through a message that it sends to itself',
    async (role) => {
      const target = subjectOf(createAccount, 'operator');
      const { nats, denied } = await busAs(role);
      const replies: string[] = [];
      nats.subscribe(presenceSubject('*'), {
        callback: (_error, { reply = '' }) => void (reply && replies.push(reply)),
      });
      nats.publish(presenceSubject(role), encode({}), { reply: target });
      await expect.poll(() => replies).toEqual([target]);
      const account = { username: `of-${role}`, email: `${role}@evil.example`, role: 'administrator' };
      const body = encode({ ...account, password: 'a long password of evil' });
      nats.publish(target, body, { reply: `${inboxOf('cli')}.nobody` });
      await nats.flush();
      await expect.poll(() => denied).toEqual([`publish ${target}`]);
      expect((await operator.ask(listAccounts, { search: account.email })).total).toBe(0);
    },
  );

  test('the command line can rotate keys', async () => {
    const before = await keysNow();
    await operator.ask(rotateSigningKeys, {});
    expect(await keysNow()).not.toEqual(before);
  });
});

describe('a role', () => {
  test.each<[RoleName, string[]]>([
    [
      'cart',
      ['admin.auth.list-accounts', 'call.auth.identify', 'call.auth.log-in', 'feed.tokens', 'event.login.x'],
    ],
    [
      'catalogue',
      ['call.auth.read-addresses', 'call.cart.read', 'feed.tokens', 'admin.catalogue.set-product'],
    ],
    ['auth', ['call.cart.read', 'feed.catalogue', 'admin.auth.create-account']],
    ['events', ['call.cart.read', 'event.cart.changed', 'admin.events.create-webhook']],
    [
      'connect',
      ['admin.auth.create-account', 'call.auth.log-in', 'admin.catalogue.set-product', 'feed.catalogue'],
    ],
    [
      'gateway',
      ['admin.auth.list-accounts', 'call.auth.read-addresses', 'feed.tokens', 'event.cart.changed'],
    ],
  ])('%s cannot publish on subjects of other roles', async (role, subjects) => {
    const { nats, denied } = await busAs(role);
    for (const subject of subjects) nats.publish(subject, encode({}));
    await nats.flush();
    await expect.poll(() => denied).toEqual(subjects.map((subject) => `publish ${subject}`));
  });

  test.each<RoleName>(['cart', 'catalogue', 'auth', 'events', 'connect', 'gateway'])(
    '%s cannot receive passwords, tokens or replies of other roles',
    async (role) => {
      const { nats, denied } = await busAs(role);
      const subjects = ['>', '_INBOX_cli.>', 'call.>', 'admin.>', '$SRV.>'];
      const foreign = role === 'auth' ? 'call.cart.change' : 'call.auth.log-in';
      for (const subject of [...subjects, foreign]) nats.subscribe(subject, { callback: () => undefined });
      await nats.flush();
      await expect.poll(() => denied.length).toBe(subjects.length + 1);
      expect(denied.at(-1)).toBe(`subscription ${foreign}`);
    },
  );
});

describe('connect, which follows the customers of a shop,', () => {
  const evil = { username: 'evil', email: 'evil@evil.example', phone: '+447700900999' };
  const names = { firstName: 'E', lastName: 'Vil', displayName: 'E' };
  const place = { company: '', country: '', address1: '', address2: '', postcode: '', city: '', state: '' };
  const shipping = { ...place, firstName: 'E', lastName: 'Vil' };
  const addresses = { billing: { ...shipping, email: evil.email, phone: '' }, shipping };
  const rights = { role: 'administrator', passwordHash: `$P$B${'a'.repeat(30)}`, generation: 9 };
  const record = (id: number, who: typeof evil) => ({
    id,
    ...who,
    ...names,
    addresses,
    createdAt: 1,
    ...rights,
  });
  const read = async (id: number): Promise<Account> =>
    (await operator.ask(readAccount, { reference: String(id) })).account;

  async function asConnect(operation: Operation, request: object): Promise<unknown> {
    const { nats } = await busAs('connect');
    const answer = await nats.request(subjectOf(operation, 'caller'), encode(request), { timeout: 5_000 });
    return decodeReply(answer.data);
  }

  test('makes no manager and takes over no account', async () => {
    const managers = [record(5, { username: 'boss', email: 'boss@evil.example', phone: '' })];
    await operator.ask(importAccounts, { records: managers });
    const before = await read(5);
    const attempts = [record(5, evil), record(6, { ...evil, username: 'boss' }), record(7, evil)];
    expect(await asConnect(followCustomers, { records: attempts })).toMatchObject({
      outcome: { created: 1, changed: 0 },
      leftOut: [
        { id: 5, why: 'role' },
        { id: 6, why: 'taken' },
      ],
    });
    await asConnect(forgetShopPasswords, { changed: [{ id: 5, row: 9 }], gone: [5] });
    await asConnect(forgetAllShopPasswords, {});
    expect(await read(5)).toEqual(before);
    expect(await read(7)).toMatchObject({ role: 'customer', hasPassword: false });
    expect(await asConnect(listShopCustomers, { after: 0 })).toEqual({ ids: [7] });
  });

  test('touches neither the password of an account nor how its owner gets at it', async () => {
    const mine = { username: 'mine', email: 'mine@evil.example', phone: '' };
    await asConnect(followCustomers, { records: [record(8, mine)] });
    await operator.ask(setPassword, { reference: '8', password: 'a long password of mine' });
    const before = await read(8);
    const changed = { ...evil, email: 'other@evil.example', username: 'other', phone: '' };
    await asConnect(followCustomers, { records: [record(8, changed)] });
    await asConnect(forgetShopPasswords, { changed: [{ id: 8, row: 9 }], gone: [] });
    await asConnect(forgetAllShopPasswords, {});
    expect(await read(8)).toEqual(before);
  });

  test('changes no account that was made here', async () => {
    const { account } = await operator.ask(createAccount, {
      ...{ username: 'made', email: 'made@evil.example', password: null },
    });
    const requests: readonly [Operation, object][] = [
      [followCustomers, { records: [record(account.id, evil)] }],
      [forgetShopPasswords, { changed: [], gone: [account.id] }],
    ];
    for (const [operation, request] of requests) {
      const refused = { code: 'service_invalid_request' };
      await expect(asConnect(operation, request)).rejects.toMatchObject(refused);
    }
    expect(await read(account.id)).toEqual(account);
  });
});

/** Runs `work` with a connection to the MongoDB at a URL. */
async function inMongodb<T>(url: string, work: (db: mongoose.mongo.Db) => Promise<T>): Promise<T> {
  const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: 5_000 });
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}

/** Runs `work` with a connection to the Redis at a URL. */
async function inRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    enableReadyCheck: false,
  });
  redis.on('error', () => undefined);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

const withoutLogin = (url: string) => url.replace(/\/\/[^@]*@/, '//');
const denied = { codeName: 'Unauthorized' };

describe('in MongoDB', () => {
  const services = Object.keys(collections) as MongodbVariable[];

  test.each(services)('the user of %s has access to its own collections only', async (variable) => {
    const own: readonly string[] = collections[variable];
    const foreign = services.flatMap((each) => [...collections[each]]).filter((name) => !own.includes(name));
    await inMongodb(system.dataUrls[variable], async (db) => {
      for (const name of own) await db.collection(name).findOne();
      for (const name of foreign) {
        await expect(db.collection(name).findOne()).rejects.toMatchObject(denied);
        await expect(db.collection(name).updateOne({}, { $set: { a: 1 } })).rejects.toMatchObject(denied);
        const [first = ''] = own;
        const joined = [{ $lookup: { from: name, localField: '_id', foreignField: '_id', as: 'taken' } }];
        await expect(db.collection(first).aggregate(joined).toArray()).rejects.toMatchObject(denied);
      }
    });
  });

  test.each(services)('the user of %s cannot create users or read other databases', async (variable) => {
    await inMongodb(system.dataUrls[variable], async (db) => {
      const user = { createUser: 'mallory', pwd: 'a password', roles: ['readWrite'] };
      await expect(db.command(user)).rejects.toMatchObject(denied);
      await expect(db.command({ usersInfo: 'operator' })).rejects.toMatchObject(denied);
      await expect(db.command({ dropDatabase: 1 })).rejects.toMatchObject(denied);
    });
  });

  test('access needs the password of this engine', async () => {
    const { AUTH_MONGODB_URL: auth, CART_REDIS_URL: cart } = system.dataUrls;
    await inMongodb(withoutLogin(auth), async (db) => {
      await expect(db.collection('accounts').findOne()).rejects.toMatchObject(denied);
    });
    const { username, password } = new URL(cart);
    const other = auth.replace(/\/\/[^@]*@/, `//${username}:${password}@`);
    const asked = inMongodb(other, (db) => db.collection('accounts').findOne());
    await expect(asked).rejects.toMatchObject({ codeName: 'AuthenticationFailed' });
  });
});

describe('in Redis', () => {
  const noPermission = /NOPERM/;

  test.each<[EngineVariable, string, string]>([
    ['AUTH_REDIS_URL', '{login}:failed:x', '{7}:cart:t_somebody'],
    ['CART_REDIS_URL', '{7}:cart:t_somebody', '{login}:failed:x'],
  ])('the user of %s has access to its own keys only', async (variable, own, foreign) => {
    const url = new URL(system.dataUrls[variable]);
    for (const database of [0, 1]) {
      url.pathname = `/${database}`;
      await inRedis(url.href, async (redis) => {
        expect(await redis.exists(own)).toBe(0);
        await expect(redis.get(foreign)).rejects.toThrow(noPermission);
        await expect(redis.set(foreign, '1')).rejects.toThrow(noPermission);
        const script = "return redis.call('GET', KEYS[1])";
        await expect(redis.eval(script, 1, foreign)).rejects.toThrow(noPermission);
        await expect(redis.eval(`return redis.call('GET', '${foreign}')`, 0)).rejects.toThrow();
      });
    }
  });

  test.each<EngineVariable>(['AUTH_REDIS_URL', 'CART_REDIS_URL'])(
    'the user of %s cannot run commands on the server or on all keys',
    async (variable) => {
      await inRedis(system.dataUrls[variable], async (redis) => {
        const commands = [['KEYS', '*'], ['FLUSHALL'], ['CONFIG', 'GET', '*'], ['ACL', 'LIST'], ['MONITOR']];
        const more = [['SHUTDOWN'], ['REPLICAOF', 'NO', 'ONE'], ['SCRIPT', 'FLUSH']];
        for (const [command = '', ...words] of [...commands, ...more]) {
          await expect(redis.call(command, ...words)).rejects.toThrow(noPermission);
        }
      });
    },
  );

  test('access needs a password', async () => {
    const asked = inRedis(withoutLogin(system.dataUrls.CART_REDIS_URL), (redis) => redis.get('{7}:cart:t_a'));
    await expect(asked).rejects.toThrow('NOAUTH');
  });
});

test('the operations token of a service gives access to its own private ports only', async () => {
  const { replicas } = JSON.parse(await runCli(system.dataDir, ['status', '--json'])) as {
    replicas: { service: RoleName; privateUrl: string }[];
  };
  const statuses = async (holder: RoleName) => {
    const headers = { authorization: `Bearer ${system.operationsToken(holder)}` };
    const asked = replicas.map(async ({ service, privateUrl }) => {
      const { status } = await fetch(`${privateUrl}/operations`, { headers });
      return [service, status] as const;
    });
    return Object.fromEntries(await Promise.all(asked));
  };
  const services = replicas.map(({ service }) => service);
  expect(services).toEqual(expect.arrayContaining(['auth', 'cart', 'catalogue', 'events']));
  for (const holder of services) {
    const expected = services.map((service) => [service, service === holder ? 200 : 401]);
    expect(await statuses(holder)).toEqual(Object.fromEntries(expected));
  }
});
