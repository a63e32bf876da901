import { expect, test } from 'vitest';
import type { Image, Product } from '#contracts/product.ts';
import { anImage, aReview } from '#testing/gateway/catalogue-samples.ts';
import { aPrice, aProduct, aVariation, units } from '#testing/gateway/samples.ts';
import { asRead, lamp, links, presentersOf, productView } from '#testing/gateway/shown.ts';
import { productViews as viewsOfService } from '../service/product.ts';
import type { NeighbourPages, ProductView } from '../shared/views.ts';
import { sizeNames, sizesOf } from './pictures.ts';
import { productViews } from './product.ts';

const { productsV2, productV2 } = presentersOf(productViews);
const sizes = sizesOf((image: Image) => image);
const imageSizes = (image: Image) => asRead(sizes.present(image, { links }, null));
const { productV2: productOfService } = presentersOf(viewsOfService);

function read(product: Product, changes: Partial<ProductView> = {}) {
  return asRead(productV2(productView(product, changes), links));
}

const addItem = (id: number) => `https://api.example/shop/v2/cart/add-item?id=${id}&quantity=1`;
const href = (path: string) => `https://api.example/shop/v2/products${path}`;

test('a variable product differs from that of the service dialect in prices, texts, addresses and empty maps only', () => {
  const {
    prices,
    default_attributes,
    variations,
    related,
    upsells,
    cross_sells,
    add_to_cart,
    rated_out_of,
    _links,
    images,
    ...same
  } = read(lamp);
  const specified = asRead(productOfService(productView(lamp), links));
  expect(specified).toMatchObject(same);
  const position = { currency_symbol_pos: 'left' };
  expect(prices).toEqual({
    ...specified.prices,
    currency: { ...specified.prices.currency, ...position },
    price: '1850',
    regular_price: '2100',
    sale_price: '',
    price_range: { from: '1850', to: '260000' },
  });
  expect(images).toEqual(
    specified.images.map((one: object, index: number) => ({
      ...one,
      src: imageSizes(anImage(7 + index)),
    })),
  );
  expect(rated_out_of).toBe(`Rated ${lamp.averageRating} out of 5`);
  expect(default_attributes).toEqual({ attribute_pa_colour: { id: 3, name: 'Colour', option: 'red' } });
  const [variation] = specified.variations;
  expect(variations).toEqual([
    {
      ...variation,
      description: 'Long.',
      featured_image: imageSizes(anImage(7)),
      prices: {
        ...variation?.prices,
        price: '1500',
        regular_price: '1800',
        sale_price: '1500',
        currency: { ...variation?.prices.currency, ...position },
      },
      add_to_cart: {
        ...variation?.add_to_cart,
        rest_url: `${addItem(54)}&variation[attribute_pa_colour]=red`,
      },
      stock: { ...variation?.stock, low_stock_amount: '' },
    },
  ]);
  expect([related[0]?.price, upsells[0]?.price, cross_sells[0]?.price]).toEqual(['700', '0', '700']);
  expect(cross_sells[0]?.add_to_cart.rest_url).toBe('https://api.example/shop/v2/cart/add-items?id=42');
  expect(add_to_cart).toEqual({
    ...specified.add_to_cart,
    description: 'Select options for &ldquo;Lamp&rdquo;',
    purchase_quantity: [],
  });
  expect(_links).toEqual({
    self: [{ permalink: lamp.permalink, href: href('/52') }],
    collection: [{ href: href('') }],
    variations: [{ permalink: lamp.variations[0]?.permalink, href: href('/52/variations/54') }],
  });
});

test('a simple product has empty lists for empty maps, and a placeholder picture', () => {
  const shown = read(aProduct());
  const picture = 'https://api.example/placeholder.svg';
  expect({
    attributes: shown.attributes,
    default_attributes: shown.default_attributes,
    price_range: shown.prices.price_range,
    low_stock_amount: shown.stock.low_stock_amount,
    images: shown.images,
    add_to_cart: shown.add_to_cart,
  }).toEqual({
    attributes: [],
    default_attributes: [],
    price_range: [],
    low_stock_amount: '',
    images: [
      {
        id: 0,
        src: Object.fromEntries(sizeNames.map((name) => [name, picture])),
        name: 'Placeholder',
        alt: 'Placeholder',
        position: 0,
        featured: true,
      },
    ],
    add_to_cart: {
      text: 'Add to cart',
      description: 'Add to cart: &ldquo;T-Shirt&rdquo;',
      has_options: false,
      is_purchasable: true,
      purchase_quantity: { min_purchase: 1, max_purchase: -1 },
      rest_url: addItem(13),
    },
  });
});

