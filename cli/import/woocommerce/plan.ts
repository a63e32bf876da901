import { z } from 'zod';
import { ProductRecord } from '#contracts/catalogue-import.ts';
import { StoreSettings } from '#contracts/settings.ts';
import { Attribute, AttributeTerm, Category, Tag, type TermKind, type TermList } from '#contracts/terms.ts';
import { Problem } from '../../problem.ts';
import { type LeftOut, recordBytes } from '../report.ts';
import type { WooFolder } from './folder.ts';
import { isKnownType, type ProductContext, productRecord, Unfit } from './products.ts';
import type { WooProduct } from './schemas.ts';
import { settingsRecord } from './settings.ts';
import { attributeRecord, categoryRecord, tagRecord, termRecord } from './terms.ts';

/** Everything that an import writes, checked against the contracts before the first write. */
export interface Plan {
  readonly settings: Partial<StoreSettings>;
  readonly terms: readonly { readonly kind: TermKind; readonly records: TermList['records'] }[];
  readonly products: readonly ProductRecord[];
  readonly leftOut: readonly LeftOut[];
}

/** Largest record, so that it fits into one message of the bus. */
const largestBytes = 900_000;

const later = 'comes with a later step';
/** Why the records of a file are left out. */
const reasons: Readonly<Record<string, string>> = {
  'credentials.json': "is no part of WooCommerce's interface",
  'coupons.json': later,
  'customers.json': later,
  'reviews.json': later,
  'shipping-classes.json': later,
  'shipping-zones.json': later,
  'tax-classes.json': 'the classes that count are named by tax rates and products',
};

function check<S extends z.ZodType>(file: string, id: unknown, schema: S, make: () => unknown): z.output<S> {
  try {
    const record = schema.parse(make());
    if (recordBytes(record) > largestBytes) throw new Unfit(`is larger than ${largestBytes} bytes`);
    return record;
  } catch (error) {
    const reason =
      error instanceof z.ZodError ? describe(error) : error instanceof Unfit ? error.message : null;
    if (reason === null) throw error;
    const where = id === null ? '' : `, record ${String(id)}`;
    throw new Problem(`${file}${where}: ${reason}; nothing was changed`);
  }
}

function describe(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'does not fit';
}

/** Refuses a shop in which two records claim the same. */
function requireUnique(file: string, what: string, values: readonly (string | number)[]): void {
  const seen = new Set<string | number>();
  for (const value of values) {
    if (seen.has(value))
      throw new Problem(`${file}: two records have the ${what} ${value}; nothing was changed`);
    seen.add(value);
  }
}

/** The attribute that every variation of a list is kept by is its product: a list without one has nowhere to go. */
function orphans(folder: WooFolder, taken: ReadonlySet<number>): LeftOut[] {
  const lost = [...folder.variations].filter(([id, list]) => !taken.has(id) && list.length > 0);
  const count = lost.reduce((sum, [, list]) => sum + list.length, 0);
  return count === 0
    ? []
    : [{ what: 'variations', count, why: 'their products are not in the folder or left out' }];
}

function strangers(products: readonly WooProduct[]): LeftOut[] {
  const counts = new Map<string, number>();
  for (const { type } of products.filter((one) => !isKnownType(one.type))) {
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts].map(([type, count]) => ({
    what: `products of type ${type}`,
    count,
    why: 'the type is not known here',
  }));
}

function productsOf(folder: WooFolder, context: ProductContext): ProductRecord[] {
  const known = folder.products.filter(({ type }) => isKnownType(type));
  const records = known.map((one) =>
    check('products.json', one.id, ProductRecord, () =>
      productRecord(one, one.type === 'variable' ? (folder.variations.get(one.id) ?? []) : [], context),
    ),
  );
  const all = records.flatMap((one) => [one, ...one.variations]);
  requireUnique(
    'products.json',
    'id',
    all.map(({ id }) => id),
  );
  requireUnique(
    'products.json',
    'SKU',
    all.map(({ sku }) => sku).filter((sku) => sku !== ''),
  );
  return records;
}

function termsOf(folder: WooFolder): Plan['terms'] {
  const terms = [...(folder.terms ?? [])].flatMap(([attributeId, list]) =>
    list.map((one) =>
      check('attribute-terms.json', one.id, AttributeTerm, () => termRecord(attributeId, one)),
    ),
  );
  const categories = (folder.categories ?? []).map((one) =>
    check('categories.json', one.id, Category, () => categoryRecord(one)),
  );
  const tags = (folder.tags ?? []).map((one) => check('tags.json', one.id, Tag, () => tagRecord(one)));
  const attributes = (folder.attributes ?? []).map((one) =>
    check('attributes.json', one.id, Attribute, () => attributeRecord(one)),
  );
  const plan = [
    { kind: 'categories', file: 'categories.json', given: folder.categories, records: categories },
    { kind: 'tags', file: 'tags.json', given: folder.tags, records: tags },
    { kind: 'attributes', file: 'attributes.json', given: folder.attributes, records: attributes },
    { kind: 'terms', file: 'attribute-terms.json', given: folder.terms, records: terms },
  ] as const;
  for (const { file, records } of plan)
    requireUnique(
      file,
      'id',
      records.map(({ id }) => id),
    );
  return plan.filter(({ given }) => given !== null);
}

/**
 * Turns the folder of a shop into what the catalogue keeps. `held` are the store's settings now.
 *
 * @throws Problem naming file and record when one does not fit; nothing has been written then
 */
export function planOf(folder: WooFolder, held: StoreSettings): Plan {
  const { general, productSettings, tax, rates, site } = folder;
  const settings = check('the settings', null, StoreSettings.partial(), () =>
    settingsRecord({ general, products: productSettings, tax, rates, site }, held),
  ) as Partial<StoreSettings>;
  const decimals = (settings.currency ?? held.currency).decimals;
  const products = productsOf(folder, { terms: folder.terms ?? new Map(), decimals });
  const files = [...folder.leftOut].map(([file, count]) => ({
    what: file,
    count,
    why: reasons[file] ?? 'the file is not known',
  }));
  const taken = new Set(products.filter(({ type }) => type === 'variable').map(({ id }) => id));
  return {
    settings,
    terms: termsOf(folder),
    products,
    leftOut: [...strangers(folder.products), ...orphans(folder, taken), ...files],
  };
}
