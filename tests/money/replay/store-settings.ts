import {
  entriesOf,
  type RecordedIds,
  type RecordedMethod,
  type RecordedRate,
  type RecordedStore,
} from './recorded-cases.ts';

/** The options in each settings file. Other options are left out. */
const groups: Readonly<Record<string, readonly string[]>> = {
  general: [
    'store_address',
    'store_city',
    'store_postcode',
    'default_country',
    'allowed_countries',
    'ship_to_countries',
    'default_customer_address',
    'calc_taxes',
    'enable_coupons',
    'calc_discounts_sequentially',
    'currency',
    'price_num_decimals',
  ],
  products: [],
  tax: [
    'prices_include_tax',
    'tax_based_on',
    'shipping_tax_class',
    'tax_round_at_subtotal',
    'tax_display_shop',
    'tax_display_cart',
    'tax_total_display',
  ],
  shipping: ['shipping_cost_requires_address', 'ship_to_destination'],
};

/**
 * Settings that all recorded shops have. Each import writes them, so that no setting of the previous shop
 * remains.
 */
const commonValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  general: { currency_pos: 'left', price_thousand_sep: ',', price_decimal_sep: '.' },
  products: { manage_stock: 'yes', weight_unit: 'kg', dimension_unit: 'cm', enable_reviews: 'yes' },
};

function optionFiles(options: RecordedStore['options']): Record<string, unknown> {
  const files = Object.entries(groups).map(([group, names]) => {
    const own = names.flatMap((name) => {
      const value = options[`woocommerce_${name}`];
      return value === undefined ? [] : [[name, value] as const];
    });
    const values = { ...commonValues[group], ...Object.fromEntries(own) };
    const list = Object.entries(values).map(([name, value]) => ({ id: `woocommerce_${name}`, value }));
    return [`settings-${group}.json`, list];
  });
  return Object.fromEntries(files);
}

function taxRate(given: RecordedRate, id: number, order: number) {
  const { postcodes = [], cities = [] } = given;
  return {
    id,
    country: given.country,
    state: given.state,
    postcode: postcodes.join(';'),
    city: cities.join(';'),
    rate: Number(given.rate).toFixed(4),
    name: given.name,
    priority: given.priority,
    compound: Boolean(given.compound),
    shipping: Boolean(given.shipping),
    order,
    class: given.class || 'standard',
    postcodes,
    cities,
  };
}

/** Default settings of a shipping method. */
const methodDefaults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  flat_rate: { title: 'Flat rate', tax_status: 'taxable', cost: '', type: 'class', no_class_cost: '' },
  free_shipping: { title: 'Free shipping', requires: '', min_amount: '0', ignore_discounts: 'no' },
  local_pickup: { title: 'Local pickup', tax_status: 'taxable', cost: '' },
};

function method(given: RecordedMethod, key: string, order: number, classes: ReadonlyMap<string, number>) {
  const [methodId = '', instance] = key.split(':');
  const costs = entriesOf(given.class_costs).map(([name, cost]) => [`class_cost_${classes.get(name)}`, cost]);
  const values = { ...methodDefaults[methodId], ...given.settings, ...Object.fromEntries(costs) };
  return {
    id: Number(instance),
    instance_id: Number(instance),
    title: values.title,
    order,
    enabled: true,
    method_id: methodId,
    settings: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { id: name, value }])),
  };
}

/**
 * Returns the zones in order. The zone for all other places has the id 0. Other zones are numbered in the order
 * of their creation.
 */
function zones(store: RecordedStore, ids: RecordedIds) {
  const classes = new Map(entriesOf(ids.classes));
  let zoneCount = 0;
  return store.zones.map((zone, order) => {
    if (!zone.rest) zoneCount += 1;
    return {
      id: zone.rest ? 0 : zoneCount,
      name: zone.name ?? 'Locations not covered by your other zones',
      order: zone.rest ? 0 : order,
      locations: zone.rest ? [] : zone.locations,
      methods: zone.methods.map((one, index) => {
        const key = ids.zones[order]?.[index] ?? '';
        return method(one, key, index + 1, classes);
      }),
    };
  });
}

/** Returns the files of the shop: settings, taxes, shipping. */
export function settingsFiles(store: RecordedStore, ids: RecordedIds): Record<string, unknown> {
  return {
    'site.json': {
      name: 'Recorded shop',
      description: '',
      url: 'http://shop.example',
      home: 'http://shop.example',
      gmt_offset: 0,
      timezone_string: 'UTC',
    },
    'plugins.json': { active_plugins: [], environment: { version: '9.9.5' } },
    ...optionFiles(store.options),
    'taxes.json': store.rates.map((given, index) => taxRate(given, ids.rates[index] ?? 0, index)),
    'shipping-zones.json': zones(store, ids),
  };
}
