import type { FeedState } from '#contracts/status.ts';
import type { FeedSubscriber } from '#platform/feed/subscriber.ts';
import type { Metrics } from './metrics.ts';

/** Feeds that a process follows, by name. */
export type FollowedFeeds = Readonly<Record<string, Pick<FeedSubscriber, 'current' | 'completeAt'>>>;

/** Returns the state of each feed by name. */
export function feedStates(feeds: FollowedFeeds): Record<string, FeedState> {
  const now = performance.now();
  return Object.fromEntries(
    Object.entries(feeds).map(([name, { current, completeAt }]) => {
      const behindSeconds = Number.isFinite(completeAt) ? (now - completeAt) / 1_000 : null;
      return [name, { current, behindSeconds }];
    }),
  );
}

/** Adds metrics of the feeds that a process follows. */
export function measureFeeds(feeds: FollowedFeeds, metrics: Metrics): void {
  if (Object.keys(feeds).length === 0) return;
  const figures = (figure: (state: FeedState) => number | null) => () =>
    Object.entries(feedStates(feeds)).flatMap(([name, state]) => {
      const value = figure(state);
      return value === null ? [] : [[name, value] as const];
    });
  metrics.gauges(
    'feed_current',
    'Whether all changes of a feed are applied',
    'feed',
    figures(({ current }) => Number(current)),
  );
  metrics.gauges(
    'feed_lag_seconds',
    'Time since a feed was last known to be complete',
    'feed',
    figures(({ behindSeconds }) => behindSeconds),
  );
}
