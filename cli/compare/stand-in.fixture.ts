import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';

type Members = Record<string, unknown>;

/** A product in the form of CoCart 4.3.6. */
interface StandInProduct extends Members {
  id: number;
  prices: Members;
}

interface Line {
  readonly id: number;
  quantity: number;
}

/** A CoCart shop for tests. Tests may change its data at any time. */
export interface StandIn {
  readonly url: string;
  readonly products: StandInProduct[];
  /** Whether the shop answers as CoCart 4.3.6 where this system intends another answer. */
  answersAsCocart: boolean;
  /** Whether the shop has a route that applies coupons. CoCart has this route only with a paid plugin. */
  appliesCoupons: boolean;
  /** Tax rate of carts in per cent. */
  tax: number;
  /** Whether the shop reads the route from the query, and answers each path with its home page. */
  plainPermalinks: boolean;
  /** Whether the host of the shop drops the header `Authorization`. */
  dropsAuthorization: boolean;
  /** Keys of carts that have an address. */
  readonly addressed: Set<string>;
  /** Open carts by their keys. */
  readonly carts: Map<string, Map<string, Line>>;
  /** The received requests as `METHOD path`, in order. */
  readonly asked: string[];
  /** Bodies of the received requests that change carts. */
  readonly sent: Members[];
  /** The received `Authorization` headers, each with the path of its request. */
  readonly authorized: string[];
  /** Returns another answer for a path: an error, or `hang` for no answer. Null: the shop answers as usual. */
  trouble(path: string): { status: number; body?: string; headers?: Record<string, string> } | 'hang' | null;
  end(): Promise<void>;
}

const currency = { currency_code: 'USD', currency_symbol_pos: 'left', currency_minor_unit: 2 };
const refused = (status: number, code: string) => ({
  status,
  body: { code, message: code, data: { status } },
});
const minor = (amount: number) => String(Math.round(amount));

/** Returns a simple product with the members that a comparison reads. */
export function product(id: number, cents: number, changes: Members = {}): StandInProduct {
  return {
    id,
    name: `Product ${id}`,
    type: 'simple',
    permalink: `/product/${id}`,
    prices: { price: String(cents), regular_price: String(cents), on_sale: id % 2 === 0, currency },
    stock: { is_in_stock: true, stock_status: 'instock', stock_quantity: 40 },
    tax_class: id % 2 === 0 ? '' : 'zero-rate',
    rated_out_of: 'Rated 0 out of 5',
    _links: { self: [{ href: `/products/${id}` }] },
    add_to_cart: { is_purchasable: true },
    dates: { created: '2026-01-01T00:00:00', modified: new Date().toISOString() },
    categories: [{ id: 1, slug: 'coffee & tea', name: 'Coffee' }],
    tags: [{ id: 2, slug: 'new', name: 'New' }],
    attributes: [],
    variations: [],
    related: [{ id: Math.random() }],
    ...changes,
  };
}

