import type { Delivery, Webhook } from '#contracts/webhooks.ts';
import { duration } from './duration.ts';
import { pairs, table } from './table.ts';

/** Returns a table of webhooks for a terminal width (0 for none). */
export function webhookTable(
  webhooks: readonly (Webhook & { readonly waiting: number; readonly dead: number })[],
  columns: number,
): string {
  const rows = webhooks.map(({ id, waiting, dead, types, url, description }) => [
    ...[id, waiting, dead, types.join(', ') || 'all', url, description],
  ]);
  return table(['id', 'waiting', 'dead', 'events', 'address', 'description'], rows, columns);
}

/** Returns a new webhook with its secret, shown only once. */
export function newWebhookText({ id, url, types }: Webhook, secret: string): string {
  return pairs([
    ['id', id],
    ['address', url],
    ['events', types.join(', ') || 'all'],
    ['secret', secret],
  ]).concat('\nNobody can show the secret again.\n');
}

/** Returns the state of a delivery: its next try, or its result. */
function stateOf({ state, nextAt }: Delivery, now: number): string {
  if (state !== 'waiting' || nextAt === null) return state;
  return `again in ${duration(Math.max(0, Math.ceil((nextAt - now) / 1_000)))}`;
}

/** Returns a table of deliveries; `now` in Unix milliseconds, `columns` of the terminal, 0 for none. */
export function deliveryTable(deliveries: readonly Delivery[], now: number, columns: number): string {
  const rows = deliveries.map((one) => [
    one.id,
    `${duration(Math.max(0, Math.floor((now - one.createdAt) / 1_000)))} ago`,
    one.type,
    stateOf(one, now),
    one.attempts,
    one.status === null ? '' : String(one.status),
    one.problem,
  ]);
  return table(['id', 'made', 'event', 'state', 'tries', 'status', 'problem'], rows, columns);
}
