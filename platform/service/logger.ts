import { LRUCache } from 'lru-cache';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { ServiceError } from '#platform/errors/errors.ts';

export type { Logger };

/** Members whose values are logged as `[redacted]`, at the top of a log record or one level below. */
const secrets = [
  'authorization',
  'cookie',
  'password',
  'token',
  'refresh_token',
  'jwt',
  'claim',
  'cart_key',
  'cartKey',
  'username',
  'email',
  'phone',
  'consumer_key',
  'consumer_secret',
  'search',
  'querystring',
];

/**
 * The texts before and after a request value in an error message, such as MongoDB's `dup key: {…}`. Request values
 * must not be logged. A value ends at the last `behind`; if `behind` is empty, the value ends with the message.
 */
const repeatedValues = [
  { before: 'dup key: ', behind: '' },
  { before: 'for value ', behind: ' (type' },
  { before: ' Given: ', behind: '' },
] as const;

/** Returns a sentence with `[redacted]` instead of the text between two positions. */
function redacted(sentence: string, from: number, to: number): string {
  return from < to ? `${sentence.slice(0, from)}[redacted]${sentence.slice(to)}` : sentence;
}

/** Removes the quoted text at the end of a message of the JSON parser. */
function withoutJson(sentence: string): string {
  if (!/^(?:Une|E)xpected /.test(sentence)) return sentence;
  const ends = ['" is not valid JSON', '"... is not valid JSON'].map((end) => sentence.lastIndexOf(end));
  return redacted(sentence, sentence.indexOf('"'), Math.max(...ends) + 1);
}

function withoutValues(sentence: string): string {
  const text = repeatedValues.reduce((sofar, { before, behind }) => {
    const at = sofar.indexOf(before);
    return at < 0 ? sofar : redacted(sofar, at + before.length, sofar.lastIndexOf(behind));
  }, sentence);
  return withoutJson(text);
}

/** Maximum depth of logged causes. */
const maxCauses = 5;

/** Returns the data of a refusal for the log, without received values and without what an extension says. */
function loggedData(data: unknown): unknown {
  const hidden = new Set(['given', 'refusal']);
  return JSON.parse(JSON.stringify(data, (name, value: unknown) => (hidden.has(name) ? undefined : value)));
}

/**
 * Returns the logged members of an error: class, message, code and data, stack and cause. Errors of drivers also contain
 * commands and documents, which are left out.
 */
function errorMembers(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutValues(error) : undefined;
  const { name, stack = '', cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: name,
    message: withoutValues(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error instanceof ServiceError && { data: loggedData(error.data) }),
    // The stack begins with the message, so values are removed from the stack too.
    stack: stack.replace(error.message, () => withoutValues(error.message)),
    ...(cause !== undefined && depth < maxCauses && { cause: errorMembers(cause, depth + 1) }),
  };
}

/** Log levels of pino. Warnings and errors are faults; a fatal line is the last line of a process. */
const [warning, fatal] = [40, 60];

/** Returns a hook that logs each kind of fault at most once a minute, with the number of omitted faults. */
function limited(limit: FaultLimit): NonNullable<LoggerOptions['hooks']> {
  return {
    logMethod(args, method, level) {
      const [members, message] = args as unknown[];
      const isFault = level >= warning && level < fatal && (members as { err?: unknown })?.err != null;
      const suppressed = isFault ? limit.admit(members as Record<string, unknown>, String(message)) : 0;
      if (suppressed === null) return;
      if (suppressed > 0) method.call(this, { ...(members as object), suppressed }, String(message));
      else method.apply(this, args);
    },
  };
}

/**
 * Returns a logger that writes JSON lines with the name of the replica and without secrets, by default to
 * standard output. Logs each kind of fault at most once a minute.
 */
export function createLogger(
  replica: string,
  level: string,
  to?: DestinationStream,
  limit = new FaultLimit(),
): Logger {
  const options: LoggerOptions = {
    level,
    base: { replica },
    hooks: limited(limit),
    serializers: { err: (error: unknown) => errorMembers(error) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  };
  return to ? pino(options, to) : pino(options);
}

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
