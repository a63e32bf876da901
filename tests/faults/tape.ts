import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import { pino } from 'pino';
import type { AnyEvent } from '#contracts/events.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { cartDigest } from '#platform/events/cart-digest.ts';
import { EventConsumer } from '#platform/events/event-consumer.ts';
import { shardOf } from '../../services/cart/store/keys.ts';
import type { Write } from './history.ts';
import { answersOf } from './history.ts';

/** How long everything that was committed may take to arrive once nothing is hurt any more. Milliseconds. */
const patienceMs = 30_000;

/** What the stream of events lacks of what was committed. */
export interface Untold {
  /** Events that came, each counted once, and how often one came again. */
  readonly told: number;
  readonly again: number;
  /** Acknowledged writes whose revision nobody was told, and revisions that a shard gave and nobody was told. */
  readonly missing: readonly string[];
  readonly gaps: readonly string[];
  /** Ids under which two events say different things. */
  readonly torn: readonly string[];
}

/** Hears everything that a system's stream of events is told of carts, from the beginning on. */
export class Tape implements AsyncDisposable {
  readonly #connection: NatsConnection;
  readonly #consumer: EventConsumer;
  readonly #heard: AnyEvent[] = [];

  private constructor(connection: NatsConnection) {
    this.#connection = connection;
    const take = async (event: AnyEvent) => void this.#heard.push(event);
    this.#consumer = new EventConsumer(connection, 'tape', take, pino({ level: 'silent' }));
  }

  /** Begins to hear as the events service would, beside it. Before anything is written. */
  static async start(natsUrl: string, password: string): Promise<Tape> {
    const settings = { NATS_URL: natsUrl, NATS_USER: 'events', NATS_PASSWORD: password };
    const tape = new Tape(await connectNats('events', settings, false));
    void tape.#consumer.run();
    while (!tape.#consumer.following) await sleep(20);
    return tape;
  }

  /** Waits until all of these writes were told of, and all of their shards' revisions; then what is lacking still. */
  async untold(writes: readonly Write[]): Promise<Untold> {
    const end = performance.now() + patienceMs;
    for (;;) {
      const untold = compared(this.#heard, writes);
      const isWhole = untold.missing.length === 0 && untold.gaps.length === 0;
      if (isWhole || performance.now() > end) return untold;
      await sleep(100);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#consumer.close();
    await this.#connection.close();
  }
}

/** What was told against what was acknowledged. Every change of a shard's carts takes the shard's next revision. */
function compared(heard: readonly AnyEvent[], writes: readonly Write[]): Untold {
  const byId = Map.groupBy(heard, ({ id }) => id);
  const torn = [...byId].filter(([, same]) => new Set(same.map((one) => JSON.stringify(one))).size > 1);
  const keys = new Map([...new Set(writes.map(({ cart }) => cart))].map((key) => [cartDigest(key), key]));
  const given = new Map<number, Set<number>>();
  for (const [first] of byId.values()) {
    if (!first || !('cart' in first.data)) continue;
    const key = keys.get(first.data.cart);
    if (key === undefined) continue;
    const revisions = given.get(shardOf(key)) ?? new Set();
    given.set(shardOf(key), revisions.add(first.data.revision));
  }
  const acknowledged = writes.flatMap((write) =>
    answersOf(write).flatMap(({ answer }) => (answer.replayed ? [] : [{ cart: write.cart, ...answer }])),
  );
  return {
    told: byId.size,
    again: heard.length - byId.size,
    missing: acknowledged
      .filter(({ cart, revision }) => revision > 0 && !given.get(shardOf(cart))?.has(revision))
      .map(({ cart, revision }) => `${cart}:${revision}`),
    gaps: [...given].flatMap(([shard, revisions]) =>
      gapsOf(revisions).map((revision) => `${shard}:${revision}`),
    ),
    torn: torn.map(([id]) => id),
  };
}

/** Numbers between the lowest and the highest that are not there. */
function gapsOf(revisions: ReadonlySet<number>): number[] {
  const [from, to] = [Math.min(...revisions), Math.max(...revisions)];
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
    (one) => !revisions.has(one),
  );
}
