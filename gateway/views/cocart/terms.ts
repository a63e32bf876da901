import type { Image } from '#contracts/product.ts';
import type { TermList } from '#contracts/terms.ts';
import type { Version, Views } from '../shared/views.ts';
import { sizeAddress } from './pictures.ts';
import { named } from './wordpress-texts.ts';

function inLists(image: Image | null): Image | null {
  return image && { ...image, full: sizeAddress(image, 'woocommerce_thumbnail') };
}

/**
 * Returns terms with HTML-escaped names, as WordPress stores them. Attributes are unchanged, because WordPress
 * does not store attributes as terms. In v2, pictures of categories and brands have the size
 * `woocommerce_thumbnail`.
 */
export function storedTerms(found: TermList, version: Version): TermList {
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

/** Returns the facets, with the names of terms as WordPress stores them. */
export function facetsWithStoredNames(view: Views['facets']): Views['facets'] {
  const { facets } = view;
  const { categories, tags, brands, attributes } = facets;
  const kept = {
    categories: named(categories),
    tags: named(tags),
    brands: named(brands),
    attributes: attributes.map((one) => ({ ...one, terms: named(one.terms) })),
  };
  return { ...view, facets: { ...facets, ...kept } };
}