test('prices are whole minor units, 0 for none, and a future sale is shown', () => {
  const shown = (changes: Parameters<typeof aPrice>[0]) => {
    const { price, regular_price, sale_price, on_sale } = read(aProduct({ prices: aPrice(changes) })).prices;
    return [price, regular_price, sale_price, on_sale];
  };
  expect(shown({ price: null, regular: null })).toEqual(['0', '0', '', false]);
  expect(shown({ price: 0, regular: 0 })).toEqual(['0', '0', '', false]);
  expect(shown({ sale: 1500 })).toEqual(['1800', '1800', '1500', false]);
});

test('a variation that is read as a product has no type, has only its own options and can be bought', () => {
  const { attributes: _chosen, ...members } = aVariation();
  const [colour] = lamp.attributes;
  const open = { ...colour, id: 4, key: 'pa_size', name: 'Size' };
  const fixed = { ...colour, options: [{ slug: 'red', label: 'Red' }] };
  const attributes = [fixed, open] as Product['attributes'];
  const shown = read(aProduct({ ...members, type: 'variation', attributes }));
  expect([shown.id, shown.parent_id, 'type' in shown, shown.add_to_cart.text]).toEqual([
    54,
    13,
    false,
    'Add to cart',
  ]);
  expect(shown.attributes).toEqual({
    attribute_pa_colour: { id: 3, name: 'Colour', option: { red: 'Red' } },
  });
  expect(shown.add_to_cart.rest_url).toBe(`${addItem(54)}&variation[attribute_pa_colour]=red`);
  expect(shown._links.parent_product).toEqual([{ href: href('/13') }]);
  expect(shown.description).toBe('Long.');
});

test('reviews have rating and verified as texts, in addition to the members of the resource', () => {
  const [first] = read(aProduct(), { reviews: [aReview({ verified: false })] }).reviews;
  expect(first).toMatchObject({
    id: 501,
    product_id: 13,
    rating: '5',
    verified: '0',
    author_name: 'Dana Holt',
  });
});

test('a list contains the products as they are read alone, and paging data', () => {
  const entries = [lamp, aProduct()].map((product) => ({ product, reviews: [] }));
  const view = { entries, units, context: 'view', page: 2, totalPages: 7, total: 64 } as const;
  expect(asRead(productsV2(view, links))).toEqual({
    products: [read(lamp), read(aProduct())],
    page: 2,
    total_pages: 7,
    total_products: 64,
  });
});

test('a list has the addresses of the previous and next page', () => {
  const view = { entries: [], units, context: 'view', page: 2, totalPages: 3, total: 21 } as const;
  const shown = (neighbourPages: NeighbourPages) =>
    asRead(productsV2({ ...view, neighbourPages }, links))._links;
  expect(shown({ prev: href('?page=1'), next: href('?page=3') })).toEqual({
    prev: [{ href: href('?page=1') }],
    next: [{ href: href('?page=3') }],
  });
  expect(shown({ next: href('?page=3') })).toEqual({ next: [{ href: href('?page=3') }] });
  expect(shown({})).toBeUndefined();
});

test('names of terms are escaped; names of products and of custom options are not', () => {
  const term = { id: 17, name: 'Books & Maps', slug: 'books' };
  const attribute = { position: 0, visible: true, variation: false, name: 'A & B' };
  const options = [{ slug: 'x', label: '<1 & 2' }];
  const shown = read(
    aProduct({
      name: 'Salt & Pepper',
      categories: [term],
      tags: [term],
      attributes: [
        { ...attribute, id: 3, key: 'pa_size', options },
        { ...attribute, id: 0, key: 'own', options },
      ],
    }),
  );
  expect([shown.name, shown.categories[0].name, shown.tags[0].name]).toEqual([
    'Salt & Pepper',
    'Books &amp; Maps',
    'Books &amp; Maps',
  ]);
  const { attribute_pa_size: shared, attribute_own: own } = shown.attributes;
  expect([shared.name, shared.options, own.options]).toEqual([
    'A & B',
    { x: '&lt;1 &amp; 2' },
    { x: '<1 & 2' },
  ]);
});
