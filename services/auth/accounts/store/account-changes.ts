import type { ClientSession } from 'mongoose';
import type { AccountChange, ImportedAccount, LeftOutAccount } from '#contracts/accounts.ts';
import type { Outcome } from '#contracts/catalogue-import.ts';
import { refusal } from '#platform/errors/errors.ts';
import { namesOf } from '../../domain/identifiers.ts';
import type { Revocations } from '../../tokens/revocations.ts';
import { accountAfter } from '../account-after.ts';
import { planImport } from '../import-plan.ts';
import type { AccountDocument } from './account-schema.ts';
import type { AccountStore } from './account-store.ts';

/** Something that belongs to accounts. */
interface Owned {
  removeOf(account: number, session: ClientSession): Promise<void>;
}

/** What changes of accounts that are there stand on. */
export interface AccountChangesParts {
  readonly accounts: AccountStore;
  readonly revocations: Pick<Revocations, 'ofAccount' | 'acknowledge'>;
  /** Takes all key pairs of an account away. */
  readonly apiKeys: Owned;
  /** What else an account has that goes with it. */
  readonly others?: readonly Owned[];
}

/** Changes of accounts that end tokens: in one transaction with the revocation, which is acknowledged after it. */
export class AccountChanges {
  readonly #parts: AccountChangesParts;

  constructor(parts: AccountChangesParts) {
    this.#parts = parts;
  }

  /** Another password. @throws ServiceError `service_account_not_found` */
  async setPassword(id: number, passwordHash: string): Promise<AccountDocument> {
    return this.#revoking((session) => this.#parts.accounts.setPassword(session, id, passwordHash));
  }

  /**
   * Another e-mail, phone, name or role, and whether that ended the tokens.
   *
   * @throws ServiceError `service_account_not_found`; `service_account_exists` for what another account has
   */
  async set(id: number, change: AccountChange): Promise<{ account: AccountDocument; tokensEnded: boolean }> {
    const { accounts, revocations } = this.#parts;
    const { account, told } = await accounts.transaction(async (session) => {
      const changed = await accounts.change(session, id, (before) => accountAfter(before, change));
      if (!changed) throw refusal('service_account_not_found', {});
      const { before, after } = changed;
      const isVoid = before.generation !== after.generation;
      return {
        account: after,
        told: isVoid ? await revocations.ofAccount(session, id, after.generation) : null,
      };
    });
    if (told) await revocations.acknowledge([told]);
    return { account, tokensEnded: told !== null };
  }

  /** Takes an account away with its key pairs. @throws ServiceError `service_account_not_found` */
  async delete(id: number): Promise<AccountDocument> {
    const { accounts, apiKeys, others = [] } = this.#parts;
    return this.#revoking(async (session) => {
      for (const owned of [apiKeys, ...others]) await owned.removeOf(id, session);
      const found = await accounts.delete(session, id);
      return found && { ...found, generation: found.generation + 1 };
    });
  }

  /** Keeps accounts of another shop. @throws ServiceError `service_account_exists` for a name taken meanwhile */
  async import(
    records: readonly ImportedAccount[],
  ): Promise<{ outcome: Outcome; leftOut: LeftOutAccount[] }> {
    const { accounts, revocations } = this.#parts;
    const ids = records.map(({ id }) => id);
    const names = records.flatMap(namesOf);
    const { plan, told } = await accounts.transaction(async (session) => {
      const made = planImport(records, await accounts.touchedBy(session, ids, names));
      await accounts.keep(session, made.written);
      const numbered = [];
      for (const { _id, generation } of made.revoked) {
        numbered.push(await revocations.ofAccount(session, _id, generation));
      }
      return { plan: made, told: numbered };
    });
    await revocations.acknowledge(told);
    return { outcome: plan.outcome, leftOut: plan.leftOut };
  }

  /** Does what gives an account of a new generation, and ends the tokens of those before. */
  async #revoking(
    change: (session: ClientSession) => Promise<AccountDocument | null>,
  ): Promise<AccountDocument> {
    const { accounts, revocations } = this.#parts;
    const { account, told } = await accounts.transaction(async (session) => {
      const changed = await change(session);
      if (!changed) throw refusal('service_account_not_found', {});
      const numbered = await revocations.ofAccount(session, changed._id, changed.generation);
      return { account: changed, told: numbered };
    });
    await revocations.acknowledge([told]);
    return account;
  }
}
