import { z } from 'zod';
import type { Cart } from '#contracts/cart.ts';
import type { CartCommand, WriteRate } from '#contracts/cart-commands.ts';
import type { Notice } from '#contracts/notices.ts';
import { loginRefusals } from '#platform/errors/codes/accounts.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import type { AsOf, Products } from '../cache/response-cache.ts';
import type { ReadyJson } from '../http/answer.ts';
import type { Parameters } from '../http/body.ts';
import type { CartRevision } from '../live/live-stream.ts';
import type { PlainView, ViewName, ViewOf } from '../views/shared/views.ts';
import { memberNames } from './parameters.ts';
import type { Request } from './request.ts';

/** The answer of a route: a view, and data for the headers and the cache. */
export interface Answer<Name extends ViewName = ViewName> {
  /** The view with its data. Or its name and its body, which already exists as JSON with the selected members. */
  readonly view: ViewOf<Name> | { readonly name: Name; readonly body: ReadyJson };
  /** HTTP status of the answer; 200 by default. */
  readonly status?: 201 | 202 | 207;
  /** The page of a list, counted from 1, which the paging headers describe. */
  readonly paging?: { readonly page: number; readonly totalPages: number; readonly total: number };
  /** Path of a new resource for the header `Location`, such as `v2/products/reviews/7`. */
  readonly location?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Unix milliseconds at which the answer expires. Null or absent if the answer is valid until its data is
   * changed.
   */
  readonly expiresAt?: number | null;
  readonly asOf?: AsOf;
  readonly products?: Products;
  /** For an event stream: the revision of the cart when the stream opens. Absent in all other answers. */
  readonly cartRevision?: CartRevision;
}

/** The cart after a request, and the lines that the request changed. */
export interface CartOutcome {
  readonly cart: Cart;
  /** Keys of the lines that the command changed, in the order of the command. Removed lines are included. */
  readonly lineKeys: readonly string[];
  /** Whether an earlier request with the same idempotency key made the change. */
  readonly replayed: boolean;
  readonly rate: WriteRate | null;
}

/**
 * For each view, by name: the condition under which a route returns the view. An empty text marks the default
 * view.
 */
type Shows<Name extends ViewName> = { readonly [One in Name]?: string };

/** For each HTTP status: the views that a route returns. `Dialect.views` has each view. */
type Answers<Name extends ViewName = ViewName> =
  | { readonly 200: Shows<Name>; readonly 202?: Shows<Name>; readonly 207?: Shows<Name> }
  | { readonly 201: Shows<Name> };

/**
 * One route of the interface, served by every mount. A route about the cart of the request says which command it sends
 * and which view it shows of the outcome (`command`, `view`). Every other route has a function `handle`.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The only dialect with this route; absent if all have it. CoCart has no such route, or another one. */
  readonly dialect?: 'service';
  readonly summary: string;
  /**
   * The kind decides who may call the route and whether its answers are cached:
   * `catalogue`: for everybody. All callers of an audience get the same answer; public answers are cached.
   * `catalogue-write`: for everybody. Changes the catalogue; not cached.
   * `cart`: uses the cart of the request and returns the headers of a cart answer; not cached.
   * `account`: reads or changes the caller's own account; not cached.
   * `manager`: for managers only; not cached.
   * `live`: an open event stream about the cart of the request.
   */
  readonly kind: 'catalogue' | 'catalogue-write' | 'cart' | 'account' | 'manager' | 'live';
  /**
   * Whether the route changes something, as some GET routes of v1 do. A HEAD request runs the GET route of
   * its path only if the route changes nothing.
   */
  readonly writes: boolean;
  /**
   * Whether a request with a person's key pair but without a cart key gets a new guest cart. On a CoCart mount,
   * such a request to any other route uses the person's cart.
   */
  readonly makesGuestCart?: boolean;
  /**
   * How the gateway handles the credentials of a request; `checked` by default. With `login`, the route passes
   * the password to the login extensions. With `ignored`, the body contains a secret token instead of
   * credentials.
   */
  readonly credentials: 'checked' | 'login' | 'ignored';
  readonly schemas: {
    readonly params: z.ZodObject;
    readonly query: z.ZodObject;
    /** The schema of the query on mounts that ignore filters with unknown values. */
    readonly lenientQuery: z.ZodObject;
    /** Parameters that are read from the body, or from the query if the body does not contain them. */
    readonly body: z.ZodObject;
  };
  /**
   * Returns the schema of the body of a strict request, if a member decides which others it may have, or if it may have
   * members that the route does not read. Null for the schema of the body.
   */
  strictBody?(member: Parameters): z.ZodObject | null;
  readonly answers: Answers;
  /**
   * Error codes of the route, in addition to the codes that every route has. Tests compare the codes with
   * the answers.
   */
  readonly errors: readonly ErrorCode[];
  /** Maps error codes of the outcome to the codes of this route. Errors with a replaced code have no data. */
  readonly renamed?: Partial<Record<ErrorCode, ErrorCode>>;
  /**
   * Returns the cart key in the path or in the body of the request; null without a key. A route without this function
   * uses the key that the client sent, or the caller's cart.
   *
   * @throws ServiceError if the caller may not use the cart
   */
  cartKey?(request: Request): string | null;
  /** Returns the command for the cart service. If it returns null or is absent, the route only reads the cart. */
  command?(request: Request): CartCommand | null;
  /** Returns notices that the gateway adds to the notices of the cart service. */
  notices?(request: Request): readonly Notice[];
  /** Returns the view of the outcome. @throws ServiceError if the cart does not contain the requested data */
  view?(outcome: CartOutcome, request: Request): PlainView;
  /** Answers a request of a route without `view`: asks services, and chooses the view. */
  handle?(request: Request): Promise<Answer>;
}

