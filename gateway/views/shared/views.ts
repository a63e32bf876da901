import type { z } from 'zod';
import type { Account } from '#contracts/accounts.ts';
import type { Cart, CartLine, ShippingRate } from '#contracts/cart.ts';
import type { validateCoupons } from '#contracts/cart-charges.ts';
import type { AccountOrder, Checkout, readHandOver, takeHandOver } from '#contracts/checkouts.ts';
import type { Facets } from '#contracts/facets.ts';
import type { ListedProduct } from '#contracts/listing.ts';
import type { TokenPair } from '#contracts/login.ts';
import type { Notice } from '#contracts/notices.ts';
import type { AttributePlace, Product, ShopUnits, TermReference, Variation } from '#contracts/product.ts';
import type { Parts } from '#contracts/product-replies.ts';
import type { Review } from '#contracts/reviews.ts';
import type { SessionRecord } from '#contracts/sessions.ts';
import type { Currency, StoreSettings } from '#contracts/settings.ts';
import type { TermList } from '#contracts/terms.ts';

/**
 * Format of totals: the dialect's default (`usual`), text in minor units, or formatted with the currency
 * symbol.
 */
export type Amounts = 'usual' | 'minor' | 'formatted';

/** A cart to show. `pictures` is true if its lines contain pictures, and `amounts` is the form of its totals. */
export interface CartView {
  readonly cart: Cart;
  readonly pictures: boolean;
  readonly amounts: Amounts;
}

/** Shipping rates, in the shop's order. */
export interface RatesView {
  readonly rates: readonly ShippingRate[];
  readonly currency: Currency;
}

/** The version of an answer: `v1` for requests of `/v1/…`. */
export type Version = 'v1' | 'v2';

/**
 * Which members an answer contains: all members, or only the members for embedding
 * (docs/reference/catalogue.md#short-answers).
 */
export type Context = 'view' | 'embed';

export interface ProductView {
  readonly product: Product;
  readonly reviews: readonly Review[];
  readonly units: ShopUnits;
  readonly context: Context;
}

/**
 * Addresses of the previous and next page of a list. The first page has no `prev`, and the last page has no
 * `next`.
 */
export interface NeighbourPages {
  readonly prev?: string;
  readonly next?: string;
}

export interface ProductsView {
  readonly entries: readonly ListedProduct[];
  readonly units: ShopUnits;
  readonly context: Context;
  readonly page: number;
  readonly totalPages: number;
  readonly total: number;
  /**
   * The addresses of the previous and the next page. The gateway adds this member after the handler has run,
   * because the handler does not know the address of the list.
   */
  readonly neighbourPages?: NeighbourPages;
}

/** Members that a variation takes from its product. */
interface Parent {
  readonly id: number;
  readonly categories: readonly TermReference[];
  readonly tags: readonly TermReference[];
  readonly attributes: readonly AttributePlace[];
}

/** The facets of a list: how many products of the whole list have each term, price or rating. */
interface FacetsView {
  readonly facets: Facets;
  readonly total: number;
  readonly units: ShopUnits;
}

export interface VariationView {
  readonly variation: Variation;
  readonly parent: Parent;
  readonly units: ShopUnits;
  readonly context: Context;
}

export interface VariationsView extends Omit<VariationView, 'variation'> {
  readonly variations: readonly Variation[];
}

/** An account that has logged in, with its tokens. `avatars` is true if the answer contains avatars. */
export interface LoginView {
  readonly account: Account;
  readonly tokens: TokenPair;
  readonly avatars: boolean;
  /** Notices about the cart that the login brought to the customer; empty if it brought none. */
  readonly notices: readonly Notice[];
}

/** A session to show. `pictures` is true if its lines contain pictures. */
export interface SessionView {
  readonly session: SessionRecord;
  readonly pictures: boolean;
}

/** The terms to show. `found` contains a list of terms, or one term as its only record. */
interface TermView {
  readonly found: TermList;
  readonly version: Version;
  readonly context: Context;
}
type TermName = 'category' | 'tag' | 'brand' | 'attribute' | 'attributeTerm';
type TermListName = 'categories' | 'tags' | 'brands' | 'attributes' | 'attributeTerms';

/** The caller's own account. `tokens` are new tokens if the request ended the earlier logins; otherwise null. */
export interface MyAccountView {
  readonly account: Account;
  readonly tokens: TokenPair | null;
}

/**
 * The data of each view, which routes return. The data is equal for all dialects, and amounts are
 * in minor units.
 */
