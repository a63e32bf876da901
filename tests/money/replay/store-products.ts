import {
  entriesOf,
  type RecordedIds,
  type RecordedProduct,
  type RecordedSellable,
  type RecordedStore,
} from './recorded-cases.ts';

const recordedAt = {
  date_created: '2026-01-01T00:00:00',
  date_created_gmt: '2026-01-01T00:00:00',
  date_modified: '2026-01-01T00:00:00',
  date_modified_gmt: '2026-01-01T00:00:00',
};

const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
const textOf = (amount: string | number | undefined) => (amount === undefined ? '' : String(amount));

/**
 * Returns the members that products and variations share. A variation without a shipping class has the class of
 * its product.
 */
function sellable(
  given: RecordedSellable,
  classes: ReadonlyMap<string, number>,
  above: RecordedSellable = given,
) {
  const shippingClass = given.shipping_class ?? above.shipping_class ?? '';
  const [regular, sale] = [textOf(given.price), textOf(given.sale)];
  return {
    ...recordedAt,
    status: 'publish',
    description: '',
    sku: given.sku ?? '',
    price: sale || regular,
    regular_price: regular,
    sale_price: sale,
    on_sale: sale !== '',
    purchasable: true,
    virtual: Boolean(given.virtual),
    downloadable: false,
    tax_status: above.tax_status ?? 'taxable',
    tax_class: given.tax_class === 'parent' ? (above.tax_class ?? '') : (given.tax_class ?? ''),
    manage_stock: given.stock !== undefined,
    stock_quantity: given.stock ?? null,
    stock_status: 'instock',
    backorders: given.backorders ?? 'no',
    weight: textOf(given.weight),
    dimensions: { length: '', width: '', height: '' },
    shipping_class: shippingClass,
    shipping_class_id: classes.get(shippingClass) ?? 0,
    menu_order: 0,
    meta_data: [],
  };
}

function productOf(given: RecordedProduct, { id, variations = [] }: RecordedIds['products'][number]) {
  const options = (given.variations ?? []).map(({ option }) => option);
  const attribute = {
    id: 0,
    name: 'Size',
    slug: 'Size',
    position: 0,
    visible: true,
    variation: true,
    options,
  };
  return {
    id,
    name: given.name,
    slug: slugOf(given.name),
    permalink: `http://shop.example/product/${slugOf(given.name)}/`,
    type: given.type ?? 'simple',
    featured: false,
    catalog_visibility: 'visible',
    short_description: '',
    sold_individually: Boolean(given.sold_individually),
    reviews_allowed: true,
    tags: [],
    images: [],
    attributes: options.length === 0 ? [] : [attribute],
    default_attributes: [],
    variations,
    grouped_products: [],
  };
}

function variationsOf(
  given: RecordedProduct,
  { variations: ids = [] }: RecordedIds['products'][number],
  classes: ReadonlyMap<string, number>,
) {
  return (given.variations ?? []).map((one, index) => ({
    id: ids[index],
    name: one.option,
    permalink: `http://shop.example/product/${slugOf(given.name)}/?attribute_size=${one.option}`,
    ...sellable(one, classes, given),
    image: null,
    attributes: [{ id: 0, name: 'Size', slug: 'size', option: one.option }],
  }));
}

/** Returns the files of categories, shipping classes, products and variations. */
export function productFiles(store: RecordedStore, ids: RecordedIds): Record<string, unknown> {
  const classes = new Map(entriesOf(ids.classes));
  const categories = new Map(entriesOf(ids.categories));
  const named = (name: string) => ({ id: categories.get(name), name, slug: slugOf(name) });
  const products = store.products.map((given, index) => {
    const known = ids.products[index];
    if (!known) throw new RangeError(`product ${index} has no id`);
    return { given, known };
  });
  return {
    'categories.json': store.categories.map(({ name, parent }) => ({
      ...named(name),
      parent: parent === undefined ? 0 : (categories.get(parent) ?? 0),
      description: '',
      display: 'default',
      image: null,
      menu_order: 0,
      count: 0,
    })),
    'shipping-classes.json': store.classes.map((name) => ({
      id: classes.get(name),
      name,
      slug: slugOf(name),
      description: '',
      count: 0,
    })),
    'products.json': products.map(({ given, known }) => ({
      ...productOf(given, known),
      ...sellable(given, classes),
      categories: (given.categories ?? []).map(named),
    })),
    'variations.json': Object.fromEntries(
      products
        .filter(({ given }) => given.variations)
        .map(({ given, known }) => [known.id, variationsOf(given, known, classes)]),
    ),
  };
}
