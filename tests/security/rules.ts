import type { Route } from '../../gateway/routing/route.ts';
import type { CallerRights, Credentials } from './credentials.ts';

/** The expected result: `through` for an accepted request, or the status and code of the refusal. */
export type Expected = 'through' | `${401 | 403} ${string}`;
/** Returns the expected result for a caller. `caller` is null for an anonymous caller. */
type Rule = (caller: CallerRights | null) => Expected;

const open: Rule = () => 'through';
const forManagers =
  (right: 'reads' | 'writes'): Rule =>
  (caller) => {
    if (!caller) return '401 service_rest_not_authorized';
    return caller[right] ? 'through' : '403 service_rest_cannot_view';
  };
const forWholeAccounts: Rule = (caller) => (caller?.wholly ? 'through' : '401 service_rest_not_authorized');
const forSomebody: Rule = (caller) => (caller ? 'through' : '401 service_rest_not_authorized');
/** For routes about the account of the caller. No key pair may use these routes, not even a customer's key pair. */
const forPersons: Rule = (caller) =>
  caller && !caller.pair ? 'through' : '403 service_access_my_account_denied';
/** For routes about the token in the request. */
const forTokens: Rule = (caller) => (caller?.token ? 'through' : '401 service_authentication_error');
/**
 * For routes about fees. Only key pairs with write access may change fees
 * (docs/reference/coupons-and-shipping.md#add-a-fee).
 */
const forWritingPairs: Rule = (caller) =>
  caller?.pair && caller.writes ? 'through' : '403 service_not_allowed';

/** Rules by kind of route. Routes of other kinds are in `rulesOfRoutes`. */
const rulesOfKinds: Readonly<Record<string, (route: Route) => Rule>> = {
  catalogue: () => open,
  'catalogue-write': () => open,
  cart: () => open,
  live: () => open,
  manager: ({ method }) => forManagers(method === 'GET' ? 'reads' : 'writes'),
};

/** Rules of all routes about accounts, and of routes that differ from the rule of their kind. */
const rulesOfRoutes: Readonly<Record<string, Rule>> = {
  'POST /v2/login': forWholeAccounts,
  // A key pair is accepted too: the answer says that a key pair has no login to end.
  'POST /v2/logout': forSomebody,
  'POST /v1/logout': forSomebody,
  // A customer already has a cart and is refused. A key pair acts for guests.
  'POST /v2/cart': (caller) => (caller && !caller.pair ? '403 service_cart_already_exists' : 'through'),
  'POST /jwt/validate-token': forTokens,
  // Open to all, because the route uses only the refresh token in the body.
  'POST /jwt/refresh-token': open,
  'GET /v2/products/reviews/mine': forPersons,
  'GET /v2/my-account': forPersons,
  'POST /v2/my-account': forPersons,
  'PATCH /v2/my-account/addresses': forPersons,
  'POST /v2/my-account/change-password': forPersons,
  'GET /v2/my-account/orders': forPersons,
  'GET /v2/my-account/orders/:id': forPersons,
  // The token in the path is the only credential.
  'GET /v2/checkout/handover/:token': open,
  'POST /v2/checkout/handover/:token': open,
  'POST /v2/register': open,
  'POST /v2/password/forgot': open,
  'POST /v2/password/reset': open,
  'POST /v2/cart/add-fee': forWritingPairs,
  'POST /v2/cart/remove-fees': forWritingPairs,
  'POST /v1/fees': forWritingPairs,
  'DELETE /v1/fees': forWritingPairs,
  'GET /v1/get-cart/customer/:id': (caller) => (caller?.reads ? 'through' : '401 service_cannot_read_cart'),
};

/** Routes that ignore the `Authorization` header, even an invalid one. */
const ignoresCredentials: ReadonlySet<string> = new Set([
  'POST /jwt/refresh-token',
  'POST /v2/register',
  'POST /v2/password/forgot',
  'POST /v2/password/reset',
  'GET /v2/checkout/handover/:token',
  'POST /v2/checkout/handover/:token',
]);

/** Names of the routes in `rulesOfRoutes`. */
export const ruledByName: readonly string[] = Object.keys(rulesOfRoutes);

/** Returns a route's name in the rules. */
export function nameOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Returns the rule of a route; null if the route has no rule. */
export function ruleOf(route: Route): Rule | null {
  return rulesOfRoutes[nameOf(route)] ?? rulesOfKinds[route.kind]?.(route) ?? null;
}

/**
 * Returns whether the request sends a secret without TLS. Bearer tokens are exempt, because the test sends
 * tokens from the same machine.
 */
function isExposed({ plain, headers, query }: Credentials): boolean {
  const { authorization = '' } = headers;
  if (!plain || /^bearer/i.test(authorization)) return false;
  return authorization !== '' || Object.keys(query).length > 0;
}

/** Returns the expected result of a route for these credentials. */
export function expectedOf(route: Route, rule: Rule, credentials: Credentials): Expected {
  if (isExposed(credentials)) return '403 service_https_required';
  if (ignoresCredentials.has(nameOf(route))) return rule(null);
  return credentials.caller === 'bad' ? '401 service_authentication_error' : rule(credentials.caller);
}
