import { z } from 'zod';
import { loginRefusals } from '#platform/errors/codes/accounts.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import type { AsOf, Products } from '../cache/response-cache.ts';
import type { ReadyJson } from '../http/answer.ts';
import type { Parameters } from '../http/body.ts';
import type { CartRevision } from '../live/live-stream.ts';
import type { ViewName, ViewOf } from '../views/shared/views.ts';
import type { Call } from './call.ts';
import { checker, pathChecker, refuseUnknown } from './check.ts';
import type { Paging } from './paging.ts';
import { memberNames } from './parameters.ts';

/** A view whose body already exists as JSON, so that no presenter has to write the body. */
export interface ReadyView<Name extends ViewName = ViewName> {
  readonly name: Name;
  readonly body: ReadyJson;
  /** Whether the body has only the members that the request selected. */
  readonly isSelection?: boolean;
}

/** The answer of a route's handler: a view, and data for the headers and the cache. */
export interface Answer<Name extends ViewName = ViewName> {
  readonly view: ViewOf<Name> | ReadyView<Name>;
  /** HTTP status of the answer; 200 by default. */
  readonly status?: 201 | 207;
  /** The page of a list, which the paging headers describe. */
  readonly paging?: Paging;
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

/** Query parameters that every route has (docs/reference/README.md#choosing-members). */
export const commonQuery = {
  fields: memberNames(1_000).describe(
    'The members to return, as a comma list; `totals.total` is a nested member.',
  ),
  _fields: memberNames(1_000).describe('The same as `fields`.'),
};

/** The parameters of a request, separate for path, query and body. */
export interface Sources {
  readonly path: Parameters;
  readonly query: Parameters;
  readonly body: Parameters;
  /**
   * Whether filters with unknown values are ignored. If false, the gateway refuses the request
   * (`Dialect.unknownFilters`).
   */
  readonly lenient?: boolean;
  /** Whether a request with unknown parameters is refused. */
  readonly strict?: boolean;
}

/** A request whose parameters are checked. */
export interface Prepared {
  /** The values of the declared parameters, with defaults. Undeclared parameters are left out. */
  readonly declared: {
    readonly params: Readonly<Record<string, unknown>>;
    readonly query: Readonly<Record<string, unknown>>;
    readonly body: unknown;
  };
  /**
   * Names of the query parameters that the client sent, for the links to other pages of a list. Empty for
   * answers without pages.
   */
  readonly given: readonly string[];
  readonly fields: readonly (string | undefined)[];
  /**
   * Returns the cart key that the request uses; null for a guest without a key. `carried` is the key that
   * the client sent. If this method is absent, the request uses `carried`.
   *
   * @throws ServiceError if the caller may not use the key
   */
  cartKey?(carried: string | null): string | null;
  answer(call: Call): Promise<Answer>;
}

/**
 * For each view, by name: the condition under which a route returns the view. An empty text marks the default
 * view.
 */
type Shows<Name extends ViewName> = { readonly [One in Name]?: string };

/** For each HTTP status: the views that a route returns. `Dialect.schemas` has the schema of each view. */
type Answers<Name extends ViewName = ViewName> =
  | { readonly 200: Shows<Name>; readonly 207?: Shows<Name> }
  | { readonly 201: Shows<Name> };

/** One route of the interface, served by every mount. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
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
  readonly writes?: boolean;
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
  readonly credentials?: 'checked' | 'login' | 'ignored';
  readonly schemas: {
    readonly params: z.ZodObject;
    readonly query: z.ZodObject;
    /** The schema of the query on mounts that ignore filters with unknown values. */
    readonly lenientQuery: z.ZodObject;
    readonly body: z.ZodObject;
  };
  readonly answers: Answers;
  /**
   * Error codes of the route, in addition to the codes that every route has. Tests compare the codes with
   * the answers.
   */
  readonly errors: readonly ErrorCode[];
  /**
   * Checks the parameters of a request. @throws ServiceError `rest_no_route` for an invalid path,
   * `rest_missing_callback_param`, `rest_invalid_param`
   */
  prepare(sources: Sources): Prepared;
}

interface Definition<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject,
  Name extends ViewName,
  L extends z.core.$ZodLooseShape,
> extends Omit<Route, 'schemas' | 'answers' | 'prepare'> {
  /** The views that the route returns. A `handle` that returns another view does not compile. */
  readonly answers: Answers<Name>;
  readonly params?: P;
  readonly query?: Q;
  /** Query parameters that replace or extend `query` on mounts that ignore filters with unknown values. */
  readonly lenient?: L;
  /** Parameters that are read from the body, or from the query if the body does not contain them. */
  readonly body?: B;
  /**
   * Answers a request whose parameters are checked. Takes at most three steps: read the input, send
   * operations to services, choose the view.
   */
  handle(
    input: { params: z.output<P>; query: z.output<Q> & Partial<z.output<z.ZodObject<L>>>; body: z.output<B> },
    call: Call,
  ): Promise<Answer<NoInfer<Name>>>;
}

const none = z.object({});

/** Returns a route that checks the request with the schemas of the definition before it calls `handle`. */
export function route<
  P extends z.ZodObject = typeof none,
  Q extends z.ZodObject = typeof none,
  B extends z.ZodObject = typeof none,
  Name extends ViewName = ViewName,
  L extends z.core.$ZodLooseShape = Record<never, never>,
>(definition: Definition<P, Q, B, Name, L>): Route {
  const { method, path, summary, kind, answers, errors, handle } = definition;
  const { writes = definition.method !== 'GET', credentials = 'checked' } = definition;
  // If the definition has no schema, the type parameter is the type of `none`, so these casts are correct.
  const params = (definition.params ?? none) as P;
  const query = (definition.query ?? none) as Q;
  const body = (definition.body ?? none) as B;
  const allQuery = query.extend(commonQuery);
  const strict = checker(allQuery);
  const lenientQuery = allQuery.extend(definition.lenient ?? {});
  const lenient = definition.lenient ? checker(lenientQuery) : strict;
  const repeatable = (all = false) =>
    'page' in query.shape ? Object.keys((all ? lenientQuery : allQuery).shape) : [];
  const check = { params: pathChecker(params), body: checker(body) };
  return {
    method,
    path,
    summary,
    kind,
    answers,
    errors,
    writes,
    credentials,
    schemas: { params, query: allQuery, lenientQuery, body },
    prepare(sources) {
      if (sources.strict) {
        const schema = sources.lenient ? lenientQuery : allQuery;
        refuseUnknown({ schema, given: sources.query }, { schema: body, given: sources.body });
      }
      const input = {
        params: check.params(sources.path),
        query: (sources.lenient ? lenient : strict)(sources.query) as z.output<Q> &
          Partial<z.output<z.ZodObject<L>>> & { fields?: string; _fields?: string },
        body: check.body(sources.body, sources.query),
      };
      return {
        declared: input,
        given: repeatable(sources.lenient).filter((name) => sources.query(name) !== undefined),
        fields: [input.query.fields, input.query._fields],
        answer: (call) => handle(input, call),
      };
    },
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
