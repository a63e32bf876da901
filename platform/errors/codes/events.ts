import { type Entries, none } from './declared-errors.ts';

/** Errors of webhooks, which only operators see. */
export const eventsErrors = {
  service_webhook_not_found: { status: 404, message: 'There is no such webhook.', data: none },
  service_webhook_address_refused: {
    status: 400,
    message: 'Webhooks may only use public addresses, unless WEBHOOK_PRIVATE_ADDRESSES=allow is set.',
    data: none,
  },
} as const satisfies Entries;
