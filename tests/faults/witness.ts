import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { AnyEvent } from '#contracts/events.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { cartDigest } from '#platform/events/cart-digest.ts';
import { EventConsumer } from '#platform/events/event-consumer.ts';
import { shardOf } from '../../services/cart/store/keys.ts';
import { lineKeyOf } from './commands.ts';
import type { Commit } from './history.ts';

/** How long nothing may arrive before the rest counts as missing. Milliseconds. */
const patienceMs = 30_000;

/** What the stream of events says about some carts. */
export interface Witness {
  /** Every committed revision of a cart, in order, by the cart's key. Two events that differ are both there. */
  readonly committed: ReadonlyMap<string, readonly Commit[]>;
  /** Revisions that a shard gave out and no event has, `shard:revision`. */
  readonly gaps: readonly string[];
}

/** Collects the events of some carts. An event that comes twice counts once. */
class Collector {
  heard = 0;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #commits = new Map<string, Map<string, Commit>>();
  readonly #revisions = new Map<number, Set<number>>();

  constructor(carts: Iterable<string>) {
    this.#keys = new Map([...carts].map((key) => [cartDigest(key), key]));
  }

  take(event: AnyEvent): void {
    this.heard += 1;
    if (!('cart' in event.data)) return;
    const { cart, revision, write = null, items, lines } = event.data;
    const key = this.#keys.get(cart);
    if (key === undefined) return;
    if (items.length < lines) throw new Error(`cart ${key} has more lines than an event names`);
    const quantities = items.map((one) => [lineKeyOf(one.productId), one.quantity] as const);
    const commits = this.#commits.get(key) ?? new Map<string, Commit>();
    commits.set(JSON.stringify([revision, write, quantities]), {
      revision,
      write,
      lines: new Map(quantities),
    });
    this.#commits.set(key, commits);
    const shard = shardOf(key);
    this.#revisions.set(shard, (this.#revisions.get(shard) ?? new Set()).add(revision));
  }

  has(cart: string, revision: number): boolean {
    return revision === 0 || (this.#revisions.get(shardOf(cart))?.has(revision) ?? false);
  }

  /** Every change in a shard takes the next revision, so a number that is left out is an event that is missing. */
  gaps(): string[] {
    return [...this.#revisions].flatMap(([shard, revisions]) => {
      const [from, to] = [Math.min(...revisions), Math.max(...revisions)];
      const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      return all.filter((one) => !revisions.has(one)).map((one) => `${shard}:${one}`);
    });
  }

  committed(): Map<string, Commit[]> {
    return new Map(
      [...this.#commits].map(([key, commits]) => [
        key,
        [...commits.values()].sort((one, other) => one.revision - other.revision),
      ]),
    );
  }
}

/**
 * Reads the stream of events from its beginning, until the last revision of each cart has arrived with all before it,
 * or nothing more arrives.
 *
 * @param finals - the carts, each with its revision now that everything is over
 */
export async function witnessOf(
  { url, password }: { url: string; password: string },
  finals: ReadonlyMap<string, number>,
): Promise<Witness> {
  const collector = new Collector(finals.keys());
  const settings = { NATS_URL: url, NATS_USER: 'events', NATS_PASSWORD: password };
  const connection = await connectNats('events', settings, false);
  const take = async (event: AnyEvent) => collector.take(event);
  // A name of its own, so that it hears everything and takes no event from the service.
  const consumer = new EventConsumer(connection, `witness-${randomUUID()}`, take, pino({ level: 'silent' }));
  void consumer.run();
  try {
    let [heard, since] = [0, performance.now()];
    for (;;) {
      const whole = [...finals].every(([cart, revision]) => collector.has(cart, revision));
      const gaps = whole ? collector.gaps() : [];
      if (whole && gaps.length === 0) break;
      if (collector.heard > heard) [heard, since] = [collector.heard, performance.now()];
      if (performance.now() - since > patienceMs) break;
      await sleep(100);
    }
    return { committed: collector.committed(), gaps: collector.gaps() };
  } finally {
    await consumer.close();
    await connection.close();
  }
}
