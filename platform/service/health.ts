import type { BacklogState, FeedState, Status } from '#contracts/status.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { ClockWatch, Dependencies } from './dependencies.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** The version of the whole system. */
export const { version } = manifest;

/** The members of `Status` that `GET /health/ready?verbose` reports. */
export type HealthDetails = Pick<
  Status,
  'ready' | 'reasons' | 'dependencies' | 'feeds' | 'backlogs' | 'clocks'
>;

/** The health of a process, as its ports report it. */
export interface Health {
  /** Returns whether the process can work now. */
  readonly ready: () => Promise<boolean>;
  readonly details: () => HealthDetails;
}

interface HealthAnswer {
  readonly status: 200 | 503;
  readonly body: object;
}

/**
 * Returns the answer of `GET /health`, `/health/live` and `/health/ready`; null for any other path. The answers
 * contain nothing about dependencies.
 */
export async function healthAnswer(
  path: string,
  ready: () => Promise<boolean>,
): Promise<HealthAnswer | null> {
  if (path === '/health/live') return { status: 200, body: { status: 'live' } };
  if (path !== '/health' && path !== '/health/ready') return null;
  const isReady = await ready();
  const status = isReady ? 'ready' : 'not ready';
  return { status: isReady ? 200 : 503, body: path === '/health' ? { status, version } : { status } };
}

/** Returns the answer of `GET /health/ready?verbose`, which only private ports give. */
export function verboseAnswer({ ready, ...details }: HealthDetails): HealthAnswer {
  return { status: ready ? 200 : 503, body: { status: ready ? 'ready' : 'not ready', version, ...details } };
}

/** Milliseconds without a connection to NATS after which a process is not ready. */
const busMs = 10_000;

/** What readiness depends on. All values are in memory, so reading the readiness is quick. */
interface ReadinessDeps {
  readonly bus: { readonly connected: boolean };
  /** Returns whether no NATS server runs. Then no process is connected. */
  readonly busRunsNowhere: () => boolean;
  readonly dependencies: Pick<Dependencies, 'missing' | 'awaited'>;
  readonly clocks: Pick<ClockWatch, 'fault'>;
  readonly watchdog: { readonly isResponsive: boolean };
  /** Returns the time of the monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/**
 * Tells whether a process can work (docs/operations.md#readiness).
 *
 * An engine that fails after its first answer does not change readiness, because some requests need no engine.
 * A lost connection to NATS counts only while NATS runs, because other processes can then serve the requests.
 */
export class Readiness {
  readonly #deps: ReadinessDeps;
  readonly #now: () => number;
  #lostAt: number | null = null;
  /** Whether the ports are open. */
  opened = false;
  stopping = false;

  constructor(deps: ReadinessDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? (() => performance.now());
  }

  /** The reasons why the process is not ready; empty while the process is ready. */
  get reasons(): string[] {
    const { dependencies, clocks, watchdog } = this.#deps;
    const found = [
      this.stopping && 'it is ending',
      !this.opened && `it is starting${waitsFor(dependencies.awaited)}`,
      ...dependencies.missing.map(({ name, reason }) => this.opened && `${name}: ${reason}`),
      this.#busIsLost() && 'it is cut off from the bus',
      !watchdog.isResponsive && 'the event loop was blocked',
      clocks.fault,
    ];
    return found.filter((one) => typeof one === 'string');
  }

  get ready(): boolean {
    return this.reasons.length === 0;
  }

  #busIsLost(): boolean {
    if (this.#deps.bus.connected) this.#lostAt = null;
    else this.#lostAt ??= this.#now();
    if (this.#lostAt === null || this.#deps.busRunsNowhere()) return false;
    return this.#now() - this.#lostAt >= busMs;
  }
}

function waitsFor(names: readonly string[]): string {
  return names.length > 0 ? ` and waits for ${names.join(', ')}` : '';
}

/** Feeds that a process follows, by name. `completeAt`: when the feed was last known to be complete, monotonic clock. */
export type FollowedFeeds = Readonly<
  Record<string, { readonly current: boolean; readonly completeAt: number }>
>;

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

/** Milliseconds between two counts of each backlog. */
const countMs = 5_000;

/** Pending work in an engine, such as unpublished events. `status` and the metrics report its size and age. */
export interface Backlog {
  readonly name: string;
  /** Counts the pending entries now. */
  measure(): Promise<BacklogState>;
}

/** Counts the pending work of all backlogs. If a count fails, the previous result stays. */
export class Backlogs {
  readonly #all: readonly Backlog[];
  readonly #logger: Pick<Logger, 'debug'>;
  readonly #states = new Map<string, BacklogState>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(all: readonly Backlog[], metrics: Metrics, logger: Pick<Logger, 'debug'>) {
    this.#all = all;
    this.#logger = logger;
    if (all.length === 0) return;
    const figures = (figure: keyof BacklogState) => () =>
      [...this.#states].map(([name, state]) => [name, state[figure]] as const);
    metrics.gauges('backlog_entries', 'Pending work', 'backlog', figures('waiting'));
    metrics.gauges(
      'backlog_age_seconds',
      'Age of the oldest pending work',
      'backlog',
      figures('oldestSeconds'),
    );
  }

  /** Size and age of each backlog by name. A backlog that was never counted is absent. */
  get states(): Record<string, BacklogState> {
    return Object.fromEntries(this.#states);
  }

  start(): void {
    for (const backlog of this.#all) {
      void this.#count(backlog);
      this.#timers.add(setInterval(() => void this.#count(backlog), countMs).unref());
    }
  }

  async #count({ name, measure }: Backlog): Promise<void> {
    try {
      this.#states.set(name, await measure());
    } catch (error) {
      this.#logger.debug({ err: error, backlog: name }, 'a backlog cannot be counted');
    }
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }
}
