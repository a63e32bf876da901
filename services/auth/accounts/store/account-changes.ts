import type { ClientSession } from 'mongoose';
import type { AccountChange, ImportedAccount, LeftOutAccount } from '#contracts/accounts.ts';
import type { ImportCounts } from '#contracts/catalogue-import.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Revocations } from '../../tokens/revocations.ts';
import { type AddressChanges, accountAfter } from '../changed-account.ts';
import { namesOf } from '../domain/identifiers.ts';
import { planImport } from '../import-plan.ts';
import type { AccountDocument } from './account-schema.ts';
import type { AccountStore } from './account-store.ts';

/** A store of data that belongs to accounts. */
interface Owned {
  removeOf(account: number, session: ClientSession): Promise<void>;
}

/** Dependencies of `AccountChanges`. */
export interface AccountChangesDeps {
  readonly accounts: AccountStore;
  readonly revocations: Pick<Revocations, 'revokeAccount' | 'acknowledge'>;
  /** The store of key pairs. */
  readonly apiKeys: Owned;
  /** Stores of other data that is deleted with the account. */
  readonly others?: readonly Owned[];
}

/**
 * Changes, deletes and imports accounts. If a change revokes tokens, the revocation is stored in the same
 * transaction, and published after the transaction.
 */
export class AccountChanges {
  readonly #deps: AccountChangesDeps;

  constructor(deps: AccountChangesDeps) {
    this.#deps = deps;
  }

  /**
   * Sets the password and revokes earlier tokens.
   *
   * @throws ServiceError `service_account_not_found` if no account has this id, or if the account's generation differs
   * from the given `generation`
   */
  async setPassword(id: number, passwordHash: string, generation?: number): Promise<AccountDocument> {
    const { accounts } = this.#deps;
    return this.#revoking((session) => accounts.setPassword(session, id, passwordHash, generation));
  }

  /**
   * Changes email address, phone, names, role or addresses. Returns the account and whether its tokens became
   * invalid.
   *
   * @throws ServiceError `service_account_not_found`; `service_account_exists` for a name in use
   */
  async set(
    id: number,
    change: AccountChange,
    addresses: AddressChanges = {},
  ): Promise<{ account: AccountDocument; tokensEnded: boolean }> {
    const { accounts, revocations } = this.#deps;
    const { account, ended } = await accounts.transaction(async (session) => {
      const changed = await accounts.change(session, id, (before) => accountAfter(before, change, addresses));
      if (!changed) throw refusal('service_account_not_found', {});
      const { before, after } = changed;
      const isVoid = before.generation !== after.generation;
      return {
        account: after,
        ended: isVoid ? await revocations.revokeAccount(session, id, after.generation) : null,
      };
    });
    if (ended) await revocations.acknowledge([ended]);
    return { account, tokensEnded: ended !== null };
  }

  /**
   * Deletes an account, its key pairs, and its data in the stores `others`.
   *
   * @throws ServiceError `service_account_not_found`
   */
  async delete(id: number): Promise<AccountDocument> {
    const { accounts, apiKeys, others = [] } = this.#deps;
    return this.#revoking(async (session) => {
      for (const owned of [apiKeys, ...others]) await owned.removeOf(id, session);
      const found = await accounts.delete(session, id);
      return found && { ...found, generation: found.generation + 1 };
    });
  }

  /** Stores the accounts of an imported shop. @throws ServiceError `service_account_exists` for a name in use */
  async import(
    records: readonly ImportedAccount[],
  ): Promise<{ outcome: ImportCounts; leftOut: LeftOutAccount[] }> {
    const { accounts, revocations } = this.#deps;
    const ids = records.map(({ id }) => id);
    const names = records.flatMap(namesOf);
    const { plan, ended } = await accounts.transaction(async (session) => {
      const made = planImport(records, await accounts.accountsWithIdsOrNames(session, ids, names));
      await accounts.keep(session, made.written);
      const numbered = [];
      for (const { _id, generation } of made.revoked) {
        numbered.push(await revocations.revokeAccount(session, _id, generation));
      }
      return { plan: made, ended: numbered };
    });
    await revocations.acknowledge(ended);
    return { outcome: plan.outcome, leftOut: plan.leftOut };
  }

  /**
   * Runs a change that gives the account a new generation, and revokes the tokens of earlier generations.
   *
   * @throws ServiceError `service_account_not_found`
   */
  async #revoking(
    change: (session: ClientSession) => Promise<AccountDocument | null>,
  ): Promise<AccountDocument> {
    const { accounts, revocations } = this.#deps;
    const { account, ended } = await accounts.transaction(async (session) => {
      const changed = await change(session);
      if (!changed) throw refusal('service_account_not_found', {});
      const numbered = await revocations.revokeAccount(session, changed._id, changed.generation);
      return { account: changed, ended: numbered };
    });
    await revocations.acknowledge([ended]);
    return account;
  }
}
