import { type Entries, none } from './entries.ts';

/** Webhooks of operators. */
export const eventsErrors = {
  service_webhook_not_found: { status: 404, message: 'There is no such webhook.', data: none },
  service_webhook_address_refused: {
    status: 400,
    message: 'Webhooks go to public addresses only, unless WEBHOOK_PRIVATE_ADDRESSES=allow says otherwise.',
    data: none,
  },
} as const satisfies Entries;
