import { isDeepStrictEqual } from 'node:util';
import type { ImportedAccount, LeftOutAccount } from '#contracts/accounts.ts';
import type { Outcome } from '#contracts/catalogue-import.ts';
import { namesOf } from '../domain/identifiers.ts';
import { voidsTokens } from './account-after.ts';
import type { AccountDocument } from './store/account-schema.ts';

/** What there is already that an import could touch. */
interface Held {
  /** Accounts with an id or a name of the import. */
  readonly accounts: readonly AccountDocument[];
  /** Ids of accounts that were deleted. */
  readonly erased: ReadonlySet<number>;
}

/** What an import does. */
export interface ImportPlan {
  /** Documents in the order in which they can be written: a name is freed before it is taken. */
  readonly written: AccountDocument[];
  /** Those of them whose earlier tokens are void. */
  readonly revoked: AccountDocument[];
  readonly outcome: Outcome;
  readonly leftOut: LeftOutAccount[];
}

/** Our own hashes stand for passwords that were set here or used here. */
function passwordOf(before: AccountDocument | undefined, given: string | null): string | null {
  const kept = before?.passwordHash ?? null;
  return kept?.startsWith('$argon2id$') ? kept : (given ?? kept);
}

/** The document that a record becomes. With another e-mail or role all tokens of the account are void. */
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

/** What becomes of records of an import, one after the other. Of two that share a name the first has it. */
export function planImport(records: readonly ImportedAccount[], held: Held): ImportPlan {
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

/** Accounts and whose each name is, as far as an import has come. */
class Registry {
  readonly #accounts: Map<number, AccountDocument>;
  readonly #owners: Map<string, number>;
  readonly #erased: ReadonlySet<number>;

  constructor({ accounts, erased }: Held) {
    this.#accounts = new Map(accounts.map((one) => [one._id, one]));
    this.#owners = new Map(accounts.flatMap(({ _id, names }) => names.map((name) => [name, _id])));
    this.#erased = erased;
  }

  held(id: number): AccountDocument | undefined {
    return this.#accounts.get(id);
  }

  /** Why a document cannot be kept; null when it can. */
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
