import { runProcess } from '#platform/service/process.ts';
import { assembleCart } from './assemble.ts';
import { CartSettings } from './settings.ts';

await runProcess({
  role: 'cart',
  description: 'Carts',
  settings: CartSettings,
  build: assembleCart,
});
