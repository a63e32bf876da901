import { z } from 'zod';
import { EventType } from './events.ts';
import { operation } from './operation.ts';

/** Whether an address has a name or a password in it, as `https://name:password@host` has. */
export function hasCredentials(url: string): boolean {
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

/**
 * Where events are sent. `types` empty means all. Times are Unix milliseconds. An address has no credentials in it: it is
 * shown and kept as it is, and the signature says who sends.
 */
export const Webhook = z.object({
  id: z.string().regex(/^wh_[0-9a-f]{24}$/),
  url: z
    .url({ protocol: /^https?$/, abort: true })
    .max(2_000)
    .refine((url) => !hasCredentials(url)),
  types: z.array(EventType).max(50),
  description: z.string().max(200),
  createdAt: z.int(),
});
export type Webhook = z.infer<typeof Webhook>;

/** `waiting` is tried again at `nextAt`; `dead` was tried as often as it is tried at all, and can be replayed. */
export const DeliveryState = z.enum(['waiting', 'delivered', 'dead']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** One event on its way to one receiver, and how its tries went. */
export const Delivery = z.object({
  id: z.string(),
  webhook: z.string(),
  event: z.string(),
  type: z.string(),
  state: DeliveryState,
  attempts: z.int().min(0),
  createdAt: z.int(),
  /** When it is tried next; null when it is not. */
  nextAt: z.int().nullable(),
  deliveredAt: z.int().nullable(),
  /** What the receiver answered last; null when it did not. */
  status: z.int().nullable(),
  /** Why the last try failed; empty when it did not, or was none. */
  problem: z.string().max(300),
});
export type Delivery = z.infer<typeof Delivery>;

/** A webhook as an operator names it: by its id. */
const reference = z.string().trim().min(1).max(60);

/**
 * The secret that deliveries are signed with is shown here and never again.
 * Refusals: `service_webhook_address_refused` for an address of this machine or its network, unless those are allowed.
 */
export const createWebhook = operation('events.create-webhook', {
  summary: 'Sends events to an address from now on',
  access: 'operator',
  effect: 'write',
  request: Webhook.pick({ url: true, types: true }).extend({
    description: z.string().trim().max(200).default(''),
  }),
  reply: z.object({ webhook: Webhook, secret: z.string() }),
});

export const listWebhooks = operation('events.list-webhooks', {
  summary: 'Webhooks with how many of their deliveries wait or are dead',
  access: 'operator',
  effect: 'read',
  request: z.object({}),
  reply: z.object({
    webhooks: z.array(Webhook.extend({ waiting: z.int().min(0), dead: z.int().min(0) })),
  }),
});

/** Sends an event of type `webhook.test` at once, and tells how that went. Refusals: `service_webhook_not_found`. */
export const testWebhook = operation('events.test-webhook', {
  summary: 'Sends a test to a webhook',
  access: 'operator',
  effect: 'write',
  request: z.object({ webhook: reference }),
  reply: z.object({ delivered: z.boolean(), status: z.int().nullable(), problem: z.string() }),
});

/** The newest first; of more than 100,000 no more are counted. Refusals: `service_webhook_not_found`. */
export const listDeliveries = operation('events.list-deliveries', {
  summary: 'Deliveries of a webhook',
  access: 'operator',
  effect: 'read',
  request: z.object({
    webhook: reference,
    state: DeliveryState.nullable().default(null),
    page: z.int().min(1).max(1_000_000).default(1),
    perPage: z.int().min(1).max(100).default(20),
  }),
  reply: z.object({ deliveries: z.array(Delivery), total: z.int().min(0) }),
});

/**
 * Tries deliveries again from now on: one, or with `delivery` null dead ones of the webhook, a thousand at most. Who wants
 * all of them asks until none is replayed.
 * Refusals: `service_webhook_not_found`.
 */
export const replayDeliveries = operation('events.replay-deliveries', {
  summary: 'Tries deliveries again',
  access: 'operator',
  effect: 'write',
  request: z.object({ webhook: reference, delivery: z.string().max(60).nullable().default(null) }),
  reply: z.object({ replayed: z.int().min(0) }),
});

/** Its deliveries go with it. Refusals: `service_webhook_not_found`. */
export const deleteWebhook = operation('events.delete-webhook', {
  summary: 'Sends nothing more to an address',
  access: 'operator',
  effect: 'write',
  request: z.object({ webhook: reference }),
  reply: z.object({ webhook: Webhook }),
});
