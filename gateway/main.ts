import { runProcess } from '#platform/service/process.ts';
import { gateway } from './service.ts';
import { GatewaySettings } from './settings.ts';

await runProcess({
  role: 'gateway',
  description: 'The public HTTP interface in front of catalogue and carts',
  settings: GatewaySettings,
  signsBy: ({ CLAIM_PRIVATE_KEY }) => CLAIM_PRIVATE_KEY,
  build: gateway,
});
