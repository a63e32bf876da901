import {
  type Cart,
  createClient,
  type Facets,
  type PriceMoney,
  type QueryOf,
  webStorage,
} from '../../../clients/typescript/src/index.ts';

export type { Cart, CartItem, Facets } from '../../../clients/typescript/src/index.ts';

export interface Picture {
  readonly src: { readonly thumbnail?: string; readonly medium?: string; readonly large?: string };
  readonly alt: string;
}

export interface Stock {
  readonly is_in_stock: boolean;
  readonly stock_quantity: number | null;
  readonly stock_status: string;
}

export interface Buying {
  readonly text?: string;
  readonly is_purchasable: boolean;
  readonly purchase_quantity: { readonly min_purchase?: number; readonly max_purchase?: number };
}

/** The members of a product that the page of a list shows. */
export interface ProductCard {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly type: string;
  readonly prices: { readonly on_sale: boolean };
  readonly money: PriceMoney;
  readonly images: readonly Picture[];
  readonly stock: Stock;
  readonly add_to_cart: Buying;
}

export interface Variation {
  readonly id: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly featured_image: Picture['src'];
  readonly prices: { readonly on_sale: boolean };
  readonly money: PriceMoney;
  readonly stock: Stock;
  readonly add_to_cart: Buying;
}

export interface Attribute {
  readonly name: string;
  readonly used_for_variation: boolean;
  readonly is_attribute_visible: boolean;
  readonly options: Readonly<Record<string, string>>;
}

export interface Product extends ProductCard {
  readonly sku: string;
  readonly description: string;
  readonly short_description: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly variations: readonly Variation[];
  readonly grouped_products: readonly number[];
  readonly external_url: string;
  readonly button_text: string;
}

export interface ProductList {
  readonly products: readonly ProductCard[];
  readonly page: number;
  readonly total_pages: number;
  readonly total_products: number;
}

export interface Term {
  readonly name: string;
  readonly slug: string;
  readonly count: number;
}

type Text = Readonly<Record<string, string>>;

const storage = webStorage(() => localStorage, 'shop.');
const shop = createClient({ url: location.origin, storage, tokenStorage: storage });
const nameKey = 'name';

/** The current shopper. All tabs of a browser have the same shopper. */
export const who = {
  /** Returns the name of the customer who is logged in; null if nobody is. */
  customer: () => (storage.get('access-token') === null ? null : storage.get(nameKey)),
  /** Returns the key of the guest's cart; null if there is none. */
  cartKey: () => storage.get('cart-key'),
  /** Makes the guest's cart with this key the current cart. */
  takeCart: (key: string) => storage.set('cart-key', key),
  /** Calls a function when another tab has logged in or out, or has changed to another cart. */
  onOtherTab(then: () => void): void {
    addEventListener('storage', ({ key }) => {
      if (key === null || key === 'shop.cart-key' || key === 'shop.access-token') then();
    });
  },
};

const cardMembers = ['id', 'name', 'slug', 'type', 'prices', 'images', 'stock', 'add_to_cart'];
const listMembers = [
  'page',
  'total_pages',
  'total_products',
  ...cardMembers.map((name) => `products.${name}`),
].join();

export type ListParameters = NonNullable<QueryOf<'GET /v2/products'>>;

export const products = {
  list: (query: ListParameters): Promise<ProductList> =>
    shop.products.list({ ...query, _fields: listMembers }) as Promise<ProductList>,
  facets: (query: ListParameters): Promise<Facets> => shop.request('GET /v2/products/facets', { query }),
  read: (slug: string): Promise<Product> => shop.products.get(slug),
  /** Returns the products with these ids, in the order of the ids. */
  named: async (ids: readonly number[]): Promise<readonly ProductCard[]> => {
    const query = { include: ids, orderby: 'include', catalog_visibility: 'any', per_page: 100 } as const;
    return (await shop.products.list(query)).products;
  },
};

