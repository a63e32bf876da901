import type { ClockWatch } from './clock-watch.ts';
import type { Dependencies } from './dependencies.ts';

/** Milliseconds without the bus after which a process is not ready. */
const busMs = 10_000;

/** The state that determines readiness. It is in the memory of the process, so that reading it needs no request. */
interface ReadinessDeps {
  readonly bus: { readonly connected: boolean };
  /** Whether no server of the bus runs, so that the bus is missing for every process. */
  readonly busRunsNowhere: () => boolean;
  readonly dependencies: Pick<Dependencies, 'missing' | 'awaited'>;
  readonly clocks: Pick<ClockWatch, 'fault'>;
  readonly watchdog: { readonly isResponsive: boolean };
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/**
 * Determines whether a process can work (docs/operations.md#readiness): its ports are open, the data in its memory is
 * loaded, the bus is connected, the clock is right, the event loop is not blocked, and the process is not stopping.
 * Engines do not count after their first answer, because some requests are served without them. A missing bus counts
 * only if other processes may still be connected, because requests can then go to them.
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

  /** Why the process is not ready; empty while it is ready. */
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
