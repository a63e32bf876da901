import { accountExists } from '#contracts/cart-owners.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import type { AccountStore } from './store/account-store.ts';

/** What tells whether an account exists. */
export interface ExistenceParts {
  readonly accounts: Pick<AccountStore, 'byId'>;
}

/** Whether a number is an account's. */
export function existenceOperations({ accounts }: ExistenceParts): Served[] {
  return [
    implement(accountExists, async ({ key }) => ({ exists: (await accounts.byId(Number(key))) !== null })),
  ];
}
