import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lengthOf } from '#testing/length.ts';
import { DamagedSystem } from './damaged-system.ts';
import { type FaultCase, faults } from './faults.ts';
import { answersOf } from './history.ts';
import { Load } from './load.ts';
import { plan } from './plan.ts';

const seed = 20_261_121;
const sockets = 64;
const inFlightAtKill = 50;
const adds = lengthOf(400, 1_000);
/** Number of acknowledged writes before each kill. */
const between = lengthOf(100, 200);

let system: DamagedSystem;
beforeAll(async () => {
  system = await DamagedSystem.start({ replicas: { gateway: 2, cart: 3 } });
}, 600_000);
afterAll(() => system[Symbol.asyncDispose](), 600_000);

const exact = { open: 0, lost: 0, doubled: 0, faults: [] };

describe('with two gateways and three carts', () => {
  test(`${adds} adds over 64 sockets are all in one cart, each with its own revision`, async () => {
    const planned = plan({ seed, products: system.products, carts: 1, mix: 'adds', writes: adds });
    await using load = new Load(system, { script: { planned }, sockets });
    const { replayed, retried, ...verdict } = await load.complete();
    expect(verdict, `${retried} retried`).toEqual({
      ...exact,
      carts: 1,
      writes: adds,
      acknowledged: adds,
      refused: 0,
    });
    // Replayed answers are left out, because a repeated request does not make a revision.
    const first = load.writer.writes.flatMap(answersOf).filter(({ answer }) => !answer.replayed);
    expect(new Set(first.map(({ answer }) => answer.revision)).size).toBe(adds - replayed);
  }, 600_000);

  test('adds to 24 carts are spread over all replicas', async () => {
    const planned = plan({ seed: seed - 1, products: system.products, carts: 24, mix: 'adds', writes: 96 });
    await using load = new Load(system, { script: { planned }, sockets });
    expect(await load.complete()).toMatchObject({ ...exact, carts: 24, acknowledged: 96 });
    for (const gateway of ['gateway-1', 'gateway-2']) {
      expect(await system.metric(gateway, 'cartwright_http_request_duration_seconds_count')).toBeGreaterThan(
        0,
      );
    }
    for (const cart of ['cart-1', 'cart-2', 'cart-3']) {
      expect(await system.metric(cart, 'cartwright_operation_seconds_count')).toBeGreaterThan(0);
    }
  }, 600_000);

  test('with kill -9 of a gateway, a cart, redis and nats, writes of every kind take effect exactly once', async () => {
    const planned = plan({ seed: seed + 1, products: system.products, carts: 8, mix: 'all' });
    await using load = new Load(system, { script: { planned }, sockets });
    for (const name of ['gateway-2', 'cart-1', 'redis', 'nats']) {
      await load.more(between);
      const victim = await system.aim(name);
      expect(await load.killBusy(victim, inFlightAtKill)).toBeGreaterThanOrEqual(inFlightAtKill);
      await victim.back();
    }
    await load.more(between);
    const { acknowledged, refused, writes, retried, replayed, carts, ...rest } = await load.finish();
    expect(rest, `${retried} retried, ${replayed} replayed`).toEqual(exact);
    expect([carts, acknowledged + refused]).toEqual([8, writes]);
    expect(acknowledged).toBeGreaterThanOrEqual(5 * between);
  }, 600_000);

  const races = faults.filter(({ id }) => id === 'F21' || id === 'F31');
  test.each<FaultCase>([...races])(
    '$title: the outcome is always that of one of the orders',
    async (race) => {
      const script = race.script(seed + 2 + races.indexOf(race), system.products);
      await using load = new Load(system, { script, sockets: race.sockets });
      const { acknowledged, writes, retried, replayed, carts, refused, ...rest } = await load.complete();
      expect(rest, `${retried} retried, ${replayed} replayed`).toEqual(exact);
      expect({ acknowledged, writes, carts, refused }).toEqual({
        acknowledged: 300,
        writes: 300,
        carts: 100,
        refused: 0,
      });
    },
    600_000,
  );
});
