import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idOf, type RetryPolicy, type ShopAddress, ShopClient } from './client.ts';
import type { Gaps, ShopSource } from './folder.ts';
import { Notes } from './notes.ts';
import { mediaFile } from './pictures.ts';
import {
  attributesRoute,
  type Route,
  recordRoutes,
  requestsAtOnce,
  settingsRoutes,
  siteQuery,
  sorted,
  statusRoute,
  taxesRoute,
  zonesRoute,
} from './routes.ts';
import type { ShowProgress } from './send.ts';

/**
 * Fetches a live shop into a temporary folder that only the current user may read, calls `act` with the
 * folder, and then deletes the folder.
 *
 * @throws Problem if the shop cannot be read; `act` is then not called
 */
export async function withFetched<T>(
  address: ShopAddress,
  show: ShowProgress,
  act: (source: ShopSource) => Promise<T>,
  retries?: RetryPolicy,
): Promise<T> {
  const notes = new Notes();
  const client = new ShopClient(address, retries, notes);
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-import-'));
  try {
    const gaps = await new ShopFetch(client, folder, show).run();
    return await act({ folder, gaps, notes });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Collections that are fetched in pages, each into one file. */
const collections: readonly Route[] = [
  recordRoutes.categories,
  recordRoutes.tags,
  recordRoutes.brands,
  recordRoutes.shippingClasses,
  recordRoutes.reviews,
  recordRoutes.coupons,
  taxesRoute,
  { file: 'customers.json', path: 'wc/v3/customers', query: { role: 'all' }, none: [404] },
  {
    file: mediaFile,
    path: 'wp/v2/media',
    // WordPress adds the sizes only if the name of the whole member is among the fields.
    query: { context: 'view', media_type: 'image', _fields: 'id,media_details' },
    none: [400, 401, 403, 404],
  },
];

/** Resources that are fetched with a single request each. */
const wholes: readonly Route[] = [
  ...settingsRoutes,
  attributesRoute,
  { file: 'tax-classes.json', path: 'wc/v3/taxes/classes' },
];

/** A variable product, and the ids that it names as its variations; undefined if it names none. */
interface VariableProduct {
  readonly id: number;
  readonly variationIds?: readonly number[];
}

function variableProduct(record: unknown): VariableProduct | null {
  const { type, variations } = record as { type?: unknown; variations?: unknown };
  const id = idOf(record);
  if (type !== 'variable' || id === null) return null;
  return { id, ...(Array.isArray(variations) && { variationIds: variations.map(Number) }) };
}

/** Fetches a shop into a folder. */
export class ShopFetch {
  readonly #client: ShopClient;
  readonly #folder: string;
  readonly #show: ShowProgress;
  readonly #gaps = new Map<string, string>();

  constructor(client: ShopClient, folder: string, show: ShowProgress) {
    this.#client = client;
    this.#folder = folder;
    this.#show = show;
  }

  /**
   * Writes the shop's data into the folder, as files for the import. Returns the files whose lists may be incomplete.
   *
   * @throws Problem if the shop cannot be read
   */
  async run(): Promise<Gaps> {
    const site = await this.#client.readIndex(siteQuery);
    if (site !== null) await this.#write('site.json', site);
    for (const { file, path, none } of wholes) {
      const value = await this.#client.read(path, none);
      if (value !== null) await this.#write(file, value);
    }
    await this.#status();
    await this.#zones();
    await this.#products();
    for (const one of collections) await this.#collection(one);
    await this.#attributeTerms();
    return this.#gaps;
  }

  /**
   * Fetches the plugins and the version of WooCommerce. If the key pair may not read them, stores null instead. The
   * import then reports that the plugins are unknown.
   */
  async #status(): Promise<void> {
    const { file, path, none } = statusRoute;
    const status = await this.#client.read(path, none);
    await this.#write(file, status ?? { active_plugins: null });
  }

  async #write(file: string, value: unknown): Promise<void> {
    await writeFile(join(this.#folder, file), JSON.stringify(value), { mode: 0o600, flag: 'wx' });
  }

  async #collection(
    { file, path, query, none = [] }: Route,
    takePage: (records: readonly unknown[]) => Promise<readonly unknown[]> = async (records) => records,
  ): Promise<void> {
    let out: JsonFile | null = null;
    let done = 0;
    try {
      for await (const { records, total, gap } of this.#client.pages(
        path,
        { ...sorted, ...query },
        { none },
      )) {
        out ??= await JsonFile.begin(join(this.#folder, file), 'list');
        await out.add(await takePage(records));
        // WordPress also counts the pictures of drafts, which it shows to nobody without a login.
        if (gap && file !== mediaFile) this.#gaps.set(file, gap);
        done += records.length;
        this.#show(`${file.replace('.json', '')} fetched`, done, total);
      }
    } finally {
      await out?.[Symbol.asyncDispose]();
    }
  }

  /** Fetches the products, and the variations of each page of products. */
  async #products(): Promise<void> {
    const { file } = recordRoutes.products;
    await using all = await this.#allVariations();
    await using out = await JsonFile.begin(join(this.#folder, 'variations.json'), 'object');
    await this.#collection(recordRoutes.products, async (records) => {
      const partial = await this.#variations(records, all, out);
      for (const [id, gap] of partial) {
        this.#gaps.set(
          file,
          `variations of product ${id}: ${gap}. Products with such variations are left out`,
        );
      }
      return records.filter((one) => !partial.has(idOf(one) ?? 0));
    });
  }

  /**
   * Fetches the variations of all products with one list, which WooCommerce has since version 10.3. Returns null if the
   * shop does not have this list, or if the list may be incomplete.
   */
  async #allVariations(): Promise<RecordsByOwner | null> {
    const all = await RecordsByOwner.begin(join(this.#folder, 'variations.part'));
    let isWhole = false;
    const pages = this.#client.pages('wc/v3/variations', sorted, { none: [400, 404] });
    for await (const { records, total, gap } of pages) {
      isWhole = !gap;
      for (const one of records) await all.add(Number((one as { parent_id?: unknown }).parent_id), one);
      this.#show('variations fetched', all.size, total);
    }
    if (isWhole) return all;
    await all[Symbol.asyncDispose]();
    return null;
  }

  /**
   * Writes the variations of all variable products of a page. Returns the ids of the products whose variations may be
   * incomplete, with the reason.
   */
  async #variations(
    products: readonly unknown[],
    all: RecordsByOwner | null,
    out: JsonFile,
  ): Promise<ReadonlyMap<number, string>> {
    const partial = new Map<number, string>();
    const variable = products.map(variableProduct).filter((one) => one !== null);
    for (let start = 0; start < variable.length; start += requestsAtOnce) {
      const some = variable.slice(start, start + requestsAtOnce);
      const lists = await Promise.all(some.map((one) => this.#variationsOf(one, all)));
      for (const [index, { id }] of some.entries()) {
        const { records, gap } = lists[index] ?? { records: [] };
        if (gap) partial.set(id, gap);
        else await out.addMember(String(id), records);
      }
    }
    return partial;
  }

  async #variationsOf({ id, variationIds }: VariableProduct, all: RecordsByOwner | null) {
    const found = all && (await all.of(id));
    const ids = new Set(found?.map(idOf));
    if (found && (variationIds ?? []).every((one) => ids.has(one))) return { records: found };
    return this.#all(`wc/v3/products/${id}/variations`, variationIds);
  }

  /** Returns all records of a collection that is small enough for memory, and why records may be missing. */
  async #all(path: string, expected?: readonly number[]): Promise<{ records: unknown[]; gap?: string }> {
    const all: unknown[] = [];
    for await (const { records, gap } of this.#client.pages(path, sorted, {
      ...(expected && { expected }),
    })) {
      all.push(...records);
      if (gap) return { records: all, gap };
    }
    return { records: all };
  }

  async #attributeTerms(): Promise<void> {
    const file = 'attribute-terms.json';
    const { path } = attributesRoute;
    const attributes = await this.#client.read(path);
    const ids = (Array.isArray(attributes) ? attributes : []).map(idOf).filter((id) => id !== null);
    await using out = await JsonFile.begin(join(this.#folder, file), 'object');
    for (let start = 0; start < ids.length; start += requestsAtOnce) {
      const some = ids.slice(start, start + requestsAtOnce);
      const lists = await Promise.all(some.map((id) => this.#all(`${path}/${id}/terms`)));
      for (const [index, id] of some.entries()) {
        const { records, gap } = lists[index] ?? { records: [] };
        if (gap) this.#gaps.set(file, `terms of attribute ${id}: ${gap}`);
        await out.addMember(String(id), records);
      }
    }
  }

  async #zones(): Promise<void> {
    const { file, path } = zonesRoute;
    const zones = await this.#client.read(path);
    await using out = await JsonFile.begin(join(this.#folder, file), 'list');
    for (const zone of Array.isArray(zones) ? zones : []) {
      const id = idOf(zone);
      if (id === null) continue;
      const locations = await this.#client.read(`${path}/${id}/locations`);
      const methods = await this.#client.read(`${path}/${id}/methods`);
      await out.add([{ ...zone, locations, methods }]);
    }
  }
}

/** Writes a list, or an object of lists, part by part into a file, so that only one part needs to be in memory. */
export class JsonFile implements AsyncDisposable {
  readonly #handle: FileHandle;
  readonly #closer: ']' | '}';
  #isEmpty = true;

  private constructor(handle: FileHandle, closer: ']' | '}') {
    this.#handle = handle;
    this.#closer = closer;
  }

  /** Creates a file that only the current user of the machine may read. */
  static async begin(path: string, kind: 'list' | 'object'): Promise<JsonFile> {
    const handle = await open(path, 'wx', 0o600);
    await handle.write(kind === 'list' ? '[' : '{');
    return new JsonFile(handle, kind === 'list' ? ']' : '}');
  }

  /** Adds records to the list in the file. */
  async add(records: readonly unknown[]): Promise<void> {
    if (records.length > 0) await this.#append(records.map((one) => JSON.stringify(one)).join(',\n'));
  }

  /** Adds a member to the object in the file. */
  async addMember(name: string, value: unknown): Promise<void> {
    await this.#append(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
  }

  async #append(text: string): Promise<void> {
    const separator = this.#isEmpty ? '' : ',\n';
    this.#isEmpty = false;
    await this.#handle.write(separator + text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.write(this.#closer);
    await this.#handle.close();
  }
}

/** Where a record is in a file, in bytes. */
interface Place {
  readonly start: number;
  readonly length: number;
}

/**
 * Records that arrive in any order and are read by their owner, such as variations by their product. They are in a
 * temporary file, because they may be too large for memory.
 */
class RecordsByOwner implements AsyncDisposable {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #places = new Map<number, Place[]>();
  #end = 0;
  #size = 0;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /** Creates the file, which only the current user of the machine may read. */
  static async begin(path: string): Promise<RecordsByOwner> {
    return new RecordsByOwner(path, await open(path, 'wx+', 0o600));
  }

  /** The number of all records. */
  get size(): number {
    return this.#size;
  }

  async add(owner: number, record: unknown): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(record));
    await this.#handle.write(bytes);
    const places = this.#places.get(owner) ?? [];
    this.#places.set(owner, places);
    places.push({ start: this.#end, length: bytes.length });
    this.#end += bytes.length;
    this.#size += 1;
  }

  /** Returns the records of an owner in the order in which they were added. */
  async of(owner: number): Promise<unknown[]> {
    const records: unknown[] = [];
    for (const { start, length } of this.#places.get(owner) ?? []) {
      const { buffer } = await this.#handle.read(Buffer.allocUnsafe(length), 0, length, start);
      records.push(JSON.parse(buffer.toString()));
    }
    return records;
  }

  /** Deletes the file. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
    await rm(this.#path);
  }
}
