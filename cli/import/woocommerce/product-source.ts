import { z } from 'zod';
import { importProducts, ProductRecord } from '#contracts/catalogue-import.ts';
import { Notes } from '../notes.ts';
import { text } from './fields.ts';
import type { Lists, ShopFolder } from './folder.ts';
import { isKnownType, type ProductContext, productRecord, variationsFile } from './products.ts';
import type { Claim, Source } from './record-stream.ts';
import { WooProduct, WooVariation } from './schemas.ts';
import { made, readable, UnreadableRecord, validated } from './validation.ts';

const file = 'products.json';

/** Returns the type of a product whose other members are not checked. */
function typeOf(entry: unknown): string {
  const { type } = validated(file, entry, z.object({ type: text }));
  if (type === '') throw new UnreadableRecord(file, entry, 'type: is missing');
  return type;
}

/** Returns the variations that can be read, and adds a note for each of the others. */
function variationsOf(given: readonly unknown[], notes: Notes): WooVariation[] {
  const variations = new Map<number, WooVariation>();
  for (const [index, entry] of given.entries()) {
    const variation = readable(index + 1, notes, () => validated(variationsFile, entry, WooVariation));
    if (!variation) continue;
    if (variations.has(variation.id)) {
      notes.leaveOut(`${variationsFile}, record ${variation.id}`, 'occurs again: the first one is taken');
    } else variations.set(variation.id, variation);
  }
  return [...variations.values()];
}

/**
 * Returns whether a shopper who asks for a variation that is left out could get another one, because it accepts any
 * option.
 */
function couldReplace({ variations }: ProductRecord): boolean {
  return variations.some(({ attributes }) => attributes.some(({ slug }) => slug === ''));
}

const sellablesOf = (record: ProductRecord) => [record, ...record.variations];

function* skusOf(record: ProductRecord): Generator<Claim> {
  for (const { id, sku, status } of sellablesOf(record)) {
    // As in WooCommerce, a product in the bin does not hold its SKU.
    if (sku !== '') yield { value: sku, id, rank: status === 'trash' ? 1 : 0 };
  }
}

/** Returns the products of the folder, with their variations, as the source of a `RecordStream`. */
export function productSource(
  folder: ShopFolder,
  variations: Lists,
  context: Omit<ProductContext, 'notes'>,
): Source<ProductRecord> {
  return {
    collection: 'products',
    file,
    schema: ProductRecord,
    entries: () => folder.list(file),
    make(entry, notes) {
      const type = typeOf(entry);
      if (!isKnownType(type)) {
        notes.leaveOut(`products of type ${type.slice(0, 60)}`, 'the type is not known here');
        return null;
      }
      const product = validated(file, entry, WooProduct);
      const given = type === 'variable' ? variations.of(product.id) : [];
      const own = variationsOf(given, notes);
      const record = made(file, product, () => productRecord(product, own, { ...context, notes }));
      if (record.variations.length < given.length && couldReplace(record)) {
        const why = 'variations: one cannot be read, and another one accepts any option in its place';
        throw new UnreadableRecord(file, product, why);
      }
      return record;
    },
    ids: (record) => sellablesOf(record).map(({ id }) => id),
    unique: {
      name: 'SKU',
      prefers: 'lowest',
      claims: skusOf,
      without(record, isLost) {
        const free = <S extends { readonly id: number; readonly sku: string }>(one: S): S =>
          isLost(one.sku, one.id) ? { ...one, sku: '' } : one;
        return { ...free(record), variations: record.variations.map(free) };
      },
    },
    async send(bus, records) {
      const { products, variations: own } = await bus.request(importProducts, { records });
      return { products, variations: own };
    },
  };
}

/** Adds a note about variations whose products are not imported. @throws Problem for invalid JSON */
export function leaveOrphans(variations: Lists, notes: Notes): void {
  const why = 'their products are not variable, not in the folder or left out';
  for (const id of variations.unread) {
    const list = readable(1, new Notes(), () => variations.of(id));
    notes.leaveOut('variations', why, list?.length ?? 1);
  }
}
