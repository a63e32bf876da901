import type { Cart } from '#contracts/cart.ts';
import type { Product } from '#contracts/product.ts';
import { Links } from '../../gateway/views/shared/links.ts';
import type { View } from '../../gateway/views/shared/view.ts';
import type { ProductView, VariationView } from '../../gateway/views/shared/views.ts';
import { anImage } from './catalogue-samples.ts';
import { aCard, aCart, aLine, aPrice, aProduct, aVariation, units } from './samples.ts';

/** Input for the tests of views. The tests of all dialects share this input and expect different answers. */

export const links = new Links('https://api.example', '/shop');

export function productView(product: Product, changes: Partial<ProductView> = {}): ProductView {
  return { product, reviews: [], units, context: 'view', ...changes };
}

/** Returns the view of a variation of product 52, which has a category and a tag. */
export function variationView(
  variation: VariationView['variation'],
  changes: Partial<VariationView> = {},
): VariationView {
  const parent = { id: 52, categories: lamp.categories, tags: lamp.tags, attributes: lamp.attributes };
  return { variation, parent, units, context: 'view', ...changes };
}

/** Returns functions that present the views of the same names with all members. */
export function presentersOf<All extends Readonly<Record<string, View<never, Links>>>>(views: All) {
  const all = Object.entries(views).map(([name, { present }]) => [
    name,
    (data: never, links: Links) => present(data, links, null),
  ]);
  return Object.fromEntries(all) as {
    [Name in keyof All]: All[Name] extends View<infer Data, Links>
      ? (data: Data, links: Links) => unknown
      : never;
  };
}

/** Returns an answer as a client reads it: converted to JSON and parsed. */
export function asRead(answer: unknown) {
  return JSON.parse(JSON.stringify(answer));
}

/** A variable product with a value in every member. */
export const lamp: Product = aProduct({
  id: 52,
  name: 'Lamp',
  type: 'variable',
  featured: true,
  prices: aPrice({
    price: 1850,
    regular: 2100,
    range: { min: 1850, max: 260_000 },
    onSale: true,
    saleFrom: { local: '2031-01-01T01:00:00', utc: '2031-01-01T00:00:00' },
  }),
  stock: { managed: true, quantity: -2, status: 'instock', backorders: 'notify', lowAmount: 5 },
  images: [anImage(7), anImage(8)],
  categories: [{ id: 17, name: 'Lamps', slug: 'lamps' }],
  tags: [{ id: 35, name: 'brass', slug: 'brass' }],
  attributes: [
    {
      id: 3,
      key: 'pa_colour',
      name: 'Colour',
      position: 0,
      visible: true,
      variation: true,
      options: [
        { slug: 'red', label: 'Red' },
        { slug: 'teal', label: 'Teal' },
      ],
    },
  ],
  defaultAttributes: [{ id: 3, key: 'pa_colour', name: 'Colour', slug: 'red', label: 'Red' }],
  variations: [aVariation({ parentId: 52, prices: aPrice({ sale: 1500, price: 1500 }), maxPurchase: 5 })],
  related: [aCard({ type: 'variable' })],
  upsells: [aCard({ prices: aPrice({ price: null, regular: null }) })],
  crossSells: [aCard({ type: 'grouped' })],
  meta: [
    { id: 1, key: 'note', value: { a: 1 } },
    { id: 2, key: '_secret', value: 'x' },
  ],
});

/** A cart with a value in every member. */
export const fullCart: Cart = aCart({
  key: 't_9f2c',
  revision: 4,
  hash: 'fc6d6b18f5ab4a711bcf62fd0743e03f',
  lines: [
    aLine({
      key: '00000000000000000000000000000001',
      variationId: 54,
      type: 'variation',
      name: 'T-Shirt - Red',
      unitPrice: 123_456,
      subtotal: 246_912,
      subtotalTax: 51_852,
      total: 240_000,
      tax: 50_401,
      maxPurchase: 5,
      weight: '1.8',
      dimensions: { length: '10', width: '', height: '3' },
      variation: { Colour: 'Red' },
      onBackorder: true,
      itemData: { engraving: 'Ana' },
    }),
    aLine({ thumbnail: '' }),
  ],
  itemCount: 4,
  weight: 1.8,
  coupons: [{ code: 'ten', discountType: 'percent', saving: 360, freeShipping: false }],
  fees: [
    { name: 'Gift wrap', amount: 250, taxable: true, taxClass: 'reduced', total: 250, tax: 53, shown: 250 },
    { name: 'Rebate', amount: -5, taxable: false, taxClass: '', total: -5, tax: 0, shown: -5 },
  ],
  shipping: {
    calculated: true,
    unshipped: false,
    packages: [
      {
        details: '',
        index: 0,
        chosenRate: 'flat_rate:3',
        destination: 'Singel 1, Amsterdam',
        shopDestination: 'Singel 1, Amsterdam',
        rates: [
          {
            key: 'flat_rate:3',
            methodId: 'flat_rate',
            instanceId: 3,
            label: 'Standard',
            cost: 495,
            tax: 104,
            shown: 495,
            taxNote: null,
            chosen: true,
            items: 'T-Shirt × 2',
          },
          {
            key: 'free_shipping:4',
            methodId: 'free_shipping',
            instanceId: 4,
            label: 'Free',
            cost: 0,
            tax: 0,
            shown: 0,
            taxNote: null,
            chosen: false,
            items: '',
          },
        ],
      },
    ],
  },
  taxes: [
    { rateId: 4, code: 'NL-VAT-1', label: 'VAT', compound: false, amount: 51_121, shippingAmount: 104 },
  ],
  totals: {
    subtotal: 250_512,
    subtotalTax: 52_572,
    discount: 360,
    discountTax: 76,
    contents: 243_600,
    contentsTax: 51_121,
    contentsTaxes: [51_121],
    fees: 245,
    feesTax: 53,
    feesTaxes: [53],
    shipping: 495,
    shippingTax: 104,
    shippingTaxes: [104],
    taxRates: [4],
    total: 295_618,
    totalTax: 51_278,
  },
  needsPayment: true,
  needsShipping: true,
  removed: [
    aLine({
      key: '0000000000000000000000000000000f',
      productId: 81,
      quantity: 1,
      name: 'Mug',
      title: 'Mug',
      slug: 'mug',
      sku: 'mug',
      unitPrice: 700,
      subtotal: 700,
      subtotalTax: 140,
      total: 700,
      tax: 140,
      taxes: [],
    }),
  ],
  crossSells: [
    {
      id: 90,
      name: 'Tray',
      slug: 'tray',
      type: 'simple',
      price: 1200,
      regular: 1500,
      sale: 1200,
      onSale: true,
      image: '',
    },
  ],
  notices: [
    { kind: 'success', text: '“Mug” was added.' },
    { kind: 'error', text: 'Less is left.' },
    { kind: 'success', text: 'Again.' },
  ],
  extensions: { gift: { message: 'Hi' } },
});
