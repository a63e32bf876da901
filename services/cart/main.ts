import { runProcess } from '#platform/service/process.ts';
import { cartBody } from './service.ts';
import { CartSettings } from './settings.ts';

await runProcess({
  role: 'cart',
  description: 'Carts',
  settings: CartSettings,
  build: cartBody,
});
