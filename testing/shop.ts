import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The lowest id of synthetic products. */
const firstProductId = 1_000;

const date = '2026-01-05T09:00:00';
const category = {
  id: 15,
  name: 'Everything',
  slug: 'everything',
  parent: 0,
  description: '',
  menu_order: 0,
};
const words = 'plain washed heavy light narrow wide soft raw long short cotton linen wool canvas'.split(' ');

/** Returns a description of about 600 characters, so that answers have a realistic size. */
function description(index: number): string {
  const chosen = Array.from({ length: 90 }, (_, place) => words[(index + place * place) % words.length]);
  return `<p>${chosen.join(' ')}.</p>`;
}

function image(index: number, place: number) {
  const name = `product-${index}-${place}`;
  return {
    id: 50_000 + index * 2 + place,
    date_created: date,
    date_created_gmt: date,
    date_modified: date,
    date_modified_gmt: date,
    src: `http://shop.example/wp-content/uploads/${name}.png`,
    name,
    alt: `Product ${index}, view ${place + 1}`,
  };
}

/** Returns the price of the product at an index, from 5.00 to 104.75. */
const usualPrice = (index: number) => (5 + (index % 400) / 4).toFixed(2);

/** Returns a simple product that is in stock, as WooCommerce's REST API v3 writes it. */
function product(index: number, price: string) {
  const slug = `product-${index}`;
  return {
    id: firstProductId + index,
    name: `Product ${index}`,
    slug,
    permalink: `http://shop.example/product/${slug}/`,
    date_created: date,
    date_created_gmt: date,
    date_modified: date,
    date_modified_gmt: date,
    type: 'simple',
    status: 'publish',
    featured: index % 10 === 0,
    catalog_visibility: 'visible',
    description: description(index),
    short_description: 'Made up to be measured.',
    sku: `made-${index}`,
    price,
    regular_price: price,
    sale_price: '',
    date_on_sale_from: null,
    date_on_sale_from_gmt: null,
    date_on_sale_to: null,
    date_on_sale_to_gmt: null,
    on_sale: false,
    purchasable: true,
    total_sales: 0,
    virtual: false,
    downloadable: false,
    downloads: [],
    download_limit: 0,
    download_expiry: 0,
    external_url: '',
    button_text: '',
    tax_status: 'taxable',
    tax_class: '',
    manage_stock: false,
    stock_quantity: null,
    stock_status: 'instock',
    backorders: 'no',
    backorders_allowed: false,
    backordered: false,
    low_stock_amount: null,
    sold_individually: false,
    weight: '0.4',
    dimensions: { length: '10', width: '20', height: '3' },
    shipping_required: true,
    shipping_taxable: true,
    shipping_class: '',
    shipping_class_id: 0,
    reviews_allowed: true,
    average_rating: '0.00',
    rating_count: 0,
    upsell_ids: [],
    cross_sell_ids: [],
    parent_id: 0,
    purchase_note: '',
    categories: [{ id: category.id, name: category.name, slug: category.slug }],
    tags: [],
    images: [image(index, 0), image(index, 1)],
    attributes: [],
    default_attributes: [],
    variations: [],
    grouped_products: [],
    related_ids: [],
    menu_order: 0,
    meta_data: [],
  };
}

const settings = (values: Record<string, string>) =>
  Object.entries(values).map(([id, value]) => ({ id: `woocommerce_${id}`, value }));

const general = {
  default_country: 'GB',
  calc_taxes: 'yes',
  enable_coupons: 'yes',
  currency: 'USD',
  currency_pos: 'left',
  price_thousand_sep: ',',
  price_decimal_sep: '.',
  price_num_decimals: '2',
};
const tax = {
  prices_include_tax: 'no',
  tax_based_on: 'base',
  tax_round_at_subtotal: 'no',
  tax_display_shop: 'excl',
  tax_display_cart: 'excl',
  tax_total_display: 'itemized',
};
const vat = {
  id: 1,
  country: '',
  state: '',
  postcode: '',
  city: '',
  postcodes: [],
  cities: [],
  rate: '20.0000',
  name: 'VAT',
  priority: 1,
  compound: false,
  shipping: true,
  order: 0,
  class: 'standard',
};

/** What differs from the default synthetic shop. Settings are named without WooCommerce's prefix. */
export interface ShopChanges {
  /** Prices of the first products, as WooCommerce writes them. */
  readonly prices?: readonly string[];
  readonly general?: Readonly<Record<string, string>>;
  readonly tax?: Readonly<Record<string, string>>;
  /** The percentage of the only tax rate, such as `20.0000`. */
  readonly rate?: string;
  /** Files that are added to the folder, by name. */
  readonly files?: Readonly<Record<string, unknown>>;
}

/**
 * Writes a synthetic shop as files that `import woocommerce --from` reads. The shop has `count` simple products
 * that are always in stock. Prices are in US dollars, and by default 20 % tax is added. Returns the ids of the
 * products.
 */
export async function writeShop(folder: string, count: number, changes: ShopChanges = {}): Promise<number[]> {
  const priceOf = (index: number) => changes.prices?.[index] ?? usualPrice(index);
  const products = Array.from({ length: count }, (_, index) => product(index, priceOf(index)));
  const files: Record<string, unknown> = {
    'products.json': products,
    'variations.json': {},
    'attributes.json': [],
    'attribute-terms.json': {},
    'categories.json': [{ ...category, display: 'default', image: null, count }],
    'tags.json': [],
    'taxes.json': [{ ...vat, rate: changes.rate ?? vat.rate }],
    'tax-classes.json': [{ slug: 'standard', name: 'Standard rate' }],
    'settings-general.json': settings({ ...general, ...changes.general }),
    'settings-tax.json': settings({ ...tax, ...changes.tax }),
    'settings-products.json': settings({ weight_unit: 'kg', dimension_unit: 'cm', manage_stock: 'yes' }),
    'site.json': {
      name: 'Made-up shop',
      description: '',
      url: 'http://shop.example',
      timezone_string: 'UTC',
    },
    ...changes.files,
  };
  await mkdir(folder, { recursive: true });
  await Promise.all(
    Object.entries(files).map(([name, content]) => writeFile(join(folder, name), JSON.stringify(content))),
  );
  return products.map(({ id }) => id);
}
