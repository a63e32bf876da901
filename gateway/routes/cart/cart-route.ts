import { z } from 'zod';
import { type CartCommand, type CommandOf, commandErrors } from '#contracts/cart-commands.ts';
import type { Notice } from '#contracts/notices.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import { flag, word } from '../../routing/parameters.ts';
import type { Request } from '../../routing/request.ts';
import { type CartOutcome, type Route, schemasOf } from '../../routing/route.ts';
import type { PlainView, ViewName, ViewOf } from '../../views/shared/views.ts';

/**
 * Returns the schema of the query parameters of every cart route
 * (docs/reference/cart.md#parameters-of-every-request). `pictures` is the default of `thumb`.
 */
function cartQuery(pictures: boolean) {
  return z.object({
    thumb: flag().default(pictures).describe('Whether items include their pictures.'),
    default: flag().default(false).describe('Returns the raw items of v1 instead of the cart.'),
    /**
     * The form of the totals: text in minor units, or the dialect's default form
     * (docs/reference/README.md#currency-and-amounts).
     */
    money: word(['minor']).optional().describe('With `minor` totals are text in minor units.'),
    formatted: flag().default(false).describe('Formats totals with currency symbol and separators.'),
  });
}
export type CartQuery = z.output<ReturnType<typeof cartQuery>>;

type CartRequest<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject> = Request<
  z.output<P>,
  z.output<Q> & CartQuery,
  z.output<B>
>;

/** What a route about a cart declares. */
interface Declared<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject,
  Name extends ViewName,
  Kind extends CartCommand['kind'],
> extends Pick<
    Route,
    'method' | 'path' | 'dialect' | 'summary' | 'makesGuestCart' | 'renamed' | 'strictBody'
  > {
  readonly params?: P;
  readonly query?: Q;
  /** Parameters that are read from the body, or from the query if the body does not contain them. */
  readonly body?: B;
  /**
   * For each view, by name: the condition under which the route returns the view. An empty text marks the
   * default view.
   */
  readonly answers: { readonly [One in Name]?: string };
  /** The kinds of command that the route may send. Their errors are errors of the route, too. */
  readonly sends?: readonly Kind[];
  readonly errors?: readonly ErrorCode[];
  /** Whether lines contain pictures by default; true if this member is absent. */
  readonly pictures?: boolean;
  /** Whether the route may change the cart; by default true for every method except GET. */
  readonly writes?: boolean;
  cartKey?(request: CartRequest<P, Q, B>): string;
  /** A route that sends a command of another kind than those in `sends` does not compile. */
  command?(request: CartRequest<P, Q, B>): CommandOf<NoInfer<Kind>> | null;
  notices?(request: CartRequest<P, Q, B>): readonly Notice[];
  /** A route that shows another view than those in `answers` does not compile. */
  view(outcome: CartOutcome, request: CartRequest<P, Q, B>): ViewOf<NoInfer<Name>> & PlainView;
}

const none = z.object({});

/** Error codes that are common to all routes which change a cart. */
export const writeErrors = [
  'service_cart_limit_exceeded',
  'service_revision_mismatch',
  'service_idempotency_key_reused',
  'service_rate_limit_exceeded',
] as const satisfies readonly ErrorCode[];

/** Returns a route about a cart. Its functions get a request whose parameters have the types of the schemas. */
export function cartRoute<
  P extends z.ZodObject = typeof none,
  Q extends z.ZodObject = typeof none,
  B extends z.ZodObject = typeof none,
  Name extends ViewName = ViewName,
  Kind extends CartCommand['kind'] = never,
>(declared: Declared<P, Q, B, Name, Kind>): Route {
  const {
    params = none,
    query = none,
    body = none,
    answers,
    sends = [],
    pictures = true,
    ...others
  } = declared;
  const { writes = declared.method !== 'GET', errors = [] } = declared;
  return {
    ...others,
    kind: 'cart',
    writes,
    credentials: 'checked',
    schemas: schemasOf({ params, query: cartQuery(pictures).extend(query.shape), body }),
    answers: { 200: answers },
    errors: [
      'service_cart_error',
      ...errors,
      ...sends.flatMap((kind): readonly ErrorCode[] => commandErrors[kind]),
      ...(writes ? writeErrors : []),
    ],
  };
}
