import { z } from 'zod';
import { eventSettings } from '#platform/events/settings.ts';
import { ProcessSettings } from '#platform/service/settings.ts';

/** Settings of the events service, besides those that every process has (platform/service/settings.ts). */
export const EventsSettings = ProcessSettings.extend({
  ...eventSettings,
  EVENTS_MONGODB_URL: z.string().regex(/^mongodb(\+srv)?:\/\/./, 'must be a mongodb:// URL'),
  /** What the secrets of webhooks are derived from, so that none of them is kept. */
  EVENTS_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** Whether webhooks may go to this machine and to private networks. */
  WEBHOOK_PRIVATE_ADDRESSES: z
    .enum(['refuse', 'allow'])
    .default('refuse')
    .transform((word) => word === 'allow'),
});
export type EventsSettings = z.infer<typeof EventsSettings>;
