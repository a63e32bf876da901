import { EventConsumer } from '#platform/events/event-consumer.ts';
import { measureOutboxes, OutboxAlarm } from '#platform/events/outbox.ts';
import { Engine, mongodbDependency } from '#platform/mongodb/engine.ts';
import { SecretCheck } from '#platform/mongodb/secret-check.ts';
import { down, type Finding, sick, up } from '#platform/service/dependency.ts';
import type { ProcessBody, ProcessDeps } from '#platform/service/process.ts';
import type { EventsSettings } from './settings.ts';
import { Deliveries } from './webhooks/deliveries.ts';
import { webhookOperations } from './webhooks/operations.ts';
import { Sender } from './webhooks/sender.ts';
import { DeliveryStore } from './webhooks/store/delivery-store.ts';
import { WebhookStore } from './webhooks/store/webhook-store.ts';

/**
 * Milliseconds for which a shutdown waits for deliveries in progress. Another replica repeats unfinished
 * deliveries.
 */
const shutMs = 3_000;

/**
 * Creates one replica of the events service. The replica reads events from the stream, stores a delivery for each
 * subscribed webhook, and sends due deliveries. The replica starts without waiting for MongoDB and NATS.
 */
export function eventsBody(
  settings: EventsSettings,
  { nats, logger, metrics }: Pick<ProcessDeps, 'nats' | 'logger' | 'metrics'>,
): ProcessBody {
  const engine = new Engine(settings.EVENTS_MONGODB_URL, logger);
  const webhooks = new WebhookStore(engine);
  const deliveries = new DeliveryStore(engine);
  const secret = settings.EVENTS_SECRET;
  const secretCheck = new SecretCheck(engine, { name: 'EVENTS_SECRET', secret, collection: 'events_secret' });
  const started = engine.start(async () => {
    for (const store of [secretCheck, webhooks, deliveries]) await store.prepare();
  });
  const sender = new Sender(settings.WEBHOOK_PRIVATE_ADDRESSES);
  const deps = { webhooks, deliveries, sender, secret, log: logger, now: Date.now };
  const dispatch = new Deliveries(deps);
  const consumer = new EventConsumer(nats, (event) => dispatch.take(event), logger, {
    isWanted: () => dispatch.mayHaveWebhooks,
  });
  const unread = new OutboxAlarm(
    'all services that no webhook has',
    '1 GiB of the stream EVENTS, a week',
    logger,
  );
  measureOutboxes([unread], metrics);
  // The consumer starts after the first read of the webhooks, because without a webhook it discards events.
  void started.then(
    async () => {
      void dispatch.run();
      await dispatch.known;
      void consumer.run();
    },
    () => undefined,
  );
  return {
    served: webhookOperations({ ...deps, dispatch }),
    dependencies: [
      mongodbDependency(engine),
      { name: 'event-stream', notReadyWhileDown: true, check: async () => lookAt(consumer, unread) },
    ],
    backlogs: [
      { name: 'event-stream', measure: async () => consumer.backlog },
      {
        name: 'webhooks',
        measure: async () =>
          deliveries.backlog(
            (await webhooks.all()).map(({ id }) => id),
            Date.now(),
          ),
      },
    ],
    started,
    async shut() {
      const closing = Promise.all([consumer.close(), dispatch.close()]);
      await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, shutMs))]);
    },
    close: () => engine.close(),
  };
}

/**
 * Returns `down` if events cannot be read from the stream, `sick` if the stream is missing or unread events come near the
 * stream's limit, or else `up`.
 */
function lookAt({ problem, isMissing, backlog }: EventConsumer, unread: OutboxAlarm): Finding {
  unread.note(backlog.used);
  if (problem) return isMissing ? sick(problem) : down(problem);
  return unread.problem ? sick(unread.problem) : up;
}
