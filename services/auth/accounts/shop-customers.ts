import { idBatch } from '#contracts/catalogue-import.ts';
import {
  followCustomers,
  forgetAllShopPasswords,
  forgetShopPasswords,
  listShopCustomers,
} from '#contracts/shop-customers.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { AccountChanges } from './account-changes.ts';

/** Returns the operations with which `connect` follows the customers of the connected shop. */
export function shopCustomerOperations(
  accounts: Pick<AccountStore, 'followingIds'>,
  accountChanges: AccountChanges,
): ImplementedOperation[] {
  return [
    implement(followCustomers, ({ records }) => accountChanges.follow(records)),
    implement(listShopCustomers, async ({ after }) => ({ ids: await accounts.followingIds(after, idBatch) })),
    implement(forgetShopPasswords, ({ changed, gone }) => accountChanges.forgetShopPasswords(changed, gone)),
    implement(forgetAllShopPasswords, async () => ({
      forgotten: await accountChanges.forgetAllShopPasswords(),
    })),
  ];
}
