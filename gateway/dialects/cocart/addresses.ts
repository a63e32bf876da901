import type { Product, Variation } from '#contracts/product.ts';
import type { Links } from '../shared/links.ts';

/*
 * `_links` of v2 as WordPress writes them. A link to something that has a page in the shop names that page too.
 */

function placed(permalink: string, href: string) {
  return [{ permalink, href }];
}

/** Where a product is, the list that it is in, its parent and its variations, those that it has. */
export function productLinks(product: Product, links: Links) {
  const { id, parentId, permalink, variations } = product;
  return {
    self: placed(permalink, links.product(id)),
    collection: [{ href: links.resource('v2/products') }],
    ...(parentId === 0 ? {} : { parent_product: [{ href: links.product(parentId) }] }),
    ...(variations.length === 0
      ? {}
      : { variations: variations.flatMap((one) => placed(one.permalink, links.variation(one.id, id))) }),
  };
}

/** Where a variation is, the list that it is in, and its product. */
export function variationLinks({ id, permalink }: Variation, parentId: number, links: Links) {
  const up = links.product(parentId);
  return {
    self: placed(permalink, links.variation(id, parentId)),
    collection: [{ href: `${up}/variations` }],
    up: [{ href: up }],
  };
}
