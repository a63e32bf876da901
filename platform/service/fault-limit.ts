import { LRUCache } from 'lru-cache';

/** Milliseconds in which a kind of fault is logged once. */
const everyMs = 60_000;
/** Maximum number of remembered kinds; beyond it, the least recent one is forgotten. */
const mostKinds = 1_000;
/** Members of a log line that identify the place of a fault. */
const places = ['operation', 'route', 'method', 'extension', 'namespace', 'relay'] as const;

/**
 * Returns the kind of a fault: name and code of the error and its causes, and the source line of the last
 * cause.
 */
function kindOf(members: Readonly<Record<string, unknown>>, message: string): string {
  const kind: unknown[] = [message, ...places.map((place) => members[place])];
  let error = members.err;
  // Our own messages contain counts.
  if (typeof error === 'string') kind.push(error.replaceAll(/\d+/g, '#'));
  for (let depth = 0; error instanceof Error && depth < 5; depth += 1) {
    kind.push(error.name, (error as { code?: unknown }).code);
    if (!(error.cause instanceof Error))
      kind.push(error.stack?.split('\n').find((line) => line.startsWith('    at ')));
    error = error.cause;
  }
  return kind.join('\n');
}

/** Lets the first fault of a kind in a minute be logged, and counts the others. */
export class FaultLimit {
  readonly #kinds = new LRUCache<string, { since: number; suppressed: number }>({ max: mostKinds });
  /** Monotonic clock in milliseconds. */
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Returns the number of suppressed faults of this kind since the last logged one; null if this one is
   * suppressed too.
   */
  admit(members: Readonly<Record<string, unknown>>, message: string): number | null {
    const kind = kindOf(members, message);
    const known = this.#kinds.get(kind);
    if (known && this.#now() - known.since < everyMs) {
      known.suppressed += 1;
      return null;
    }
    this.#kinds.set(kind, { since: this.#now(), suppressed: 0 });
    return known?.suppressed ?? 0;
  }
}
