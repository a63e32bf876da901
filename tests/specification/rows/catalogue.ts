import {
  productV1,
  productV2,
  type SpecificationRow,
  section,
  terms,
  variationsV1,
  variationsV2,
} from './row.ts';

const currency = [
  ...section(
    '2.1',
    [productV2],
    [['currency of a product', 'code, symbol, minor unit, separators, prefix and suffix']],
  ),
  ...section(
    '2.1',
    [variationsV2],
    [['short currency', 'code, symbol, position, separators, decimals in the v2 variation list']],
  ),
];

const product = section(
  '2.2',
  [productV2],
  [
    ['shape', 'a simple product has every member of the table and no other'],
    ['id', 'an integer'],
    ['parent_id', '0 for a product of its own'],
    ['name, slug, permalink', 'texts; the permalink is a URL'],
    ['type', 'simple, grouped, external, variable'],
    ['sku', 'a text'],
    ['description, short_description', 'HTML texts'],
    ['dates', 'created and modified, each also in GMT, without offset'],
    ['featured', 'a boolean'],
    ['prices', 'price, regular and sale price as texts; the sale price is empty when there is none'],
    ['prices.price_range', 'min and max of a variable product, null elsewhere'],
    ['prices.on_sale', 'says whether the sale price holds now'],
    ['prices.date_on_sale', 'from and to, each also in GMT; null when not scheduled'],
    ['hidden_conditions', 'six booleans on how a product is sold'],
    ['average_rating', 'a text'],
    ['review_count, rating_count', 'integers'],
    ['rated_out_of', 'the highest rating there is, as text'],
    ['images', 'id, four sizes, name, alt, position, featured'],
    ['categories', 'id, name, slug and the link to the category'],
    ['tags', 'id, name, slug and the link to the tag'],
    ['attributes', 'keyed attribute_<name>, options from slug to label'],
    ['attributes.used_for_variation', 'says which attributes make the variations of a variable product'],
    ['default_attributes', 'the options a variable product starts with'],
    ['variations', 'whole variation objects of a variable product'],
    ['grouped_products', 'ids of the products in a group'],
    ['stock', 'in stock, quantity, status, backorders, low stock amount'],
    ['weight', 'value and unit as texts'],
    ['dimensions', 'length, width, height and unit as texts'],
    ['reviews', 'filled only when show_reviews is true'],
    ['related, upsells, cross_sells', 'other products in short'],
    ['total_sales', 'an integer'],
    ['external_url, button_text', 'filled for external products'],
    ['add_to_cart', 'texts, has_options, is_purchasable, purchase_quantity, link to the add-item operation'],
    ['add_to_cart.has_options', 'true for a product with options to choose'],
    ['meta_data', 'an array of entries'],
  ],
);

const variation = section(
  '2.3',
  [variationsV2],
  [
    ['id, parent_id', 'the parent is the variable product'],
    ['name, slug, permalink, sku, description', 'texts'],
    ['dates', 'as for a product'],
    ['featured', 'a boolean'],
    ['prices', 'price_range is null, the currency has its short form'],
    ['hidden_conditions', 'without reviews_allowed'],
    ['images', 'as for a product'],
    ['categories, tags', 'those of the parent'],
    ['attributes', 'an array with id, name, position, visible, variation, options'],
    ['stock', 'as for a product'],
    ['weight, dimensions', 'as for a product'],
    ['total_sales', 'an integer'],
    ['add_to_cart', 'without has_options'],
    ['meta_data', 'entries with key and value'],
  ],
);

const productOfV1 = section(
  '2.4',
  [productV1],
  [
    ['integers', 'ids, orders, limits, counts'],
    ['texts', 'names, prices, statuses, weights'],
    ['date-times', 'creation, change and sale dates, each also in GMT'],
    ['booleans', 'how a product is sold and shown'],
    ['downloads', 'id, name, file'],
    ['dimensions', 'length, width, height as texts'],
    ['lists of ids', 'related, up-sells, cross-sells, variations, grouped products'],
    ['categories, tags', 'id, name, slug'],
    ['images', 'id, src, name, alt'],
    ['attributes', 'id, name, position, visible, variation, options'],
    ['default_attributes', 'id, name, option'],
    ['meta_data', 'id, key, value'],
    ['links', 'self and collection, each an array of href'],
  ],
);

