import type { NatsConnection } from 'nats';
import { readCatalogueNumber } from '#contracts/catalogue.ts';
import { CatalogueChange } from '#contracts/feed.ts';
import { readSettings } from '#contracts/settings.ts';
import type { Caller } from '#platform/bus/caller.ts';
import { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { ResponseCache } from './http/response-cache.ts';
import { TokenState } from './identity/token-state.ts';

/** What a gateway follows. */
interface Feeds {
  readonly catalogue: FeedSubscriber;
  readonly settings: FeedSubscriber;
  readonly tokens: FeedSubscriber;
  readonly tokenState: TokenState;
}

/** How long the number of a feed may be asked for. Milliseconds. */
const snapshotMs = 1_000;

/**
 * The feeds that tell the response cache of changes, of products and of the store's settings, and the one that tells by
 * what tokens are verified.
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
        if (parsed.success) cache.dropProducts(parsed.data.products);
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
        const { number } = await caller.request(readSettings, {}, context());
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
