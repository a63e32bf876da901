import { z } from 'zod';
import { type Cart, type Notice, readCart } from '#contracts/cart.ts';
import { type CartCommand, changeCart, type WriteRate } from '#contracts/cart-commands.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import type { Dialect } from '../dialects/shared/dialect.ts';
import type { View, ViewName, ViewOf } from '../dialects/shared/views.ts';
import type { Call } from '../http/call.ts';
import { flag, word } from '../http/parameters.ts';
import { type Answer, type Prepared, type Route, route } from '../http/route.ts';
import { cartHeaders } from './cart-headers.ts';

/** A cart as a request left it, and what the request was about. */
export interface CartOutcome {
  readonly cart: Cart;
  /** Lines that the request was about; they may be in the cart, or taken out of it. */
  readonly lineKeys: readonly string[];
  /** Whether the write was done by an earlier request with the same key. */
  readonly replayed: boolean;
  readonly rate: WriteRate | null;
}

/** What a batch needs of a cart's route: what it asks, and how it shows what came of it. */
export interface CartShare {
  command(call: Call): CartCommand | null;
  notices(call: Call): readonly Notice[];
  view(outcome: CartOutcome, dialect: Dialect): View;
  /** What the cart refused, in the route's words. */
  refusal(thrown: unknown): unknown;
}

/** Query parameters of every route about a cart (docs/reference/cart.md#parameters-of-every-request). */
function cartQuery(pictures: boolean) {
  return z.object({
    thumb: flag().default(pictures).describe('Whether items show their pictures.'),
    default: flag()
      .default(false)
      .describe('Whether the answer is the items as v1 shows them, in place of the cart.'),
    /** Totals as text in minor units, or as a shopper reads them (docs/reference/README.md#currency-and-amounts). */
    money: word(['minor']).optional().describe('`minor` writes totals as text in minor units.'),
    formatted: flag().default(false).describe('Whether totals are written as a shopper reads them.'),
  });
}
export type CartQuery = z.output<ReturnType<typeof cartQuery>>;

interface Input<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject> {
  readonly params: z.output<P>;
  readonly query: z.output<Q> & CartQuery;
  readonly body: z.output<B>;
}

interface Definition<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodObject,
  Name extends ViewName,
> {
  readonly method: Route['method'];
  readonly path: string;
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  /** Looked up in the body and, where it does not have them, in the query. */
  readonly body?: B;
  /** Views that it may answer, each with when it does; an empty text for the usual one. */
  readonly answers: { readonly [One in Name]?: string };
  readonly errors: readonly ErrorCode[];
  /** Whether lines show their pictures when the client does not say; true when not said here. */
  readonly pictures?: boolean;
  /** Whether it may change the cart; true for every method but GET when not said here. */
  readonly writes?: boolean;
  /** Codes of the cart's that the route has another one for; neither of both has data. */
  readonly renamed?: Partial<Record<ErrorCode, ErrorCode>>;
  /**
   * The key of the cart that the path names, in place of the caller's. @throws ServiceError for one that may not be
   * read
   */
  cartKey?(input: Input<P, Q, B>): string;
  /** What is asked of the cart; null only looks at it. */
  command(input: Input<P, Q, B>, call: Call): CartCommand | null;
  /** What the gateway has to say beside the cart's own notices. */
  notices?(input: Input<P, Q, B>, call: Call): readonly Notice[];
  /** How the outcome is shown. @throws ServiceError for a cart that has not what was asked for */
  view(outcome: CartOutcome, input: Input<P, Q, B>, dialect: Dialect): ViewOf<NoInfer<Name>>;
}

const none = z.object({});

/** Asks the cart for what a route wants of it. */
async function outcomeOf(
  command: CartCommand | null,
  notices: readonly Notice[],
  call: Call,
): Promise<CartOutcome> {
  const outcome = command
    ? await call.ask(changeCart, { ...call.marks, command })
    : { ...(await call.ask(readCart, {})), lineKeys: [], replayed: false, rate: null };
  if (notices.length === 0) return outcome;
  return { ...outcome, cart: { ...outcome.cart, notices: [...outcome.cart.notices, ...notices] } };
}

/** An error under the route's own code, if it has one. */
function renamedError(thrown: unknown, renamed: Partial<Record<ErrorCode, ErrorCode>>): unknown {
  const code = thrown instanceof ServiceError ? renamed[thrown.code] : undefined;
  return code ? new ServiceError(code, {}, { cause: thrown }) : thrown;
}

/** Codes that every route may answer that changes a cart. */
export const writeErrors = [
  'service_cart_limit_exceeded',
  'service_revision_mismatch',
  'service_idempotency_key_reused',
  'service_rate_limit_exceeded',
] as const satisfies readonly ErrorCode[];

/** A route about a cart: it asks one thing of the cart, or looks at it, and shows what came of it. */
export type CartRoute = Omit<Route, 'prepare'> & {
  prepare(...sources: Parameters<Route['prepare']>): Prepared & { readonly share: CartShare };
};

/** A request's share in a batch; null for one that can have none. */
export function shareOf(prepared: Prepared): CartShare | null {
  return 'share' in prepared ? (prepared.share as CartShare) : null;
}

/** Declares a route about a cart. */
export function cartRoute<
  P extends z.ZodObject = typeof none,
  Q extends z.ZodObject = typeof none,
  B extends z.ZodObject = typeof none,
  Name extends ViewName = ViewName,
>(definition: Definition<P, Q, B, Name>): CartRoute {
  const { method, path, summary, params, body, answers, errors, pictures = true, command } = definition;
  // Any of the declared views is one.
  const view = definition.view as (outcome: CartOutcome, input: Input<P, Q, B>, dialect: Dialect) => View;
  const { notices = () => [], writes = method !== 'GET', renamed = {}, cartKey } = definition;
  const query = cartQuery(pictures).extend((definition.query ?? none).shape);
  const made = route({
    method,
    path,
    summary,
    kind: 'cart',
    query,
    ...(params && { params }),
    ...(body && { body }),
    answers: { 200: answers as { readonly [One in ViewName]?: string } },
    errors: ['service_cart_error', ...errors, ...(writes ? writeErrors : [])],
    async handle(checked, call): Promise<Answer> {
      // The three schemas are those of the definition, or the empty one.
      const input = checked as unknown as Input<P, Q, B>;
      const asked = command(input, call);
      const outcome = await outcomeOf(asked, notices(input, call), call).catch((thrown: unknown) => {
        throw renamedError(thrown, renamed);
      });
      return { view: view(outcome, input, call.dialect), headers: cartHeaders(outcome) };
    },
  });
  return {
    ...made,
    writes,
    prepare(sources) {
      const prepared = made.prepare(sources);
      const input = prepared.declared as Input<P, Q, B>;
      const share = {
        command: (call: Call) => command(input, call),
        notices: (call: Call) => notices(input, call),
        view: (outcome: CartOutcome, dialect: Dialect) => view(outcome, input, dialect),
        refusal: (thrown: unknown) => renamedError(thrown, renamed),
      };
      return { ...prepared, share, ...(cartKey && { cartKey: () => cartKey(input) }) };
    },
  };
}
