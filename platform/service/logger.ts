import { type Logger, pino } from 'pino';

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

/** JSON lines on standard output, with the replica's name on each and everything secret left out. */
export function createLogger(replica: string, level: string): Logger {
  return pino({
    level,
    base: { replica },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  });
}
