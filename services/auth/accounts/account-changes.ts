import { isDeepStrictEqual } from 'node:util';
import type { AccountChange, ImportedAccount, LeftOutAccount } from '#contracts/accounts.ts';
import type { ImportCounts } from '#contracts/catalogue-import.ts';
import type { NotFollowed, ShopCustomer } from '#contracts/shop-customers.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Session } from '#platform/mongodb/engine.ts';
import {
  type AccountDocument,
  type AddressChanges,
  accountAfter,
  hasOwnPassword,
  hasShopPassword,
  isShopCustomer,
  namesOf,
  voidsTokens,
} from '../model/account.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { Revocations } from '../tokens/revocations.ts';
import { followedAccount } from './followed-account.ts';
import { Registry, type StoredAccounts } from './registry.ts';

/** Number of accounts whose passwords are forgotten at once. */
const forgottenAtOnce = 1_000;

/** A record with an id and the names of an account. */
interface Named {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly phone: string;
}

/** How many records were stored, and which were left out. */
interface Stored<Why> {
  readonly outcome: ImportCounts;
  readonly leftOut: Why[];
}

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
  import(records: readonly ImportedAccount[]): Promise<Stored<LeftOutAccount>> {
    return this.#store(records, planImport);
  }

  /**
   * Stores the accounts of customers of the connected shop, within the bounds of `followCustomers`.
   *
   * @throws ServiceError `service_account_exists` if another account gets a name at the same time
   */
  follow(records: readonly ShopCustomer[]): Promise<Stored<NotFollowed>> {
    return this.#store(records, planFollowing);
  }

  /**
   * Forgets the shop's passwords of some accounts and ends their logins, within the bounds of `forgetShopPasswords`. Accounts
   * of another role, and passwords that were set here, stay as they are.
   */
  async forgetShopPasswords(
    changed: readonly { readonly id: number; readonly row: number }[],
    gone: readonly number[],
  ): Promise<{ forgotten: number; released: number }> {
    const { accounts, revocations } = this.#deps;
    const rows = new Map(changed.map(({ id, row }) => [id, row]));
    const released = new Set(gone);
    const { ended, ...counts } = await accounts.transaction(async (session) => {
      const held = await accounts.accountsWithIdsOrNames(session, [...rows.keys(), ...released], []);
      // A row of 0 is unknown.
      const isOutdated = ({ _id, passwordRow = 0 }: AccountDocument) => {
        const row = rows.get(_id) ?? 0;
        return passwordRow === 0 || row === 0 || passwordRow < row;
      };
      const before = held.accounts.filter(
        (one) => isShopCustomer(one) && (released.has(one._id) || isOutdated(one)),
      );
      const after = before.map((one) => withoutShopPassword(one, released.has(one._id)));
      await accounts.keep(
        session,
        after.filter((one, at) => !isDeepStrictEqual(one, before[at])),
      );
      const numbered = [];
      for (const { _id, generation } of after.filter(
        (one, at) => one.generation !== before[at]?.generation,
      )) {
        numbered.push(await revocations.revokeAccount(session, _id, generation));
      }
      return {
        ended: numbered,
        forgotten: before.filter(hasShopPassword).length,
        released: before.filter(({ _id, followed }) => followed && released.has(_id)).length,
      };
    });
    await revocations.acknowledge(ended);
    return counts;
  }

  /** Forgets all passwords of the shop. Logins go on. Returns how many were forgotten. */
  async forgetAllShopPasswords(): Promise<number> {
    const { accounts } = this.#deps;
    let forgotten = 0;
    for (let after = 0; ; ) {
      const found = await accounts.shopCustomersWithPassword(after, forgottenAtOnce);
      forgotten += await accounts.dropPasswords(found.filter(hasShopPassword));
      after = found.at(-1)?._id ?? 0;
      if (found.length < forgottenAtOnce) return forgotten;
    }
  }

  /** Carries out a plan for records in one transaction. */
  async #store<Given extends Named, Why>(
    records: readonly Given[],
    planFor: (records: readonly Given[], held: StoredAccounts) => ImportPlan<Why>,
  ): Promise<Stored<Why>> {
    const { accounts, revocations } = this.#deps;
    const ids = records.map(({ id }) => id);
    const names = records.flatMap(namesOf);
    const { plan, ended } = await accounts.transaction(async (session) => {
      const made = planFor(records, await accounts.accountsWithIdsOrNames(session, ids, names));
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

/**
 * Returns an account without a password of the shop, and with `gone` without the customer that it followed. A login in
 * progress may have been told that the earlier password is right, so the account gets a new generation even if no password
 * is known yet. An own password stays.
 */
function withoutShopPassword(before: AccountDocument, gone: boolean): AccountDocument {
  const { passwordRow, followed, ...rest } = before;
  const kept = { ...rest, ...(followed && !gone && { followed }) };
  if (hasOwnPassword(before)) return kept;
  return { ...kept, passwordHash: null, generation: before.generation + 1 };
}

/** The accounts to be written. `Why` says why a record is left out. */
interface ImportPlan<Why> {
  /** The documents in the order of the writes: an account loses a name before another account gets this name. */
  readonly written: AccountDocument[];
  /** The accounts whose earlier tokens become invalid. */
  readonly revoked: AccountDocument[];
  readonly outcome: ImportCounts;
  readonly leftOut: Why[];
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
    ...before,
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
function planImport(records: readonly ImportedAccount[], held: StoredAccounts): ImportPlan<LeftOutAccount> {
  const registry = new Registry(held);
  const plan = emptyPlan<LeftOutAccount>();
  for (const record of records) {
    const before = registry.held(record.id);
    const after = documentAfter(record, before);
    const why = registry.obstacle(after);
    if (why) plan.leftOut.push({ id: record.id, why });
    else addTo(plan, registry, after);
  }
  return plan;
}

/**
 * Plans what `followCustomers` changes. A phone number that another account has is left out, because a family may have one
 * number.
 */
function planFollowing(records: readonly ShopCustomer[], held: StoredAccounts): ImportPlan<NotFollowed> {
  const registry = new Registry(held);
  const plan = emptyPlan<NotFollowed>();
  for (const record of records) {
    const { id } = record;
    const before = registry.held(id);
    if (before && !isShopCustomer(before)) {
      plan.leftOut.push({ id, why: 'role' });
      continue;
    }
    const whole = followedAccount(record, before);
    const isWhole = registry.obstacle(whole) !== 'taken';
    const after = isWhole ? whole : followedAccount({ ...record, phone: '' }, before);
    const why = registry.obstacle(after);
    if (why) plan.leftOut.push({ id, why });
    else addTo(plan, registry, after);
  }
  return plan;
}

function emptyPlan<Why>(): ImportPlan<Why> {
  const outcome = { created: 0, changed: 0, unchanged: 0, removed: 0 };
  return { written: [], revoked: [], outcome, leftOut: [] };
}

/** Adds a document to a plan, unless the stored one is equal. */
function addTo<Why>(plan: ImportPlan<Why>, registry: Registry, after: AccountDocument): void {
  const before = registry.held(after._id);
  if (isDeepStrictEqual(before, after)) {
    plan.outcome.unchanged += 1;
    return;
  }
  registry.put(after);
  plan.written.push(after);
  plan.outcome[before ? 'changed' : 'created'] += 1;
  if (before && before.generation !== after.generation) plan.revoked.push(after);
}
