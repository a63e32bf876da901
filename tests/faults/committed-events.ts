import { setTimeout as sleep } from 'node:timers/promises';
import { type NatsConnection, NatsError } from 'nats';
import { type AnyEvent, eventStream } from '#contracts/events.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { cartDigest } from '#platform/events/digests.ts';
import { eventsOf } from '#platform/events/event-stream.ts';
import { shardOf } from '../../services/cart/store/keys.ts';
import { lineKeyOf } from './commands.ts';
import type { Commit } from './history.ts';

/** If no event arrives for this many milliseconds, the remaining events count as missing. */
const patienceMs = 30_000;
/** Milliseconds for which NATS may refuse the consumer. Just after nodes were killed, it first elects leaders. */
const electionMs = 60_000;

/** The events of some carts. */
export interface CommittedEvents {
  /** Committed revisions in order, by cart key. If two events contradict each other, both are included. */
  readonly committed: ReadonlyMap<string, readonly Commit[]>;
  /** The missing revisions, as `shard:revision`: no event of the shard has this revision. */
  readonly gaps: readonly string[];
}

/** Collects the events of some carts. A repeated event counts once. */
class Collector {
  eventCount = 0;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #commits = new Map<string, Map<string, Commit>>();
  readonly #revisions = new Map<number, Set<number>>();

  constructor(carts: Iterable<string>) {
    this.#keys = new Map([...carts].map((key) => [cartDigest(key), key]));
  }

  take(event: AnyEvent): void {
    this.eventCount += 1;
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

  /**
   * Returns the missing revisions of each shard. Every change in a shard takes the next revision, so a missing
   * revision is a missing event.
   */
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

/** Returns all messages of the stream. Asks again after an error of NATS, because an ordered consumer takes nothing away. */
async function messagesOf(connection: NatsConnection) {
  for (const end = performance.now() + electionMs; ; await sleep(500)) {
    try {
      return await (await connection.jetstream().consumers.get(eventStream)).consume();
    } catch (error) {
      if (!(error instanceof NatsError) || performance.now() > end) throw error;
    }
  }
}

/**
 * Reads the stream of events from its beginning, until the events include the final revision of each cart, or
 * no more events come.
 *
 * @param finals - the carts with their final revisions
 */
export async function committedEventsOf(
  { url, password }: { url: string; password: string },
  finals: ReadonlyMap<string, number>,
): Promise<CommittedEvents> {
  const collector = new Collector(finals.keys());
  // An ordered consumer receives all events and takes none away from the service. Only `streams` may create one.
  const settings = { NATS_URL: url, NATS_USER: 'streams', NATS_PASSWORD: password };
  const connection = await connectNats('streams', settings, false);
  const messages = await messagesOf(connection).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  const read = (async () => {
    for await (const { data } of messages) for (const event of eventsOf(data).events) collector.take(event);
  })();
  try {
    let [eventCount, since] = [0, performance.now()];
    for (;;) {
      const whole = [...finals].every(([cart, revision]) => collector.has(cart, revision));
      const gaps = whole ? collector.gaps() : [];
      if (whole && gaps.length === 0) break;
      if (collector.eventCount > eventCount) [eventCount, since] = [collector.eventCount, performance.now()];
      if (performance.now() - since > patienceMs) break;
      await sleep(100);
    }
    return { committed: collector.committed(), gaps: collector.gaps() };
  } finally {
    messages.stop();
    await read;
    await connection.close();
  }
}
