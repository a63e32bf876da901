import { hash } from 'node:crypto';
import { testGuestKeySecret } from '#platform/testing/guest-key-secret.ts';
import { GuestKeys } from '../http/guest-keys.ts';

const keys = new GuestKeys(testGuestKeySecret, 'issued');

/** A key of a guest's cart as the gateways of tests issue it, the same for the same name. */
export function issuedKey(name: string): string {
  return keys.issue(hash('sha256', name, 'buffer').subarray(0, 17));
}
