import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { FaultLimit } from './fault-limit.ts';

export type { Logger };

/** Members that never reach a log, at the top of a record or one level below. */
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

/** Where engines repeat a value in the sentence of an error: between the first of these texts and the last of those. */
const repeatedValues = [
  { before: 'dup key: ', behind: '' },
  { before: 'for value ', behind: ' (type' },
] as const;

/** A sentence with everything from one place to another left out, if there is anything. */
function redacted(sentence: string, from: number, to: number): string {
  return from < to ? `${sentence.slice(0, from)}[redacted]${sentence.slice(to)}` : sentence;
}

/** What the parser of JSON repeats: in quotes, at the end of its sentence. */
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

/** How deep causes of causes are told. */
const mostCauses = 5;

/**
 * What is told of an error: its kind, its sentence, where it arose, and what caused it. Nothing else that it carries:
 * drivers put commands with their arguments there, and documents.
 */
function errorMembers(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutValues(error) : undefined;
  const { name, stack = '', cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: name,
    message: withoutValues(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    // The stack begins with the sentence.
    stack: stack.replace(error.message, () => withoutValues(error.message)),
    ...(cause !== undefined && depth < mostCauses && { cause: errorMembers(cause, depth + 1) }),
  };
}

/** Levels of faults: warnings and errors. A fatal one is the last line of a process. */
const [warning, fatal] = [40, 60];

/** Has each kind of fault logged once a minute, with the count of those that were not. */
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
 * JSON lines on standard output unless told otherwise, with the replica's name on each and everything secret left out. Of
 * a kind of fault there is one line a minute.
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
