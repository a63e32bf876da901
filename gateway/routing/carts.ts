import { LRUCache } from 'lru-cache';
import { type Cart, type CartStanding, readCart } from '#contracts/cart.ts';
import { type CartCommand, changeCart } from '#contracts/cart-commands.ts';
import { accountExists, cartExists } from '#contracts/cart-owners.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import { ownBytes } from '#platform/util/text.ts';
import { carriedKey, customerIdKeys, refuseCustomerIds } from '../caller/cart-keys.ts';
import { cartClaimOf, customerOf, personOf } from '../caller/claim.ts';
import { keyHeaders, ReadyJson, rateHeaders } from '../http/answer.ts';
import { presented } from './answer.ts';
import type { Request } from './request.ts';
import type { Answer, CartOutcome, Route } from './route.ts';

/**
 * Lets a request use its cart: the cart of the customer, or of a person whose key pair the caller has, or of the guest
 * with the key that the client sent. Returns whether the request got a new key, because a guest sent none.
 *
 * @throws ServiceError for the key of another customer, and for a stream without a key
 */
export async function chooseCart(route: Route, request: Request): Promise<boolean> {
  request.claim = null;
  const sent = route.cartKey ? route.cartKey(request) : carriedKey(request.sent);
  const person = sent === null ? personFor(route, request) : null;
  const customer = customerOf(request.identity) ?? person;
  const own = keyOf(customer);
  // SDKs send the cart key of one answer with the next request. If the caller has a person's key pair, this
  // cart key is the person's id, so the id is not refused.
  const ids = customerIdKeys(request.sent).filter((key) => key !== keyOf(person));
  if (ids.length > 0) {
    await refuseCustomerIds(ids, own, async (key) => (await request.ask(accountExists, { key })).exists);
  }
  const isNew = own === null && sent === null;
  const key = own ?? (sent === null ? newKey(route, request) : await guestsKey(sent, request));
  request.claim = cartClaimOf(request.claimOf(customer), key, own && sent);
  return isNew;
}

/**
 * Returns the person whose cart a request without a key uses: the owner of the caller's key pair. Null on a mount where
 * such a request gets a guest's cart. It never opens a stream, which would stay open after the key pair is revoked.
 */
function personFor({ kind, makesGuestCart }: Route, { dialect, identity }: Request): number | null {
  if (kind === 'live' || dialect.cartOfPairs !== 'person' || makesGuestCart) return null;
  return personOf(identity);
}

/** Returns an account's id as the key of its cart; null for a guest. */
function keyOf(customer: number | null): string | null {
  return customer === null ? null : String(customer);
}

function newKey({ kind }: Route, { deps }: Request): string {
  // A stream is about an existing cart.
  if (kind === 'live') throw refusal('rest_missing_callback_param', { params: ['cart_key'] });
  return deps.guestKeys.issue();
}

/**
 * Returns the cart key for a guest who sent a key. This is the sent key if the gateway issued it, if the mount accepts
 * chosen keys, or if a cart with this key exists. Otherwise the key is new.
 */
async function guestsKey(sent: string, request: Request): Promise<string> {
  const { guestKeys } = request.deps;
  if (guestKeys.mayCreateCart(sent, request.mount)) return sent;
  const { exists } = await request.ask(cartExists, { key: sent });
  return exists ? sent : guestKeys.issue();
}

/** A cart as its headers describe it, the rate limit, and whether the answer repeats that of an earlier write. */
type Standing = Pick<CartOutcome, 'replayed' | 'rate'> & { readonly cart: CartStanding };

/**
 * Returns the headers of every answer about a cart (docs/reference/README.md#headers). The renewal time is in
 * two headers with different names, and so is the expiry time.
 */
export function cartHeaders({ cart, replayed, rate }: Standing): Record<string, string> {
  const [expiring, expiration] = [String(cart.renewsAt), String(cart.expiresAt)];
  const now = Date.now();
  return {
    ...keyHeaders(cart.key),
    'Cart-Expiring': expiring,
    'CoCart-API-Cart-Expiring': expiring,
    'Cart-Expiration': expiration,
    'CoCart-API-Cart-Expiration': expiration,
    'CoCart-Timestamp': String(Math.floor(now / 1_000)),
    ETag: `"${cart.revision}"`,
    ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}),
    ...(rate && rateHeaders(rate, now)),
  };
}

