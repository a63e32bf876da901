import { expect, test } from 'vitest';
import { anImage, aReview, ownImage } from '#testing/gateway/catalogue-samples.ts';
import { aProduct, aVariation, units } from '#testing/gateway/samples.ts';
import { asRead, lamp, links, presentersOf, productView } from '#testing/gateway/shown.ts';
import type { ProductsView } from '../shared/views.ts';
import { productViews } from './product.ts';

const { productsV2, productV2 } = presentersOf(productViews);

function read(...view: Parameters<typeof productView>) {
  return asRead(productV2(productView(...view), links));
}

function list(changes: Partial<ProductsView> = {}) {
  const entries = [
    { product: lamp, reviews: [aReview({ productId: 52 })] },
    { product: aProduct(), reviews: [] },
  ];
  const view = { entries, units, context: 'view', page: 2, totalPages: 7, total: 64, ...changes } as const;
  return asRead(productsV2(view, links));
}

test('a list contains the products as they are read alone, and paging data', () => {
  expect(list()).toEqual({
    products: [read(lamp, { reviews: [aReview({ productId: 52 })] }), read(aProduct())],
    page: 2,
    total_pages: 7,
    total_products: 64,
  });
  expect(list({ entries: [], page: 1, totalPages: 0, total: 0 })).toEqual({
    products: [],
    page: 1,
    total_pages: 0,
    total_products: 0,
  });
});

test('with context=embed a list has short products', () => {
  const { products } = list({ context: 'embed' });
  expect(products).toEqual([read(lamp, { context: 'embed' }), read(aProduct(), { context: 'embed' })]);
  expect('description' in products[0]).toBe(false);
});

test('a review inside its product has the members of the resource and of the older form', () => {
  const picture = 'https://api.example/placeholder.svg';
  expect(read(aProduct(), { reviews: [aReview()] }).reviews).toEqual([
    {
      id: 501,
      date_created: '2031-02-03T10:10:11',
      date_created_gmt: '2031-02-03T09:10:11',
      product_id: 13,
      status: 'approved',
      reviewer: 'Dana Holt',
      review: '<p>Warm and light.</p>',
      rating: 5,
      verified: true,
      reviewer_avatar_urls: { '24': picture, '48': picture, '96': picture },
      review_id: '501',
      author_name: 'Dana Holt',
      author_url: '',
      review_comment: '<p>Warm and light.</p>',
      review_date: '2031-02-03T10:10:11',
      review_date_gmt: '2031-02-03T09:10:11',
    },
  ]);
});

test('a picture of this server has a complete address, an external one is unchanged', () => {
  const variations = [aVariation({ images: [ownImage(9)] })];
  const shown = read(aProduct({ images: [ownImage(70), anImage(7)], variations }));
  expect(shown.images[0].src).toEqual({
    thumbnail: 'https://api.example/media/70-thumbnail.svg',
    medium: 'https://api.example/media/70-medium.svg',
    large: 'https://api.example/media/70-large.svg',
    full: 'https://api.example/media/70-full.svg',
  });
  expect(shown.images[1].src.full).toBe('https://shop.example/7-full.png');
  expect(shown.variations[0].featured_image.full).toBe('https://api.example/media/9-full.svg');
});

test('a variation without a picture has that of its product, else the placeholder', () => {
  const variations = [aVariation()];
  const featured = (images: (typeof lamp)['images']) =>
    read(aProduct({ images, variations })).variations[0].featured_image.large;
  expect(featured([anImage(7)])).toBe('https://shop.example/7-large.png');
  expect(featured([])).toBe('https://api.example/placeholder.svg');
});

test('a variation that is read as a product has the button of a simple product', () => {
  const { attributes: _chosen, ...members } = aVariation();
  const shown = read(aProduct({ ...members, type: 'variation' }));
  expect([shown.type, shown.parent_id]).toEqual(['variation', 13]);
  expect(shown.add_to_cart).toEqual({
    text: 'Add to cart',
    description: 'Add to cart: “T-Shirt - Red”',
    has_options: false,
    is_purchasable: true,
    purchase_quantity: { min_purchase: 1, max_purchase: -1 },
    rest_url: 'https://api.example/shop/v2/cart/add-item?id=54',
  });
});

test('an external product has the shop’s address, and a group has its products', () => {
  const external = read(
    aProduct({ type: 'external', externalUrl: 'https://there.example/', buttonText: 'Buy there' }),
  );
  expect([external.external_url, external.button_text, external.add_to_cart.purchase_quantity]).toEqual([
    'https://there.example/',
    'Buy there',
    {},
  ]);
  expect(read(aProduct({ type: 'grouped', groupedIds: [35, 39] })).grouped_products).toEqual([35, 39]);
});
