import { randomBytes } from 'node:crypto';

const wellFormed = /^[A-Za-z0-9_-]{1,64}$/;
const ownPrefix = randomBytes(8).toString('hex');
let count = 0;

/** Returns the request id that the client sent if it is well-formed; otherwise a new id. */
export function requestId(given: string | string[] | undefined): string {
  if (typeof given === 'string' && wellFormed.test(given)) return given;
  count += 1;
  return `${ownPrefix}${count.toString(36)}`;
}
