import { randomUUID } from 'node:crypto';
import { maxNoted, type SecurityEvent } from '#contracts/security-log.ts';
import { Outbox } from '#platform/security/outbox.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { Metrics } from '#platform/service/metrics.ts';
import type { SecurityLogStore } from './store/security-log-store.ts';

/** The maximum number of events that wait to be written. */
const maxQueued = 2_000;

/** Dependencies of `SecurityLog`. */
interface SecurityLogDeps {
  readonly store: Pick<SecurityLogStore, 'write'>;
  readonly logger: Pick<Logger, 'info'>;
  readonly metrics: Pick<Metrics, 'counter'>;
}

/** The security log. Each event is written as a line of the process's log and, in the background, to MongoDB. */
export class SecurityLog {
  readonly #outbox: Outbox<SecurityEvent>;
  readonly #logger: SecurityLogDeps['logger'];

  constructor({ store, logger, metrics }: SecurityLogDeps) {
    const dropped = metrics.counter(
      'security_events_dropped_total',
      'Events that were lost from the security log',
    );
    const send = (some: readonly SecurityEvent[]) => store.write(some);
    this.#outbox = new Outbox({
      ...{ send, dropped: () => dropped.inc() },
      ...{ most: maxQueued, atOnce: maxNoted },
    });
    this.#logger = logger;
  }

  /** Logs an event that happens now. */
  note(event: Omit<SecurityEvent, 'id' | 'at'>): void {
    this.take({ id: randomUUID(), at: Date.now(), ...event });
  }

  /** Logs an event that another process has observed. */
  take(event: SecurityEvent): void {
    this.#logger.info({ log: 'security', ...event }, event.event);
    this.#outbox.put(event);
  }

  close(): Promise<void> {
    return this.#outbox.close();
  }
}
