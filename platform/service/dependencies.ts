import type { DependencyState } from '#contracts/status.ts';
import { within } from '#platform/time/within.ts';
import { type ClockSample, type Dependency, down, type Finding, sick } from './dependency.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** Maximum milliseconds by which two clocks may differ (docs/reference/rules.md#deadlines). */
const maxDifferenceMs = 1_000;
/** Milliseconds after which the reading of a clock is ignored. */
const recentMs = 5_000;

interface Reading extends ClockSample {
  readonly at: number;
}

/**
 * Compares the clock of this process with the clocks of its dependencies. If the clocks of all dependencies
 * differ, the clock of this process is wrong. If only some differ, the clocks of these dependencies are wrong.
 */
export class ClockWatch {
  readonly #readings = new Map<string, Reading>();
  /** Returns the time of the monotonic clock in milliseconds. */
  readonly #now: () => number;

  constructor(metrics: Pick<Metrics, 'gauges'>, now = () => performance.now()) {
    this.#now = now;
    metrics.gauges(
      'clock_ahead_seconds',
      'Seconds by which the clock of a dependency is ahead of this process',
      'dependency',
      () => Object.entries(this.ahead),
    );
  }

  #recent(): [name: string, reading: Reading][] {
    const now = this.#now();
    return [...this.#readings].filter(([, { at }]) => now - at < recentMs);
  }

  /** Seconds by which the clock of each dependency is ahead of this process, from recent readings. */
  get ahead(): Record<string, number> {
    return Object.fromEntries(this.#recent().map(([name, { aheadMs }]) => [name, aheadMs / 1_000]));
  }

  /** A text that says how wrong the clock of this process is; null if the clock is right. */
  get fault(): string | null {
    const recent = this.#recent();
    if (recent.length === 0 || !recent.every(([, reading]) => isWrong(reading))) return null;
    const named = recent.map(([name, { aheadMs }]) => `${seconds(-aheadMs)} ${name}`);
    return `the clock is ${named.join(', ')}`;
  }

  /**
   * Stores the clock reading of a finding and returns the finding. The state becomes `sick` if only the clock
   * of the dependency is wrong.
   */
  withClock(name: string, found: Finding): Finding {
    const { clock } = found;
    if (!clock) return found;
    this.#readings.set(name, { ...clock, at: this.#now() });
    if (found.state !== 'up' || !isWrong(clock) || this.fault) return found;
    return sick(`its clock is ${seconds(clock.aheadMs)} this process`);
  }
}

/** Returns whether a clock differs by more than a second, after subtracting the possible error of the reading. */
function isWrong({ aheadMs, errorMs }: ClockSample): boolean {
  return Math.abs(aheadMs) - errorMs > maxDifferenceMs;
}

/** Returns a difference as text: `2.5 s ahead of` or `2.5 s behind`. */
function seconds(aheadMs: number): string {
  return `${(Math.abs(aheadMs) / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
}

/** Milliseconds between two checks of a dependency before its first success. */
const startMs = 100;
/** Milliseconds between two checks of a dependency after its first success. */
const everyMs = 1_000;
/** Milliseconds after which a check fails. */
const checkMs = 3_000;

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
