import type { AnyEvent } from '#contracts/events.ts';
import { shards } from '../store/keys.ts';
import type { OutboxEntry, OutboxStore } from '../store/outbox-store.ts';
import { publicCartEvent } from './cart-events.ts';

/** How many events are told at once, of all shards, and of each at least. */
const batch = 512;
const leastOfShard = 8;
/** So long a commit's events wait for those of others, so that all are told together. Milliseconds. */
const gatherMs = 20;
/** How often all shards are looked through for what a replica that ended has left. Milliseconds. */
const sweepMs = 2_000;
/** How long events wait that could not be told: twice as long each time, up to the second figure. Milliseconds. */
const [retryMs, mostRetryMs] = [500, 4_000];
const sayAgainMs = 60_000;

const allShards = Array.from({ length: shards }, (_, shard) => shard);

/** What the relay stands on. */
interface RelayParts {
  readonly outbox: Pick<OutboxStore, 'heads' | 'remove'>;
  /** Resolves when the events are on disk where they are kept. */
  readonly stream: { publish(events: readonly AnyEvent[]): Promise<void> };
  readonly log: Readonly<Record<'warn' | 'error', (members: object, message: string) => void>>;
}

/**
 * Tells what the outboxes of all shards hold, and removes what was told. Each replica tells what it commits itself at
 * once, and now and then what is left of others: an event that was committed always arrives, perhaps twice under one id.
 *
 * Events of a cart stay in their order: whoever tells one begins at the head of its shard, so that all before it were
 * told by itself or are known to be kept.
 */
export class OutboxRelay {
  readonly #parts: RelayParts;
  /** Shards that have something to tell. */
  readonly #waiting = new Set<number>();
  /** The oldest event of each shard at the last look: what is still there at the next was left by somebody. */
  #seen: readonly (string | undefined)[] = [];
  /** The next round; null while nothing waits. */
  #round: NodeJS.Timeout | null = null;
  #running = false;
  #failures = 0;
  #saidAt = Number.NEGATIVE_INFINITY;
  #sweep: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  /** Looks through all shards every two seconds. */
  start(): void {
    this.#sweep = setInterval(() => void this.look(), sweepMs).unref();
    void this.look();
  }

  /** Says that a shard has something to tell. */
  nudge(shard: number): void {
    this.#waiting.add(shard);
    this.#next(gatherMs);
  }

  /** Takes over what waits for longer than one look: whoever committed it would have told it by then. */
  async look(): Promise<void> {
    try {
      const heads = await this.#parts.outbox.heads(allShards, 1);
      const seen = heads.map((entries, shard) => (entries ? entries[0]?.place : this.#seen[shard]));
      for (const shard of allShards) {
        if (heads[shard] && seen[shard] !== undefined && seen[shard] === this.#seen[shard]) this.nudge(shard);
      }
      this.#seen = seen;
    } catch (error) {
      this.#warn(error);
    }
  }

  /** Rounds come one after the other. */
  #next(afterMs: number): void {
    if (this.#closed || this.#running || this.#round || this.#waiting.size === 0) return;
    this.#round = setTimeout(async () => {
      this.#round = null;
      this.#running = true;
      const after = await this.#tell();
      this.#running = false;
      this.#next(after);
    }, afterMs);
  }

  /** Tells what waits, as much as is told at once. How long the next round waits, in milliseconds. */
  async #tell(): Promise<number> {
    const { outbox, stream } = this.#parts;
    const asked = [...this.#waiting];
    const most = Math.max(leastOfShard, Math.floor(batch / asked.length));
    this.#waiting.clear();
    try {
      const heads = await outbox.heads(asked, most);
      const entries = heads.flatMap((ofShard) => ofShard ?? []);
      // What a master that is away has to tell, the next look finds.
      if (entries.length === 0) return gatherMs;
      await stream.publish(entries.flatMap((entry) => this.#read(entry)));
      this.#failures = 0;
      await outbox.remove(new Map(asked.map((shard, index) => [shard, heads[index] ?? []])));
      const more = asked.filter((_, index) => heads[index]?.length === most);
      for (const shard of more) this.#waiting.add(shard);
      return more.length > 0 ? 0 : gatherMs;
    } catch (error) {
      this.#warn(error);
      for (const shard of asked) this.#waiting.add(shard);
      this.#failures += 1;
      return Math.min(mostRetryMs, retryMs * 2 ** (this.#failures - 1));
    }
  }

  /** What is no event can be told to nobody, and must not hold up those behind it. */
  #read(entry: OutboxEntry): AnyEvent[] {
    try {
      return [publicCartEvent(entry)];
    } catch (error) {
      this.#parts.log.error({ err: error, place: entry.place }, 'an event in the outbox is none');
      return [];
    }
  }

  #warn(error: unknown): void {
    if (this.#closed || performance.now() - this.#saidAt < sayAgainMs) return;
    this.#saidAt = performance.now();
    this.#parts.log.warn({ err: error }, 'events of carts wait to be told');
  }

  /** What is not told yet, another replica tells, or the next one. */
  close(): void {
    this.#closed = true;
    if (this.#sweep) clearInterval(this.#sweep);
    if (this.#round) clearTimeout(this.#round);
  }
}
