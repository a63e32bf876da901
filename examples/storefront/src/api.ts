import type { Currency } from './money.ts';

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

export interface Prices {
  readonly price: string;
  readonly regular_price: string;
  readonly on_sale: boolean;
  readonly currency: Currency;
  readonly price_range?: { readonly min: string; readonly max: string } | null;
}

/** What a list shows of a product. */
export interface ProductCard {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly type: string;
  readonly prices: Prices;
  readonly images: readonly Picture[];
  readonly stock: Stock;
  readonly add_to_cart: Buying;
}

export interface Variation {
  readonly id: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly featured_image: Picture['src'];
  readonly prices: Prices;
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

export interface Facets {
  readonly categories: readonly (Term & { readonly id: number; readonly parent: number })[];
  readonly brands: readonly Term[];
  readonly attributes: readonly {
    readonly name: string;
    readonly slug: string;
    readonly terms: readonly Term[];
  }[];
  readonly prices: { readonly min_price: string; readonly max_price: string } | null;
}

export interface Item {
  readonly item_key: string;
  readonly title: string;
  readonly slug: string;
  readonly price: string;
  readonly featured_image: string;
  readonly quantity: { readonly value: number; readonly min_purchase: number; readonly max_purchase: number };
  readonly totals: { readonly subtotal: number; readonly subtotal_tax: number };
  readonly meta: { readonly variation: Readonly<Record<string, string>> };
}

export interface Package {
  readonly package_name: string;
  readonly rates: Readonly<
    Record<string, { readonly key: string; readonly html: string; readonly chosen_method: boolean }>
  >;
}

type Text = Readonly<Record<string, string>>;

export interface Cart {
  readonly cart_key: string;
  readonly item_count: number;
  readonly needs_shipping: boolean;
  readonly currency: Currency;
  readonly customer: { readonly billing_address: Text };
  readonly items: Readonly<Record<string, Item>>;
  readonly removed_items: readonly { readonly item_key: string; readonly title: string }[];
  readonly coupons: readonly { readonly coupon: string; readonly saving_html: string }[];
  readonly fees: readonly { readonly name: string; readonly total: number; readonly tax: number }[];
  readonly shipping: { readonly packages: Readonly<Record<string, Package>> };
  readonly totals: {
    readonly subtotal: string;
    readonly subtotal_tax: string;
    readonly discount_total: string;
    readonly discount_tax: string;
    readonly shipping_total: string;
    readonly shipping_tax: string;
    readonly total: string;
    readonly total_tax: string;
  };
  readonly notices: Readonly<Partial<Record<'success' | 'error' | 'notice' | 'info', readonly string[]>>>;
}

/** What the service refused, in its own words. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly name: string;
}

const keys = { cart: 'shop.cart', tokens: 'shop.tokens' } as const;

/** The guest's cart key, which all tabs share. */
export const cartKey = {
  get: () => localStorage.getItem(keys.cart),
  set: (key: string) => localStorage.setItem(keys.cart, key),
  drop: () => localStorage.removeItem(keys.cart),
};

/** The customer's tokens, which all tabs share. */
export const tokens = {
  get(): Tokens | null {
    const text = localStorage.getItem(keys.tokens);
    return text === null ? null : (JSON.parse(text) as Tokens);
  },
  set: (kept: Tokens) => localStorage.setItem(keys.tokens, JSON.stringify(kept)),
  drop: () => localStorage.removeItem(keys.tokens),
};

/** Calls `then` when another tab has logged in or out, or has a new cart. */
export function onOtherTab(then: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || key === keys.cart || key === keys.tokens) then();
  });
}

function whose(): Record<string, string> {
  const held = tokens.get();
  if (held) return { Authorization: `Bearer ${held.access}` };
  const key = cartKey.get();
  return key ? { 'Cart-Key': key } : {};
}

let refreshing: Promise<boolean> | null = null;

/** Exchanges the refresh token once for all calls that wait. Resolves to false when the login has ended. */
function refreshed(): Promise<boolean> {
  const held = tokens.get();
  refreshing ??= (async () => {
    if (!held) return false;
    const answer = await fetch('/jwt/refresh-token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ refresh_token: held.refresh }),
    });
    if (answer.status === 401) {
      tokens.drop();
      return false;
    }
    if (!answer.ok) throw await refusalOf(answer);
    const { token, refresh_token: refresh } = (await answer.json()) as {
      token: string;
      refresh_token: string;
    };
    tokens.set({ ...held, access: token, refresh });
    return true;
  })().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function refusalOf(answer: Response): Promise<Refusal> {
  const body = (await answer.json().catch(() => ({}))) as { code?: string; message?: string };
  return new Refusal(
    answer.status,
    body.code ?? '',
    body.message ?? 'The shop does not answer. Please try again.',
  );
}

