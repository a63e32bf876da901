import { accountExists } from '#contracts/cart-owners.ts';
import { type ImplementedOperation, implement } from '#platform/bus/implement.ts';
import type { AccountStore } from './store/account-store.ts';

export interface AccountExistsDeps {
  readonly accounts: Pick<AccountStore, 'byId'>;
}

/** Returns the operation that answers whether a cart key is the id of an account. */
export function accountExistsOperations({ accounts }: AccountExistsDeps): ImplementedOperation[] {
  return [
    implement(accountExists, async ({ key }) => ({ exists: (await accounts.byId(Number(key))) !== null })),
  ];
}
