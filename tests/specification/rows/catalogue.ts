import { productV1, productV2, type Row, section, terms, variationsV1, variationsV2 } from './row.ts';

const currency = [
  ...section(
    '2.1',
    [productV2],
    [['currency of a product', 1, 'code, symbol, minor unit, separators, prefix and suffix']],
  ),
  ...section(
    '2.1',
    [variationsV2],
    [['short currency', 2, 'code, symbol, position, separators, decimals in the v2 variation list']],
  ),
];

const product = section(
  '2.2',
  [productV2],
  [
    ['shape', 1, 'a simple product has every member of the table and no other'],
    ['id', 1, 'an integer'],
    ['parent_id', 1, '0 for a product of its own'],
    ['name, slug, permalink', 1, 'texts; the permalink is a URL'],
    ['type', 2, 'simple, grouped, external, variable'],
    ['sku', 1, 'a text'],
    ['description, short_description', 1, 'HTML texts'],
    ['dates', 1, 'created and modified, each also in GMT, without offset'],
    ['featured', 1, 'a boolean'],
    ['prices', 1, 'price, regular and sale price as texts; the sale price is empty when there is none'],
    ['prices.price_range', 2, 'min and max of a variable product, null elsewhere'],
    ['prices.on_sale', 1, 'says whether the sale price holds now'],
    ['prices.date_on_sale', 1, 'from and to, each also in GMT; null when not scheduled'],
    ['hidden_conditions', 1, 'six booleans on how a product is sold'],
    ['average_rating', 1, 'a text'],
    ['review_count, rating_count', 1, 'integers'],
    ['rated_out_of', 1, 'the highest rating there is, as text'],
    ['images', 1, 'id, four sizes, name, alt, position, featured'],
    ['categories', 1, 'id, name, slug and the link to the category'],
    ['tags', 1, 'id, name, slug and the link to the tag'],
    ['attributes', 1, 'keyed attribute_<name>, options from slug to label'],
    ['attributes.used_for_variation', 2, 'says which attributes make the variations of a variable product'],
    ['default_attributes', 2, 'the options a variable product starts with'],
    ['variations', 2, 'whole variation objects of a variable product'],
    ['grouped_products', 2, 'ids of the products in a group'],
    ['stock', 1, 'in stock, quantity, status, backorders, low stock amount'],
    ['weight', 1, 'value and unit as texts'],
    ['dimensions', 1, 'length, width, height and unit as texts'],
    ['reviews', 2, 'filled only when show_reviews is true'],
    ['related, upsells, cross_sells', 1, 'other products in short'],
    ['total_sales', 1, 'an integer'],
    ['external_url, button_text', 2, 'filled for external products'],
    [
      'add_to_cart',
      1,
      'texts, has_options, is_purchasable, purchase_quantity, link to the add-item operation',
    ],
    ['add_to_cart.has_options', 2, 'true for a product with options to choose'],
    ['meta_data', 1, 'an array of entries'],
  ],
);

const variation = section(
  '2.3',
  [variationsV2],
  [
    ['id, parent_id', 2, 'the parent is the variable product'],
    ['name, slug, permalink, sku, description', 2, 'texts'],
    ['dates', 2, 'as for a product'],
    ['featured', 2, 'a boolean'],
    ['prices', 2, 'price_range is null, the currency has its short form'],
    ['hidden_conditions', 2, 'without reviews_allowed'],
    ['images', 2, 'as for a product'],
    ['categories, tags', 2, 'those of the parent'],
    ['attributes', 2, 'an array with id, name, position, visible, variation, options'],
    ['stock', 2, 'as for a product'],
    ['weight, dimensions', 2, 'as for a product'],
    ['total_sales', 2, 'an integer'],
    ['add_to_cart', 2, 'without has_options'],
    ['meta_data', 2, 'entries with key and value'],
  ],
);

const productOfV1 = section(
  '2.4',
  [productV1],
  [
    ['integers', 2, 'ids, orders, limits, counts'],
    ['texts', 2, 'names, prices, statuses, weights'],
    ['date-times', 2, 'creation, change and sale dates, each also in GMT'],
    ['booleans', 2, 'how a product is sold and shown'],
    ['downloads', 2, 'id, name, file'],
    ['dimensions', 2, 'length, width, height as texts'],
    ['lists of ids', 2, 'related, up-sells, cross-sells, variations, grouped products'],
    ['categories, tags', 2, 'id, name, slug'],
    ['images', 2, 'id, src, name, alt'],
    ['attributes', 2, 'id, name, position, visible, variation, options'],
    ['default_attributes', 2, 'id, name, option'],
    ['meta_data', 2, 'id, key, value'],
    ['links', 2, 'self and collection, each an array of href'],
  ],
);

