import { randomBytes } from 'node:crypto';

const sane = /^[A-Za-z0-9_-]{1,64}$/;
const ownPrefix = randomBytes(8).toString('hex');
let made = 0;

/** Returns the client's request id if it is well-formed, else a new one. */
export function requestId(given: string | string[] | undefined): string {
  if (typeof given === 'string' && sane.test(given)) return given;
  made += 1;
  return `${ownPrefix}${made.toString(36)}`;
}
