import { LRUCache } from 'lru-cache';
import { type Cart, type CartStanding, readCart } from '#contracts/cart.ts';
import { refusal } from '#platform/errors/errors.ts';
import { present } from '../../dialects/shared/dialect.ts';
import type { View } from '../../dialects/shared/views.ts';
import type { Call } from '../../routing/call.ts';
import { ReadyJson } from '../../routing/ready-json.ts';
import type { Answer, ReadyView } from '../../routing/route.ts';
import { cartHeaders } from './cart-headers.ts';

/** Maximum bytes of cached bodies, estimated bytes that a body needs beside itself, and milliseconds in the cache. */
const maxBytes = 16 * 1_024 * 1_024;
const overheadBytes = 500;
const cachedMs = 300_000;

/** A cart in a dialect, and the tag of the cart service for its content. */
interface TaggedCart {
  readonly tag: string;
  readonly view: ReadyView;
}

const sent = new LRUCache<string, TaggedCart>({
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
 * Returns the answer with the caller's cart. If the cart is as in an earlier answer of the same form, the body of that
 * answer is used, and the cart service neither makes nor sends the cart. `form` distinguishes the forms of one dialect.
 *
 * @throws ServiceError
 */
export async function cartAnswer(call: Call, form: string, viewOf: (cart: Cart) => View): Promise<Answer> {
  const { dialect, links } = call.mount;
  const name = `${call.cartKey} ${dialect.name} ${links.resource('')} ${form}`;
  const cached = sent.get(name);
  const reply = await call.ask(readCart, cached ? { known: cached.tag } : {});
  if ('unchanged' in reply) {
    if (!cached) throw noCart();
    return { view: cached.view, headers: cartHeaders(readOnly(reply.unchanged)) };
  }
  const { cart, tag } = reply;
  const made = viewOf(cart);
  const body = new ReadyJson(Buffer.from(JSON.stringify(present(made, dialect, links))));
  const view = { name: made.name, body };
  // After a transfer the reply is the cart with the guest's new key.
  if (tag !== undefined && cart.key === call.cartKey) sent.set(name, { tag, view });
  return { view, headers: cartHeaders(readOnly(cart)) };
}

const readOnly = (cart: CartStanding) => ({ cart, replayed: false, rate: null });
const noCart = () => refusal('service_internal', {}, { cause: 'the reply has no cart' });
