import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivately } from '../dev/secrets.ts';

/** The secret for guest cart keys in test systems. It is fixed, so that a seed gives the same keys in every run. */
export const testGuestKeySecret = 'guest-keys-of-tests-0123456789abcdef';

/** Stores the secret for guest cart keys in a new data folder. */
export async function keepGuestKeySecret(dataDir: string): Promise<void> {
  const path = join(dataDir, 'secrets.json');
  const kept = JSON.parse(await readFile(path, 'utf8').catch(() => '{}'));
  const own = { GUEST_KEY_SECRET: testGuestKeySecret, ...kept.own };
  await writePrivately(path, { ...kept, own });
}
