import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../../../output/progress.ts';
import { Problem } from '../../../problem.ts';
import { pluginsFile } from '../unsupported.ts';
import type { ShopClient } from './client.ts';
import { JsonFile } from './json-file.ts';

/** Collections that are fetched in pages, each into one file. Not every WooCommerce has the `optional` collections. */
const collections = [
  { file: 'products.json', path: 'wc/v3/products', query: { status: 'any' } },
  { file: 'categories.json', path: 'wc/v3/products/categories' },
  { file: 'tags.json', path: 'wc/v3/products/tags' },
  { file: 'brands.json', path: 'wc/v3/products/brands', optional: true },
  { file: 'shipping-classes.json', path: 'wc/v3/products/shipping_classes' },
  { file: 'reviews.json', path: 'wc/v3/products/reviews', query: { status: 'all' } },
  { file: 'coupons.json', path: 'wc/v3/coupons' },
  { file: 'taxes.json', path: 'wc/v3/taxes' },
  { file: 'customers.json', path: 'wc/v3/customers', query: { role: 'all' }, optional: true },
  {
    file: 'media.json',
    path: 'wp/v2/media',
    query: { context: 'view', media_type: 'image', _fields: 'id,media_details.sizes' },
    optional: true,
  },
] as const satisfies readonly Collection[];

interface Collection {
  readonly file: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly optional?: true;
}

/** Resources that are fetched with a single request each. */
const wholes = [
  { file: 'settings-general.json', path: 'wc/v3/settings/general' },
  { file: 'settings-products.json', path: 'wc/v3/settings/products' },
  { file: 'settings-tax.json', path: 'wc/v3/settings/tax' },
  { file: 'settings-shipping.json', path: 'wc/v3/settings/shipping', optional: true },
  { file: 'attributes.json', path: 'wc/v3/products/attributes' },
  { file: 'tax-classes.json', path: 'wc/v3/taxes/classes' },
  { file: 'site.json', path: '?_fields=name,description,url,home,gmt_offset,timezone_string' },
] as const satisfies readonly Collection[];

/** Query for all collections. Records are sorted by id, so that records that are added meanwhile come last. */
const sorted = { context: 'edit', orderby: 'id', order: 'asc' };
/**
 * Number of products whose variations are requested in parallel. The number is low, because the shop also
 * serves customers.
 */
const atOnce = 3;

interface Identified {
  readonly id: number;
  readonly type?: unknown;
}

function identified(path: string, record: unknown): Identified {
  const id = (record as { id?: unknown } | null)?.id;
  if (typeof id !== 'number')
    throw new Problem(`the shop answered ${path} with a record without an id`, 'failed');
  return record as Identified;
}

/** Fetches a shop into a folder. */
export class ShopFetch {
  readonly #client: ShopClient;
  readonly #folder: string;
  readonly #bar: Progress;

  constructor(client: ShopClient, folder: string, bar: Progress) {
    this.#client = client;
    this.#folder = folder;
    this.#bar = bar;
  }

  /** Writes the shop's data into the folder, as files for the import. @throws Problem if the shop cannot be read */
  async run(): Promise<void> {
    for (const { file, path, ...rest } of wholes) {
      const value = await this.#client.read(path, 'optional' in rest ? [404] : []);
      if (value !== null) await this.#write(file, value);
    }
    await this.#plugins();
    await this.#zones();
    for (const one of collections) await this.#collection(one);
    await this.#attributeTerms();
  }

  /**
   * Fetches the version of WooCommerce and the list of plugins. If the key pair may not read them, stores null instead.
   * The import then reports that they are unknown.
   */
  async #plugins(): Promise<void> {
    const status = await this.#client.read(
      'wc/v3/system_status?_fields=active_plugins,environment.version',
      [401, 403, 404],
    );
    await this.#write(pluginsFile, status ?? { active_plugins: null });
  }

  async #write(file: string, value: unknown): Promise<void> {
    await writeFile(join(this.#folder, file), JSON.stringify(value), { mode: 0o600, flag: 'wx' });
  }

  async #collection({ file, path, query, optional }: Collection): Promise<void> {
    const isProducts = file === 'products.json';
    let out: JsonFile | null = null;
    let variations: JsonFile | null = null;
    let done = 0;
    try {
      for await (const page of this.#client.pages(path, { ...sorted, ...query }, optional)) {
        out ??= await JsonFile.begin(join(this.#folder, file), 'list');
        await out.add(page.records);
        if (isProducts) {
          variations ??= await JsonFile.begin(join(this.#folder, 'variations.json'), 'object');
          await this.#variations(
            page.records.map((one) => identified(path, one)),
            variations,
          );
        }
        done += page.records.length;
        this.#bar.show(`${file.replace('.json', '')} fetched`, done, page.total);
      }
    } finally {
      await out?.[Symbol.asyncDispose]();
      await variations?.[Symbol.asyncDispose]();
    }
  }

  /** Fetches the variations of all variable products of a page, for `atOnce` products in parallel. */
  async #variations(products: readonly Identified[], out: JsonFile): Promise<void> {
    const variable = products.filter(({ type }) => type === 'variable');
    for (let start = 0; start < variable.length; start += atOnce) {
      const some = variable.slice(start, start + atOnce).map(({ id }) => id);
      const lists = await Promise.all(some.map((id) => this.#all(`wc/v3/products/${id}/variations`)));
      for (const [index, id] of some.entries()) await out.addMember(String(id), lists[index] ?? []);
    }
  }

  /** Returns all records of a collection that is small enough for memory. */
  async #all(path: string): Promise<unknown[]> {
    const all: unknown[] = [];
    for await (const { records } of this.#client.pages(path, sorted)) all.push(...records);
    return all;
  }

  async #attributeTerms(): Promise<void> {
    const path = 'wc/v3/products/attributes';
    const attributes = await this.#client.read(path);
    await using out = await JsonFile.begin(join(this.#folder, 'attribute-terms.json'), 'object');
    for (const one of Array.isArray(attributes) ? attributes : []) {
      const { id } = identified(path, one);
      await out.addMember(String(id), await this.#all(`${path}/${id}/terms`));
    }
  }

  async #zones(): Promise<void> {
    const path = 'wc/v3/shipping/zones';
    const zones = await this.#client.read(path);
    await using out = await JsonFile.begin(join(this.#folder, 'shipping-zones.json'), 'list');
    for (const zone of Array.isArray(zones) ? zones : []) {
      const { id } = identified(path, zone);
      const locations = await this.#client.read(`${path}/${id}/locations`);
      const methods = await this.#client.read(`${path}/${id}/methods`);
      await out.add([{ ...zone, locations, methods }]);
    }
  }
}
