import { entriesOf } from './fields.ts';
import type { ShopFiles, VariationLists } from './folder.ts';

/** Some records of a shop, as the files of an import, but in memory. */
export class RecordsInMemory implements ShopFiles {
  readonly #files: Readonly<Record<string, unknown>>;
  readonly gaps: ReadonlyMap<string, string> = new Map();

  /** `files` are the contents of files by their names, such as `products.json`. */
  constructor(files: Readonly<Record<string, unknown>>) {
    this.#files = files;
  }

  has(file: string): boolean {
    return Object.hasOwn(this.#files, file);
  }

  /** Returns no file: these records were chosen by their ids, so no file is unknown. */
  others(): string[] {
    return [];
  }

  async *list(file: string): AsyncGenerator<unknown> {
    yield* entriesOf(this.#files[file]) ?? [];
  }

  async whole(file: string): Promise<unknown> {
    return this.#files[file] ?? null;
  }

  async count(file: string): Promise<number> {
    return entriesOf(this.#files[file])?.length ?? 0;
  }
}

/** The variations of some products, in memory. */
export class VariationsInMemory implements VariationLists {
  readonly #lists: ReadonlyMap<number, readonly unknown[]>;
  readonly unread: number[] = [];

  constructor(lists: ReadonlyMap<number, readonly unknown[]>) {
    this.#lists = lists;
  }

  of(id: number): unknown[] {
    return [...(this.#lists.get(id) ?? [])];
  }
}
