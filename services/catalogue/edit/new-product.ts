import type { NewProduct } from '#contracts/catalogue-edit.ts';
import type { ProductRecord } from '#contracts/catalogue-import.ts';
import type { ShopTime, TermReference } from '#contracts/product.ts';
import { withoutEndingSlashes } from '#platform/util/text.ts';

/** Members that the service adds to a new product. */
interface AddedMembers {
  readonly id: number;
  readonly slug: string;
  /** URL of the shop; empty if the URL is unknown. */
  readonly homeUrl: string;
  readonly time: ShopTime;
  readonly categories: readonly TermReference[];
}

/** Returns the record of a new product in the form of an import. Members that `product` lacks get their default. */
export function newRecord(
  product: NewProduct,
  { id, slug, homeUrl, time, categories }: AddedMembers,
): ProductRecord {
  return {
    ...product,
    ...{ id, slug, categories: [...categories], created: time, modified: time },
    permalink: `${withoutEndingSlashes(homeUrl)}/product/${slug}/`,
    ...{ globalUniqueId: '', parentId: 0, locked: false, featured: false, soldIndividually: false },
    ...{ downloadable: false, downloads: [], downloadLimit: -1, downloadExpiry: -1 },
    ...{ taxStatus: 'taxable', shippingClass: '', shippingClassId: 0 },
    dimensions: { length: '', width: '', height: '' },
    ...{ catalogVisibility: 'visible', reviewsAllowed: true },
    ...{ averageRating: '0.00', ratingCount: 0, reviewCount: 0, totalSales: 0, menuOrder: 0 },
    ...{ tags: [], brands: [], attributes: [], defaultAttributes: [], images: [], meta: [] },
    ...{ relatedIds: [], upsellIds: [], crossSellIds: [], purchaseNote: '' },
    ...{ variations: [], visibleTo: null, rolePrices: [] },
  };
}
