import { hash } from 'node:crypto';
import { GuestKeys } from '../../gateway/caller/cart-keys.ts';
import { testGuestKeySecret } from '../guest-key-secret.ts';

const keys = new GuestKeys(testGuestKeySecret, 'issued');

/** Returns a guest's cart key in the form that the gateway issues. Equal names give equal keys. */
export function issuedKey(name: string): string {
  return keys.issue(hash('sha256', name, 'buffer').subarray(0, 17));
}