/** Returns the outcome of a request that only reads the cart. */
export function readOutcome(cart: Cart): CartOutcome {
  return { cart, lineKeys: [], replayed: false, rate: null };
}

/** Returns the caller's cart. @throws ServiceError */
export async function currentCart(request: Request): Promise<Cart> {
  const reply = await request.ask(readCart, {});
  if ('unchanged' in reply) throw noCart();
  return reply.cart;
}

/**
 * Answers a request of a route about a cart: sends the command, or reads the cart, and chooses the view.
 *
 * @throws ServiceError the errors of the cart service and of the view
 */
export async function cartAnswer(route: Route, request: Request): Promise<Answer> {
  const command = route.command?.(request) ?? null;
  try {
    if (command === null && !route.writes && !route.notices) return await readAnswer(route, request);
    const outcome = await outcomeOf(command, route, request);
    return { view: viewOf(route, outcome, request), headers: cartHeaders(outcome) };
  } catch (thrown) {
    throw renamedError(thrown, route);
  }
}

/** Sends the command, or reads the cart. The notices of the gateway follow those of the cart service. */
async function outcomeOf(command: CartCommand | null, route: Route, request: Request): Promise<CartOutcome> {
  const outcome = command
    ? await request.ask(changeCart, { ...request.writeConditions, command })
    : readOutcome(await currentCart(request));
  const notices = route.notices?.(request) ?? [];
  if (notices.length === 0) return outcome;
  return { ...outcome, cart: { ...outcome.cart, notices: [...outcome.cart.notices, ...notices] } };
}

/** Returns the view that a route about a cart shows of an outcome. */
export function viewOf({ path, view }: Route, outcome: CartOutcome, request: Request) {
  if (!view) throw new Error(`${path} shows no cart`);
  return view(outcome, request);
}

/** Replaces the code of an error as the route says (`Route.renamed`). Returns other errors unchanged. */
export function renamedError(thrown: unknown, { renamed = {} }: Route): unknown {
  const code: ErrorCode | undefined = thrown instanceof ServiceError ? renamed[thrown.code] : undefined;
  return code ? new ServiceError(code, {}, { cause: thrown }) : thrown;
}

/**
 * Maximum number of bytes of all cached bodies together. The body of a whole cart with three lines has about 4 kB.
 */
const maxBytes = 64 * 1_024 * 1_024;
/** Estimated number of bytes of memory for a cached body, in addition to its text and its cache key. */
const overheadBytes = 1_000;
/** Milliseconds for which the gateway caches a body. */
const cachedMs = 300_000;

/** The body of a cart answer, and the tag by which the cart service identifies the content of the cart. */
interface TaggedCart {
  readonly tag: string;
  readonly view: Extract<Answer['view'], { readonly body: ReadyJson }>;
}

/** Cached answers by cart key, dialect, mount, route and parameters. */
const cachedAnswers = new LRUCache<string, TaggedCart>({
  maxSize: maxBytes,
  sizeCalculation: ({ view: { body } }, name) => body.bytes.length + name.length + overheadBytes,
  ttl: cachedMs,
});

/**
 * Returns an answer about the caller's cart. If the cart is the same as in a cached answer, the cart service
 * sends no cart, and the gateway uses the cached body.
 */
async function readAnswer(route: Route, request: Request): Promise<Answer> {
  const { cartKey, dialect, mount, path, params, query, body } = request;
  const form = JSON.stringify({ params, query, body });
  const name = `${cartKey} ${dialect.name} ${mount.links.resource('')} ${path} ${form}`;
  const cached = cachedAnswers.get(name);
  const reply = await request.ask(readCart, cached ? { known: cached.tag } : {});
  if ('unchanged' in reply) {
    if (!cached) throw noCart();
    const standing = { cart: reply.unchanged, replayed: false, rate: null };
    return { view: cached.view, headers: cartHeaders(standing) };
  }
  const { cart, tag } = reply;
  const outcome = readOutcome(cart);
  const shown = viewOf(route, outcome, request);
  const json = JSON.stringify(presented(shown, request));
  const view = { name: shown.name, body: new ReadyJson(ownBytes(json)) };
  // After the transfer of a guest's cart, the reply is a cart with another key. The answer is then not cached,
  // because `name` contains the key of the request.
  if (tag !== undefined && cart.key === cartKey) cachedAnswers.set(name, { tag, view });
  return { view, headers: cartHeaders(outcome) };
}

const noCart = () => refusal('service_internal', {}, { cause: 'the reply has no cart' });
