import { z } from 'zod';
import { deleteSession, listSessions, readSession, type SessionRecord } from '#contracts/sessions.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { Call } from '../../routing/call.ts';
import { pagesOf, usualPerPage } from '../../routing/paging.ts';
import { direction, flag, text, wholeNumber, word } from '../../routing/parameters.ts';
import { type Route, route } from '../../routing/route.ts';

/** Carts fetched at once after the first message. */
const atOnce = 8;

/** Returns the session of a cart; null if it has ended meanwhile. */
async function sessionOf(key: string, call: Call): Promise<SessionRecord | null> {
  const reply = await call.ask(readSession, { key }).catch((thrown: unknown) => {
    if (thrown instanceof ServiceError && thrown.code === 'service_cart_in_session_not_valid') return null;
    throw thrown;
  });
  return reply?.session ?? null;
}

/** Fetches the carts of a page that did not fit into one message, in order. */
async function further(keys: readonly string[], call: Call): Promise<SessionRecord[]> {
  const sessions: SessionRecord[] = [];
  for (let at = 0; at < keys.length; at += atOnce) {
    const read = await Promise.all(keys.slice(at, at + atOnce).map((key) => sessionOf(key, call)));
    sessions.push(...read.filter((one) => one !== null));
  }
  return sessions;
}

const ListQuery = z.object({
  page: wholeNumber(1, 1_000_000).default(1).describe('The page, from 1.'),
  per_page: wholeNumber(1, 100).default(usualPerPage).describe('The number of carts per page.'),
  order: direction().default('desc').describe('The sort direction.'),
  /** `date` is the time of creation. */
  orderby: word(['date', 'created', 'updated', 'expiry'])
    .default('date')
    .describe('The sort field; `date` is the creation of the cart.'),
  search: text(200).default('').describe('The beginning of a cart key or an e-mail address.'),
});

/** GET /v2/sessions: carts page by page, the newest first. */
const listSessionsRoute = route({
  method: 'GET',
  path: '/v2/sessions',
  summary: 'Carts of all guests and customers, page by page',
  answers: { 200: { sessions: '' } },
  kind: 'manager',
  query: ListQuery,
  errors: [],
  async handle({ query: { page, per_page: perPage, order, orderby, search } }, call) {
    const time = orderby === 'date' ? 'created' : orderby;
    const asked = { page, perPage, orderby: time, descending: order === 'desc', search };
    const found = await call.ask(listSessions, asked);
    const sessions = [...found.sessions, ...(await further(found.left, call))];
    const paging = { page, totalPages: pagesOf(found.total, perPage), total: found.total };
    return { view: { name: 'sessions', data: { sessions } }, paging };
  },
});

/** Routes about one cart have two paths. */
const bothPaths = ['/v2/session/:key', '/v2/sessions/:key'] as const;
/** Stored keys are lower-case. */
const OfCart = z.object({
  key: text(200).toLowerCase().describe('The cart key of a guest, or the ID of a customer.'),
});

/** Returns the routes that show one cart, by a guest's key or a customer's id. */
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
    async handle({ params: { key }, query: { thumb: pictures } }, call) {
      const { session } = await call.ask(readSession, { key });
      return { view: { name, data: { session, pictures } } };
    },
  });
}

/** GET /v2/session/{key}, and its lines alone: GET /v2/session/{key}/items. */
const readSessionRoutes = bothPaths.flatMap((path) => [
  readRoute(path, 'One cart', 'session'),
  readRoute(`${path}/items`, 'The items of one cart', 'sessionItems'),
]);

/** DELETE /v2/session/{key}: deletes any cart. */
const deleteSessionRoutes = bothPaths.map((path) =>
  route({
    method: 'DELETE',
    path,
    summary: 'Deletes a cart',
    answers: { 200: { sessionDeleted: '' } },
    kind: 'manager',
    params: OfCart,
    errors: ['service_session_not_valid'],
    async handle({ params: { key } }, call) {
      await call.ask(deleteSession, { key });
      return { view: { name: 'sessionDeleted', data: null } };
    },
  }),
);

/** Carts as managers see them. */
export const sessionRoutes: readonly Route[] = [
  listSessionsRoute,
  ...readSessionRoutes,
  ...deleteSessionRoutes,
];
