import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Load } from './load.ts';
import { Rig } from './rig.ts';

const seed = 20_261_121;
const sockets = 64;
const kills = 3;
const inFlightAtKill = 50;

let rig: Rig;
beforeAll(async () => {
  rig = await Rig.start({ gateway: 2, cart: 3 });
}, 120_000);
afterAll(() => rig[Symbol.asyncDispose](), 30_000);

const exact = { open: 0, lost: 0, doubled: 0, faults: [] };

describe('with two gateways and three carts', () => {
  test('a thousand adds to one cart over 64 sockets are all in it, each with a revision of its own', async () => {
    await using load = new Load(rig, { seed, carts: 1, sockets, largestAdd: 1, adds: 1_000 });
    const { replayed, retried, ...verdict } = await load.complete();
    expect(verdict, `${retried} retried`).toEqual({ ...exact, carts: 1, writes: 1_000, acknowledged: 1_000 });
    // On a slow machine the gateway asks twice, and the answer may be a replay: that has no revision of its own.
    const first = load.writer.writes.filter((write) => write.answer?.replayed === false);
    expect(new Set(first.map((write) => write.answer?.revision)).size).toBe(1_000 - replayed);
    for (const gateway of ['gateway-1', 'gateway-2']) {
      expect(await rig.metric(gateway, 'cartwright_http_answers_total')).toBeGreaterThan(0);
    }
    for (const cart of ['cart-1', 'cart-2', 'cart-3']) {
      expect(await rig.metric(cart, 'cartwright_operation_seconds_count')).toBeGreaterThan(0);
    }
  }, 30_000);

  test.each([
    ['redis', ['redis', 'redis', 'redis']],
    ['a cart replica', ['cart-1', 'cart-2', 'cart-3']],
    ['nats', ['nats', 'nats', 'nats']],
  ])(
    'kill -9 of %s, three times with 50 writes in flight, loses none and doubles none',
    async (title, victims) => {
      await using load = new Load(rig, { seed: seed + title.length, carts: 8, sockets, largestAdd: 3 });
      const inFlight: number[] = [];
      for (const name of victims) {
        await load.more(150);
        const victim = await rig.aim(name);
        inFlight.push(await load.killBusy(victim, inFlightAtKill));
        await victim.back();
      }
      await load.more(150);
      const { acknowledged, writes, retried, replayed, carts, ...rest } = await load.finish();
      expect(rest, `${retried} retried, ${replayed} replayed`).toEqual(exact);
      expect({ carts, acknowledged }).toEqual({ carts: 8, acknowledged: writes });
      expect(inFlight.length).toBe(kills);
      expect(Math.min(...inFlight)).toBeGreaterThanOrEqual(inFlightAtKill);
    },
    60_000,
  );
});
