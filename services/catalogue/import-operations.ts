import {
  type Collection,
  idBatch,
  importProducts,
  importTerms,
  listIds,
  removeRecords,
} from '#contracts/catalogue-import.ts';
import type { TermKind } from '#contracts/terms.ts';
import { implement, type Served } from '#platform/bus/implement.ts';
import type { CatalogueParts } from './operations.ts';

/** Taking a shop in, and taking out what it no longer has. */
export function importOperations({ writer, terms, tell }: CatalogueParts): Served[] {
  return [
    implement(importProducts, async ({ records }) => {
      const { touched, ...written } = await writer.keep(records);
      if (touched.length > 0) tell(written.number, { products: [...touched] });
      return written;
    }),
    implement(importTerms, async (batch) => {
      const written = await terms.keep(batch);
      if (written.outcome.created + written.outcome.changed > 0) tell(written.number, { products: [] });
      return written;
    }),
    implement(listIds, async ({ collection, after }) => ({
      ids: await (collection === 'products'
        ? writer.ids(after, idBatch)
        : terms.ids(kindOf(collection), after, idBatch)),
    })),
    implement(removeRecords, async ({ collection, ids }) => {
      const written =
        collection === 'products' ? await writer.remove(ids) : await terms.remove(kindOf(collection), ids);
      const { removed, number, touched } = written;
      if (removed > 0) tell(number, { products: [...touched] });
      return { removed };
    }),
  ];
}

function kindOf(collection: Exclude<Collection, 'products'>): TermKind {
  if (collection === 'reviews' || collection === 'coupons') throw new Error('no store yet');
  return collection;
}
