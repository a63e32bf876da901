import { connectRedis } from '#platform/redis/connection.ts';
import { runProcess } from '#platform/service/process.ts';
import { cartBody } from './cart.ts';
import { loadExtensions } from './extensions.ts';
import { CartSettings } from './settings.ts';
import { CartStore } from './store/cart-store.ts';
import { SessionIndex } from './store/session-index.ts';
import { TransferStore } from './store/transfer-store.ts';
import { WriteLimit } from './store/write-limit.ts';

await runProcess({
  role: 'cart',
  description: 'Carts',
  settings: CartSettings,
  build: async (settings, parts) => {
    const extensions = await loadExtensions(settings.CART_EXTENSIONS, parts.logger);
    const redis = connectRedis(settings.CART_REDIS_URL, parts.logger);
    const bound = settings.CART_RATE_LIMIT;
    const stores = {
      store: new CartStore(redis),
      transferStore: new TransferStore(redis),
      index: new SessionIndex(redis),
      limit: bound && new WriteLimit(redis, bound),
    };
    return cartBody(settings, { ...stores, extensions }, parts);
  },
});
