import { CartEvent } from '#contracts/cart.ts';
import type { AnyEvent } from '#contracts/events.ts';
import { cartDigest } from '#platform/events/digests.ts';
import type { OutboxAlarm } from '#platform/events/outbox.ts';
import { customerOf } from '../model/state.ts';
import { allShards } from '../store/keys.ts';
import type { OutboxEntry, OutboxStore } from '../store/outbox-store.ts';

/** Maximum number of events that are published at once. The shards of a batch share this number equally. */
const batch = 512;
/** Number of events that each shard may always add to a batch, even if many shards share the batch. */
const minOfShard = 8;
/** Milliseconds that the relay waits after a commit, so that one batch contains the events of several commits. */
const gatherMs = 20;
/** Milliseconds between two searches of all shards for events that a stopped replica did not publish. */
const sweepMs = 2_000;
/**
 * Milliseconds: `retryMs` is the pause after the first failed publish. Each further failure doubles the
 * pause, up to `maxRetryMs`.
 */
const [retryMs, maxRetryMs] = [500, 4_000];
/** Minimum milliseconds between two warnings. */
const warnAgainMs = 60_000;

interface RelayDeps {
  readonly outbox: Pick<OutboxStore, 'heads' | 'remove'>;
  /** The stream of events; `publish` resolves when the events are on disk. */
  readonly stream: { publish(events: readonly AnyEvent[]): Promise<void> };
  readonly log: Readonly<Record<'warn' | 'error', (members: object, message: string) => void>>;
}

/**
 * Publishes the events in the outboxes of all shards, oldest first, and removes published events. Each replica
 * publishes the events of its own commits at once, and later the events that a stopped replica did not publish. An
 * event may be published twice, with the same id.
 */
