import { importProducts, ProductRecord } from '#contracts/catalogue-import.ts';
import type { Notes } from '../notes.ts';
import type { Lists, ShopFolder } from './folder.ts';
import { isKnownType, type ProductContext, productRecord } from './products.ts';
import type { Source, UniqueValue } from './record-stream.ts';
import { WooProduct, WooVariation } from './schemas.ts';
import { made, validated } from './validation.ts';

const file = 'products.json';
const variationsFile = 'variations.json';

function* uniqueValuesOf(record: ProductRecord): Generator<UniqueValue> {
  for (const { id, sku } of [record, ...record.variations]) {
    yield ['id', id];
    if (sku !== '') yield ['SKU', sku];
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
      const product = validated(file, entry, WooProduct);
      if (!isKnownType(product.type)) {
        notes.leaveOut(`products of type ${product.type.slice(0, 60)}`, 'the type is not known here');
        return null;
      }
      const given = product.type === 'variable' ? variations.of(product.id) : [];
      const own = given.map((one) => validated(variationsFile, one, WooVariation));
      return made(file, product, () => productRecord(product, own, { ...context, notes }));
    },
    uniqueValues: uniqueValuesOf,
    async send(bus, records) {
      const { products, variations: own } = await bus.request(importProducts, { records });
      return { products, variations: own };
    },
  };
}

/** Adds a note about variations whose products are not imported. @throws Problem if a list of variations is invalid */
export function leaveOrphans(variations: Lists, notes: Notes): void {
  for (const id of variations.unread) {
    const lost = variations.of(id).length;
    notes.leaveOut('variations', 'their products are not variable, not in the folder or left out', lost);
  }
}
