import type { DependencyState } from '#contracts/status.ts';
import { within } from '#platform/time/within.ts';
import type { ClockWatch } from './clock-watch.ts';
import { down, type Finding } from './finding.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** Milliseconds between two checks of a dependency before its first success. */
const startMs = 100;
/** Milliseconds between two checks of a dependency after its first success. */
const everyMs = 1_000;
/** Milliseconds after which a check fails. */
const checkMs = 3_000;

/** A dependency of a process, as `status`, metrics and `/health/ready?verbose` show it. */
export interface Dependency {
  readonly name: string;
  /** Checks the dependency now. */
  check(): Promise<Finding>;
  /**
   * True for a state of the process itself, for example whether the process has loaded the store's settings. The
   * process is not ready while this state is down. Checks of this state are not measured, because they send no request.
   */
  readonly notReadyWhileDown?: boolean;
  /** Whether the process opens its ports even if the dependency was never up. */
  readonly isOptionalAtStart?: boolean;
  /** Returns the state of the circuit breaker; absent if the dependency has no circuit breaker. */
  readonly breaker?: () => 'closed' | 'half-open' | 'open';
}

/** The metric value of each state of a circuit breaker. */
const breakerFigures = { closed: 0, 'half-open': 0.5, open: 1 } as const;

interface Checked {
  readonly dependency: Dependency;
  state: DependencyState;
  wasUp: boolean;
  wasWell: boolean;
  timer: NodeJS.Timeout | null;
}

/** Checks every dependency of a process once a second and stores the results. */
export class Dependencies {
  readonly #all: readonly Checked[];
  readonly #clocks: ClockWatch;
  readonly #logger: Pick<Logger, 'info' | 'warn'>;
  readonly #metrics: Metrics;
  #closed = false;

  constructor(
    all: readonly Dependency[],
    {
      clocks,
      logger,
      metrics,
    }: { clocks: ClockWatch; logger: Pick<Logger, 'info' | 'warn'>; metrics: Metrics },
  ) {
    const state: DependencyState = { state: 'down', reason: 'not reached yet', since: Date.now() };
    this.#all = all.map((dependency) => ({ dependency, state, wasUp: false, wasWell: false, timer: null }));
    this.#clocks = clocks;
    this.#logger = logger;
    this.#metrics = metrics;
    this.#measure(metrics);
  }

  #measure(metrics: Metrics): void {
    const flags = (is: DependencyState['state']) => () =>
      Object.entries(this.states).map(([name, { state }]) => [name, Number(state === is)] as const);
    metrics.gauges('dependency_up', 'Whether a dependency works', 'dependency', flags('up'));
    metrics.gauges(
      'dependency_sick',
      'Whether a dependency answers with a fault: read-only, full or with a wrong clock',
      'dependency',
      flags('sick'),
    );
    const breakers = this.#all.flatMap(({ dependency: { name, breaker } }) =>
      breaker ? [[name, breaker] as const] : [],
    );
    if (breakers.length === 0) return;
    metrics.gauges(
      'engine_breaker_state',
      'Circuit breaker of an engine: 0 closed, 0.5 half-open, 1 open',
      'engine',
      () => breakers.map(([name, state]) => [name, breakerFigures[state()]] as const),
    );
  }

  /** The state of each dependency, by name. */
  get states(): Record<string, DependencyState> {
    return Object.fromEntries(this.#all.map(({ dependency, state }) => [dependency.name, state]));
  }

  /** The dependencies that are down and therefore make the process not ready. */
  get missing(): readonly { readonly name: string; readonly reason: string }[] {
    return this.#all
      .filter(({ dependency, state }) => dependency.notReadyWhileDown && state.state === 'down')
      .map(({ dependency: { name }, state: { reason } }) => ({ name, reason }));
  }

  /** Names of the required dependencies that were never up. The start waits for these dependencies. */
  get awaited(): string[] {
    return this.#all
      .filter(({ dependency, wasUp }) => !dependency.isOptionalAtStart && !wasUp)
      .map(({ dependency }) => dependency.name);
  }

  /** Starts checking. */
  start(): void {
    for (const checked of this.#all) void this.#watch(checked);
  }

  async #watch(checked: Checked): Promise<void> {
    const begun = performance.now();
    const { dependency } = checked;
    const found = await within(checkMs, dependency.check(), () => new Error('no answer in 3 s')).catch(
      (error: unknown) => down(error instanceof Error ? error.message : String(error)),
    );
    if (this.#closed) return;
    if (!dependency.notReadyWhileDown) {
      const seconds = (performance.now() - begun) / 1_000;
      this.#metrics.requestEnded(dependency.name, found.state === 'down' ? 'failed' : 'ok', seconds);
    }
    this.#update(checked, this.#clocks.withClock(dependency.name, found));
    checked.timer = setTimeout(() => void this.#watch(checked), checked.wasWell ? everyMs : startMs).unref();
  }

  #update(checked: Checked, { state, reason, version = checked.state.version }: Finding): void {
    const before = checked.state.state;
    const isFirst = !checked.wasUp;
    checked.wasUp ||= state !== 'down';
    checked.wasWell ||= state === 'up';
    const since = state === before ? checked.state.since : Date.now();
    checked.state = { state, reason, since, ...(version && { version }) };
    if (state === before || (isFirst && !checked.wasUp)) return;
    const members = { dependency: checked.dependency.name, state, ...(reason && { reason }) };
    if (state === 'up') this.#logger.info(members, 'a dependency is healthy');
    else this.#logger.warn(members, 'a dependency is unhealthy');
  }

  close(): void {
    this.#closed = true;
    for (const { timer } of this.#all) if (timer) clearTimeout(timer);
  }
}
