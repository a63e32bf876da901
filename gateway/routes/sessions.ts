import { z } from 'zod';
import { deleteSession, listSessions, readSession, type SessionRecord } from '#contracts/sessions.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { pagesOf, usualPerPage } from '../routing/paging.ts';
import { anyText, direction, flag, text, wholeNumber, word } from '../routing/parameters.ts';
import type { Request } from '../routing/request.ts';
import { type Route, route } from '../routing/route.ts';

/**
 * Maximum number of concurrent requests for the carts that did not fit into the first reply. Each request
 * reads one cart.
 */
const atOnce = 8;

/** Returns the session with this key. Returns null if the cart has expired in the meantime. */
async function sessionOf(key: string, request: Request): Promise<SessionRecord | null> {
  const reply = await request.ask(readSession, { key }).catch((thrown: unknown) => {
    if (thrown instanceof ServiceError && thrown.code === 'service_cart_in_session_not_valid') return null;
    throw thrown;
  });
  return reply?.session ?? null;
}

/** Returns the sessions with these keys, in the same order. The sessions did not fit into the first reply. */
async function readRemaining(keys: readonly string[], request: Request): Promise<SessionRecord[]> {
  const sessions: SessionRecord[] = [];
  for (let at = 0; at < keys.length; at += atOnce) {
    const read = await Promise.all(keys.slice(at, at + atOnce).map((key) => sessionOf(key, request)));
    sessions.push(...read.filter((one) => one !== null));
  }
  return sessions;
}

const ListQuery = z.object({
  page: wholeNumber(1, 1_000_000).default(1).describe('The page, from 1.'),
  per_page: wholeNumber(1, 100).default(usualPerPage).describe('The number of carts per page.'),
  order: direction().default('desc').describe('The sort direction.'),
  /** `date` sorts by the creation of the cart. */
  orderby: word(['date', 'created', 'updated', 'expiry'])
    .default('date')
    .describe('The sort field; `date` is the creation of the cart.'),
  search: anyText(200).default('').describe('The beginning of a cart key or an e-mail address.'),
});

/**
 * GET /v2/sessions: returns the carts of all guests and customers page by page, by default the newest first.
 */
const listSessionsRoute = route({
  method: 'GET',
  path: '/v2/sessions',
  summary: 'Carts of all guests and customers, page by page',
  answers: { 200: { sessions: '' } },
  kind: 'manager',
  query: ListQuery,
  errors: [],
  async handle(request) {
    const {
      query: { page, per_page: perPage, order, orderby, search },
    } = request;
    const time = orderby === 'date' ? 'created' : orderby;
    const listQuery = { page, perPage, orderby: time, descending: order === 'desc', search };
    const found = await request.ask(listSessions, listQuery);
    const sessions = [...found.sessions, ...(await readRemaining(found.left, request))];
    const paging = { page, totalPages: pagesOf(found.total, perPage), total: found.total };
    return { view: { name: 'sessions', data: { sessions } }, paging };
  },
});

/** Each route about one cart has both paths. The answers are the same. */
const bothPaths = ['/v2/session/:key', '/v2/sessions/:key'] as const;
/** The path parameter with the key of a cart, converted to lower case like stored keys. */
const OfCart = z.object({
  key: text(200).toLowerCase().describe('The cart key of a guest, or the ID of a customer.'),
});

/** Returns a route for one cart, or for the lines of one cart, by the guest's cart key or the customer's id. */
function readRoute<Name extends 'session' | 'sessionItems'>(
  path: string,
  summary: string,
  name: Name,
): Route {
  return route({
    method: 'GET',
    path,
    summary,
    answers: { 200: { [name]: '' } as { readonly [One in Name]?: string } },
    kind: 'manager',
    params: OfCart,
    query: z.object({ thumb: flag().default(true).describe('Whether items include their pictures.') }),
    errors: ['service_cart_in_session_not_valid'],
    async handle(request) {
      const {
        params: { key },
        query: { thumb: pictures },
      } = request;
      const { session } = await request.ask(readSession, { key });
      return { view: { name, data: { session, pictures } } };
    },
  });
}

/** GET /v2/session/{key}: returns one cart. GET /v2/session/{key}/items: returns the lines of one cart. */
const readSessionRoutes = bothPaths.flatMap((path) => [
  readRoute(path, 'One cart', 'session'),
  readRoute(`${path}/items`, 'The items of one cart', 'sessionItems'),
]);

/** DELETE /v2/session/{key}: deletes the cart of any guest or customer. */
const deleteSessionRoutes = bothPaths.map((path) =>
  route({
    method: 'DELETE',
    path,
    summary: 'Deletes a cart',
    answers: { 200: { sessionDeleted: '' } },
    kind: 'manager',
    params: OfCart,
    errors: ['service_session_not_valid'],
    async handle(request) {
      const {
        params: { key },
      } = request;
      await request.ask(deleteSession, { key });
      return { view: { name: 'sessionDeleted', data: null } };
    },
  }),
);

/** Routes about the carts of all guests and customers, for managers. */
export const sessionRoutes: readonly Route[] = [
  listSessionsRoute,
  ...readSessionRoutes,
  ...deleteSessionRoutes,
];