export interface Views extends Record<TermName | TermListName, TermView> {
  productV2: ProductView;
  productsV2: ProductsView;
  facets: FacetsView;
  variationV2: VariationView;
  variationsV2: VariationsView;
  productV1: ProductView;
  productsV1: ProductsView;
  variationV1: VariationView;
  variationsV1: VariationsView;
  review: { readonly review: Review; readonly version: Version };
  reviews: { readonly reviews: readonly Review[]; readonly version: Version };
  store: {
    readonly settings: StoreSettings;
    readonly version: string;
    /** Whether visitors may create accounts, and whether the shop takes orders by this interface. */
    readonly registration: boolean;
    readonly checkout: boolean;
  };
  countries: { readonly settings: StoreSettings };
  cartV2: CartView;
  cartItemV2: CartView & { readonly line: CartLine };
  cartItemListV2: CartView & { readonly lines: readonly CartLine[] };
  /** Only the lines of the cart. */
  cartItems: CartView;
  cartTotals: CartView;
  cartMini: CartView;
  removedItems: CartView;
  crossSells: CartView;
  coupons: Pick<CartView, 'cart'>;
  /** Whether each coupon is valid, with the reason if a coupon is not valid. */
  couponsValidated: z.output<(typeof validateCoupons)['reply']>;
  shippingRates: RatesView;
  /** The number of items. The body of the answer is only this number. */
  cartCount: { readonly count: number };
  /** A new guest cart, and a sentence for the shopper. */
  cartCreated: { readonly cart: Cart; readonly text: string };
  /** A sentence for the shopper. */
  cartSentence: { readonly text: string };
  /** A sentence for the shopper, and the new quantity of a line. */
  itemStatus: { readonly text: string; readonly quantity: number };
  /**
   * The v1 cart: only the lines, in raw form (docs/reference/cart-v1.md#the-raw-item). v2 routes also return
   * this view if the request has `default=true`.
   */
  cartV1: CartView;
  /** An empty v1 cart. */
  emptyCartV1: null;
  cartItemV1: CartView & { readonly line: CartLine };
  removedItemsV1: CartView;
  quantitiesV1: { readonly cart: Cart };
  cartTotalsV1: { readonly cart: Cart; readonly formatted: boolean };
  cartWeightV1: { readonly cart: Cart };
  /** One of the cart's totals, as a number in major units or as formatted text. */
  amountV1: { readonly amount: number; readonly currency: Currency; readonly formatted: boolean };
  /** The discount of each coupon, by the code of the coupon. */
  couponTotalsV1: { readonly cart: Cart; readonly formatted: boolean };
  /** The codes of the cart's coupons. */
  couponCodesV1: { readonly cart: Cart };
  /** The code of a coupon that was applied or removed, and a sentence for the shopper. */
  couponChangedV1: { readonly code: string; readonly text: string };
  feesV1: { readonly cart: Cart };
  shippingRatesV1: RatesView;
  /** A change that succeeded. The body of the answer is only `true`. */
  doneV1: null;
  messageV1: { readonly text: string };
  /** Confirms that a line was removed. */
  itemRemovedV1: null;
  login: LoginView;
  refreshed: TokenPair;
  validToken: null;
  myAccount: MyAccountView;
  passwordAnswer: { readonly text: string };
  loggedOut: null;
  /** A page of the list of sessions. */
  sessions: { readonly sessions: readonly SessionRecord[] };
  /** A whole session. */
  session: SessionView;
  /** Only the lines of a session. */
  sessionItems: SessionView;
  /** Confirms that a session was deleted. */
  sessionDeleted: null;
  /** A checkout, with its link if it was begun just now. */
  checkout: { readonly checkout: Checkout; readonly url: string | null };
  /** What the plugin in WordPress fills into WooCommerce. */
  handOver: z.output<(typeof readHandOver)['reply']>;
  /** Why the totals of WooCommerce are others; null if they are the same. */
  handOverTaken: z.output<(typeof takeHandOver)['reply']>;
  /** Orders of the caller's account. */
  orders: { readonly orders: readonly AccountOrder[] };
  order: AccountOrder;
  /** The responses of a batch, which are already written in the mount's dialect. */
  batch: unknown;
  /** The responses of a batch that changed nothing because of errors. */
  batchRefused: unknown;
  /** The stream of a cart's events. The stream writes the body of the answer itself. */
  cartEvents: null;
}

export type ViewName = keyof Views;

type ProductParts<Data> = Parts<ListedProduct, Omit<Data, keyof ListedProduct | 'entries'>>;
type VariationParts<Data> = Parts<Variation, Omit<Data, 'variation' | 'variations'>>;

/** For each view of products or variations: what a route returns, products or variations as bytes with the other data. */
export interface PartsOf {
  productV2: ProductParts<ProductView>;
  productsV2: ProductParts<ProductsView>;
  variationV2: VariationParts<VariationView>;
  variationsV2: VariationParts<VariationsView>;
  productV1: ProductParts<ProductView>;
  productsV1: ProductParts<ProductsView>;
  variationV1: VariationParts<VariationView>;
  variationsV1: VariationParts<VariationsView>;
}

/** What routes return for each view. */
interface RouteViews extends Omit<Views, keyof PartsOf>, PartsOf {}

/** A view whose name is one of `Name`, with the data that a route returns. */
export type ViewOf<Name extends ViewName> = {
  [One in Name]: { readonly name: One; readonly data: RouteViews[One] };
}[Name];

/** A view of any name, with the data that a route returns. */
export type View = ViewOf<ViewName>;

/** A view that is not made of products or variations. */
export type PlainView = ViewOf<Exclude<ViewName, keyof PartsOf>>;

/** A view of any name, with its data. */
export type PresentedView = {
  [One in ViewName]: { readonly name: One; readonly data: Views[One] };
}[ViewName];
