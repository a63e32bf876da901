import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  broadcastSubjectOf,
  calledBy,
  callerRolesOf,
  inboxOf,
  serviceOf,
  subjectOf,
} from '#contracts/operation.ts';
import { optionalServices, presenceSubject, services, statusSubject } from '#contracts/status.ts';
import { allOperations } from '#testing/operations.ts';
import { type RoleName, roles } from './base/roles.ts';
import { root } from './base/settings.ts';

const files = (pattern: string) =>
  globSync(pattern, { cwd: root }).filter((one) => !/test|fixture/.test(one));
const read = (name: string) => readFileSync(join(root, name), 'utf8');

const all = await allOperations();

/** Returns the subjects to which the NATS user of a role may publish or subscribe. */
function allowed(role: RoleName, what: 'publish' | 'subscribe'): string[] {
  const [, user = ''] = read('deploy/nats.conf').split(`user: ${role},`);
  const [, list = ''] = new RegExp(`${what}: \\[([^\\]]*)\\]`).exec(user) ?? [];
  return [...list.matchAll(/"([^"]+)"/g)].map(([, subject = '']) => subject);
}

const operationSubjects = (subjects: readonly string[]) =>
  subjects.filter((one) => /^(call|admin)\./.test(one)).sort();

/** The services whose status the gateway asks for. */
const askedForStatus: readonly string[] = ['auth', 'cart', 'catalogue'];

/**
 * Returns the source folders of a role. `dev` belongs to the role `cli`, because `npm start` imports the demo shop as
 * the user `cli`.
 */
const foldersOf = (name: RoleName) =>
  ({ cli: '{cli,dev}', gateway: 'gateway', connect: '{services/connect,platform/woocommerce}' })[
    name as string
  ] ?? `services/${name}`;

/** Returns what the sources of a role import from contracts, such as `contracts/cart.ts readCart`. */
function importsOf(name: RoleName): Set<string> {
  const found = files(`${foldersOf(name)}/**/*.ts`).flatMap((file) =>
    [...read(file).matchAll(/import \{([^}]*)\} from '#(contracts\/[\w-]+\.ts)'/g)].flatMap(
      ([, names = '', from]) => names.split(',').map((one) => `${from} ${one.trim()}`),
    ),
  );
  return new Set(found);
}

const isService = (name: RoleName) => [...services, ...optionalServices].some((service) => service === name);

