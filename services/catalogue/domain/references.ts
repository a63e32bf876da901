import type { SellableDocument } from './documents.ts';

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

/** The document of each reference, in their order: that with the id, else that with the SKU, else null. */
export function inOrder(
  references: readonly Reference[],
  documents: readonly SellableDocument[],
): (SellableDocument | null)[] {
  const byId = new Map(documents.map((document) => [document._id, document]));
  const bySku = new Map(documents.map((document) => [document.sku, document]));
  return references.map(({ id, sku }) => (id === null ? undefined : byId.get(id)) ?? bySku.get(sku) ?? null);
}
