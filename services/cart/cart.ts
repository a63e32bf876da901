import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { ProcessBody, ProcessParts } from '#platform/service/process.ts';
import { Carts } from './carts.ts';
import { FactsCache } from './facts-cache.ts';
import { Lives } from './lives.ts';
import { cartOperations } from './operations.ts';
import type { CartSettings } from './settings.ts';
import { SettingsMemory } from './settings-memory.ts';
import type { CartStore } from './store/cart-store.ts';
import { Worlds } from './worlds.ts';

/** One replica of the cart service without its process. It closes the store at its end. */
export function cartBody(
  { GUEST_CART_TTL, CUSTOMER_CART_TTL }: CartSettings,
  store: CartStore,
  { caller, logger, nats }: ProcessParts,
): ProcessBody {
  const facts = new FactsCache(caller);
  // Whether stock counts at all is a setting, and facts say how it stands.
  const memory = new SettingsMemory(caller, () => facts.doubtAll());
  const catalogueFeed = new FeedSubscriber(nats, 'catalogue', facts, logger);
  const settingsFeed = new FeedSubscriber(nats, 'settings', memory, logger);
  facts.follow(catalogueFeed, settingsFeed);
  const worlds = new Worlds(facts, () => memory.settings);
  const lives = new Lives({ guest: GUEST_CART_TTL * 1_000, customer: CUSTOMER_CART_TTL * 1_000 });
  const carts = new Carts({ store, worlds, lives, now: Date.now });
  return {
    served: cartOperations(carts),
    dependencies: [
      { name: 'redis', check: () => store.check() },
      { name: 'settings', check: async () => memory.known },
    ],
    async close() {
      catalogueFeed.close();
      settingsFeed.close();
      store.close();
    },
  };
}
