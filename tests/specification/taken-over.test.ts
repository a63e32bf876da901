// A process that somebody took over: what its own credentials open, and what they do not.
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAddresses } from '#contracts/accounts.ts';
import { readFacts } from '#contracts/catalogue.ts';
import { inboxOf, type Operation, subjectOf } from '#contracts/operation.ts';
import { listSigningKeys, rotateSigningKeys } from '#contracts/tokens.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { decodeReply, encode } from '#platform/bus/wire.ts';
import { type Operator, operatorOf } from '#platform/testing/operator.ts';
import { type RunningSystem, startSystem } from '#platform/testing/system.ts';
import type { RoleName } from '../../dev/roles.ts';

const startMs = 600_000;
let system: RunningSystem;
let operator: Operator;
const open: NatsConnection[] = [];

beforeAll(async () => {
  system = await startSystem();
  operator = await operatorOf(system);
}, startMs);
afterAll(async () => {
  for (const one of open) await one.close();
  await operator?.[Symbol.asyncDispose]();
  await system?.stop();
}, startMs);

/** The bus as somebody has it who has the password of a role, and what the bus denied. */
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

/** How many requests services have dropped, by their logs. */
async function dropped(): Promise<number> {
  const logs = await Promise.all(['auth-1', 'catalogue-1'].map((name) => system.logs(name)));
  return logs.join('').split('with the reply subject of a stranger was dropped').length - 1;
}

describe('a reply subject makes no service the deputy of a role', () => {
  const rotate = subjectOf(rotateSigningKeys, 'operator');

  const attacks: [RoleName, Operation, string][] = [
    ['cart', readAddresses, rotate],
    ['cart', readFacts, rotate],
    ['cart', readFacts, `${inboxOf('auth')}.${rotate}`],
    ['cart', readFacts, 'feed.tokens'],
  ];
  test.each(attacks)('$0 asks with the reply subject $2', async (role, { name }, reply) => {
    const [before, sofar] = [await keysNow(), await dropped()];
    const { nats } = await busAs(role);
    const body = encode({ references: ['1'] });
    nats.publish(`call.${name}`, body, { reply });
    await expect.poll(dropped, { timeout: 10_000 }).toBe(sofar + 1);
    // The same question with an inbox of its own is answered.
    const asked = await nats.request(`call.${name}`, body, { timeout: 5_000 });
    expect(decodeReply(asked.data)).toBeTruthy();
    expect(await keysNow()).toEqual(before);
  });

  test('nor does the bus itself, which answers for its streams', async () => {
    const [before, sofar] = [await keysNow(), await dropped()];
    const { nats } = await busAs('cart');
    for (const subject of ['$JS.API.STREAM.INFO.EVENTS', 'event.cart.changed']) {
      nats.publish(subject, encode({}), { reply: rotate });
    }
    await expect.poll(dropped, { timeout: 10_000 }).toBe(sofar + 2);
    expect(await keysNow()).toEqual(before);
  });

  test('while the command line rotates them', async () => {
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
      'gateway',
      ['admin.auth.list-accounts', 'call.auth.read-addresses', 'feed.tokens', 'event.cart.changed'],
    ],
  ])('%s publishes nothing that others are for', async (role, subjects) => {
    const { nats, denied } = await busAs(role);
    for (const subject of subjects) nats.publish(subject, encode({}));
    await nats.flush();
    await expect.poll(() => denied).toEqual(subjects.map((subject) => `publish ${subject}`));
  });

  test.each<RoleName>(['cart', 'catalogue', 'auth', 'events', 'gateway'])(
    '%s hears no passwords, tokens or replies of others',
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
