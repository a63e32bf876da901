import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Backlog } from '#platform/service/backlogs.ts';
import type { Dependency } from '#platform/service/dependencies.ts';
import { upIf } from '#platform/service/finding.ts';
import type { ProcessBody, ProcessDeps } from '#platform/service/process-body.ts';
import { Carts } from './carts/carts.ts';
import { Charges } from './carts/charges.ts';
import { catalogueListener } from './catalogue-cache/catalogue-listener.ts';
import { CommandContexts } from './catalogue-cache/command-contexts.ts';
import { CouponsCache } from './catalogue-cache/coupons-cache.ts';
import { FactsCache } from './catalogue-cache/facts-cache.ts';
import { SettingsCache } from './catalogue-cache/settings-cache.ts';
import type { CouponGuesses } from './coupons/coupon-guesses.ts';
import { Accounts } from './customer/accounts.ts';
import { erasureOperations } from './customer/erase-person.ts';
import type { CartExtension } from './domain/extension.ts';
import { AbandonedCarts } from './events/abandoned-carts.ts';
import type { OutboxRelay } from './events/outbox-relay.ts';
import { Expiry } from './expiry/expiry.ts';
import { Sweeper } from './expiry/sweeper.ts';
import { Admission, outcomesOfADay } from './limits/admission.ts';
import { GrowthLimit } from './limits/growth-limit.ts';
import { cartOperations } from './operations.ts';
import { Sessions } from './sessions/sessions.ts';
import { warmUp } from './sessions/warm-up.ts';
import type { CartSettings } from './settings.ts';
import type { AbandonedCartStore } from './store/abandoned-cart-store.ts';
import type { CartStore } from './store/cart-store.ts';
import type { MemoryGauge } from './store/memory-gauge.ts';
import type { SessionIndex } from './store/session-index.ts';
import type { TransferStore } from './store/transfer-store.ts';
import type { WriteLimit } from './store/write-limit.ts';
import { Transfers } from './transfers/transfers.ts';

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
  const admission = new Admission({ limit: growth, watch, outcomes });
  const carts = new Carts({ store, contexts, accounts, expiry, admission, now: Date.now });
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
