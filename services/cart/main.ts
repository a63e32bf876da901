import { z } from 'zod';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import { runProcess } from '#platform/service/process.ts';
import { ProcessSettings, wholeNumber } from '#platform/service/settings.ts';
import { Carts } from './carts.ts';
import { FactsCache } from './facts-cache.ts';
import { cartOperations } from './operations.ts';
import { SettingsMirror } from './settings-mirror.ts';
import { CartStore } from './store/cart-store.ts';
import { connectRedis } from './store/redis.ts';

const CartSettings = ProcessSettings.extend({
  CART_REDIS_URL: z.string().min(1),
  /** Seconds that an untouched guest's cart is kept. */
  GUEST_CART_TTL: wholeNumber.pipe(z.int().positive()).default(172_800),
});

await runProcess({
  role: 'cart',
  description: 'Carts',
  settings: CartSettings,
  async build(settings, { caller, logger, nats }) {
    const redis = connectRedis(settings.CART_REDIS_URL, logger);
    const store = new CartStore(redis);
    const facts = new FactsCache(caller);
    // Whether stock counts at all is a setting, and facts say how it stands.
    const mirror = new SettingsMirror(caller, () => facts.doubtAll());
    const catalogueFeed = new FeedSubscriber(nats, 'catalogue', facts, logger);
    const settingsFeed = new FeedSubscriber(nats, 'settings', mirror, logger);
    facts.follow(catalogueFeed, settingsFeed);
    const carts = new Carts(store, facts, () => mirror.settings, settings.GUEST_CART_TTL * 1000);
    return {
      served: cartOperations(carts, facts),
      dependencies: [
        { name: 'redis', check: () => store.check() },
        { name: 'settings', check: async () => mirror.known },
      ],
      async close() {
        catalogueFeed.close();
        settingsFeed.close();
        redis.disconnect();
      },
    };
  },
});
