import { type Core, revisionIn } from './core.ts';
import { cartEvents, type LiveOptions } from './live.ts';
import {
  addCartMoney,
  type CartMoney,
  type CouponMoney,
  type CrossSellMoney,
  type FeeMoney,
  type ItemMoney,
  type RateMoney,
  type WithMoney,
} from './money.ts';
import type { BodyOf, Chosen, InputArgument, RequestOptions, Route, Schemas } from './types.ts';

/** An item of a cart. These are interfaces, because editors then show their names instead of all members. */
export interface CartItem extends WithMoney<Schemas['CartItem'], ItemMoney> {}
export interface ShippingRate extends WithMoney<Schemas['ShippingRate'], RateMoney> {}
export interface CartCoupon extends WithMoney<Schemas['CartCoupon'], CouponMoney> {}
export interface CartFee extends WithMoney<Schemas['CartFee'], FeeMoney> {}
export interface RemovedItem extends WithMoney<Schemas['RemovedItem'], ItemMoney> {}
export interface CrossSell extends WithMoney<Schemas['CrossSell'], CrossSellMoney> {}

type ShippingOf<Shipping extends { packages: Record<string, object> }> = Omit<Shipping, 'packages'> & {
  packages: Record<
    string,
    Omit<Shipping['packages'][string], 'rates'> & { rates: Record<string, ShippingRate> }
  >;
};
type PlainCart = Omit<
  Schemas['Cart'],
  'items' | 'removed_items' | 'coupons' | 'fees' | 'shipping' | 'cross_sells'
>;
/** The whole cart. Amounts are in its member `money`, and in that of items, coupons, fees, shipping rates and cross-sells. */
export interface Cart extends PlainCart {
  money: CartMoney;
  items: Record<string, CartItem>;
  removed_items: RemovedItem[];
  coupons: CartCoupon[];
  fees: CartFee[];
  shipping: ShippingOf<Schemas['CartShipping']>;
  cross_sells: CrossSell[];
}

/** Options of a request about the cart. `fields` names the members that the answer shall contain. */
export interface CartOptions extends RequestOptions {
  readonly fields?: string | undefined;
  readonly money?: 'minor' | undefined;
  readonly formatted?: boolean | undefined;
  readonly thumb?: boolean | undefined;
}

type CrossSellQuery = Pick<CartOptions, 'fields' | 'thumb'>;

/** The cart of an answer: with `fields` any member may be missing, and formatted totals have no `money`. */
type CartAnswer<Options> = Options extends { formatted: true }
  ? Chosen<Options, Omit<Cart, 'money'>>
  : Chosen<Options, Cart>;

type CartRoute = Exclude<Extract<Route, `${string} /v2/cart${string}`>, 'GET /v2/cart/events'>;
type Amounts = { readonly id: string | number; readonly quantity?: string | number };

/** A product with its quantity and, if it is variable, its options. */
export type NewItem = Omit<BodyOf<'POST /v2/cart/add-item'>, 'id' | 'quantity' | 'return_item'> & Amounts;
/** A change of an item: its new quantity, and optionally new options. */
export type ItemChange = Omit<
  BodyOf<'POST /v2/cart/item/{item_key}'>,
  'id' | 'quantity' | 'return_status'
> & {
  readonly id?: string | number;
  readonly quantity: string | number;
};
type AddressMember =
  | ('first_name' | 'last_name' | 'company')
  | ('address_1' | 'address_2' | 'city' | 'state' | 'postcode' | 'country');
type BillingMember = AddressMember | 'email' | 'phone';
/** Members of the customer's addresses. A name without a prefix is a member of the billing address. */
export type CustomerFields = {
  readonly [Name in BillingMember | `billing_${BillingMember}` | `${'s' | 'shipping'}_${AddressMember}`]?:
    | string
    | undefined;
} & {
  readonly ship_to_different_address?: boolean | undefined;
  /** An address as `customer` of a cart or an account has it. */
  readonly billing_address?: Partial<Address<'billing'>> | undefined;
  readonly shipping_address?: Partial<Address<'shipping'>> | undefined;
};
/** An address as answers have it: with the names `billing_city` or `shipping_city`, and so on. */
export type Address<Kind extends 'billing' | 'shipping' = 'billing'> =
  Schemas['CartCustomer'][`${Kind}_address`];
/** The note of a cart, and texts by name for the cart and for items by key. */
export type Annotation = BodyOf<'PATCH /v2/cart'>;
/** The address to which a cart is shipped. It may be a whole address, as a cart or an account has it. */
export type Destination =
  | Omit<BodyOf<'POST /v2/cart/calculate/shipping'>, 'return_methods'>
  | Address<'billing'>
  | Address<'shipping'>;

const asText = <Body extends { id?: string | number; quantity?: string | number }>({
  id,
  quantity,
  ...others
}: Body) => ({
  ...others,
  ...(id !== undefined && { id: String(id) }),
  ...(quantity !== undefined && { quantity: String(quantity) }),
});

/** The revisions of carts that were answered. */
const revisions = new WeakMap<object, number>();

