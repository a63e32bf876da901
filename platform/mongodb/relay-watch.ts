import { OutboxAlarm } from '#platform/events/outbox-alarm.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { ChangeRelay } from './change-relay.ts';

/**
 * Hours for which MongoDB's log keeps changes (`--oplogMinRetentionHours`). A change that waits longer may be
 * lost.
 */
const keptHours = 24;

/** Reports how long the changes of a relay wait to be published. */
export class RelayWatch {
  readonly name: string;
  readonly alarm: OutboxAlarm;
  readonly #relay: ChangeRelay;

  constructor(relay: ChangeRelay, logger: Logger) {
    this.name = relay.name;
    this.#relay = relay;
    this.alarm = new OutboxAlarm(relay.name, `${keptHours} hours of MongoDB's log`, logger);
  }

  /**
   * Returns the age of the oldest pending change, and updates the alarm. `waiting` is 1 or 0: the relay does
   * not count pending changes.
   */
  async measure(): Promise<{ waiting: number; oldestSeconds: number }> {
    const { lagSeconds: oldestSeconds } = this.#relay;
    this.alarm.note(oldestSeconds / 3_600 / keptHours);
    return { waiting: oldestSeconds > 0 ? 1 : 0, oldestSeconds };
  }
}
