import { z } from 'zod';
import { EventType } from './events.ts';
import { operation } from './operation.ts';

/** Returns whether a URL contains credentials, as in `https://name:password@host`. */
export function hasCredentials(url: string): boolean {
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

/**
 * A subscription to events. If `types` is empty, the receiver gets all events except `secretEvents`. Times are
 * Unix milliseconds.
 *
 * The URL may contain no credentials, because lists show the URL unchanged. Receivers check the signature instead.
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

/**
 * State of a delivery. `waiting`: will be tried at `nextAt`. `dead`: all tries failed, but an operator can
 * repeat the delivery.
 */
export const DeliveryState = z.enum(['waiting', 'delivered', 'dead']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** A delivery: one event for one receiver, with its tries. */
export const Delivery = z.object({
  id: z.string(),
  webhook: z.string(),
  event: z.string(),
  type: z.string(),
  state: DeliveryState,
  attempts: z.int().min(0),
  createdAt: z.int(),
  /** Time of the next try; null if no further try is planned. */
  nextAt: z.int().nullable(),
  deliveredAt: z.int().nullable(),
  /** HTTP status of the receiver's last answer; null if the receiver did not answer. */
  status: z.int().nullable(),
  /** Why the last try failed; empty if the last try succeeded. */
  problem: z.string().max(300),
});
export type Delivery = z.infer<typeof Delivery>;

/** Id of a webhook. */
const reference = z.string().trim().min(1).max(60);

/**
 * Creates a webhook. Only this reply contains the secret that signs deliveries. Refusals:
 * `service_webhook_address_refused` for an address of this machine or its network, if the settings refuse
 * these addresses.
 */
export const createWebhook = operation('events.create-webhook', {
  summary: 'Creates a webhook',
  access: 'operator',
  effect: 'write',
  request: Webhook.pick({ url: true, types: true }).extend({
    description: z.string().trim().max(200).default(''),
  }),
  reply: z.object({ webhook: Webhook, secret: z.string() }),
});

/** A webhook with the numbers of its waiting and dead deliveries. */
export const ListedWebhook = Webhook.extend({ waiting: z.int().min(0), dead: z.int().min(0) });
export type ListedWebhook = z.infer<typeof ListedWebhook>;

export const listWebhooks = operation('events.list-webhooks', {
  summary: 'Webhooks with the numbers of waiting and dead deliveries',
  access: 'operator',
  effect: 'read',
  request: z.object({}),
  reply: z.object({
    webhooks: z.array(ListedWebhook),
  }),
});

/**
 * Sends an event of type `webhook.test` to the receiver at once, and returns the result. Refusals:
 * `service_webhook_not_found`.
 */
export const testWebhook = operation('events.test-webhook', {
  summary: 'Sends a test to a webhook',
  access: 'operator',
  effect: 'write',
  request: z.object({ webhook: reference }),
  reply: z.object({ delivered: z.boolean(), status: z.int().nullable(), problem: z.string() }),
});

/**
 * Returns the deliveries of a webhook, newest first. `total` is at most 100,000. Refusals:
 * `service_webhook_not_found`.
 */
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
 * Repeats one delivery. If `delivery` is null, repeats up to a thousand dead deliveries; the caller repeats the call
 * until `replayed` is 0. Refusals: `service_webhook_not_found`.
 */
export const replayDeliveries = operation('events.replay-deliveries', {
  summary: 'Repeats deliveries',
  access: 'operator',
  effect: 'write',
  request: z.object({ webhook: reference, delivery: z.string().max(60).nullable().default(null) }),
  reply: z.object({ replayed: z.int().min(0) }),
});

/** Deletes a webhook with its deliveries. Refusals: `service_webhook_not_found`. */
export const deleteWebhook = operation('events.delete-webhook', {
  summary: 'Deletes a webhook',
  access: 'operator',
  effect: 'write',
  request: z.object({ webhook: reference }),
  reply: z.object({ webhook: Webhook }),
});