/** Returns the operations on the cart. Operations that change the cart return the whole changed cart. */
export function cart(core: Core) {
  async function requestCart<R extends CartRoute, const Options extends CartOptions>(
    route: R,
    options: Options | undefined,
    input: object = {},
  ): Promise<CartAnswer<Options>> {
    const { fields, money, formatted, thumb, ...others } = options ?? {};
    const query = { fields, money, formatted, thumb };
    const argument = { ...others, query, ...input };
    const { data, headers } = await core.send(route, ...([argument] as unknown as InputArgument<R>));
    const answer: unknown = data;
    addCartMoney(answer, formatted ? 'formatted' : (money ?? 'decimal'));
    const revision = revisionIn(headers);
    if (revision !== null) revisions.set(answer as object, revision);
    return answer as CartAnswer<Options>;
  }

  return {
    /**
     * The cart's revision in the last answer about the cart; null before the first answer. Can be passed as
     * `ifMatch`. An event with this revision is about a change that the last answer already shows.
     */
    get revision(): number | null {
      return core.session.revision;
    },

    /** Returns the revision of a cart that a client has answered; null for any other object. */
    revisionOf: (cart: object): number | null => revisions.get(cart) ?? null,

    /** Returns the key of the guest's cart; null if the guest has no cart. */
    key: (): Promise<string | null> => core.session.cartKey(),

    get: <const O extends CartOptions>(options?: O) => requestCart('GET /v2/cart', options),

    addItem: <const O extends CartOptions>(item: NewItem, options?: O) =>
      requestCart('POST /v2/cart/add-item', options, { body: asText(item) }),

    /** Adds several items. If one is refused, none is added. */
    addItems: <const O extends CartOptions>(items: readonly NewItem[], options?: O) =>
      requestCart('POST /v2/cart/add-items', options, { body: { items: items.map(asText) } }),

    /** Sets the note of the cart, and replaces attributes of the cart and of items. */
    annotate: <const O extends CartOptions>(change: Annotation, options?: O) =>
      requestCart('PATCH /v2/cart', options, { body: change }),

    /** Sets the quantity of an item. The quantity 0 removes the item. */
    updateItem: <const O extends CartOptions>(key: string, change: ItemChange, options?: O) =>
      requestCart('POST /v2/cart/item/{item_key}', options, {
        path: { item_key: key },
        body: asText(change),
      }),

    removeItem: <const O extends CartOptions>(key: string, options?: O) =>
      requestCart('DELETE /v2/cart/item/{item_key}', options, { path: { item_key: key } }),

    /** Puts a removed item back into the cart. */
    restoreItem: <const O extends CartOptions>(key: string, options?: O) =>
      requestCart('PUT /v2/cart/item/{item_key}', options, { path: { item_key: key } }),

    clear: <const O extends CartOptions>(options?: O) => requestCart('POST /v2/cart/clear', options),

    /**
     * Sets members of the customer's addresses, such as `first_name`, `postcode` or `s_city`, and
     * `ship_to_different_address`. If a value is invalid, the service does not save the value and adds a sentence
     * to `notices.error` of the cart.
     */
    updateCustomer: <const O extends CartOptions>(fields: CustomerFields, options?: O) =>
      requestCart('POST /v2/cart/update', options, { body: { namespace: 'update-customer', data: fields } }),

    applyCoupon: <const O extends CartOptions>(code: string, options?: O) =>
      requestCart('POST /v2/cart/apply-coupon', options, { body: { code } }),

    removeCoupon: <const O extends CartOptions>(code: string, options?: O) =>
      requestCart('DELETE /v2/cart/coupons/{code}', options, { path: { code } }),

    /** Returns the cart with the shipping rates for an address. */
    calculateShipping: <const O extends CartOptions>(to: Destination, options?: O) =>
      requestCart('POST /v2/cart/calculate/shipping', options, { body: to }),

    /** Chooses the shipping rate with this key for a package. Without `packageId`, this is the first package. */
    setShippingMethod: <const O extends CartOptions>(rate: string, packageId?: string, options?: O) =>
      requestCart('POST /v2/cart/set-shipping-method', options, {
        body: { rate_id: rate, ...(packageId !== undefined && { package_id: packageId }) },
      }),

    /**
     * Returns products that go well with the products in the cart (cross-sells). They are read as a member of the cart,
     * because their own route does not tell the currency.
     */
    async crossSells<const Query extends CrossSellQuery>(query?: Query, options: RequestOptions = {}) {
      const members = query?.fields?.split(',').map((name) => `cross_sells.${name.trim()}`);
      const fields = ['currency', ...(members ?? ['cross_sells'])].join();
      const own = { ...options, thumb: query?.thumb, fields };
      const { cross_sells: found = [] } = await requestCart('GET /v2/cart', own);
      return found as Chosen<Query, CrossSell>[];
    },

    /** Yields an event for each change of the cart as it happens, until the signal is aborted. */
    events: (options?: LiveOptions) => cartEvents(core, options),
  };
}
