import type { ClockWatch } from './clock-watch.ts';
import type { Dependencies } from './dependencies.ts';

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
