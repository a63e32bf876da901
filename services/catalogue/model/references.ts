import { foldSku, type SellableDocument } from './documents.ts';

/** The two meanings of a reference such as `42`: a SKU, and also an id if the text is a whole number. */
export interface Reference {
  readonly id: number | null;
  readonly sku: string;
}

/** Returns both meanings of a text. A number that is too large for an id can only be a SKU. */
export function parseReference(text: string): Reference {
  const sku = text.trim();
  return { id: /^[1-9]\d{0,14}$/.test(sku) ? Number(sku) : null, sku };
}

/** Returns whether a reference is a whole number, including a number that is too large for an id. */
export function isNumber({ sku }: Reference): boolean {
  return /^\d+$/.test(sku);
}

/** Returns the first document for each name. `name` returns the name of a document. */
function byName<Name>(
  documents: readonly SellableDocument[],
  name: (document: SellableDocument) => Name | undefined,
): Map<Name, SellableDocument> {
  const found = new Map<Name, SellableDocument>();
  for (const document of documents) {
    const key = name(document);
    if (key !== undefined && !found.has(key)) found.set(key, document);
  }
  return found;
}

/**
 * Returns one document for each reference, in the order of `references`. A document matches by id, or else by SKU, or
 * else by SKU in another case. Null for a reference without a match. Of several matching documents, the lowest id wins.
 */
export function inOrder(
  references: readonly Reference[],
  documents: readonly SellableDocument[],
): (SellableDocument | null)[] {
  const sorted = [...documents].sort((one, other) => one._id - other._id);
  const byId = byName(sorted, ({ _id }) => _id);
  const bySku = byName(sorted, ({ sku }) => sku);
  const byFolded = byName(sorted, ({ skuFolded }) => skuFolded);
  return references.map(
    ({ id, sku }) =>
      (id === null ? undefined : byId.get(id)) ?? bySku.get(sku) ?? byFolded.get(foldSku(sku)) ?? null,
  );
}
