import { ServiceError } from '#platform/errors/errors.ts';
import type { AccountDocument } from '../accounts/store/account-schema.ts';
import type { AccountStore } from '../accounts/store/account-store.ts';
import type { Hasher } from './hasher.ts';

/**
 * Replaces an imported password hash with a hash in this service's form, after a correct login. If the replacement
 * fails, the next login tries again.
 */
export async function rehash(
  { accounts, hasher }: { readonly accounts: Pick<AccountStore, 'rehash'>; readonly hasher: Hasher },
  { _id: id, passwordHash }: AccountDocument,
  password: string,
): Promise<void> {
  if (passwordHash === null) return;
  try {
    // Blanks at both ends belong to no password of WordPress.
    const own = passwordHash.startsWith('$argon2id$') ? password : password.trim();
    await accounts.rehash(id, passwordHash, await hasher.hash(own));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}
