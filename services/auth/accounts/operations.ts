import {
  createAccount,
  deleteAccount,
  findAccounts,
  importAccounts,
  listAccounts,
  readAccount,
  readAddresses,
  setAccount,
  setPassword,
} from '#contracts/accounts.ts';
import { accountExists } from '#contracts/cart-owners.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { accountOf, addressesOf, displayNameOf } from '../model/account.ts';
import type { Hasher } from '../passwords/hasher.ts';
import { requireStrongPassword } from '../passwords/password-rules.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { AccountChanges } from './account-changes.ts';

interface AccountDeps {
  readonly accounts: AccountStore;
  readonly accountChanges: AccountChanges;
  readonly hasher: Hasher;
  readonly now: () => number;
  /** Address of the connected shop; empty without a connection. */
  readonly connectedShop: string;
}

/** Returns the operations on accounts for operators, and those that read accounts for carts. */
export function accountOperations({
  accounts,
  accountChanges,
  hasher,
  now,
  connectedShop,
}: AccountDeps): ImplementedOperation[] {
  return [
    implement(createAccount, async ({ password, shop, ...person }) => {
      if (password !== null) await requireStrongPassword(password, { ...person, shop });
      const passwordHash = password === null ? null : await hasher.hash(password);
      const document = await accounts.create({
        ...person,
        displayName: displayNameOf(person),
        addresses: addressesOf(person),
        createdAt: now(),
        passwordHash,
      });
      return { account: accountOf(document) };
    }),

    implement(readAccount, async ({ reference }) => ({
      account: accountOf(await accounts.referred(reference)),
      connectedShop,
    })),

    implement(listAccounts, async (query) => {
      const { found, total } = await accounts.list(query);
      return { accounts: found.map(accountOf), total };
    }),

    implement(setAccount, async ({ reference, change }) => {
      const { _id: id } = await accounts.referred(reference);
      const { account, tokensEnded } = await accountChanges.set(id, change);
      return { account: accountOf(account), tokensEnded };
    }),

    implement(setPassword, async ({ reference, password, shop }) => {
      // The account is changed by id, because another account could get the name while the password is hashed.
      const { _id: id, record } = await accounts.referred(reference);
      await requireStrongPassword(password, { ...record, shop });
      const changed = await accountChanges.setPassword(id, await hasher.hash(password));
      return { account: accountOf(changed) };
    }),

    implement(deleteAccount, async ({ reference }) => {
      const { _id: id } = await accounts.referred(reference);
      return { account: accountOf(await accountChanges.delete(id)) };
    }),

    implement(importAccounts, ({ records }) => accountChanges.import(records)),

    implement(readAddresses, async (_request, { claim }) => {
      const found = claim?.account ? await accounts.byId(claim.account) : null;
      return { addresses: found?.record.addresses ?? null };
    }),

    implement(findAccounts, async ({ emails }, { claim }) => {
      const own = claim?.account ? await accounts.byId(claim.account) : null;
      const found = [...(own ? [own] : []), ...(await accounts.withEmails(emails))];
      const emailById = new Map(found.map(({ _id: id, record }) => [id, record.email]));
      return { accounts: [...emailById].map(([id, email]) => ({ id, email })) };
    }),

    // Whether a cart key is the id of an account.
    implement(accountExists, async ({ key }) => ({ exists: (await accounts.byId(Number(key))) !== null })),
  ];
}