/** Returns a function that reads a value once, and again only if that failed. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let held: Promise<T> | null = null;
  return () => {
    held ??= read().catch((error) => {
      held = null;
      throw error;
    });
    return held;
  };
}

export const store = {
  /** Returns the name, the language and other settings of the shop. */
  read: once(() => shop.store.get()),
  /** Returns the countries to which the shop sells or ships. */
  countries: once(() => shop.store.countries()),
};

export const carts = {
  read: (): Promise<Cart> => shop.cart.get(),
  add: (id: number, quantity: number, variation: Record<string, string>): Promise<Cart> =>
    shop.cart.addItem({ id, quantity, variation }),
  setQuantity: (key: string, quantity: number): Promise<Cart> => shop.cart.updateItem(key, { quantity }),
  remove: (key: string): Promise<Cart> => shop.cart.removeItem(key),
  restore: (key: string): Promise<Cart> => shop.cart.restoreItem(key),
  applyCoupon: (code: string): Promise<Cart> => shop.cart.applyCoupon(code),
  removeCoupon: (code: string): Promise<Cart> => shop.cart.removeCoupon(code),
  setAddress: (fields: Record<string, string>): Promise<Cart> => shop.cart.updateCustomer(fields),
  ship: (rate: string, packageId: string): Promise<Cart> => shop.cart.setShippingMethod(rate, packageId),
};

/** What has become of a purchase, and where the shopper goes next. */
export interface Purchase {
  readonly state: string;
  readonly url: string | null;
  readonly order: number | null;
}

export const purchases = {
  /** Begins the checkout of the cart. `total` is the total that the page shows, in minor units. */
  begin: (total: number, returnUrl: string): Promise<Purchase> => shop.checkout({ total, returnUrl }),
  read: (id: string): Promise<Purchase> => shop.checkout.read(id),
};

/** The members of a customer's address, with the names that an update of the account uses. */
export type AddressFields = Record<string, string>;

/** The account of the customer who is logged in. */
export interface Account {
  readonly user: { readonly display_name: string; readonly email: string };
  readonly billing_address: Text;
  readonly shipping_address: Text;
}

export const account = {
  /** Logs the customer in. The next request about the cart transfers the guest's items to the customer's cart. */
  async login(username: string, password: string): Promise<void> {
    const { display_name: name } = await shop.login({ username, password });
    storage.set(nameKey, name || username);
  },
  /**
   * Creates an account and logs the customer in. The guest's items are transferred as after `login`. Returns false if the
   * shop sends the customer a message instead.
   */
  async register(email: string, password: string, firstName: string): Promise<boolean> {
    const body = { email, requested_password: password, first_name: firstName };
    const login = await shop.register(body);
    if (!login) return false;
    storage.set(nameKey, login.display_name || email);
    return true;
  },
  logout: () => shop.logout(),
  read: (): Promise<Account> => shop.account.get(),
  setAddress: (kind: 'billing' | 'shipping', fields: AddressFields): Promise<Account> =>
    shop.account.updateAddresses({ [`${kind}_address`]: fields }),
  changePassword: async (current: string, next: string): Promise<void> => {
    await shop.account.changePassword(current, next);
  },
  /** Asks the shop to send a link for setting a new password. Returns the sentence of the answer. */
  forgot: (username: string): Promise<string> => shop.account.forgot(username),
  /** Sets a new password. `key` is from the link that `forgot` requested. Returns the sentence of the answer. */
  reset: (key: string, password: string): Promise<string> => shop.account.reset(key, password),
};

/**
 * Calls `onChange` for each change of the cart that this tab has not read yet, until the signal is aborted. All tabs share
 * one connection.
 */
export async function follow(onChange: () => void, signal: AbortSignal): Promise<void> {
  try {
    for await (const { revision } of shop.cart.events({ signal })) {
      if (revision !== shop.cart.revision) onChange();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
