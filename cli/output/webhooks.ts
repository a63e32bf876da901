import type { Delivery, Webhook } from '#contracts/webhooks.ts';
import { duration } from './duration.ts';
import { pairs, type Sheet } from './table.ts';

/** Returns webhooks as a table. */
export function webhookSheet(
  webhooks: readonly (Webhook & { readonly waiting: number; readonly dead: number })[],
): Sheet {
  const rows = webhooks.map(({ id, waiting, dead, types, url, description }) => [
    ...[id, waiting, dead, types.join(', ') || 'all', url, description],
  ]);
  const headings = ['id', 'waiting', 'dead', 'events', 'address', 'description'];
  return { headings, rows, spare: ['description', 'events'] };
}

/** Returns text that shows a new webhook and its signing secret. The secret is shown only once. */
export function newWebhookText({ id, url, types }: Webhook, secret: string): string {
  return pairs([
    ['id', id],
    ['address', url],
    ['events', types.join(', ') || 'all'],
    ['secret', secret],
  ]).concat('\nNobody can show the secret again.\n');
}

/** Returns text for the state of a delivery; for a waiting delivery, the time until its next try. */
function stateOf({ state, nextAt }: Delivery, now: number): string {
  if (state !== 'waiting' || nextAt === null) return state;
  return `again in ${duration(Math.max(0, Math.ceil((nextAt - now) / 1_000)))}`;
}

/** Returns deliveries as a table. `now` is in Unix milliseconds. */
export function deliverySheet(deliveries: readonly Delivery[], now: number): Sheet {
  const rows = deliveries.map((one) => [
    one.id,
    `${duration(Math.max(0, Math.floor((now - one.createdAt) / 1_000)))} ago`,
    one.type,
    stateOf(one, now),
    one.attempts,
    one.status === null ? '' : String(one.status),
    one.problem,
  ]);
  const headings = ['id', 'made', 'event', 'state', 'tries', 'status', 'problem'];
  return { headings, rows, spare: ['tries', 'made', 'status'] };
}
