import { type DeclaredErrors, noData } from './declared-errors.ts';

/** Errors of webhooks, which only operators see. */
export const eventsErrors = {
  service_webhook_not_found: { status: 404, message: 'There is no such webhook.', data: noData },
  service_webhook_address_refused: {
    status: 400,
    message: 'Webhooks may only use public addresses, unless WEBHOOK_PRIVATE_ADDRESSES=allow is set.',
    data: noData,
  },
} as const satisfies DeclaredErrors;