describe.each(roles)('the user $name', ({ name }) => {
  test('may subscribe to exactly the operations that it serves, on its own queues', () => {
    const own = all.filter(({ operation }) => serviceOf(operation) === name);
    const subjects = own.flatMap(({ operation }) =>
      calledBy(operation).map((by) => subjectOf(operation, by)),
    );
    const expected = isService(name) ? [...subjects, statusSubject(name)] : [];
    expect(operationSubjects(allowed(name, 'subscribe'))).toEqual(expected.sort());
  });

  test('may publish to exactly the operations that it calls', () => {
    const asked = all.flatMap(({ operation }) =>
      calledBy(operation)
        .filter((by) => by === 'caller' && callerRolesOf(operation, by).includes(name))
        .map((by) => subjectOf(operation, by)),
    );
    const more = { gateway: askedForStatus.map(statusSubject), cli: ['admin.>'] }[name as string] ?? [];
    expect(operationSubjects(allowed(name, 'publish'))).toEqual([...asked, ...more].sort());
  });

  test('may repeat a request to all replicas of the services that it calls, and receives its own repeats', () => {
    const isForCallers = (one: (typeof all)[number]) => calledBy(one.operation).includes('caller');
    const called = all.filter(
      (one) => isForCallers(one) && callerRolesOf(one.operation, 'caller').includes(name),
    );
    const ofCalled = called.map(({ operation }) => broadcastSubjectOf(serviceOf(operation), name));
    const served = all.filter((one) => isForCallers(one) && serviceOf(one.operation) === name);
    const ofServed = served.flatMap(({ operation }) =>
      callerRolesOf(operation, 'caller')
        .filter((role) => role !== 'cli')
        .map((role) => broadcastSubjectOf(name, role)),
    );
    const distinct = (subjects: readonly string[]) => [...new Set(subjects)].sort();
    const broadcasts = (what: 'publish' | 'subscribe') =>
      allowed(name, what).filter((one) => one.startsWith('broadcast.'));
    // The command line does not know how many replicas run, so it repeats requests only to one replica.
    expect(broadcasts('publish').sort()).toEqual(name === 'cli' ? [] : distinct(ofCalled));
    expect(broadcasts('subscribe').sort()).toEqual(distinct(ofServed));
  });

  test('is in `askedBy` of exactly the operations that its source calls', () => {
    const imported = importsOf(name);
    const others = all.filter(
      ({ operation }) => serviceOf(operation) !== name && calledBy(operation).includes('caller'),
    );
    const asked = others.filter((one) => imported.has(`${one.file} ${one.name}`));
    const named = others.filter(({ operation }) => callerRolesOf(operation, 'caller').includes(name));
    // Operators call some operations by name from the command line: manager operations, and those in `byHand`.
    // So no source file imports these operations.
    const byHand = ['auth.read-login-parameters'];
    const byOperator = ({ operation }: (typeof all)[number]) =>
      name === 'cli' && (operation.access !== 'caller' || byHand.includes(operation.name));
    const namesOf = (list: typeof all) =>
      list.filter((one) => !byOperator(one)).map(({ operation }) => operation.name);
    expect(namesOf(named).sort()).toEqual(namesOf(asked).sort());
  });

  test('announces its presence only under its own name', () => {
    const presence = (what: 'publish' | 'subscribe') =>
      allowed(name, what).filter((one) => one.startsWith('presence.'));
    const heard = [presence('publish'), presence('subscribe')];
    expect(heard).toEqual(isService(name) ? [[presenceSubject(name)], [presenceSubject('*')]] : [[], []]);
  });

  test('may publish only to the inboxes of the roles that send it requests', () => {
    const own = all.filter(({ operation }) => serviceOf(operation) === name);
    const askers = own.flatMap(({ operation }) =>
      calledBy(operation).flatMap((by) => callerRolesOf(operation, by)),
    );
    // The command line asks every process for its status, and the gateway some services.
    const more = isService(name) ? ['cli'] : [];
    const ofStatus = askedForStatus.includes(name) ? ['gateway'] : [];
    const expected = [...new Set([...askers, ...more, ...ofStatus])].map((role) => `${inboxOf(role)}.>`);
    const found = allowed(name, 'publish').filter((one) => one.startsWith('_INBOX'));
    expect(found.sort()).toEqual(expected.sort());
  });

  test('may subscribe to its own inbox and to no other', () => {
    const inboxes = allowed(name, 'subscribe').filter((one) => /^(_INBOX|>|\*)/.test(one));
    expect(inboxes).toEqual([`_INBOX_${name}.>`]);
  });

  test('has no wildcard that includes subjects of other users', () => {
    const wild = [...allowed(name, 'publish'), ...allowed(name, 'subscribe')].filter((one) =>
      /^[^.]*[*>]|^(call|feed|\$JS|\$JS\.API)\.[*>]/.test(one),
    );
    // Operators make streams with this user.
    expect(wild).toEqual(name === 'streams' ? ['$JS.API.>'] : []);
  });
});

test('roles may only read the state of streams and the stream or consumer of their own', () => {
  const found = roles
    .filter(({ name }) => name !== 'streams')
    .map(({ name }) => [
      name,
      allowed(name, 'publish')
        .filter((one) => one.startsWith('$JS'))
        .sort(),
    ]);
  const events = '$JS.API.STREAM.INFO.EVENTS';
  const webhooks = 'EVENTS.webhooks';
  const tokens = ['$JS.API.STREAM.INFO.TOKENS', '$JS.API.STREAM.MSG.GET.TOKENS'];
  const consumer = ['$JS.ACK', '$JS.API.CONSUMER.INFO', '$JS.API.CONSUMER.MSG.NEXT'];
  const ofConsumer = consumer.map((one) => `${one}.${webhooks}${one === '$JS.ACK' ? '.>' : ''}`);
  expect(Object.fromEntries(found)).toEqual({
    ...{
      catalogue: [events],
      auth: [events, ...tokens],
      cart: [events],
      connect: [events],
      gateway: [events],
      cli: [],
    },
    events: [...ofConsumer, events].sort(),
  });
});

test('no user may publish to a subject that a message names', () => {
  // With `allow_responses`, a role that sends itself a message could publish to any subject: the reply subject.
  expect(read('deploy/nats.conf')).not.toMatch(/^[^#]*allow_responses/m);
});

test('the services of a whole system are the roles with permanent replicas', () => {
  const served = roles.filter(({ isServed }) => isServed);
  expect(services).toEqual(served.filter(({ needs }) => needs === null).map(({ name }) => name));
  expect(optionalServices).toEqual(served.filter(({ needs }) => needs !== null).map(({ name }) => name));
});

test('the operations of the contracts are found', () => {
  expect(all.length).toBeGreaterThan(70);
});
