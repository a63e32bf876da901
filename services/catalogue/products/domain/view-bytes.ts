import { isVariation, type SellableDocument } from '../../domain/documents.ts';

/** The estimated bytes of a view as JSON, without its texts and lists. */
const plain = 3_000;
/** The estimated bytes of one image without its texts. */
const perImage = 250;
/** The estimated bytes of one card of a related product. */
const perCard = 700;
/** The estimated bytes of one option of an attribute, one meta entry or one download. */
const perOption = 60;
/** The estimated bytes of one id in a list. */
const perId = 8;
/** The estimated factor by which escaping in JSON lengthens a text. */
const escaped = 1.15;

function textBytes(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) * escaped;
}

/**
 * Returns an estimate of the JSON bytes of a document's view. A rough estimate is enough: messages are filled
 * only to half (`portionShare`).
 */
export function viewBytes(document: SellableDocument): number {
  const { description, images, meta, downloads } = document;
  const texts = [
    description,
    ...images.flatMap(({ thumbnail, medium, large, full, sizes = {}, alt }) => [
      ...[thumbnail, medium, large, full, alt],
      ...Object.values(sizes),
    ]),
    ...meta.map(({ value }) => value),
    ...downloads.flatMap(({ name, file }) => [name, file]),
  ];
  const lists = images.length * perImage + (meta.length + downloads.length) * perOption;
  if (isVariation(document)) return plain + lists + textBytes(texts);
  const { shortDescription, purchaseNote, relatedIds, upsellIds, crossSellIds, attributes } = document;
  const cards = relatedIds.length + upsellIds.length + crossSellIds.length;
  const options = attributes.reduce((sum, one) => sum + one.options.length + 2, 0);
  const ids = document.variationIds.length + document.groupedIds.length;
  const more = cards * perCard + options * perOption + ids * perId;
  return plain + lists + more + textBytes([...texts, shortDescription, purchaseNote]);
}
