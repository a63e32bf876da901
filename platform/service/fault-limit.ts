import { LRUCache } from 'lru-cache';

/** Milliseconds during which each kind of fault is logged once. */
const quietMs = 60_000;
/** Maximum number of remembered kinds of faults. The kind that occurred longest ago is forgotten first. */
const maxKinds = 1_000;
/** Members of a log line that identify the place of a fault. */
const placeMembers = ['operation', 'route', 'method', 'extension', 'namespace', 'relay'] as const;

/**
 * Returns a text that all faults of the same kind share: message, place, errors, and source line of the last
 * cause.
 */
function faultKey(members: Readonly<Record<string, unknown>>, message: string): string {
  const kind: unknown[] = [message, ...placeMembers.map((place) => members[place])];
  let error = members.err;
  // Digits are replaced, because faults that differ only in counts are of the same kind.
  if (typeof error === 'string') kind.push(error.replaceAll(/\d+/g, '#'));
  for (let depth = 0; error instanceof Error && depth < 5; depth += 1) {
    kind.push(error.name, (error as { code?: unknown }).code);
    if (!(error.cause instanceof Error))
      kind.push(error.stack?.split('\n').find((line) => line.startsWith('    at ')));
    error = error.cause;
  }
  return kind.join('\n');
}

/** Selects the faults to log: the first fault of each kind in a minute. Counts the other faults. */
export class FaultLimit {
  readonly #kinds = new LRUCache<string, { since: number; suppressed: number }>({ max: maxKinds });
  /** Returns the time of the monotonic clock in milliseconds. */
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Returns null if this fault must not be logged. Otherwise returns how many faults of this kind were left out
   * since the last logged fault.
   */
  admit(members: Readonly<Record<string, unknown>>, message: string): number | null {
    const kind = faultKey(members, message);
    const known = this.#kinds.get(kind);
    if (known && this.#now() - known.since < quietMs) {
      known.suppressed += 1;
      return null;
    }
    this.#kinds.set(kind, { since: this.#now(), suppressed: 0 });
    return known?.suppressed ?? 0;
  }
}
