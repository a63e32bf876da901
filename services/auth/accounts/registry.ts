import type { AccountDocument } from '../model/account.ts';

/** The stored data that a plan needs. */
export interface StoredAccounts {
  /** The stored accounts that have the id or a name of a given record. */
  readonly accounts: readonly AccountDocument[];
  /** The ids of deleted accounts. */
  readonly erased: ReadonlySet<number>;
}

/** The accounts by id, and the account that owns each name, including the changes that are planned so far. */
export class Registry {
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
  obstacle({ _id, names }: AccountDocument): 'taken' | 'erased' | null {
    if (this.#erased.has(_id)) return 'erased';
    return names.some((name) => (this.#owners.get(name) ?? _id) !== _id) ? 'taken' : null;
  }

  put(document: AccountDocument): void {
    for (const name of this.held(document._id)?.names ?? []) this.#owners.delete(name);
    for (const name of document.names) this.#owners.set(name, document._id);
    this.#accounts.set(document._id, document);
  }
}
