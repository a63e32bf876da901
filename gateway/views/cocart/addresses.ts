import type { Product, Variation } from '#contracts/product.ts';
import type { Links } from '../shared/links.ts';

/**
 * Returns a link in WordPress's form: an array with one object, which has the address of a resource (`href`)
 * and the address of its page in the shop (`permalink`).
 */
function linkWithPage(permalink: string, href: string) {
  return [{ permalink, href }];
}

/** Returns the links of a product: its own address, the list of products, the parent product and the variations. */
export function productLinks(product: Product, links: Links) {
  const { id, parentId, permalink, variations } = product;
  return {
    self: linkWithPage(permalink, links.product(id)),
    collection: [{ href: links.resource('v2/products') }],
    ...(parentId === 0 ? {} : { parent_product: [{ href: links.product(parentId) }] }),
    ...(variations.length === 0
      ? {}
      : {
          variations: variations.flatMap((one) => linkWithPage(one.permalink, links.variation(one.id, id))),
        }),
  };
}

/** Returns the links of a variation: its own address, the list of the product's variations, and the product. */
export function variationLinks({ id, permalink }: Variation, parentId: number, links: Links) {
  const up = links.product(parentId);
  return {
    self: linkWithPage(permalink, links.variation(id, parentId)),
    collection: [{ href: `${up}/variations` }],
    up: [{ href: up }],
  };
}
