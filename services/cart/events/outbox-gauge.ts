import type { OutboxAlarm } from '#platform/events/outbox-alarm.ts';
import { shards } from '../store/keys.ts';
import type { OutboxStore } from '../store/outbox-store.ts';

/**
 * Maximum number of events in a shard's outbox. Redis removes the oldest events beyond this number
 * (store/lua/commit-cart.lua).
 */
export const maxOfShard = 100_000;
const allShards = Array.from({ length: shards }, (_, shard) => shard);

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
