import type { z } from 'zod';
import type { Account } from '#contracts/accounts.ts';
import type { Cart, CartLine, ShippingRate } from '#contracts/cart.ts';
import type { validateCoupons } from '#contracts/cart-charges.ts';
import type { ListedProduct } from '#contracts/listing.ts';
import type { TokenPair } from '#contracts/login.ts';
import type { AttributePlace, Product, ShopUnits, TermReference, Variation } from '#contracts/product.ts';
import type { Review } from '#contracts/reviews.ts';
import type { SessionRecord } from '#contracts/sessions.ts';
import type { Currency, StoreSettings } from '#contracts/settings.ts';
import type { TermList } from '#contracts/terms.ts';

/** How totals are written: as the dialect does, as text in minor units, or as a shopper reads them. */
export type Amounts = 'usual' | 'minor' | 'formatted';

/** A cart, whether its lines show their pictures, and how its totals are written. */
export interface CartView {
  readonly cart: Cart;
  readonly pictures: boolean;
  readonly amounts: Amounts;
}

/** Ways to ship, in the shop's order. */
export interface RatesView {
  readonly rates: readonly ShippingRate[];
  readonly currency: Currency;
}

/** The version of the interface that an answer speaks: the first segment of its path. */
export type Version = 'v1' | 'v2';

/** Which members an answer has: all, or those for embedding (docs/reference/catalogue.md#short-answers). */
export type Context = 'view' | 'embed';

export interface ProductView {
  readonly product: Product;
  readonly reviews: readonly Review[];
  readonly units: ShopUnits;
  readonly context: Context;
}

/** Addresses of the pages before and after a page, those that there are. */
export interface Around {
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
  /** Added where the answer is written, which knows the address of the list. */
  readonly around?: Around;
}

/** What a variation takes from its product. */
interface Parent {
  readonly id: number;
  readonly categories: readonly TermReference[];
  readonly tags: readonly TermReference[];
  readonly attributes: readonly AttributePlace[];
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

/** Somebody who has logged in, and whether pictures are wanted. */
export interface LoginView {
  readonly account: Account;
  readonly tokens: TokenPair;
  readonly avatars: boolean;
}

/** A cart as an administrator sees it, and whether its lines show their pictures. */
export interface SessionView {
  readonly session: SessionRecord;
  readonly pictures: boolean;
}

/** One record or a list of what products are sorted by; where one is shown, it is the only record of the list. */
interface TermView {
  readonly found: TermList;
  readonly version: Version;
  readonly context: Context;
}
type TermName = 'category' | 'tag' | 'brand' | 'attribute' | 'attributeTerm';
type TermListName = 'categories' | 'tags' | 'brands' | 'attributes' | 'attributeTerms';

/** What routes hand to presenters, by the view's name. Neutral: no dialect's names, amounts in minor units. */
export interface Views extends Record<TermName | TermListName, TermView> {
  productV2: ProductView;
  productsV2: ProductsView;
  variationV2: VariationView;
  variationsV2: VariationsView;
  productV1: ProductView;
  productsV1: ProductsView;
  variationV1: VariationView;
  variationsV1: VariationsView;
  review: { readonly review: Review; readonly version: Version };
  reviews: { readonly reviews: readonly Review[]; readonly version: Version };
  store: { readonly settings: StoreSettings; readonly version: string };
  cartV2: CartView;
  cartItemV2: CartView & { readonly line: CartLine };
  cartItemListV2: CartView & { readonly lines: readonly CartLine[] };
  /** Parts of a cart alone. */
  cartItems: CartView;
  cartTotals: CartView;
  cartMini: CartView;
  removedItems: CartView;
  crossSells: CartView;
  coupons: Pick<CartView, 'cart'>;
  /** Whether coupons are good, and why not. */
  couponsJudged: z.output<(typeof validateCoupons)['reply']>;
  shippingRates: RatesView;
  /** How many pieces there are: a bare number. */
  cartCount: { readonly count: number };
  /** A cart that a guest may begin to fill, with a sentence. */
  cartCreated: { readonly cart: Cart; readonly text: string };
  /** What became of a line, as a sentence; with the quantity where there is one to tell. */
  cartSentence: { readonly text: string };
  itemStatus: { readonly text: string; readonly quantity: number };
  /** The cart of v1: raw lines, which v2 shows too where they are asked for. */
  cartV1: CartView;
  /** A cart of v1 without lines, alone. */
  emptyCartV1: null;
  cartItemV1: CartView & { readonly line: CartLine };
  removedItemsV1: CartView;
  quantitiesV1: { readonly cart: Cart };
  cartTotalsV1: { readonly cart: Cart; readonly formatted: boolean };
  cartWeightV1: { readonly cart: Cart };
  /** One of the totals: a number in major units, or as a shopper reads it. */
  amountV1: { readonly amount: number; readonly currency: Currency; readonly formatted: boolean };
  /** What each coupon takes off, by its code. */
  couponTotalsV1: { readonly cart: Cart; readonly formatted: boolean };
  /** The codes of the coupons, and what became of one of them. */
  couponCodesV1: { readonly cart: Cart };
  couponChangedV1: { readonly code: string; readonly text: string };
  feesV1: { readonly cart: Cart };
  shippingRatesV1: RatesView;
  /** That something was done. */
  doneV1: null;
  messageV1: { readonly text: string };
  /** That a line is not in the cart any more. */
  itemRemovedV1: null;
  login: LoginView;
  refreshed: TokenPair;
  validToken: null;
  loggedOut: null;
  /** Carts in short, one whole, its lines alone, and that one was deleted. */
  sessions: { readonly sessions: readonly SessionRecord[] };
  session: SessionView;
  sessionItems: SessionView;
  sessionDeleted: null;
  /** What became of the requests of a batch, and why none was done: in the words of the mount already. */
  batch: unknown;
  batchRefused: unknown;
  /** The stream of a cart's events, which writes itself. */
  cartEvents: null;
}

export type ViewName = keyof Views;

/** One of the named views with what it shows. */
export type ViewOf<Name extends ViewName> = {
  [One in Name]: { readonly name: One; readonly data: Views[One] };
}[Name];

/** Any view. */
export type View = ViewOf<ViewName>;