const variationOfV1 = section(
  '2.5',
  [variationsV1],
  [
    ['shape', 'every member of the list, types as for a v1 product'],
    ['image', 'one image with id, src, name, alt'],
    ['attributes', 'id, name, option'],
    ['links', 'self, collection and up'],
  ],
);

const term = section(
  '2.6',
  [terms],
  [
    ['id', 'an integer'],
    ['name', "the term's name"],
    ['slug', 'unique within its attribute'],
    ['description', 'HTML'],
    ['menu_order', "the shop's own order"],
    ['count', 'published products that use the term'],
  ],
);

const values = [
  ...section(
    '3',
    [productV2],
    [
      ['product type', 'simple, grouped, external, variable'],
      ['stock status', 'instock, outofstock, onbackorder'],
      ['backorders', 'no when a product cannot be ordered beyond its stock'],
    ],
  ),
  ...section(
    '3',
    [variationsV1],
    [
      ['product status', 'draft, pending, private, publish; publish when none is asked for'],
      ['order', 'asc, desc'],
      ['orderby', 'the nine ways to sort'],
    ],
  ),
  ...section('3', [productV1, variationsV1], [['context', 'view, embed']]),
];

const endpoints = [
  ...section(
    '4.1',
    [productV2],
    [
      ['GET /v2/products/{id}', 'by id or by SKU'],
      ['GET /v2/products/{id} show_reviews', 'fills the reviews'],
    ],
  ),
  ...section('4.1', [variationsV2], [['GET /v2/products/{id}/variations', 'a page of variations']]),
  ...section('4.1', [productV1], [['GET /v1/products/{id}', 'a product in the v1 shape, with context']]),
  ...section(
    '4.1',
    [variationsV1],
    [['GET /v1/products/{product_id}/variations', 'variations in the v1 shape']],
  ),
  ...section('4.1', [terms], [['GET /v2/products/attributes/{id}/terms', 'a page of terms']]),
  ...section(
    '4.1',
    ['GET /v2/products/categories/{id}'],
    [['GET /v2/products/categories/{id}', 'the category that a product links to']],
  ),
  ...section(
    '4.1',
    ['GET /v2/products/tags/{id}'],
    [['GET /v2/products/tags/{id}', 'the tag that a product links to']],
  ),
];

const listParameters = section(
  '4.1.1',
  [variationsV1],
  [
    ['context', 'view or embed decides the members'],
    ['page', '1 when not given'],
    ['per_page', '10 when not given, at most 100'],
    ['after, before', 'published after or before'],
    ['modified_after, modified_before', 'changed after or before'],
    ['dates_are_gmt', 'reads the date filters as GMT'],
    ['exclude, include', 'ids to leave out, or the only ids to list'],
    ['offset', 'skips this many entries'],
    ['order', 'desc when not given'],
    ['orderby', 'date when not given'],
    ['parent, parent_exclude', 'of these parents, or of all but these'],
    ['slug', 'with this slug'],
    ['status', 'publish when not given'],
    ['sku', 'with this SKU'],
    ['on_sale', 'only those on sale'],
    ['min_price, max_price', 'bounds of the price'],
    ['stock_status', 'by stock status'],
    ['free text', 'a search parameter'],
    ['featured', 'a parameter for featured products'],
  ],
);

const limits = [
  ...section('8', [variationsV1], [['per_page of v1', '10 when not given, at most 100']]),
  ...section('8', [variationsV2, terms], [['per_page of v2', '10 when not given']]),
  ...section('8', [variationsV1, variationsV2, terms], [['page', '1 when not given']]),
];

export const catalogueRows: readonly SpecificationRow[] = [
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
