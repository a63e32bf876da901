import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon as ProductCoupon } from '#contracts/coupons.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import type { CommandContext } from '../../services/cart/model/command.ts';
import { store as anyStore, commandContextOf, factsOf } from '../../services/cart/model/context.fixture.ts';
import { type CartState, emptyState } from '../../services/cart/model/state.ts';
import type { Basket, Coupon, Line, Place, Store, Zone } from './description.ts';

/** Returns a time in Unix seconds as the shop writes it. The time zone of the shop is UTC. */
function shopTime(seconds: number): NonNullable<ProductCoupon['expires']> {
  const text = new Date(seconds * 1000).toISOString().slice(0, 19);
  return { local: text, utc: text };
}

function couponOf(coupon: Coupon): ProductCoupon {
  return {
    id: coupon.id,
    code: coupon.code,
    description: '',
    discountType: coupon.kind,
    amount: coupon.amount,
    ...(coupon.exact !== '' && { exact: coupon.exact }),
    status: coupon.published ? 'publish' : 'draft',
    expires: coupon.expires === null ? null : shopTime(coupon.expires),
    individualUse: coupon.individual,
    freeShipping: coupon.freeShipping,
    excludesSaleItems: coupon.notOnSale,
    minimumSpend: coupon.minimum,
    maximumSpend: coupon.maximum,
    usageCount: coupon.used,
    usageLimit: coupon.limit,
    usageLimitPerCustomer: coupon.limitEach,
    usedBy: [...coupon.usedBy],
    usageLimitToItems: coupon.pieces,
    productIds: [...coupon.products],
    excludedProductIds: [...coupon.notProducts],
    categoryIds: [...coupon.categories],
    excludedCategoryIds: [...coupon.notCategories],
    allowedEmails: [...coupon.emails],
  };
}

function zoneOf({
  id,
  order,
  countries,
  states,
  continents,
  postcodes,
  methods,
}: Zone): StoreSettings['shippingZones'][number] {
  const located = (type: 'country' | 'state' | 'continent' | 'postcode', codes: readonly string[]) =>
    codes.map((code) => ({ code, type }));
  return {
    id,
    name: `Zone ${id}`,
    order,
    locations: [
      ...located('postcode', postcodes),
      ...located('continent', continents),
      ...located('state', states),
      ...located('country', countries),
    ],
    methods: methods.map(({ instance, kind, order: place, enabled, settings }) => ({
      instanceId: instance,
      methodId: kind,
      title: `${kind} ${instance}`,
      order: place,
      enabled,
      settings: { ...settings },
    })),
  };
}

function settingsOf(store: Store): StoreSettings {
  const shown = store.shownWithTax ? 'incl' : 'excl';
  return {
    ...anyStore,
    address: { address1: '', address2: '', ...store.address },
    currency: { ...anyStore.currency, decimals: store.decimals },
    tax: {
      enabled: store.taxed,
      pricesIncludeTax: store.pricesWithTax,
      shownInShop: shown,
      shownInCart: shown,
      roundAtSubtotal: store.roundsAtSubtotal,
      basedOn: store.basedOn,
      shippingTaxClass: store.shippingTaxClass,
      rates: store.rates.map(({ millionths, onShipping, postcodes, cities, ...rate }) => ({
        ...rate,
        name: 'Tax',
        ppm: millionths,
        shipping: onShipping,
        postcodes: [...postcodes],
        cities: [...cities],
      })),
    },
    couponsEnabled: store.takesCoupons,
    sequentialDiscounts: store.sequential,
    calculation: `woocommerce-${store.version}` as const,
    shippingEnabled: store.ships,
    sellingCountries: [...store.sellsTo],
    shippingCountries: [...store.shipsTo],
    shippingZones: store.zones.map(zoneOf),
    shippingHiddenUntilAddress: store.hiddenUntilAddress,
    defaultCountry: store.defaultCountry,
  };
}

function factsOfLine(line: Line): ProductFacts {
  const { productId, variationId } = line;
  const id = variationId || productId;
  const price = line.ownPrice ? 4_711 : line.unitPrice;
  return factsOf({
    id,
    sku: `sku-${id}`,
    ...(variationId !== 0 && { type: 'variation', parentId: productId }),
    price,
    regular: price,
    ...(line.exact !== '' && { exact: { price: line.exact, regular: line.exact } }),
    onSale: line.onSale,
    taxable: line.tax === 'taxable',
    taxClass: line.taxClass,
    shippingRequired: !line.virtual,
    shippingTaxable: !line.virtual && line.tax !== 'none',
    shippingClass: line.shippingClass === 0 ? '' : `class-${line.shippingClass}`,
    shippingClassId: line.shippingClass,
    categoryIds: [...line.categories],
  });
}

function addressOf(place: Place): CartState['customer']['shipping'] {
  const { shipping } = emptyState(0).customer;
  return { ...shipping, ...place };
}

function stateOf(basket: Basket): CartState {
  const billing = { ...addressOf(basket.billing), phone: '', email: basket.email };
  return {
    ...emptyState(0),
    lines: basket.lines.map(({ productId, variationId, quantity, unitPrice, exact, ownPrice }, index) => ({
      key: index.toString(16).padStart(32, '0'),
      productId,
      variationId,
      quantity,
      attributes: {},
      itemData: {},
      ownPrice: ownPrice ? unitPrice : null,
      seenPrice: unitPrice,
      ...(exact !== '' && { seenExact: exact }),
      stockUnit: variationId || productId,
      name: 'Mug',
    })),
    customer: { billing, shipping: addressOf(basket.shipping) },
    shipElsewhere: true,
    coupons: basket.codes,
    fees: basket.fees.map((fee, index) => ({ name: `Fee ${index}`, ...fee })),
    chosenRates: basket.chosenRate === '' ? {} : { 0: basket.chosenRate },
  };
}

/** Returns the cart service's command context for the store and the products of all lines. */
function commandContextFor(store: Store, basket: Basket): CommandContext {
  const products = basket.lines.map(factsOfLine);
  const commandContext = commandContextOf(products, settingsOf(store), [], store.coupons.map(couponOf));
  return { ...commandContext, now: store.now * 1000 };
}

/** Returns a store and a basket in the form that the cart service's rules take. */
export function asProduct(
  store: Store,
  basket: Basket,
): {
  state: CartState;
  commandContext: CommandContext;
  times: { key: string; revision: number; expiresAt: number; renewsAt: number };
} {
  const later = store.now * 1000 + 1_000_000;
  const key = basket.customerId || 't_00000000000000000000000000000000';
  return {
    state: stateOf(basket),
    commandContext: commandContextFor(store, basket),
    times: { key, revision: 1, expiresAt: later, renewsAt: later },
  };
}
