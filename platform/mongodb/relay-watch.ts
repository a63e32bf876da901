import { OutboxAlarm } from '#platform/events/outbox-alarm.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { ChangeRelay } from './change-relay.ts';

/**
 * So far back MongoDB's log reaches at least: `--oplogMinRetentionHours` of `npm start` and docker-compose.yml. A change that
 * waits for longer may be lost.
 */
const keptHours = 24;

/** How long the changes of a relay wait until they are published. */
export class RelayWatch {
  readonly name: string;
  readonly alarm: OutboxAlarm;
  readonly #relay: ChangeRelay;

  constructor(relay: ChangeRelay, logger: Logger) {
    this.name = relay.name;
    this.#relay = relay;
    this.alarm = new OutboxAlarm(relay.name, `${keptHours} hours of MongoDB's log`, logger);
  }

  /** Whether changes wait, which are not counted, and for how long the oldest has. Tells the alarm. */
  async look(): Promise<{ waiting: number; oldestSeconds: number }> {
    const { waitingSeconds: oldestSeconds } = this.#relay;
    this.alarm.note(oldestSeconds / 3_600 / keptHours);
    return { waiting: oldestSeconds > 0 ? 1 : 0, oldestSeconds };
  }
}
