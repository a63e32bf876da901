import { LRUCache } from 'lru-cache';
import { type Cart, type CartStanding, readCart } from '#contracts/cart.ts';
import type { WriteRate } from '#contracts/cart-commands.ts';
import { refusal } from '#platform/errors/errors.ts';
import { ownBytes } from '#platform/util/text.ts';
import { ReadyJson } from '../../http/answer.ts';
import { type Fields, pickFields } from '../../http/fields.ts';
import { keyHeaders, rateHeaders } from '../../http/headers.ts';
import type { Call } from '../../routing/call.ts';
import type { Answer, ReadyView } from '../../routing/route.ts';
import { present } from '../../views/shared/dialect.ts';
import type { PlainView } from '../../views/shared/views.ts';

/**
 * Data for the headers: the cart, the rate limit, and whether the answer repeats the stored outcome of an
 * earlier write.
 */
interface CartAnswer {
  readonly cart: CartStanding;
  readonly replayed: boolean;
  readonly rate: WriteRate | null;
}

/**
 * Returns the headers of every answer about a cart (docs/reference/README.md#headers). The renewal time is in
 * two headers with different names, and so is the expiry time.
 */
export function cartHeaders({ cart, replayed, rate }: CartAnswer): Record<string, string> {
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
  readonly view: ReadyView;
}

/** Cached answers by cart key, dialect, mount and form. */
const cachedAnswers = new LRUCache<string, TaggedCart>({
  maxSize: maxBytes,
  sizeCalculation: ({ view: { body } }, name) => body.bytes.length + name.length + overheadBytes,
  ttl: cachedMs,
});

/** Returns the caller's cart. @throws ServiceError */
export async function currentCart(call: Call): Promise<Cart> {
  const reply = await call.ask(readCart, {});
  if ('unchanged' in reply) throw noCart();
  return reply.cart;
}

/** What an answer shows of a cart. */
interface Form {
  /** Requests with the same name get the same body for the same cart. */
  readonly name: string;
  /** The members of the body that the request selects; null for all. */
  readonly fields: Fields | null;
  /** Returns the view of a cart. @throws ServiceError if the cart does not contain the requested data */
  view(cart: Cart): PlainView;
}

/**
 * Returns an answer about the caller's cart. If the cart is the same as in a cached answer, the cart service
 * sends no cart, and the gateway uses the cached body.
 *
 * @throws ServiceError the errors of `readCart` and of the view
 */
export async function cartAnswer(call: Call, form: Form): Promise<Answer> {
  const { dialect, links } = call.mount;
  const name = `${call.cartKey} ${dialect.name} ${links.resource('')} ${form.name}`;
  const cached = cachedAnswers.get(name);
  const reply = await call.ask(readCart, cached ? { known: cached.tag } : {});
  if ('unchanged' in reply) {
    if (!cached) throw noCart();
    return { view: cached.view, headers: cartHeaders(readOnly(reply.unchanged)) };
  }
  const { cart, tag } = reply;
  const view = bodyOfCart(form, cart, call);
  // After the transfer of a guest's cart, the reply is a cart with another key. The answer is then not cached,
  // because `name` contains the key of the request.
  if (tag !== undefined && cart.key === call.cartKey) cachedAnswers.set(name, { tag, view });
  return { view, headers: cartHeaders(readOnly(cart)) };
}

/** Returns the body of an answer about a cart, and the name of its view. */
function bodyOfCart(form: Form, cart: Cart, { mount }: Call): ReadyView {
  const view = form.view(cart);
  const { fields } = form;
  const body = present(view, mount.dialect, mount.links);
  const json = JSON.stringify(fields ? pickFields(body, fields) : body);
  return { name: view.name, body: new ReadyJson(ownBytes(json)), isSelection: fields !== null };
}

const readOnly = (cart: CartStanding) => ({ cart, replayed: false, rate: null });
const noCart = () => refusal('service_internal', {}, { cause: 'the reply has no cart' });
