import type { NatsConnection } from 'nats';
import type { Caller } from '#platform/bus/caller.ts';
import type { ImplementedOperation } from '#platform/bus/implement.ts';
import type { Backlog } from './backlogs.ts';
import type { Dependency } from './dependencies.ts';
import type { FollowedFeeds } from './feeds.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import type { Watchdog } from './watchdog.ts';

/**
 * Resources of every process. `build` of the `ProcessPlan` gets these resources after the process has connected
 * to NATS.
 */
export interface ProcessDeps {
  /** Unique id of this replica across all machines. */
  readonly replicaId: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly nats: NatsConnection;
  readonly caller: Caller;
  readonly watchdog: Watchdog;
}

/** The parts of a process that depend on its role. */
export interface ProcessBody {
  readonly served: readonly ImplementedOperation[];
  readonly dependencies: readonly Dependency[];
  /** Feeds to which the process subscribes. */
  readonly feeds?: FollowedFeeds;
  readonly backlogs?: readonly Backlog[];
  /** Rejects with a SettingsError if the stored data show that a setting is wrong. The process then ends. */
  readonly started?: Promise<void>;
  /** Runs typical work before the process accepts requests, so that V8 has compiled the code. Never rejects. */
  readonly warmUp?: () => Promise<void>;
  /** Opens a public port, after the process subscribed to its operations. `ready`: whether the process can work. */
  readonly open?: (ready: () => Promise<boolean>) => Promise<void>;
  /** Closes a public port and waits for its running requests. Called first when the process stops. */
  readonly shut?: () => Promise<void>;
  /** Disconnects from the engines. Called last when the process stops. */
  readonly close: () => Promise<void>;
}
