import { hash } from 'node:crypto';
import { testGuestKeySecret } from '#testing/guest-key-secret.ts';
import { GuestKeys } from '../caller/cart-keys.ts';

const keys = new GuestKeys(testGuestKeySecret, 'issued');

/** Returns a guest's cart key in the form that the gateway issues. Equal names give equal keys. */
export function issuedKey(name: string): string {
  return keys.issue(hash('sha256', name, 'buffer').subarray(0, 17));
}
