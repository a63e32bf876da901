import type { NatsConnection } from 'nats';
import { eventStream } from '#contracts/events.ts';
import { tokenStream } from '#contracts/tokens.ts';
import type { Dependency } from '#platform/service/dependencies.ts';
import { sick, up } from '#platform/service/finding.ts';
import type { Metrics } from '#platform/service/metrics.ts';
import type { EventStream } from './event-stream.ts';
import type { OutboxAlarm } from './outbox-alarm.ts';
import { missingStream } from './streams.ts';

/**
 * Returns the dependency of a publisher on the stream of events. The dependency is sick if the stream is missing or
 * accepts no events, or if an outbox is nearly full. The process stays ready, because answers do not need the stream.
 */
export function streamDependency(
  nats: NatsConnection,
  stream: Pick<EventStream, 'problem'>,
  alarms: readonly Pick<OutboxAlarm, 'problem'>[],
): Dependency {
  return {
    name: 'event-stream',
    isOptionalAtStart: true,
    async check() {
      const missing = await missingStream(nats, eventStream);
      const problems = [missing ?? stream.problem, ...alarms.map(({ problem }) => problem)].filter(Boolean);
      return problems.length > 0 ? sick(problems.join('; ')) : up;
    },
  };
}

/**
 * Returns the dependency of auth on the log of token changes. The dependency is sick if the log is missing: logins then
 * work, and no token can be revoked.
 */
export function tokenLogDependency(nats: NatsConnection): Dependency {
  return {
    name: 'token-log',
    isOptionalAtStart: true,
    async check() {
      const missing = await missingStream(nats, tokenStream);
      return missing ? sick(missing) : up;
    },
  };
}

/** Adds a metric with the used share of each outbox. */
export function measureOutboxes(alarms: readonly OutboxAlarm[], metrics: Metrics): void {
  metrics.gauges('event_outbox_used', 'Used share of the limit of an outbox', 'outbox', () =>
    alarms.map(({ outbox, used }) => [outbox, used] as const),
  );
}