/** Returns a product or a cart in CoCart's form. */
function asCocart(value: Members): Members {
  const text = JSON.stringify(value)
    .replaceAll('"currency_symbol_pos":"left"', '"currency_symbol_pos":"currency_prefix"')
    .replaceAll('Rated 0 out of 5', '')
    .replaceAll(',"billing_company":""', '')
    .replaceAll('"dimensions":[]', '"dimensions":{"length":"","width":"","height":"","unit":"cm"}')
    .replaceAll(/("self":\[\{"href":"[^"]*")/g, '$1,"targetHints":{"allow":["GET"]}');
  return JSON.parse(text);
}

function matches(one: StandInProduct, query: URLSearchParams, filtersByStatus: boolean): boolean {
  const price = Number(one.prices.price) / 100;
  const status = query.get('stock_status');
  const has = (member: string, slug: string | null) =>
    slug === null || (one[member] as { slug: string }[]).some((term) => term.slug === slug);
  return (
    has('categories', query.get('category')) &&
    has('tags', query.get('tag')) &&
    price >= Number(query.get('min_price') ?? 0) &&
    price <= Number(query.get('max_price') ?? 1e9) &&
    (!query.has('on_sale') || one.prices.on_sale === true) &&
    (!query.has('featured') || one.featured === true) &&
    (!filtersByStatus || status === null || status === (one.stock as Members).stock_status)
  );
}

function list(response: ServerResponse, all: readonly unknown[], query: URLSearchParams) {
  const perPage = Number(query.get('per_page') ?? 10);
  const start = (Number(query.get('page') ?? 1) - 1) * perPage;
  response.setHeader('X-WP-Total', all.length);
  response.setHeader('X-WP-TotalPages', Math.ceil(all.length / perPage));
  return all.slice(start, start + perPage);
}

/**
 * Returns a cart in the units of CoCart: prices are in minor units, and totals of items are decimals in major units.
 */
function cartOf(shop: StandIn, key: string): Members {
  const lines = [...(shop.carts.get(key) ?? [])];
  const items = lines.map(([itemKey, { id, quantity }]) => {
    const price = Number(shop.products.find((one) => one.id === id)?.prices.price);
    const hidesTax = shop.answersAsCocart && shop.addressed.has(key);
    const tax = hidesTax ? 0 : (price * quantity * shop.tax) / 10_000;
    const totals = {
      subtotal: minor(price * quantity),
      subtotal_tax: tax,
      total: (price * quantity) / 100,
      tax,
    };
    const meta = { dimensions: [] };
    return { item_key: itemKey, id, price: String(price), quantity: { value: quantity }, totals, meta };
  });
  const subtotal = items.reduce((sum, { totals }) => sum + Number(totals.subtotal), 0);
  const tax = (subtotal * shop.tax) / 100;
  const noTax = { fee_tax: '0', shipping_tax: '0' };
  const taxes = { ...noTax, subtotal_tax: minor(tax), total_tax: minor(tax) };
  const totals = { subtotal: minor(subtotal), ...taxes, total: minor(subtotal + tax) };
  const customer = { billing_address: { billing_country: 'DE', billing_company: '' } };
  const cart = { cart_key: key, cart_hash: String(Math.random()), currency, customer, items, totals };
  return shop.answersAsCocart ? asCocart(cart) : cart;
}

type Reply = { status: number; body: unknown };

function added(shop: StandIn, cart: Map<string, Line>, body: Members): string | null {
  const id = Number(body.id);
  const product = shop.products.find((one) => one.id === id);
  if (!product) return 'cocart_product_not_found';
  if (Number(body.quantity) > Number((product.stock as Members).stock_quantity ?? Infinity)) {
    return shop.answersAsCocart ? 'cocart_quantity_invalid_amount' : 'cocart_not_enough_in_stock';
  }
  const held = [...cart.values()].find((line) => line.id === id);
  if (held) held.quantity += Number(body.quantity);
  else cart.set(crypto.randomUUID(), { id, quantity: Number(body.quantity) });
  return null;
}

function updated(cart: Map<string, Line>, itemKey: string, body: Members): string | null {
  const line = cart.get(itemKey);
  if (!line) return 'cocart_item_not_in_cart';
  line.quantity = Number(body.quantity);
  return null;
}

/** Changes a cart. Returns the error code of a refusal; null on success. */
function changed(
  shop: StandIn,
  path: string,
  key: string,
  cart: Map<string, Line>,
  body: Members,
): string | null {
  const [, itemKey] = /^v2\/cart\/item\/(.+)$/.exec(path) ?? [];
  if (itemKey !== undefined) return updated(cart, itemKey, body);
  if (path === 'v2/cart/add-item') return added(shop, cart, body);
  if (path === 'v2/cart/clear') cart.clear();
  else if (path === 'v2/cart/apply-coupon' && shop.appliesCoupons) {
    return body.coupon === 'ten' ? null : 'cocart_coupon_not_exist';
  } else if (path === 'v2/cart/update') {
    if (shop.answersAsCocart && cart.size === 0) return 'cocart_cart_empty';
    shop.addressed.add(key);
  } else return 'rest_no_route';
  return null;
}

async function cartReply(shop: StandIn, path: string, key: string, request: IncomingMessage): Promise<Reply> {
  const cart = shop.carts.get(key) ?? new Map<string, Line>();
  if (request.method === 'GET') return { status: 200, body: cartOf(shop, key) };
  shop.carts.set(key, cart);
  const body = (await readJson(request)) as Members;
  shop.sent.push(body);
  const code = changed(shop, path, key, cart, body);
  return code
    ? refused(code === 'cocart_quantity_invalid_amount' ? 405 : 404, code)
    : { status: 200, body: cartOf(shop, key) };
}

/** Returns the key pair of a request. With plain permalinks, it is read only if its path is in the query, too. */
function keyPairOf(shop: StandIn, { headers }: IncomingMessage, { searchParams }: URL): string | null {
  if (shop.plainPermalinks && !searchParams.get('route')?.startsWith('wp-json/')) return null;
  const inQuery = searchParams.has('consumer_key')
    ? `${searchParams.get('consumer_key')}:${searchParams.get('consumer_secret')}`
    : null;
  const inHeader = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
  return inHeader && !shop.dropsAuthorization ? atob(inHeader) : inQuery;
}

function removed(shop: StandIn, session: string, request: IncomingMessage, url: URL): Reply {
  if (keyPairOf(shop, request, url) !== 'ck_1:cs_1') return refused(401, 'cocart_rest_cannot_delete');
  shop.carts.delete(session);
  return { status: 200, body: {} };
}

/** Answers the lists of WooCommerce's own interface. */
function wooCommerceReply(shop: StandIn, request: IncomingMessage, url: URL): Reply {
  if (!keyPairOf(shop, request, url)) return refused(401, 'woocommerce_rest_cannot_view');
  const products = shop.products.map(({ id, tax_class }) => ({ id, tax_class }));
  return { status: 200, body: url.pathname.endsWith('/coupons') ? [{ code: 'ten' }] : products };
}

async function reply(shop: StandIn, request: IncomingMessage, response: ServerResponse): Promise<Reply> {
  const url = new URL(request.url ?? '/', 'http://shop');
  const { pathname, searchParams } = url;
  const path = pathname.replace('/wp-json/cocart/', '');
  if (pathname.startsWith('/wp-json/wc/v3/')) return wooCommerceReply(shop, request, url);
  const [, session] = /^v2\/session\/(.+)$/.exec(path) ?? [];
  if (request.method === 'DELETE' && session !== undefined) return removed(shop, session, request, url);
  if (path === 'v2/cart' || path.startsWith('v2/cart/')) {
    const key = searchParams.get('cart_key') ?? crypto.randomUUID().replaceAll('-', '');
    response.setHeader('Cart-Key', key);
    return cartReply(shop, path, key, request);
  }
  if (path === 'v2/products') {
    const found = shop.products.filter((one) => matches(one, searchParams, !shop.answersAsCocart));
    const shown = shop.answersAsCocart ? found.map(asCocart) : found;
    return { status: 200, body: { products: list(response, shown, searchParams) } };
  }
  if (/^v2\/products\/(categories|tags|attributes)$/.test(path)) {
    return { status: 200, body: list(response, [{ id: 1, slug: 'one', name: path }], searchParams) };
  }
  const [, id] = /^v2\/products\/(\d+)$/.exec(path) ?? [];
  const one = shop.products.find((each) => each.id === Number(id));
  if (!one) return refused(404, 'rest_no_route');
  return { status: 200, body: shop.answersAsCocart ? asCocart(one) : one };
}

/** Starts a CoCart shop with a few products on a free port. */
export async function startStandIn(): Promise<StandIn> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? '/';
    shop.asked.push(`${request.method} ${url}`);
    if (request.headers.authorization) shop.authorized.push(`${request.headers.authorization} ${url}`);
    const trouble = shop.trouble(url);
    if (trouble === 'hang') return;
    if (trouble) {
      response.writeHead(trouble.status, trouble.headers).end(trouble.body ?? '{}');
      return;
    }
    if (shop.plainPermalinks && !url.startsWith('/?rest_route=')) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<html>');
      return;
    }
    request.url = url.replace(/^\/\?rest_route=([^&]*)&?/, '/wp-json$1?');
    const { status, body } = await reply(shop, request, response);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shop: StandIn = {
    url,
    products: [10, 11, 12, 13].map((id) => product(id, id * 111, { permalink: `${url}/product/${id}` })),
    answersAsCocart: false,
    addressed: new Set(),
    appliesCoupons: true,
    tax: 8.875,
    plainPermalinks: false,
    dropsAuthorization: false,
    carts: new Map(),
    asked: [],
    sent: [],
    authorized: [],
    trouble: () => null,
    end: async () => {
      server.closeAllConnections();
      await new Promise((ended) => server.close(ended));
    },
  };
  return shop;
}
