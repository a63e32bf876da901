import type { ClockWatch } from './clock-watch.ts';
import type { Dependencies } from './dependencies.ts';

/** A process may be cut off from the bus for so long before it calls itself not ready. Milliseconds. */
const busMs = 10_000;

/** What readiness is made of: nothing but the process's own. */
interface ReadinessParts {
  readonly bus: { readonly connected: boolean };
  /** Whether no server of the bus runs, so that others have it no more than this process. */
  readonly busRunsNowhere: () => boolean;
  readonly dependencies: Pick<Dependencies, 'missing' | 'awaited'>;
  readonly clocks: Pick<ClockWatch, 'fault'>;
  readonly watchdog: { readonly well: boolean };
  /** A clock in milliseconds that never goes back. */
  readonly now?: () => number;
}

/**
 * Whether a process can do its part (docs/operations.md#readiness): it listens, has its memory, its bus and a right clock, its
 * event loop runs, and it is not ending. Engines do not count once they were reached: where one is away, the rest is served.
 * The bus counts where others may still have it: a process that is cut off leaves its work to them.
 */
export class Readiness {
  readonly #parts: ReadinessParts;
  readonly #now: () => number;
  #lostAt: number | null = null;
  /** Whether the doors are open. */
  opened = false;
  stopping = false;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  /** Why the process is not ready; empty while it is. */
  get reasons(): string[] {
    const { dependencies, clocks, watchdog } = this.#parts;
    const found = [
      this.stopping && 'it is ending',
      !this.opened && `it is starting${waitsFor(dependencies.awaited)}`,
      ...dependencies.missing.map(({ name, reason }) => this.opened && `${name}: ${reason}`),
      this.#busIsLost() && 'it is cut off from the bus',
      !watchdog.well && 'the event loop stood still',
      clocks.fault,
    ];
    return found.filter((one) => typeof one === 'string');
  }

  get ready(): boolean {
    return this.reasons.length === 0;
  }

  #busIsLost(): boolean {
    if (this.#parts.bus.connected) this.#lostAt = null;
    else this.#lostAt ??= this.#now();
    if (this.#lostAt === null || this.#parts.busRunsNowhere()) return false;
    return this.#now() - this.#lostAt >= busMs;
  }
}

function waitsFor(names: readonly string[]): string {
  return names.length > 0 ? ` and waits for ${names.join(', ')}` : '';
}
