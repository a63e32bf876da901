import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

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

/** Where engines and parsers repeat a value in the sentence of an error: all of it up to what comes behind. */
const repeatedValues = [
  /(?<=dup key: ).*/s,
  /(?<=for value ).*(?= \(type)/s,
  /(?<=^(?:Une|E)xpected .*)".*"(?=(?:\.\.\.)? is not valid JSON)/s,
];

function withoutValues(sentence: string): string {
  return repeatedValues.reduce((text, values) => text.replace(values, '[redacted]'), sentence);
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

/** JSON lines on standard output unless told otherwise, with the replica's name on each and everything secret left out. */
export function createLogger(replica: string, level: string, to?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: { replica },
    serializers: { err: (error: unknown) => errorMembers(error) },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  };
  return to ? pino(options, to) : pino(options);
}
