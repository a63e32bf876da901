import type { Route } from '../../gateway/routing/route.ts';
import { nameOf } from './rules.ts';

/** A request of a route. */
export interface RouteRequest {
  readonly method: Route['method'];
  /** Path and query, without credentials. */
  readonly path: string;
  readonly body?: unknown;
}

/** Valid bodies for routes that check the parameters before the rights of the caller. No body changes the shop. */
const bodies: Readonly<Record<string, unknown>> = {
  'POST /v2/cart/add-fee': { name: 'Wrapping', amount: '1' },
  'POST /v1/fees': { name: 'Wrapping', amount: '1' },
  // The request adds items to any cart that the caller may change.
  'POST /v2/cart/add-item': { id: '1000' },
  'POST /v2/cart/clear': {},
  // The two passwords differ, so the request changes no password.
  'POST /v2/my-account/change-password': {
    password_current: 'unknown',
    password_1: 'a long password',
    password_2: 'another one',
  },
};

/**
 * Returns a valid request of a route about the guest cart with this key. An authorised request changes or
 * deletes the cart. `id` is the id of a product.
 */
export function requestOf(route: Route, key: string, id: number): RouteRequest {
  const { method } = route;
  const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) => {
    if (/key|session/.test(name) && !/item/.test(name)) return key;
    if (route.path.includes('session') || route.path.startsWith('/v1/get-cart/:id')) return key;
    return /item_key/.test(name) ? '0123456789abcdef0123456789abcdef' : String(id);
  });
  const asked = { method, path: `${path}?cart_key=${key}` };
  return method === 'GET' ? asked : { ...asked, body: bodies[nameOf(route)] ?? {} };
}
