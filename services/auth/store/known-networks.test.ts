import { afterAll, beforeAll, expect, test } from 'vitest';
import { Engine } from '#platform/mongodb/engine.ts';
import { createLogger } from '#platform/service/logger.ts';
import { mongodFixture } from '#testing/engines.ts';
import { KnownNetworks } from './known-networks.ts';

const mongod = mongodFixture();
const logger = createLogger('test', 'silent');
const secret = 'a secret of at least thirty-two characters';
const dayMs = 86_400_000;
let now = Date.now();
let engine: Engine;
let networks: KnownNetworks;
const another = () => new KnownNetworks({ engine, secret, logger, now: () => now });

beforeAll(async () => {
  engine = new Engine(mongod.url, logger);
  networks = another();
  await engine.start(() => networks.prepare());
});
afterAll(() => engine.close());

test('a network is known for one account and one kind of success', async () => {
  await networks.remember(7, 'password', '2001:db8:1:2::3');
  const lookups: Parameters<KnownNetworks['knows']>[] = [
    [7, 'password', '2001:db8:1:2::ffff'],
    [7, 'password', '2001:db8:1:3::3'],
    [7, 'login', '2001:db8:1:2::3'],
    [8, 'password', '2001:db8:1:2::3'],
  ];
  const known = await Promise.all(lookups.map((one) => networks.knows(...one)));
  expect(known).toEqual([true, false, false, false]);
});

test('only the twenty most recent networks of an account are stored', async () => {
  const seen = [...Array(20).keys(), 0, 20, 21];
  for (const n of seen) await networks.remember(9, 'password', `192.0.2.${n}`);
  const known = await Promise.all(
    Array.from({ length: 22 }, (_, n) => networks.knows(9, 'password', `192.0.2.${n}`)),
  );
  expect(known.flatMap((is, n) => (is ? [] : [n]))).toEqual([1, 2]);
});

test('concurrent first logins all succeed, and at least one network is stored', async () => {
  const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
  await Promise.all(addresses.map((address) => networks.remember(10, 'password', address)));
  const known = await Promise.all(addresses.map((address) => networks.knows(10, 'password', address)));
  expect(known).toContain(true);
});

test('a network is removed 90 days after its last use, and with its account', async () => {
  await networks.remember(11, 'login', '192.0.2.1');
  now += 89 * dayMs;
  expect(await networks.knows(11, 'login', '192.0.2.1')).toBe(true);
  await networks.remember(11, 'login', '192.0.2.2');
  now += dayMs;
  expect(await networks.knows(11, 'login', '192.0.2.1')).toBe(false);
  expect(await networks.knows(11, 'login', '192.0.2.2')).toBe(true);
  await engine.connection.transaction((session) => networks.removeOf(11, session));
  expect(await networks.knows(11, 'login', '192.0.2.2')).toBe(false);
});

test('no stored data contains an address', async () => {
  await networks.remember(12, 'password', '192.0.2.1');
  const collection = engine.connection.collection<{ _id: number; networks: object[] }>('known_networks');
  const kept = await collection.findOne({ _id: 12 });
  expect(kept?.networks).toEqual([{ digest: expect.stringMatching(/^[\w-]{43}$/), at: expect.any(Date) }]);
});
