import { runProcess } from '#platform/service/process.ts';
import { connectBody } from './service.ts';
import { ConnectSettings } from './settings.ts';

await runProcess({
  role: 'connect',
  description: 'Keeps the catalogue in step with a shop of WooCommerce',
  settings: ConnectSettings,
  build: async (settings, deps) => connectBody(settings, deps),
});
