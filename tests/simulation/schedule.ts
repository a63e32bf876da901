import { Seeded } from '#platform/util/seeded.ts';
import { faultsOf } from './checker.ts';
import { Client } from './client.ts';
import { Gateway } from './gateway.ts';
import { anotherState } from './goods.ts';
import { type Answer, isOpen, type Operation } from './history.ts';
import { type Mutation, Shop } from './shop.ts';

/** The faults of a schedule, and its operations for statistics. */
interface ScheduleResult {
  readonly faults: readonly string[];
  readonly operations: readonly Operation[];
}

/** An event that happens in the shop. */
type Event = (shop: Shop) => void;

/** Events that happen while clients send requests. Their parameters are random. */
const events: Readonly<Record<string, Event>> = {
  'a replica is stopped': ({ random, replicas }) => {
    // One in ten stops lasts 35 s. If a client sends no idempotency key, the gateway makes one, and Redis
    // stores the outcome for only 30 s. So the outcome is gone when the replica continues.
    const milliseconds = random.below(10) === 0 ? 35_000 : 50 + random.below(2_000);
    if (replicas.length > 0) random.pick(replicas).host.stop(milliseconds);
  },
  'a replica is killed': (shop) => {
    const { random, replicas } = shop;
    if (replicas.length > 0) shop.kill(random.pick(replicas), 100 + random.below(2_000));
  },
  'the engine is paused': ({ random, engine }) => engine.stall(50 + random.below(1_500)),
  'the engine is killed': ({ random, engine }) => engine.kill(20 + random.below(900)),
  'a product changes': ({ random, catalogue }) => catalogue.change(anotherState((end) => random.below(end))),
  'the catalogue is silent': ({ random, catalogue }) => catalogue.silence(50 + random.below(1_000)),
};
const eventNames = Object.keys(events);

/** Cart keys of a guest and of customers. Some carts are in the same shard. */
const cartKeys = ['7', 't_0123456789abcdef', '8'];

/** Schedules random events. If `isCalm` is true, products may change but nothing fails. */
function scheduleEvents(shop: Shop, isCalm: boolean, trace: (event: string) => void): void {
  const { clock, random } = shop;
  for (let count = random.below(isCalm ? 2 : 4); count > 0; count -= 1) {
    const name = isCalm ? 'a product changes' : random.pick(eventNames);
    clock.after(random.next() * (random.below(2) === 0 ? 20 : 1_500), () => {
      trace(name);
      events[name]?.(shop);
    });
  }
}

/**
 * Runs one schedule: random requests of clients while random events happen. Then checks the history. The same seed
 * gives the same schedule.
 */
export async function runSchedule(
  seed: number,
  mutation: Mutation = {},
  trace: (event: string) => void = () => {},
): Promise<ScheduleResult> {
  const random = new Seeded(seed);
  const shop = new Shop(random, mutation);
  const { clock, catalogue } = shop;
  const timed = (event: string) => trace(`${clock.exact.toFixed(1)} ${event}`);
  const isCalm = random.below(4) === 0;
  const messageFaults = { lost: isCalm ? 0 : random.below(4) * 6, doubled: 10 };
  const gateway = new Gateway(shop, messageFaults, mutation.forgetsKey ?? false, timed);
  for (let count = 2 + random.below(2); count > 0; count -= 1) shop.start();
  scheduleEvents(shop, isCalm, timed);
  const operations: Operation[] = [];
  const carts = random.below(3) === 0 ? cartKeys.slice(0, 2) : [random.pick(cartKeys)];
  for (const name of random.below(3) === 0 ? ['a', 'b', 'c'] : ['a', 'b']) {
    void new Client(name, shop, gateway, operations).run(random.below(3) === 0 ? 2 : 1, carts);
  }
  await clock.run();
  const read = finalReads(shop, operations, carts);
  await clock.run();
  await read;
  const catalogueStates = (from: number, to: number) => catalogue.between(from, to);
  return { faults: faultsOf({ operations, commits: shop.commits, catalogueStates }), operations };
}

/** Maximum number of tries for a final read. Far fewer are needed, because no message is lost. */
const maxTries = 1_000;

/** Reads every cart at the end. No message is lost. */
async function finalReads(shop: Shop, operations: Operation[], carts: readonly string[]): Promise<void> {
  const gateway = new Gateway(shop, { lost: 0, doubled: 0 }, false, () => {});
  await shop.clock.pause(60_000);
  for (const cart of carts) {
    const name = `the last read of ${cart}`;
    const once = `last ${cart}`;
    const last = { name, cart, asked: null, once, ifRevision: null, requests: [], deliveries: [] };
    operations.push(last);
    let answer: Answer | null = null;
    for (let tries = 0; tries < maxTries && isOpen(answer); tries += 1) {
      answer = (await gateway.ask(last, 'gateway')).answer;
    }
    if (isOpen(answer)) throw new Error(`nobody answers the last read of ${cart}`);
  }
}