export class OutboxRelay {
  readonly #deps: RelayDeps;
  /** Shards with unpublished events. */
  readonly #shards = new Set<number>();
  /**
   * The oldest event of each shard at the last search. If the next search finds the same event, the replica
   * that committed the event has probably stopped.
   */
  #seen: readonly (string | undefined)[] = [];
  /** Timer of the next batch; null if no batch is scheduled. */
  #round: NodeJS.Timeout | null = null;
  #running = false;
  #failures = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;
  #sweep: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(deps: RelayDeps) {
    this.#deps = deps;
  }

  /** Starts to search all shards for unpublished events every two seconds. */
  start(): void {
    this.#sweep = setInterval(() => void this.publishPending(), sweepMs).unref();
    void this.publishPending();
  }

  /** Schedules the publishing of a shard's unpublished events. */
  schedulePublishing(shard: number): void {
    this.#shards.add(shard);
    this.#next(gatherMs);
  }

  /**
   * Publishes the events of each shard whose oldest event this search and the previous search found. The replica
   * that committed this event has probably stopped without publishing the event.
   */
  async publishPending(): Promise<void> {
    try {
      const heads = await this.#deps.outbox.heads(allShards, 1);
      const seen = heads.map((entries, shard) => (entries ? entries[0]?.place : this.#seen[shard]));
      for (const shard of allShards) {
        if (heads[shard] && seen[shard] !== undefined && seen[shard] === this.#seen[shard])
          this.schedulePublishing(shard);
      }
      this.#seen = seen;
    } catch (error) {
      this.#warn(error);
    }
  }

  /** Schedules the next batch. Only one batch is published at a time. */
  #next(afterMs: number): void {
    if (this.#closed || this.#running || this.#round || this.#shards.size === 0) return;
    this.#round = setTimeout(async () => {
      this.#round = null;
      this.#running = true;
      const after = await this.#publish();
      this.#running = false;
      this.#next(after);
    }, afterMs);
  }

  /** Publishes one batch. Returns the milliseconds until the next batch. */
  async #publish(): Promise<number> {
    const { outbox, stream } = this.#deps;
    const polled = [...this.#shards];
    const most = Math.max(minOfShard, Math.floor(batch / polled.length));
    this.#shards.clear();
    try {
      const heads = await outbox.heads(polled, most);
      const entries = heads.flatMap((ofShard) => ofShard ?? []);
      // If a Redis master does not answer, a later call of `publishPending` finds the events of this master.
      if (entries.length === 0) return gatherMs;
      await stream.publish(entries.flatMap((entry) => this.#read(entry)));
      this.#failures = 0;
      await outbox.remove(new Map(polled.map((shard, index) => [shard, heads[index] ?? []])));
      const more = polled.filter((_, index) => heads[index]?.length === most);
      for (const shard of more) this.#shards.add(shard);
      return more.length > 0 ? 0 : gatherMs;
    } catch (error) {
      this.#warn(error);
      for (const shard of polled) this.#shards.add(shard);
      this.#failures += 1;
      return Math.min(maxRetryMs, retryMs * 2 ** (this.#failures - 1));
    }
  }

  /**
   * Returns a list with the public event of an outbox entry. For an invalid entry the list is empty, so that
   * the entry does not block other events.
   */
  #read(entry: OutboxEntry): AnyEvent[] {
    try {
      return [publicCartEvent(entry)];
    } catch (error) {
      this.#deps.log.error({ err: error, place: entry.place }, 'an entry of the outbox is not a valid event');
      return [];
    }
  }

  #warn(error: unknown): void {
    if (this.#closed || performance.now() - this.#warnedAt < warnAgainMs) return;
    this.#warnedAt = performance.now();
    this.#deps.log.warn({ err: error }, 'cart events could not be published and wait');
  }

  /** Stops publishing. Another replica, or this replica after its next start, publishes the events that are left. */
  close(): void {
    this.#closed = true;
    if (this.#sweep) clearInterval(this.#sweep);
    if (this.#round) clearTimeout(this.#round);
  }
}

/**
 * Returns the public event of an outbox entry. The event has a digest of the cart key instead of the key, because the
 * key is secret.
 */
function publicCartEvent({ place, cartKey, revision, event }: OutboxEntry): AnyEvent {
  const { type, lines, items, to, write } = CartEvent.parse(JSON.parse(event));
  const cart = cartDigest(cartKey);
  const customer = Number(customerOf(cartKey)) || null;
  const base = { id: `${cart}:${revision}`, at: Number(place.split('-', 1)[0]) };
  const data = { cart, customer, revision, items, lines, ...(write === undefined ? {} : { write }) };
  if (type === 'cart.transferred') return { ...base, type, data: { ...data, to: to ?? 0 } };
  return { ...base, type, data };
}

/**
 * Maximum number of events in a shard's outbox. Redis removes the oldest events beyond this number
 * (store/lua/commit-cart.lua).
 */
export const maxOfShard = 100_000;

/** Measures the outboxes of carts. */
export class OutboxGauge {
  readonly name = 'outbox';
  readonly #outbox: Pick<OutboxStore, 'heads' | 'lengths'>;
  readonly #alarm: OutboxAlarm;
  readonly #now: () => number;

  /** `now` returns Unix milliseconds. */
  constructor(outbox: Pick<OutboxStore, 'heads' | 'lengths'>, alarm: OutboxAlarm, now: () => number) {
    this.#outbox = outbox;
    this.#alarm = alarm;
    this.#now = now;
  }

  /**
   * Returns the number of unpublished events in all shards, and the age of the oldest event in seconds. Updates the
   * alarm with the length of the longest outbox.
   */
  async measure(): Promise<{ waiting: number; oldestSeconds: number }> {
    const lengths = await this.#outbox.lengths(allShards);
    const waiting = lengths.reduce((all, one) => all + one, 0);
    this.#alarm.note(Math.max(...lengths) / maxOfShard);
    if (waiting === 0) return { waiting, oldestSeconds: 0 };
    const heads = await this.#outbox.heads(allShards, 1);
    const times = heads.flatMap((entries) => (entries?.[0] ? [Number(entries[0].place.split('-')[0])] : []));
    const oldest = Math.min(this.#now(), ...times);
    return { waiting, oldestSeconds: (this.#now() - oldest) / 1_000 };
  }
}
