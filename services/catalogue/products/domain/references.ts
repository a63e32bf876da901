import { foldSku, type SellableDocument } from '../../domain/documents.ts';

/** The possible meanings of a reference: a SKU, and an id if the reference is a whole number. */
export interface Reference {
  readonly id: number | null;
  readonly sku: string;
}

/** Returns the possible meanings of a reference. A number that is too large for an id can only be a SKU. */
export function parseReference(text: string): Reference {
  const sku = text.trim();
  return { id: /^[1-9]\d{0,14}$/.test(sku) ? Number(sku) : null, sku };
}

/** Returns whether a reference is a whole number. The number may be too large for an id. */
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
 * Returns the document of each reference, in the order of `references`: the document with this id, or else with this
 * SKU, or else with this SKU in another case. If several documents match, the document with the lowest id is returned;
 * null if no document matches.
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