/** Query parameters that every route has (docs/reference/README.md#choosing-members). */
const commonQuery = {
  fields: memberNames(1_000).describe(
    'The members to return, as a comma list; `totals.total` is a nested member.',
  ),
  _fields: memberNames(1_000).describe('The same as `fields`.'),
};

const none = z.object({});

/** Returns the schemas of a route. `lenient`: parameters that replace or extend `query` on lenient mounts. */
export function schemasOf(
  { params = none, query = none, body = none }: Partial<Record<'params' | 'query' | 'body', z.ZodObject>>,
  lenient: z.core.$ZodLooseShape = {},
): Route['schemas'] {
  const all = query.extend(commonQuery);
  return { params, query: all, lenientQuery: all.extend(lenient), body };
}

/** What a route declares that has a function `handle`. */
interface Declared<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject,
  Name extends ViewName,
  L extends z.core.$ZodLooseShape,
> extends Pick<Route, 'method' | 'path' | 'summary' | 'kind' | 'errors'>,
    Partial<Pick<Route, 'writes' | 'credentials' | 'dialect'>> {
  readonly params?: P;
  readonly query?: Q;
  /** Query parameters that replace or extend `query` on mounts that ignore filters with unknown values. */
  readonly lenient?: L;
  /** Parameters that are read from the body, or from the query if the body does not contain them. */
  readonly body?: B;
  /** The views that the route returns. A `handle` that returns another view does not compile. */
  readonly answers: Answers<Name>;
  cartKey?(request: Request<z.output<P>, z.output<Q>, z.output<B>>): string | null;
  handle(
    request: Request<z.output<P>, z.output<Q> & Partial<z.output<z.ZodObject<L>>>, z.output<B>>,
  ): Promise<Answer<NoInfer<Name>>>;
}

/** Returns a route. `handle` gets a request whose parameters have the types of the schemas. */
export function route<
  P extends z.ZodObject = typeof none,
  Q extends z.ZodObject = typeof none,
  B extends z.ZodObject = typeof none,
  Name extends ViewName = ViewName,
  L extends z.core.$ZodLooseShape = Record<never, never>,
>(declared: Declared<P, Q, B, Name, L>): Route {
  const { params, query, body, lenient, ...others } = declared;
  return {
    writes: declared.method !== 'GET',
    credentials: 'checked',
    ...others,
    schemas: schemasOf(
      { ...(params && { params }), ...(query && { query }), ...(body && { body }) },
      lenient,
    ),
  };
}

/** Error codes of every route: for malformed requests and for failures of the server. */
export const commonErrors: readonly ErrorCode[] = [
  'rest_invalid_json',
  'rest_invalid_param',
  'rest_missing_callback_param',
  'service_invalid_form',
  'service_request_headers_too_large',
  'service_request_too_large',
  'service_too_many_parameters',
  'service_unsupported_media_type',
  'service_unavailable',
  'service_internal',
];

/**
 * Error codes for refused credentials. The codes of login extensions are included, because login extensions check
 * passwords on every route.
 */
export const credentialErrors: readonly ErrorCode[] = [
  'service_https_required',
  'service_foreign_origin',
  'service_authentication_error',
  'service_rate_limited',
  ...loginRefusals,
];

const ofKind: Partial<Record<Route['kind'], readonly ErrorCode[]>> = {
  cart: ['service_already_authenticating_user', 'service_must_authenticate_user'],
  live: ['service_already_authenticating_user', 'service_must_authenticate_user'],
  manager: ['service_rest_cannot_view', 'service_rest_not_authorized'],
};

/**
 * Returns the error codes that the route declares and the codes of its kind. Adds `rest_no_route` if the path
 * has parameters.
 */
export function errorsOf({
  kind,
  path,
  errors,
}: Pick<Route, 'kind' | 'path' | 'errors'>): readonly ErrorCode[] {
  const shared = [...(ofKind[kind] ?? []), ...(path.includes(':') ? (['rest_no_route'] as const) : [])];
  return [...new Set([...errors, ...shared])];
}

/** Returns whether a dialect has a route. */
export function isOfDialect(
  { dialect }: Pick<Route, 'dialect'>,
  { name }: { readonly name: string },
): boolean {
  return dialect === undefined || dialect === name;
}
