import type { NatsConnection } from 'nats';
import type { Caller } from '#platform/bus/caller.ts';
import type { Served } from '#platform/bus/implement.ts';
import type { Backlog } from './backlogs.ts';
import type { Dependency } from './dependencies.ts';
import type { FollowedFeeds } from './feeds.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import type { Watchdog } from './watchdog.ts';

/** Resources that every process has once it is connected. */
export interface ProcessDeps {
  /** Unique id of this replica across all machines. */
  readonly holder: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly nats: NatsConnection;
  readonly caller: Caller;
  readonly watchdog: Watchdog;
}

/** The parts that a kind of process adds. */
export interface ProcessBody {
  readonly served: readonly Served[];
  readonly dependencies: readonly Dependency[];
  /** Feeds that it follows. */
  readonly feeds?: FollowedFeeds;
  readonly backlogs?: readonly Backlog[];
  /** Called once NATS serves; opens a public port. `ready` returns whether the process can work. */
  readonly open?: (ready: () => Promise<boolean>) => Promise<void>;
  /** Called first at the end; closes a public port and waits for running requests. */
  readonly shut?: () => Promise<void>;
  /** Called last at the end; disconnects from engines. */
  readonly close: () => Promise<void>;
}