const variationOfV1 = section(
  '2.5',
  [variationsV1],
  [
    ['shape', 2, 'every member of the list, types as for a v1 product'],
    ['image', 2, 'one image with id, src, name, alt'],
    ['attributes', 2, 'id, name, option'],
    ['links', 2, 'self, collection and up'],
  ],
);

const term = section(
  '2.6',
  [terms],
  [
    ['id', 2, 'an integer'],
    ['name', 2, "the term's name"],
    ['slug', 2, 'unique within its attribute'],
    ['description', 2, 'HTML'],
    ['menu_order', 2, "the shop's own order"],
    ['count', 2, 'published products that use the term'],
  ],
);

const values = [
  ...section(
    '3',
    [productV2],
    [
      ['product type', 2, 'simple, grouped, external, variable'],
      ['stock status', 1, 'instock, outofstock, onbackorder'],
      ['backorders', 1, 'no where a product cannot be ordered beyond its stock'],
    ],
  ),
  ...section(
    '3',
    [variationsV1],
    [
      ['product status', 2, 'draft, pending, private, publish; publish when none is asked for'],
      ['order', 2, 'asc, desc'],
      ['orderby', 2, 'the nine ways to sort'],
    ],
  ),
  ...section('3', [productV1, variationsV1], [['context', 2, 'view, embed']]),
];

const endpoints = [
  ...section(
    '4.1',
    [productV2],
    [
      ['GET /v2/products/{id}', 1, 'by id or by SKU'],
      ['GET /v2/products/{id} show_reviews', 2, 'fills the reviews'],
    ],
  ),
  ...section('4.1', [variationsV2], [['GET /v2/products/{id}/variations', 2, 'a page of variations']]),
  ...section('4.1', [productV1], [['GET /v1/products/{id}', 2, 'a product in the v1 shape, with context']]),
  ...section(
    '4.1',
    [variationsV1],
    [['GET /v1/products/{product_id}/variations', 2, 'variations in the v1 shape']],
  ),
  ...section('4.1', [terms], [['GET /v2/products/attributes/{id}/terms', 2, 'a page of terms']]),
  ...section(
    '4.1',
    ['GET /v2/products/categories/{id}'],
    [['GET /v2/products/categories/{id}', 2, "what a product's link leads to"]],
  ),
  ...section(
    '4.1',
    ['GET /v2/products/tags/{id}'],
    [['GET /v2/products/tags/{id}', 2, "what a product's link leads to"]],
  ),
];

const listParameters = section(
  '4.1.1',
  [variationsV1],
  [
    ['context', 2, 'view or embed decides the members'],
    ['page', 2, '1 when not given'],
    ['per_page', 2, '10 when not given, at most 100'],
    ['after, before', 2, 'published after or before'],
    ['modified_after, modified_before', 2, 'changed after or before'],
    ['dates_are_gmt', 2, 'reads the date filters as GMT'],
    ['exclude, include', 2, 'ids to leave out, or the only ones'],
    ['offset', 2, 'skips so many'],
    ['order', 2, 'desc when not given'],
    ['orderby', 2, 'date when not given'],
    ['parent, parent_exclude', 2, 'of these parents, or of all but these'],
    ['slug', 2, 'with this slug'],
    ['status', 2, 'publish when not given'],
    ['sku', 2, 'with this SKU'],
    ['on_sale', 2, 'only those on sale'],
    ['min_price, max_price', 2, 'bounds of the price'],
    ['stock_status', 2, 'by stock status'],
    ['free text', 2, 'a search parameter'],
    ['featured', 2, 'a parameter for featured products'],
  ],
);

const limits = [
  ...section('8', [variationsV1], [['per_page of v1', 2, '10 when not given, at most 100']]),
  ...section('8', [variationsV2, terms], [['per_page of v2', 2, '10 when not given']]),
  ...section('8', [variationsV1, variationsV2, terms], [['page', 2, '1 when not given']]),
];

export const catalogueRows: readonly Row[] = [
  ...currency,
  ...product,
  ...variation,
  ...productOfV1,
  ...variationOfV1,
  ...term,
  ...values,
  ...endpoints,
  ...listParameters,
  ...limits,
];
