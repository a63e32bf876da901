import type { ProductChoices } from '#contracts/catalogue.ts';
import {
  isVariation,
  type ProductDocument,
  type SellableDocument,
  type VariationDocument,
} from '../../domain/documents.ts';

/** The estimated JSON bytes of an attribute, an option and so on, without their texts. */
const frame = { attribute: 40, option: 25, variation: 40, chosen: 6, id: 8 };

/** Returns the attributes in which variations differ, in the product's order. */
function distinguishing({ attributes }: ProductDocument) {
  return attributes.filter(({ variation }) => variation);
}

/**
 * Returns the choices that a shopper makes when buying a product; null if the product has no choices, such as a simple
 * product.
 */
export function choicesOf(
  document: SellableDocument,
  variations: readonly VariationDocument[],
): ProductChoices | null {
  if (isVariation(document)) return null;
  const none = { attributes: [], variations: [], groupedIds: [] };
  if (document.type === 'grouped') return { ...none, groupedIds: document.groupedIds };
  if (document.type !== 'variable') return null;
  const attributes = distinguishing(document).map(({ key, name, options }) => ({ key, name, options }));
  const byId = new Map(variations.map((one) => [one._id, one]));
  const shown = document.variationIds.map((id) => byId.get(id)).filter((one) => one !== undefined);
  const slugIn = (one: VariationDocument, key: string) =>
    one.attributes.find((chosen) => chosen.key === key)?.slug ?? '';
  return {
    ...none,
    attributes,
    variations: shown.map((one) => ({
      id: one._id,
      attributes: Object.fromEntries(attributes.map(({ key }) => [key, slugIn(one, key)])),
    })),
  };
}

/**
 * Returns an estimate of the bytes of the choices as JSON, without reading the variations. The estimate tends
 * to be too high.
 */
export function choicesBytes(document: SellableDocument): number {
  if (isVariation(document)) return 0;
  const attributes = distinguishing(document);
  const bytes = attributes.flatMap(({ key, name, options }) => [
    frame.attribute + Buffer.byteLength(key + name),
    ...options.map(({ slug, label }) => frame.option + Buffer.byteLength(slug + label)),
  ]);
  const perVariation = attributes.reduce((sum, { key, options }) => {
    const longest = Math.max(0, ...options.map(({ slug }) => Buffer.byteLength(slug)));
    return sum + frame.chosen + Buffer.byteLength(key) + longest;
  }, frame.variation);
  return (
    bytes.reduce((sum, one) => sum + one, 0) +
    document.variationIds.length * perVariation +
    document.groupedIds.length * frame.id
  );
}
