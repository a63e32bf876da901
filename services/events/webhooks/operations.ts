import { randomBytes } from 'node:crypto';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replayDeliveries,
  testWebhook,
  type Webhook,
} from '#contracts/webhooks.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Deliveries } from './deliveries.ts';
import { secretOf } from './domain/delivery.ts';
import type { Sender } from './sender.ts';
import type { DeliveryStore } from './store/delivery-store.ts';
import type { WebhookStore } from './store/webhook-store.ts';

interface WebhookDeps {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly dispatch: Deliveries;
  readonly sender: Sender;
  readonly secret: string;
  readonly log: Readonly<Record<'warn', (members: object, message: string) => void>>;
  readonly now: () => number;
}

export function webhookOperations(deps: WebhookDeps): readonly ImplementedOperation[] {
  return [...addressOperations(deps), ...deliveryOperations(deps)];
}

/** Returns the webhook with an id. @throws ServiceError `service_webhook_not_found` */
async function existingWebhook(webhooks: WebhookStore, id: string): Promise<Webhook> {
  const webhook = await webhooks.byId(id);
  if (!webhook) throw refusal('service_webhook_not_found', {});
  return webhook;
}

function addressOperations(deps: WebhookDeps): ImplementedOperation[] {
  const { webhooks, deliveries, dispatch, sender, secret, log, now } = deps;
  return [
    implement(createWebhook, async ({ url, types, description }) => {
      if (!sender.mayGoTo(url)) throw refusal('service_webhook_address_refused', {});
      const id = `wh_${randomBytes(12).toString('hex')}`;
      const webhook = {
        id,
        url: new URL(url).href,
        types: [...new Set(types)],
        description,
        createdAt: now(),
      };
      await webhooks.create(webhook);
      dispatch.wake();
      return { webhook, secret: secretOf(id, secret) };
    }),

    implement(listWebhooks, async () => ({
      webhooks: await Promise.all(
        (await webhooks.all()).map(async (webhook) => ({
          ...webhook,
          waiting: await deliveries.count(webhook.id, 'waiting'),
          dead: await deliveries.count(webhook.id, 'dead'),
        })),
      ),
    })),

    implement(testWebhook, async ({ webhook: id }) => {
      const tried = await dispatch.test(await existingWebhook(webhooks, id));
      return { delivered: tried.problem === '', ...tried };
    }),

    implement(deleteWebhook, async ({ webhook: id }) => {
      const webhook = await existingWebhook(webhooks, id);
      await webhooks.delete(id);
      dispatch.wake();
      // The reply does not wait for the deletion, which may take long. If the deletion fails, MongoDB removes
      // the deliveries when they expire.
      void deliveries
        .deleteOf(id)
        .catch((error: unknown) => log.warn({ err: error }, 'deliveries of a deleted webhook remain'));
      return { webhook };
    }),
  ];
}

function deliveryOperations({ webhooks, deliveries, dispatch, now }: WebhookDeps): ImplementedOperation[] {
  return [
    implement(listDeliveries, async ({ webhook: id, state, page, perPage }) => {
      const { id: webhook } = await existingWebhook(webhooks, id);
      return deliveries.list(webhook, state, { skip: (page - 1) * perPage, limit: perPage });
    }),

    implement(replayDeliveries, async ({ webhook: id, delivery }) => {
      const { id: webhook } = await existingWebhook(webhooks, id);
      const one = async (id: string) => Number(await deliveries.replay(webhook, id, now()));
      const replayed = delivery === null ? await deliveries.replayDead(webhook, now()) : await one(delivery);
      dispatch.wake();
      return { replayed };
    }),
  ];
}
