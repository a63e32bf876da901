import { z } from 'zod';
import { ProcessSettings, secret } from '#platform/service/settings.ts';

/** Settings of the events service. The settings that all processes have are in platform/service/settings.ts. */
export const EventsSettings = ProcessSettings.extend({
  EVENTS_MONGODB_URL: secret(z.string().regex(/^mongodb(\+srv)?:\/\/./, 'must be a mongodb:// URL')),
  /** The service derives the secret of each webhook from this secret, so no webhook's secret is stored. */
  EVENTS_SECRET: secret(z.string().min(32, 'must have at least 32 characters')),
  /** Whether webhooks may use addresses of this machine and of private networks. */
  WEBHOOK_PRIVATE_ADDRESSES: z
    .enum(['refuse', 'allow'])
    .default('refuse')
    .transform((word) => word === 'allow'),
});
export type EventsSettings = z.infer<typeof EventsSettings>;
