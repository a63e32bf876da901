import { foldSku, type SellableDocument } from './documents.ts';

/** What a reference may name: an id when it is a whole number, and a SKU in any case. */
export interface Reference {
  readonly id: number | null;
  readonly sku: string;
}

/** Reads a reference. A number that is too large to be an id is a SKU only. */
export function parseReference(text: string): Reference {
  const sku = text.trim();
  return { id: /^[1-9]\d{0,14}$/.test(sku) ? Number(sku) : null, sku };
}

/** Whether a reference is a number, also one that is too large to be an id. */
export function isNumber({ sku }: Reference): boolean {
  return /^\d+$/.test(sku);
}

/** The first document of each name: what comes first wins. */
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
 * The document of each reference, in their order: that with the id, else that with the SKU, else that whose SKU is
 * the same but for the case of letters (of several, that with the lowest id), else null.
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
