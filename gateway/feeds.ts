import type { NatsConnection } from 'nats';
import { readCatalogueNumber } from '#contracts/catalogue.ts';
import { CatalogueChange } from '#contracts/feed.ts';
import { readSettings } from '#contracts/settings.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import { TokenState } from './caller/tokens.ts';

/** The feeds that a gateway receives. The feed `tokens` updates `tokenState`. */
interface Feeds {
  readonly catalogue: FeedSubscriber;
  readonly settings: FeedSubscriber;
  readonly tokens: FeedSubscriber;
  readonly tokenState: TokenState;
}

/** Milliseconds in which a service must return the number of its last change. */
const snapshotMs = 1_000;

/**
 * Subscribes to the feeds `catalogue`, `settings` and `tokens`. Changes of products or settings remove cached
 * answers from `cache`. The feed `tokens` delivers revocations and public keys.
 */
export function followChanges(
  cache: ResponseCache,
  connection: NatsConnection,
  caller: Caller,
  logger: Logger,
): Feeds {
  const context = () => ({ requestId: 'feed', deadline: Date.now() + snapshotMs, claim: null });
  const catalogue = new FeedSubscriber(
    connection,
    'catalogue',
    {
      async snapshot() {
        const { number } = await caller.request(readCatalogueNumber, {}, context());
        cache.clear();
        return number;
      },
      apply(change) {
        const parsed = CatalogueChange.safeParse(change);
        if (parsed.success) cache.dropProducts(parsed.data.products, parsed.data.onlyPricesAndStock);
        else cache.clear();
      },
    },
    logger,
  );
  const settings = new FeedSubscriber(
    connection,
    'settings',
    {
      async snapshot() {
        const { number, age } = await caller.request(readSettings, {}, context());
        if (age > 0) throw unavailable('the settings are not confirmed');
        cache.clear();
        return number;
      },
      apply: () => cache.clear(),
    },
    logger,
  );
  cache.follow({ catalogue, settings });
  const tokenState = new TokenState(caller);
  const tokens = new FeedSubscriber(connection, 'tokens', tokenState, logger);
  return { catalogue, settings, tokens, tokenState };
}
