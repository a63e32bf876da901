import { LRUCache } from 'lru-cache';

/** A kind of fault is logged once in this time. Milliseconds. */
const everyMs = 60_000;
/** Kinds that are remembered; of more, the one that came least of late is forgotten. */
const mostKinds = 1_000;
/** Members of a log line that say where a fault arose. */
const places = ['operation', 'route', 'method', 'extension', 'namespace', 'relay'] as const;

/** What a fault is of: name and code of the error and its causes, and the line of code that the last of them comes from. */
function kindOf(members: Readonly<Record<string, unknown>>, message: string): string {
  const kind: unknown[] = [message, ...places.map((place) => members[place])];
  let error = members.err;
  // A sentence of ours, with counts in it.
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
  /** Milliseconds of a monotonic clock. */
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** How many faults of this kind were not logged before this one; null when this one is not to be logged either. */
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
