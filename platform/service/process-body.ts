import type { NatsConnection } from 'nats';
import type { Caller } from '#platform/bus/caller.ts';
import type { Served } from '#platform/bus/implement.ts';
import type { Backlog } from './backlogs.ts';
import type { Dependency } from './dependencies.ts';
import type { FollowedFeeds } from './feeds.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import type { Watchdog } from './watchdog.ts';

/** What every process has once it is connected. */
export interface ProcessParts {
  /** Tells this replica from all others, on whatever machine they are. */
  readonly holder: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly nats: NatsConnection;
  readonly caller: Caller;
  readonly watchdog: Watchdog;
}

/** What a process adds to that. */
export interface ProcessBody {
  readonly served: readonly Served[];
  readonly dependencies: readonly Dependency[];
  /** Feeds that it follows. */
  readonly feeds?: FollowedFeeds;
  readonly backlogs?: readonly Backlog[];
  /** Called once NATS serves: a public door opens here. `ready` says whether the process can do its part. */
  readonly open?: (ready: () => Promise<boolean>) => Promise<void>;
  /** Called first at the end: a public door closes here and waits for what is in flight. */
  readonly shut?: () => Promise<void>;
  /** Called last at the end: engines are left. */
  readonly close: () => Promise<void>;
}
