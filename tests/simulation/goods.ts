import type { ProductFacts } from '#contracts/catalogue.ts';
import type { Coupon } from '#contracts/coupons.ts';
import type { StoreSettings } from '#contracts/settings.ts';
import { aCoupon } from '../../services/cart/domain/coupons/coupon.fixture.ts';
import { factsOf, store } from '../../services/cart/model/context.fixture.ts';
import type { AvailableProducts, Good } from './reference-state.ts';

/** The state of the catalogue: its products for the reference cart (`products`) and for the cart service (`facts`). */
export interface CatalogueState {
  readonly products: AvailableProducts;
  readonly facts: ReadonlyMap<number, ProductFacts>;
}

/**
 * Products of the tests: 11 has no counted stock, 12 has little stock, 13 is sold individually, 14 has several
 * lines that share its stock.
 */
const first: ReadonlyMap<number, Good> = new Map([
  [11, { price: 1_000, purchasable: true, individually: false, stock: null }],
  [12, { price: 700, purchasable: true, individually: false, stock: 4 }],
  [13, { price: 9_900, purchasable: true, individually: true, stock: null }],
  [14, { price: 250, purchasable: true, individually: false, stock: 7 }],
]);
/** Possible changes of a product. Null removes the product. */
const changes: readonly ((good: Good) => Good | null)[] = [
  (good) => ({ ...good, price: good.price + 100 }),
  (good) => ({ ...good, stock: 2 }),
  (good) => ({ ...good, stock: 0 }),
  (good) => ({ ...good, stock: null }),
  (good) => ({ ...good, purchasable: false }),
  () => null,
];

const productIds = [...first.keys()];

function factsOfGood(id: number, { price, purchasable, individually, stock }: Good): ProductFacts {
  const isOut = stock === 0;
  return factsOf({
    id,
    name: `Product ${id}`,
    price,
    regular: price,
    purchasable,
    soldIndividually: individually,
    stock: {
      managed: stock !== null,
      quantity: stock,
      status: isOut ? 'outofstock' : 'instock',
      backorders: 'no',
      lowAmount: null,
    },
  });
}

function catalogueStateOf(products: AvailableProducts): CatalogueState {
  return { products, facts: new Map([...products].map(([id, good]) => [id, factsOfGood(id, good)])) };
}

/** The products at the start of every simulation. */
export const firstState = catalogueStateOf(first);

/** All states that differ from the first state in one product. */
const otherStates = new Map(
  productIds.flatMap((id) =>
    changes.map((change, index) => {
      const good = change(first.get(id) as Good);
      const rest = [...first].filter(([other]) => other !== id);
      return [`${id}-${index}`, catalogueStateOf(new Map(good ? [...rest, [id, good]] : rest))] as const;
    }),
  ),
);

/** Returns a random state that differs from the first state in one product. */
export function anotherState(below: (end: number) => number): CatalogueState {
  const id = productIds[below(productIds.length)] as number;
  return otherStates.get(`${id}-${below(changes.length)}`) as CatalogueState;
}

/**
 * Coupons of the tests by code. `five` is valid for an empty cart, `ten` is not. `solo` cannot be combined
 * with other coupons.
 */
export const coupons: ReadonlyMap<string, Coupon> = new Map(
  [
    aCoupon({ id: 1, code: 'five', discountType: 'fixed_cart', amount: 500 }),
    aCoupon({ id: 2, code: 'ten' }),
    aCoupon({ id: 3, code: 'solo', individualUse: true }),
  ].map((coupon) => [coupon.code, coupon]),
);

const method = (methodId: string, instanceId: number) => ({
  instanceId,
  methodId,
  title: methodId,
  order: instanceId,
  enabled: true,
  settings: { cost: '5' },
});

/** Shipping methods of the tests. The first method is the default. */
export const rates: readonly string[] = ['flat_rate:1', 'local_pickup:2'];

/** A store that ships everything everywhere with these methods. */
export const settings: StoreSettings = {
  ...store,
  shippingZones: [
    {
      id: 0,
      name: 'Everywhere',
      order: 0,
      locations: [],
      methods: [method('flat_rate', 1), method('local_pickup', 2)],
    },
  ],
};
