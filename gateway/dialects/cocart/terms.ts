import type { Image } from '#contracts/product.ts';
import type { TermList } from '#contracts/terms.ts';
import type { Version } from '../shared/views.ts';
import { sizeAddress } from './pictures.ts';
import { named } from './texts.ts';

function inLists(image: Image | null): Image | null {
  return image && { ...image, full: sizeAddress(image, 'woocommerce_thumbnail') };
}

/**
 * Returns terms as WordPress stores them: with escaped names, and in v2 with list-size pictures. Attributes
 * are not terms.
 */
export function keptTerms(found: TermList, version: Version): TermList {
  switch (found.kind) {
    case 'attributes':
      return found;
    case 'categories':
    case 'brands': {
      const records = named(found.records).map((one) =>
        version === 'v2' ? { ...one, image: inLists(one.image) } : one,
      );
      return { ...found, records } as TermList;
    }
    default:
      return { ...found, records: named(found.records) } as TermList;
  }
}
