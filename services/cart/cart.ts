import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Backlog } from '#platform/service/backlogs.ts';
import type { Dependency } from '#platform/service/dependencies.ts';
import { upIf } from '#platform/service/finding.ts';
import type { ProcessBody, ProcessDeps } from '#platform/service/process-body.ts';
import type { OutboxRelay } from './background/outbox.ts';
import { AbandonedCarts, Sweeper } from './background/sweeper.ts';
import { Carts } from './carts/carts.ts';
import { Charges } from './carts/charges.ts';
import { Expiry } from './carts/expiry.ts';
import { Transfers } from './carts/transfers.ts';
import { Accounts } from './facts/accounts.ts';
import { catalogueListener } from './facts/catalogue-listener.ts';
import { CommandContexts } from './facts/command-contexts.ts';
import { CouponsCache } from './facts/coupons-cache.ts';
import { FactsCache } from './facts/facts-cache.ts';
import { SettingsCache } from './facts/settings-cache.ts';
import { GrowthLimit, GuestMemory, type MemoryGauge, outcomesOfADay } from './limits/guest-memory.ts';
import type { CouponGuesses, WriteLimit } from './limits/write-limits.ts';
import type { CartExtension } from './model/extension.ts';
import { cartOperations } from './operations.ts';
import { erasureOperations } from './sessions/erase-person.ts';
import { Sessions, warmUp } from './sessions/sessions.ts';
import type { CartSettings } from './settings.ts';
import type { CartStore } from './store/cart-store.ts';
import type { AbandonedCartStore } from './store/outbox-store.ts';
import type { SessionIndex } from './store/session-index.ts';
import type { TransferStore } from './store/transfer-store.ts';

/** Stores and other parts of a cart replica, which `assembleCart` makes from the settings. */
interface Deps {
  /** Reports how many events are not published yet. */
  readonly outbox: Backlog;
  readonly redis: Dependency;
  /** Closes the connections of the stores. */
  close(): void;
  readonly store: CartStore;
  readonly transferStore: TransferStore;
  readonly abandonedStore: AbandonedCartStore;
  /** Publishes the events of the outbox. */
  readonly relay: OutboxRelay;
  readonly index: SessionIndex;
  readonly limit: WriteLimit | null;
  readonly guesses: CouponGuesses | null;
  readonly growth: GrowthLimit | null;
  readonly watch: MemoryGauge;
  readonly extensions: readonly CartExtension[];
}

function expiryOf(settings: CartSettings, watch: MemoryGauge): Expiry {
  const lifetimes = { guest: settings.GUEST_CART_TTL * 1_000, customer: settings.CUSTOMER_CART_TTL * 1_000 };
  const isShort = () => watch.memory !== 'ample';
  return new Expiry(lifetimes, { lifetimeMs: settings.GUEST_CART_FIRST_TTL * 1_000, isShort });
}

/** Returns the operations, dependencies and feeds of one cart replica. The returned `close` closes the stores too. */
export function cartBody(
  settings: CartSettings,
  {
    outbox,
    redis,
    close,
    store,
    transferStore,
    abandonedStore,
    relay,
    index,
    limit,
    guesses,
    growth,
    watch,
    extensions,
  }: Deps,
  { caller, logger, metrics, nats }: ProcessDeps,
): ProcessBody {
  const bounds = { readMs: settings.STALE_READS_FOR * 1_000, addMs: settings.STALE_ADDS_FOR * 1_000 };
  const facts = new FactsCache(caller, bounds);
  const coupons = new CouponsCache(caller, bounds);
  // Facts depend on settings, such as whether stock is counted, so new settings make all facts stale.
  const settingsCache = new SettingsCache(caller, () => facts.markAllStale());
  const catalogueFeed = new FeedSubscriber(nats, 'catalogue', catalogueListener(facts, coupons), logger);
  const settingsFeed = new FeedSubscriber(nats, 'settings', settingsCache, logger);
  for (const cache of [facts, coupons]) cache.follow(catalogueFeed, settingsFeed);
  const sources = { facts, coupons, settings: () => settingsCache.settings };
  const accounts = new Accounts(caller);
  const contexts = new CommandContexts({ ...sources, accounts, extensions, now: Date.now });
  const expiry = expiryOf(settings, watch);
  const outcomes = growth && new GrowthLimit(outcomesOfADay);
  const memory = new GuestMemory({ limit: growth, watch, outcomes });
  const carts = new Carts({ store, contexts, accounts, expiry, memory, now: Date.now });
  const transfers = new Transfers({ store, transferStore, carts, expiry, now: Date.now });
  const charges = new Charges({ store, contexts, now: Date.now });
  const abandoned = new AbandonedCarts({
    store,
    abandonedStore,
    afterMs: settings.ABANDONED_CART_AFTER * 1_000,
  });
  const sweeper = new Sweeper(store, { transfers, abandoned });
  relay.start();
  watch.start();
  metrics.gauge('cart_memory_used', 'Used share of the memory limit of Redis', () => watch.used);
  sweeper.start(settings.CART_SWEEP_INTERVAL * 1_000, logger);
  const sessions = new Sessions({ store, index, sweeper, contexts, expiry });
  return {
    served: [
      ...cartOperations({ carts, transfers, charges, sessions, limit, guesses }),
      ...erasureOperations({ store, transferStore, index }),
    ],
    dependencies: [
      redis,
      {
        name: 'settings',
        notReadyWhileDown: true,
        check: async () => upIf(settingsCache.known, "the store's settings are not known yet"),
      },
    ],
    backlogs: [outbox],
    feeds: { catalogue: catalogueFeed, settings: settingsFeed },
    warmUp: () => warmUp(sessions),
    async close() {
      catalogueFeed.close();
      settingsFeed.close();
      sweeper.close();
      watch.close();
      relay.close();
      close();
    },
  };
}
