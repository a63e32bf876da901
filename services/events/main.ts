import { runProcess } from '#platform/service/process.ts';
import { eventsBody } from './service.ts';
import { EventsSettings } from './settings.ts';

await runProcess({
  role: 'events',
  description: 'Sends what has happened to those who want to know: webhooks',
  settings: EventsSettings,
  build: async (settings, deps) => eventsBody(settings, deps),
});
