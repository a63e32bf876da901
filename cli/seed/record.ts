import type {
  EnteredPrices,
  EnteredStock,
  ProductRecord,
  VariationRecord,
} from '#contracts/catalogue-import.ts';
import type { ShopTime } from '#contracts/product.ts';

/** Returns prices without a sale, in minor units. `regular` is null for a product without a price. */
export function plainPrices(regular: number | null): EnteredPrices {
  return { regular, sale: null, saleFrom: null, saleTo: null };
}

/** The stock of a product that is in stock and whose stock is not managed. */
export const unmanagedStock: EnteredStock = {
  counted: 'no',
  quantity: null,
  status: 'instock',
  backorders: 'no',
  lowAmount: null,
};

/** Returns managed stock. A quantity of 0 means out of stock, or on backorder if backorders are allowed. */
export function managedStock(quantity: number, backorders: EnteredStock['backorders'] = 'no'): EnteredStock {
  const without = backorders === 'no' ? 'outofstock' : 'onbackorder';
  return {
    counted: 'own',
    quantity,
    status: quantity > 0 ? 'instock' : without,
    backorders,
    lowAmount: null,
  };
}

/** The members that have different values in each product and variation: ids, names and the time of creation. */
interface Named {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly sku: string;
  readonly permalink: string;
  readonly created: ShopTime;
}

function sellable(named: Named) {
  return {
    ...named,
    globalUniqueId: '',
    status: 'publish' as const,
    description: '',
    modified: named.created,
    prices: plainPrices(null),
    stock: unmanagedStock,
    virtual: false,
    downloadable: false,
    downloads: [],
    downloadLimit: -1,
    downloadExpiry: -1,
    taxStatus: 'taxable' as const,
    weight: '',
    dimensions: { length: '', width: '', height: '' },
    shippingClass: '',
    shippingClassId: 0,
    images: [],
    totalSales: 0,
    menuOrder: 0,
    meta: [],
    visibleTo: null,
    rolePrices: [],
  };
}

/** Returns a published simple product without price, texts and terms. */
export function plainProduct(named: Named): ProductRecord {
  return {
    ...sellable(named),
    parentId: 0,
    type: 'simple',
    taxClass: '',
    locked: false,
    featured: false,
    soldIndividually: false,
    shortDescription: '',
    catalogVisibility: 'visible',
    reviewsAllowed: true,
    averageRating: '0.00',
    ratingCount: 0,
    reviewCount: 0,
    categories: [],
    tags: [],
    brands: [],
    attributes: [],
    defaultAttributes: [],
    groupedIds: [],
    relatedIds: [],
    upsellIds: [],
    crossSellIds: [],
    externalUrl: '',
    buttonText: '',
    purchaseNote: '',
    variations: [],
  };
}

/** Returns a published variation without price and options. */
export function plainVariation(named: Named): VariationRecord {
  return { ...sellable(named), taxClass: null, attributes: [] };
}

/** Returns the slug of a text, which can be part of a URL. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
