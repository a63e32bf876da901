import { runProcess } from '#platform/service/process.ts';
import { cartBody } from './cart.ts';
import { CartSettings } from './settings.ts';
import { CartStore } from './store/cart-store.ts';
import { connectRedis } from './store/redis.ts';

await runProcess({
  role: 'cart',
  description: 'Carts',
  settings: CartSettings,
  build: async (settings, parts) => {
    const redis = connectRedis(settings.CART_REDIS_URL, parts.logger);
    return cartBody(settings, new CartStore(redis), parts);
  },
});
