import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivately } from '../dev/base/secrets.ts';

/**
 * The secret with which test systems make the keys of guest carts. It is fixed, so that random tests with the same seed
 * use the same keys in every run.
 */
export const testGuestKeySecret = 'guest-keys-of-tests-0123456789abcdef';

/** Stores the secret for keys of guest carts in a new data folder. */
export async function keepGuestKeySecret(dataDir: string): Promise<void> {
  const path = join(dataDir, 'secrets.json');
  const kept = JSON.parse(await readFile(path, 'utf8').catch(() => '{}'));
  const own = { GUEST_KEY_SECRET: testGuestKeySecret, ...kept.own };
  await writePrivately(path, { ...kept, own });
}
