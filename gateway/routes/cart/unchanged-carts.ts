import { LRUCache } from 'lru-cache';
import { type Cart, type CartStanding, readCart } from '#contracts/cart.ts';
import { refusal } from '#platform/errors/errors.ts';
import { ownBytes } from '#platform/text/own-bytes.ts';
import { present } from '../../dialects/shared/dialect.ts';
import type { View } from '../../dialects/shared/views.ts';
import type { Call } from '../../routing/call.ts';
import { ReadyJson } from '../../routing/ready-json.ts';
import { joinedBody } from '../../routing/render.ts';
import type { Answer, ReadyView } from '../../routing/route.ts';
import { cartHeaders } from './cart-headers.ts';

/**
 * Maximum number of bytes of all cached cart bodies together. The body of a cart with three lines has about 4
 * kB.
 */
const maxBytes = 64 * 1_024 * 1_024;
/** Estimated number of bytes of memory for a cached body, in addition to its text and its cache key. */
const overheadBytes = 500;
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

/**
 * Returns the answer with the caller's cart. If the cart is the same as in a cached answer, the cart service
 * sends no cart, and the gateway uses the cached body. Requests that need different bodies must have
 * different values of `form`.
 *
 * @throws ServiceError the errors of `readCart`
 */
export async function cartAnswer(call: Call, form: string, viewOf: (cart: Cart) => View): Promise<Answer> {
  const { dialect, links } = call.mount;
  const name = `${call.cartKey} ${dialect.name} ${links.resource('')} ${form}`;
  const cached = cachedAnswers.get(name);
  const reply = await call.ask(readCart, cached ? { known: cached.tag } : {});
  if ('unchanged' in reply) {
    if (!cached) throw noCart();
    return { view: cached.view, headers: cartHeaders(readOnly(reply.unchanged)) };
  }
  const { cart, tag } = reply;
  const made = viewOf(cart);
  const body =
    joinedBody(made, dialect, links) ??
    new ReadyJson(ownBytes(JSON.stringify(present(made, dialect, links))));
  const view = { name: made.name, body };
  // After the transfer of a guest's cart, the reply is a cart with another key. The answer is then not cached,
  // because `name` contains the key of the request.
  if (tag !== undefined && cart.key === call.cartKey) cachedAnswers.set(name, { tag, view });
  return { view, headers: cartHeaders(readOnly(cart)) };
}

const readOnly = (cart: CartStanding) => ({ cart, replayed: false, rate: null });
const noCart = () => refusal('service_internal', {}, { cause: 'the reply has no cart' });
