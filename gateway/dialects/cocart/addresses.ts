import type { Product, Variation } from '#contracts/product.ts';
import type { Links } from '../shared/links.ts';

/** `_links` of v2 as in WordPress. A link to a resource with a page in the shop also has the address of that page. */

function placed(permalink: string, href: string) {
  return [{ permalink, href }];
}

/** Returns the links of a product: itself, its list, its parent and its variations. */
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

/** Returns the links of a variation: itself, its list and its product. */
export function variationLinks({ id, permalink }: Variation, parentId: number, links: Links) {
  const up = links.product(parentId);
  return {
    self: placed(permalink, links.variation(id, parentId)),
    collection: [{ href: `${up}/variations` }],
    up: [{ href: up }],
  };
}
