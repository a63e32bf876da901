import { isDeepStrictEqual } from 'node:util';
import type { AccountChange, ImportedAccount, LeftOutAccount } from '#contracts/accounts.ts';
import type { ImportCounts } from '#contracts/catalogue-import.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Session } from '#platform/mongodb/engine.ts';
import {
  type AccountDocument,
  type AddressChanges,
  accountAfter,
  namesOf,
  voidsTokens,
} from '../model/account.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { Revocations } from '../tokens/revocations.ts';

/** A store of data that belongs to accounts. */
interface Owned {
  removeOf(account: number, session: Session): Promise<void>;
}

interface AccountChangesDeps {
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
  async #revoking(change: (session: Session) => Promise<AccountDocument | null>): Promise<AccountDocument> {
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

/** The stored data that `planImport` needs. */
interface StoredAccounts {
  /** The stored accounts that have the id or a name of an imported record. */
  readonly accounts: readonly AccountDocument[];
  /** The ids of deleted accounts. */
  readonly erased: ReadonlySet<number>;
}

/** The result of planning an import. */
interface ImportPlan {
  /** The documents in the order of the writes: an account loses a name before another account gets this name. */
  readonly written: AccountDocument[];
  /** The accounts whose earlier tokens become invalid. */
  readonly revoked: AccountDocument[];
  readonly outcome: ImportCounts;
  readonly leftOut: LeftOutAccount[];
}

/** Returns the password hash to store. A hash that this service has created (argon2id) is not overwritten. */
function passwordOf(before: AccountDocument | undefined, given: string | null): string | null {
  const current = before?.passwordHash ?? null;
  return current?.startsWith('$argon2id$') ? current : (given ?? current);
}

/** Returns the document of an imported record. A changed email address or role makes the account's tokens invalid. */
function documentAfter(record: ImportedAccount, before: AccountDocument | undefined): AccountDocument {
  const { id, role, passwordHash, ...rest } = record;
  const isVoid = before !== undefined && voidsTokens(before, { role, record: rest });
  return {
    _id: id,
    names: namesOf(rest),
    role,
    record: rest,
    passwordHash: passwordOf(before, passwordHash),
    generation: (before?.generation ?? 0) + (isVoid ? 1 : 0),
  };
}

/**
 * Plans an import: which documents to write, for which accounts to revoke tokens, and which records to leave
 * out. If two records have the same name, the second record is left out.
 */
function planImport(records: readonly ImportedAccount[], held: StoredAccounts): ImportPlan {
  const registry = new Registry(held);
  const plan: ImportPlan = {
    written: [],
    revoked: [],
    outcome: { created: 0, changed: 0, unchanged: 0, removed: 0 },
    leftOut: [],
  };
  for (const record of records) {
    const before = registry.held(record.id);
    const after = documentAfter(record, before);
    const why = registry.obstacle(after);
    if (why) plan.leftOut.push({ id: record.id, why });
    else if (isDeepStrictEqual(before, after)) plan.outcome.unchanged += 1;
    else {
      registry.put(after);
      plan.written.push(after);
      plan.outcome[before ? 'changed' : 'created'] += 1;
      if (before && before.generation !== after.generation) plan.revoked.push(after);
    }
  }
  return plan;
}

/** The accounts by id, and the account that owns each name, including the changes that are planned so far. */
class Registry {
  readonly #accounts: Map<number, AccountDocument>;
  readonly #owners: Map<string, number>;
  readonly #erased: ReadonlySet<number>;

  constructor({ accounts, erased }: StoredAccounts) {
    this.#accounts = new Map(accounts.map((one) => [one._id, one]));
    this.#owners = new Map(accounts.flatMap(({ _id, names }) => names.map((name) => [name, _id])));
    this.#erased = erased;
  }

  held(id: number): AccountDocument | undefined {
    return this.#accounts.get(id);
  }

  /** Returns why a document cannot be stored; null if the document can be stored. */
  obstacle({ _id, names }: AccountDocument): LeftOutAccount['why'] | null {
    if (this.#erased.has(_id)) return 'erased';
    return names.some((name) => (this.#owners.get(name) ?? _id) !== _id) ? 'taken' : null;
  }

  put(document: AccountDocument): void {
    for (const name of this.held(document._id)?.names ?? []) this.#owners.delete(name);
    for (const name of document.names) this.#owners.set(name, document._id);
    this.#accounts.set(document._id, document);
  }
}
