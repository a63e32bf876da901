import type { Dependency } from '#platform/service/dependencies.ts';
import { sick, up } from '#platform/service/finding.ts';
import type { Metrics } from '#platform/service/metrics.ts';
import type { EventStream } from './event-stream.ts';
import type { OutboxAlarm } from './outbox-alarm.ts';

/**
 * Returns the dependency of a publisher on the stream of events. The dependency is sick if the stream accepts
 * no events or an outbox is nearly full. The process stays ready, because answers do not need the stream.
 */
export function streamDependency(
  stream: Pick<EventStream, 'problem'>,
  alarms: readonly Pick<OutboxAlarm, 'problem'>[],
): Dependency {
  return {
    name: 'event-stream',
    isOptionalAtStart: true,
    async check() {
      const problems = [stream, ...alarms].flatMap(({ problem }) => problem ?? []);
      return problems.length > 0 ? sick(problems.join('; ')) : up;
    },
  };
}

/** Adds a metric with the used share of each outbox. */
export function measureOutboxes(alarms: readonly OutboxAlarm[], metrics: Metrics): void {
  metrics.gauges('event_outbox_used', 'Used share of the limit of an outbox', 'outbox', () =>
    alarms.map(({ outbox, used }) => [outbox, used] as const),
  );
}