async function ask(method: string, path: string, body?: object): Promise<Response> {
  const send = () =>
    fetch(path, {
      method,
      headers: { ...whose(), ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  let answer = await send();
  if (answer.status === 401 && tokens.get()) {
    await refreshed();
    answer = await send();
  }
  if (!answer.ok) throw await refusalOf(answer);
  return answer;
}

async function read<T>(path: string): Promise<T> {
  return (await (await ask('GET', path)).json()) as T;
}

/** Sends a change of the cart. The answer is the whole cart. */
async function change(method: string, path: string, body: object = {}): Promise<Cart> {
  const answer = await ask(method, `/v2/cart${path}`, body);
  if (!tokens.get()) cartKey.set(answer.headers.get('Cart-Key') ?? '');
  return (await answer.json()) as Cart;
}

const cardMembers = 'id,name,slug,type,prices,images,stock,add_to_cart';

export const products = {
  list: (query: URLSearchParams) =>
    read<ProductList>(
      `/v2/products?${query}&_fields=page,total_pages,total_products,${cardMembers.replaceAll(/\w+/g, 'products.$&')}`,
    ),
  facets: (query: URLSearchParams) => read<Facets>(`/v2/products/facets?${query}`),
  read: (slug: string) => read<Product>(`/v2/products/${encodeURIComponent(slug)}`),
  named: async (ids: readonly number[]) =>
    (
      await read<ProductList>(
        `/v2/products?include=${ids.join(',')}&orderby=include&catalog_visibility=any&per_page=100`,
      )
    ).products,
};

export const store = { read: () => read<{ title: string; description: string }>('/v2/store') };

export const carts = {
  read: () => read<Cart>('/v2/cart'),
  add: (id: number, quantity: number, variation: Record<string, string>) =>
    change('POST', '/add-item', { id: String(id), quantity: String(quantity), variation }),
  setQuantity: (key: string, quantity: number) =>
    change('POST', `/item/${key}`, { quantity: String(quantity) }),
  remove: (key: string) => change('DELETE', `/item/${key}`),
  restore: (key: string) => change('PUT', `/item/${key}`),
  applyCoupon: (code: string) => change('POST', '/apply-coupon', { code }),
  removeCoupon: (code: string) => change('DELETE', `/coupons/${encodeURIComponent(code)}`),
  setAddress: (data: Record<string, string>) =>
    change('POST', '/update', { namespace: 'update-customer', data }),
  ship: (rateId: string, packageId: string) =>
    change('POST', '/set-shipping-method', { rate_id: rateId, package_id: packageId }),
};

export const account = {
  /** Logs in; the guest's cart goes along. */
  async login(username: string, password: string): Promise<void> {
    const answer = await ask('POST', '/v2/login', { username, password });
    const { data } = (await answer.json()) as {
      data: { jwt_token: string; refresh_token: string; user_display_name: string };
    };
    tokens.set({
      access: data.jwt_token,
      refresh: data.refresh_token,
      name: data.user_display_name || username,
    });
    cartKey.drop();
  },
  async logout(): Promise<void> {
    await ask('POST', '/v2/logout').catch(() => undefined);
    tokens.drop();
  },
};

const reconnectMs = 3_000;

/** Calls `onEvent` with the id of each event of a stream until the stream ends. */
async function readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>, onEvent: (id: string) => void) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (text + part.value).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      if (event.startsWith('event: cart')) onEvent(/^id: (.*)$/m.exec(event)?.[1] ?? '');
    }
  }
}

/**
 * Calls `onChange` for each change of the cart until the signal aborts. Opens a stream again when it ends.
 */
export async function follow(onChange: () => void, signal: AbortSignal): Promise<void> {
  let last = '';
  const onEvent = (id: string) => {
    last = id;
    onChange();
  };
  while (!signal.aborted) {
    try {
      const headers = { ...whose(), ...(last && { 'Last-Event-ID': last }) };
      const { body, ok, status } = await fetch('/v2/cart/events', { headers, signal });
      if (status === 401) await refreshed();
      if (ok && body) await readEvents(body, onEvent);
    } catch {
      // The connection was lost, or the signal has ended it.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, reconnectMs));
  }
}
