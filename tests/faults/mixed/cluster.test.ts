import { afterAll, beforeAll, expect, test } from 'vitest';
import { DamagedSystem } from '../damaged-system.ts';
import { verdictOf } from '../verdict.ts';
import { Traffic } from './traffic.ts';

const ones = { gateway: 1, cart: 2, catalogue: 1, auth: 1, events: 1 };

let system: DamagedSystem;
beforeAll(async () => {
  system = await DamagedSystem.start({ replicas: ones, topology: 'cluster' });
});
afterAll(() => system[Symbol.asyncDispose]());

test('kill -9 of one node of each engine loses and doubles no write, and the system becomes ready again', async () => {
  const token = await system.customersToken();
  const options = { urls: [system.url], rate: 20, products: system.products, token, seed: 20_261_124 };
  await using traffic = new Traffic(options);
  await traffic.until(40);
  const names = [await system.nodes.masterOfRedis(), await system.nodes.primaryOfMongodb(), 'nats-1'];
  for (const name of names) {
    const victim = await system.aim(name);
    victim.kill();
    await victim.back();
    await traffic.until(traffic.sent + 40);
  }
  await traffic.stop();
  await system.ready();
  const { lost, doubled, faults, acknowledged } = await verdictOf(system, traffic.writes);
  expect({ lost, doubled, faults }).toEqual({ lost: 0, doubled: 0, faults: [] });
  expect(acknowledged).toBeGreaterThan(0);
});
