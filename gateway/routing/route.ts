import { z } from 'zod';
import type { ErrorCode } from '#platform/errors/registry.ts';
import type { AsOf, Products } from '../cache/response-cache.ts';
import type { ViewName, ViewOf } from '../dialects/shared/views.ts';
import type { Parameters } from '../edge/body.ts';
import type { CartRevision } from '../live/live-stream.ts';
import type { Call } from './call.ts';
import { checker, pathChecker } from './checker.ts';
import type { Paging } from './paging.ts';
import { memberNames } from './parameters.ts';
import { refuseUnknown } from './unknown-names.ts';

/** A route's answer: a view, and for the cache its expiry and the products in it. */
export interface Answer<Name extends ViewName = ViewName> {
  readonly view: ViewOf<Name>;
  /** Status; 200 by default. */
  readonly status?: 201 | 207;
  /** For a list: the page, from which the paging headers are made. */
  readonly paging?: Paging;
  /** For a new resource: its path for the header `Location`, such as `v2/products/reviews/7`. */
  readonly location?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Unix milliseconds at which the answer expires; null or absent if only a change makes it invalid. */
  readonly expiresAt?: number | null;
  readonly asOf?: AsOf;
  readonly products?: Products;
  /** For a live route: the revision of the cart when the stream opens. */
  readonly standing?: CartRevision;
}

/** Query parameters of every route (docs/reference/README.md#choosing-members). */
export const commonQuery = {
  fields: memberNames(1_000).describe(
    'The members to return, as a comma list; `totals.total` is a nested member.',
  ),
  _fields: memberNames(1_000).describe('The same as `fields`.'),
};

/** The parameters of a request by source. */
export interface Sources {
  readonly path: Parameters;
  readonly query: Parameters;
  readonly body: Parameters;
  /** Whether an unknown value of a filter is ignored instead of refused (`Dialect.unknownFilters`). */
  readonly lenient?: boolean;
  /** Whether unknown names of parameters are refused. */
  readonly strict?: boolean;
}

/** A request whose parameters are checked. */
export interface Prepared {
  /** The declared parameters with defaults, without undeclared parameters. */
  readonly declared: {
    readonly params: Readonly<Record<string, unknown>>;
    readonly query: Readonly<Record<string, unknown>>;
    readonly body: unknown;
  };
  /** Names of the declared parameters in the query; only for lists, whose links repeat these parameters. */
  readonly given: readonly string[];
  readonly fields: readonly (string | undefined)[];
  /**
   * Returns the cart key of the request, if the route does not simply use `carried`, the key that
   * the request has; null for a guest without a key. @throws ServiceError if the caller may not use
   * the key
   */
  cartKey?(carried: string | null): string | null;
  answer(call: Call): Promise<Answer>;
}

/** The views of a route, each with the condition under which it is returned; empty for the default view. */
type Shows<Name extends ViewName> = { readonly [One in Name]?: string };

/** The views of a route by status. Their schemas are in `Dialect.schemas`. */
export type Answers<Name extends ViewName = ViewName> =
  | { readonly 200: Shows<Name>; readonly 207?: Shows<Name> }
  | { readonly 201: Shows<Name> };

/** One route of the interface, served by every mount. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  /**
   * Decides who may call the route and whether its answers are cached:
   * `catalogue`: public; equal for all callers of an audience, and cached for the public.
   * `catalogue-write`: public; changes the catalogue; not cached.
   * `cart`: uses the cart of the request and returns the cart's headers; not cached.
   * `account`: about the caller; not cached.
   * `manager`: for managers; not cached.
   * `live`: an open stream about the cart of the request.
   */
  readonly kind: 'catalogue' | 'catalogue-write' | 'cart' | 'account' | 'manager' | 'live';
  /** Whether the route changes something. A GET that does, as in v1, is not run for HEAD. */
  readonly writes?: boolean;
  /** Whether the route creates a guest cart, even for the key pair of a person. */
  readonly makesGuestCart?: boolean;
  /**
   * How the credentials of a request are handled; `checked` by default. `login`: the route itself
   * passes the password to the login extensions. `ignored`: the credentials are not checked,
   * because the body has a secret token.
   */
  readonly credentials?: 'checked' | 'login' | 'ignored';
  readonly schemas: {
    readonly params: z.ZodObject;
    readonly query: z.ZodObject;
    /** The query schema on mounts that ignore unknown filter values. */
    readonly lenientQuery: z.ZodObject;
    readonly body: z.ZodObject;
  };
  readonly answers: Answers;
  /** Error codes of the route, in addition to those of every request. Tests compare them with the answers. */
  readonly errors: readonly ErrorCode[];
  /** @throws ServiceError `rest_no_route` for a bad path, `rest_missing_callback_param`, `rest_invalid_param` */
  prepare(sources: Sources): Prepared;
}

interface Definition<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject,
  Name extends ViewName,
  L extends z.core.$ZodLooseShape,
> extends Omit<Route, 'schemas' | 'answers' | 'prepare'> {
  /** The views that the route returns; other views in `handle` do not compile. */
  readonly answers: Answers<Name>;
  readonly params?: P;
  readonly query?: Q;
  /** Query parameters that are replaced or added on mounts that ignore unknown filter values. */
  readonly lenient?: L;
  /** Parameters that are read from the body, else from the query. */
  readonly body?: B;
  /** Handles a checked request. At most three steps: read the input, request from services, choose the view. */
  handle(
    input: { params: z.output<P>; query: z.output<Q> & Partial<z.output<z.ZodObject<L>>>; body: z.output<B> },
    call: Call,
  ): Promise<Answer<NoInfer<Name>>>;
}

const none = z.object({});

/** Returns a route. Its schemas check the request before `handle` runs. */
export function route<
  P extends z.ZodObject = typeof none,
  Q extends z.ZodObject = typeof none,
  B extends z.ZodObject = typeof none,
  Name extends ViewName = ViewName,
  L extends z.core.$ZodLooseShape = Record<never, never>,
>(definition: Definition<P, Q, B, Name, L>): Route {
  const { method, path, summary, kind, answers, errors, handle } = definition;
  const { writes = definition.method !== 'GET', credentials = 'checked' } = definition;
  // If the definition has no schema, the type parameter is that of `none`, so the cast is correct.
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
