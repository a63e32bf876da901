import { z } from 'zod';
import type { ErrorCode } from '#platform/errors/registry.ts';
import type { ViewName, ViewOf } from '../dialects/shared/views.ts';
import type { Standing } from '../live/live-stream.ts';
import type { Parameters } from './body.ts';
import type { Call } from './call.ts';
import { checker, pathChecker } from './checker.ts';
import type { Paging } from './paging.ts';
import { memberNames } from './parameters.ts';
import type { AsOf, Products } from './response-cache.ts';

/** What a route answers: a view, and for cacheable answers how long and for which products they hold. */
export interface Answer<Name extends ViewName = ViewName> {
  readonly view: ViewOf<Name>;
  /** 200 when not said. */
  readonly status?: 201 | 207;
  /** Of a list: makes the headers of paging. */
  readonly paging?: Paging;
  /** Of something new: its path from the version on, which makes the header `Location`. */
  readonly location?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly holdsUntil?: number | null;
  readonly asOf?: AsOf;
  readonly products?: Products;
  /** Of a live route: where the cart stands as the stream opens. */
  readonly standing?: Standing;
}

/** Parameters that every route knows beside its own (docs/reference/README.md#choosing-members). */
export const commonQuery = {
  fields: memberNames(1_000).describe(
    'The members of the answer to keep, as a comma list; `totals.total` for a member of a member.',
  ),
  _fields: memberNames(1_000).describe('The same as `fields`.'),
};

/** The parameters of a request by where they stand. */
export interface Sources {
  readonly path: Parameters;
  readonly query: Parameters;
  readonly body: Parameters;
  /** Whether the mount passes over what it does not know (`Dialect.unknownFilters`). */
  readonly lenient?: boolean;
}

/** A request whose parameters have been checked. */
export interface Prepared {
  /** The declared parameters as they hold: defaulted, unknown ones left out. */
  readonly declared: {
    readonly params: Readonly<Record<string, unknown>>;
    readonly query: Readonly<Record<string, unknown>>;
    readonly body: unknown;
  };
  /** Names of the declared parameters that the query has, of a list alone: its links repeat them. */
  readonly given: readonly string[];
  readonly fields: readonly (string | undefined)[];
  /**
   * The key of the cart that the request is about, where that is not simply the one that it carries as every request
   * may; null for that of a new guest. @throws ServiceError for one that may not be asked about
   */
  cartKey?(carried: string | null): string | null;
  answer(call: Call): Promise<Answer>;
}

/** Views that a route may answer, each with when it does; an empty text for the usual one. */
type Shows<Name extends ViewName> = { readonly [One in Name]?: string };

/** What a route answers, by status. What a view is, the dialect of the mount says (`Dialect.schemas`). */
export type Answers<Name extends ViewName = ViewName> =
  | { readonly 200: Shows<Name>; readonly 207?: Shows<Name> }
  | { readonly 201: Shows<Name> };

/** One route of the interface, as every mount serves it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  /**
   * `catalogue`: public, the same for all of an audience; what the public gets is kept in the response cache.
   * `catalogue-write`: public, changes the catalogue; never kept.
   * `cart`: about the cart that the request names; carries the cart's headers and is never kept.
   * `account`: about whoever asks; never kept.
   * `manager`: for those who look after the shop; never kept.
   * `live`: about the cart that the request names; answered by a stream that stays open.
   */
  readonly kind: 'catalogue' | 'catalogue-write' | 'cart' | 'account' | 'manager' | 'live';
  /** True for a GET that changes something, which the old interface has: it is not asked by HEAD. */
  readonly writes?: boolean;
  readonly schemas: { readonly params: z.ZodObject; readonly query: z.ZodObject; readonly body: z.ZodObject };
  readonly answers: Answers;
  /** Codes that the route may answer, beside those that any request may meet. Tests hold it to them. */
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
  /** Views that are not named here do not compile in `handle`. */
  readonly answers: Answers<Name>;
  readonly params?: P;
  readonly query?: Q;
  /** What of the query is taken otherwise, or beside it, where the mount is lenient. */
  readonly lenient?: L;
  /** Looked up in the body and, where it does not have them, in the query. */
  readonly body?: B;
  /** Three steps at most: read input, ask services, name the view. */
  handle(
    input: { params: z.output<P>; query: z.output<Q> & Partial<z.output<z.ZodObject<L>>>; body: z.output<B> },
    call: Call,
  ): Promise<Answer<NoInfer<Name>>>;
}

const none = z.object({});

/** Declares a route. What a request brings is checked against its schemas before `handle` runs. */
export function route<
  P extends z.ZodObject = typeof none,
  Q extends z.ZodObject = typeof none,
  B extends z.ZodObject = typeof none,
  Name extends ViewName = ViewName,
  L extends z.core.$ZodLooseShape = Record<never, never>,
>(definition: Definition<P, Q, B, Name, L>): Route {
  const { method, path, summary, kind, answers, errors, handle } = definition;
  // An absent schema is `none`, which is what its type parameter defaults to.
  const params = (definition.params ?? none) as P;
  const query = (definition.query ?? none) as Q;
  const body = (definition.body ?? none) as B;
  const allQuery = query.extend(commonQuery);
  const strict = checker(allQuery);
  const lenientQuery = allQuery.extend(definition.lenient ?? {});
  const lenient = definition.lenient ? checker(lenientQuery) : strict;
  const repeated = (all = false) =>
    'page' in query.shape ? Object.keys((all ? lenientQuery : allQuery).shape) : [];
  const check = { params: pathChecker(params), body: checker(body) };
  return {
    method,
    path,
    summary,
    kind,
    answers,
    errors,
    schemas: { params, query: allQuery, body },
    prepare(sources) {
      const input = {
        params: check.params(sources.path),
        query: (sources.lenient ? lenient : strict)(sources.query) as z.output<Q> &
          Partial<z.output<z.ZodObject<L>>> & { fields?: string; _fields?: string },
        body: check.body(sources.body, sources.query),
      };
      return {
        declared: input,
        given: repeated(sources.lenient).filter((name) => sources.query(name) !== undefined),
        fields: [input.query.fields, input.query._fields],
        answer: (call) => handle(input, call),
      };
    },
  };
}
