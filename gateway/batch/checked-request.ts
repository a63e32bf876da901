import type { Notice } from '#contracts/cart.ts';
import type { CartCommand } from '#contracts/cart-commands.ts';
import { refusal, ServiceError, statusOf } from '#platform/errors/errors.ts';
import { type CartShare, shareOf } from '../cart/cart-route.ts';
import { memberParameters, urlParameters } from '../http/body.ts';
import type { Call } from '../http/call.ts';
import { requireServedVersion } from '../http/enter-mount.ts';
import type { Mount } from '../http/mounts.ts';
import type { Rendered } from '../http/render.ts';
import type { Answer } from '../http/route.ts';
import type { RouteTable } from '../http/route-table.ts';
import { addressOf } from './address.ts';
import type { BatchRequest } from './batch-body.ts';

/** A request about the cart: what it asks, and how it shows what comes of it. */
export interface CartRequest {
  readonly kind: 'cart';
  /** Null for one that only looks at the cart. */
  readonly command: CartCommand | null;
  /** What the gateway has to say beside the cart. */
  readonly notices: readonly Notice[];
  readonly share: CartShare;
  readonly rendered: Rendered;
}

/** One request of a batch before the cart is asked: about the cart, answered by the catalogue, or refused. */
export type CheckedRequest =
  | CartRequest
  | { readonly kind: 'catalogue'; readonly answer: Answer; readonly rendered: Rendered }
  | { readonly kind: 'refused'; readonly error: ServiceError };

/** The route of a request with its parameters checked. @throws ServiceError about its path or its parameters */
function renderedOf({ method, path, body }: BatchRequest, mount: Mount, table: RouteTable): Rendered {
  const address = addressOf(path, mount.prefix);
  if (!address) throw refusal('rest_invalid_path', {});
  requireServedVersion(address.path);
  const found = table.find(method, address.path);
  if (!found) throw refusal('rest_no_route', {});
  const { route, params } = found;
  const query = urlParameters(address.query);
  const prepared = route.prepare({ path: (name) => params[name], query, body: memberParameters(body) });
  return { route, prepared, request: { mount } };
}

async function checked(request: BatchRequest, call: Call, table: RouteTable): Promise<CheckedRequest> {
  const rendered = renderedOf(request, call.mount, table);
  const { route, prepared } = rendered;
  if (route.kind === 'catalogue') return { kind: 'catalogue', answer: await prepared.answer(call), rendered };
  const share = shareOf(prepared);
  // One that names a cart of its own would be about another one than the rest.
  if (!share || prepared.cartKey) throw refusal('rest_batch_not_allowed', {});
  return { kind: 'cart', command: share.command(call), notices: share.notices(call), share, rendered };
}

/**
 * Checks a request: finds its route as HTTP would, checks its parameters, has the catalogue answer what it is
 * asked.
 *
 * @throws ServiceError for what is nobody's mistake, so that the batch can be sent again as it is
 */
export async function checkedRequest(
  request: BatchRequest,
  call: Call,
  table: RouteTable,
): Promise<CheckedRequest> {
  try {
    return await checked(request, call, table);
  } catch (thrown) {
    if (thrown instanceof ServiceError && statusOf(thrown) < 500) return { kind: 'refused', error: thrown };
    throw thrown;
  }
}
