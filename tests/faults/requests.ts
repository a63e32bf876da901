import { type Dispatcher, errors } from 'undici';
import { type Command, lineKeyOf, type Pieces, type Planned } from './commands.ts';
import type { Answer, ShownCart } from './history.ts';
import type { CartState } from './model.ts';

interface Request {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** The path below the mount, without a query. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const itemOf = ({ product, quantity }: Pieces) => ({ id: String(product), quantity: String(quantity) });
const linePath = (product: number) => `/v2/cart/item/${lineKeyOf(product)}`;

/** Returns the request of a command in the public interface (docs/reference/cart.md#add-an-item). */
function requestOf(command: Command): Request {
  switch (command.kind) {
    case 'add':
      return { method: 'POST', path: '/v2/cart/add-item', body: itemOf(command) };
    case 'add-items':
      return { method: 'POST', path: '/v2/cart/add-items', body: { items: command.items.map(itemOf) } };
    case 'set':
      return {
        method: 'POST',
        path: linePath(command.product),
        body: { quantity: String(command.quantity) },
      };
    case 'remove':
      return { method: 'DELETE', path: linePath(command.product), body: {} };
    case 'restore':
      return { method: 'PUT', path: linePath(command.product), body: {} };
    case 'clear':
      return { method: 'POST', path: '/v2/cart/clear', body: { keep_removed_items: command.keepRemoved } };
    case 'update': {
      const lines = command.quantities.map((pieces) => [lineKeyOf(pieces.product), String(pieces.quantity)]);
      const body = { namespace: 'update-cart', quantity: Object.fromEntries(lines) };
      return { method: 'POST', path: '/v2/cart/update', body };
    }
    case 'apply-coupon':
      return { method: 'POST', path: '/v2/cart/apply-coupon', body: { code: command.code } };
    case 'remove-coupon':
      return { method: 'DELETE', path: `/v2/cart/coupons/${command.code}`, body: {} };
    case 'batch': {
      const validation = command.allOrNone ? 'require-all-validate' : 'normal';
      return {
        method: 'POST',
        path: '/batch',
        body: { validation, requests: command.commands.map(requestOf) },
      };
    }
  }
}

/** Result of one try. `status` is null if no answer came; `answer` is null if the try failed. */
export interface Reply {
  readonly status: number | null;
  readonly cause: string;
  readonly answer: Answer | null;
}

/**
 * Sends a write over `socket`. Without `origin`, `socket` is one connection. With `origin`, the base URL of a
 * gateway, `socket` is a pool of connections.
 */
export async function send(
  socket: Dispatcher,
  { cart, key, command }: Planned,
  origin?: string,
): Promise<Reply> {
  let status: number | null = null;
  try {
    const { method, path, body } = requestOf(command);
    const response = await socket.request({
      ...(origin === undefined ? {} : { origin }),
      method,
      path: `${path}?cart_key=${cart}`,
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    const text = await response.body.text();
    status = response.statusCode;
    if (status < 200 || status > 299) return { status, cause: codeOf(text), answer: null };
    const replayed = response.headers['idempotency-replayed'] === 'true';
    return { status, cause: '', answer: { ...readAnswer(response.headers.etag, text), replayed } };
  } catch (error) {
    // If the answer has the status of a success but contains no cart, `status` is that status. The write then counts as
    // refused, so the client does not repeat the write. If no complete answer came, `status` is null.
    return { status, cause: causeOf(error), answer: null };
  }
}

/** Returns the error code in an answer, or the beginning of its text. */
export function codeOf(text: string): string {
  return /"code":\s*"([a-z_]+)"/.exec(text)?.[1] ?? text.slice(0, 80);
}

/** Returns the code of a socket's error. */
export function causeOf(error: unknown): string {
  if (error instanceof errors.UndiciError) return error.code;
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}

function revisionIn(etag: string | string[] | undefined): number {
  const revision = /^"(\d+)"$/.exec(String(etag))?.[1];
  if (revision === undefined) throw new Error(`the ETag of a cart is no revision: ${etag}`);
  return Number(revision);
}

interface CartBody {
  readonly items: Readonly<Record<string, { readonly quantity: { readonly value: number } }>>;
  readonly removed_items: readonly { readonly key: string; readonly quantity: number }[];
  readonly coupons: readonly { readonly coupon: string }[];
}
interface ListBody {
  /** Null for a part that the service did not run because another part failed. */
  readonly responses: readonly ({
    readonly status: number;
    readonly body: Partial<CartBody> & { code?: string };
  } | null)[];
}

function stateIn({ items, removed_items: removed, coupons }: CartBody): CartState {
  return {
    lines: new Map(Object.entries(items).map(([key, item]) => [key, item.quantity.value])),
    removed: new Map(removed.map(({ key, quantity }) => [key, quantity])),
    coupons: new Set(coupons.map(({ coupon }) => coupon)),
  };
}

/**
 * Returns the cart in an answer. For a batch, returns the last cart that a part shows, and the error codes of
 * the parts.
 */
function readAnswer(etag: string | string[] | undefined, text: string): Omit<Answer, 'replayed'> {
  const body = JSON.parse(text) as CartBody | ListBody;
  const revision = revisionIn(etag);
  if (!('responses' in body)) return { revision, state: stateIn(body), results: null };
  const results = body.responses.map((part) =>
    part && part.status > 299 ? (part.body.code ?? 'unknown') : '',
  );
  const shown = body.responses.findLast((part) => part?.body.items)?.body;
  return { revision, state: shown ? stateIn(shown as CartBody) : null, results };
}

/**
 * Returns the cart of a successful answer: its revision from `ETag`, and its lines.
 *
 * @throws Error for an answer without a cart or revision
 */
export function readShownCart(
  etag: string | undefined,
  text: string,
): ShownCart & { readonly state: CartState } {
  return { revision: revisionIn(etag), state: stateIn(JSON.parse(text) as CartBody) };
}
