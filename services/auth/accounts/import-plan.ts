import { isDeepStrictEqual } from 'node:util';
import type { ImportedAccount, LeftOutAccount } from '#contracts/accounts.ts';
import type { ImportCounts } from '#contracts/catalogue-import.ts';
import { voidsTokens } from './changed-account.ts';
import { namesOf } from './domain/identifiers.ts';
import type { AccountDocument } from './store/account-schema.ts';

/** The stored data that `planImport` needs. */
interface StoredAccounts {
  /** The stored accounts that have the id or a name of an imported record. */
  readonly accounts: readonly AccountDocument[];
  /** The ids of deleted accounts. */
  readonly erased: ReadonlySet<number>;
}

/** The result of planning an import. */
export interface ImportPlan {
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
export function planImport(records: readonly ImportedAccount[], held: StoredAccounts): ImportPlan {
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
