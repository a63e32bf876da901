import { ServiceError } from '#platform/errors/errors.ts';
import type { Hasher } from '../passwords/hasher.ts';
import type { AccountDocument } from './store/account-schema.ts';
import type { AccountStore } from './store/account-store.ts';

/**
 * Keeps our own hash of an imported account's password, which was just found right, in place of the other shop's. When
 * that cannot be at this moment, the next login does it.
 */
export async function rehash(
  { accounts, hasher }: { readonly accounts: Pick<AccountStore, 'rehash'>; readonly hasher: Hasher },
  { _id: id, passwordHash }: AccountDocument,
  password: string,
): Promise<void> {
  if (passwordHash === null) return;
  try {
    await accounts.rehash(id, passwordHash, await hasher.hash(password));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}
