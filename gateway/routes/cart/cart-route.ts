import { z } from 'zod';
import type { Cart, Notice } from '#contracts/cart.ts';
import {
  type CartCommand,
  type CommandOf,
  changeCart,
  commandErrors,
  type WriteRate,
} from '#contracts/cart-commands.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import { readFields } from '../../http/fields.ts';
import type { Call } from '../../routing/call.ts';
import { flag, word } from '../../routing/parameters.ts';
import { type Answer, type Prepared, type Route, route } from '../../routing/route.ts';
import type { Dialect } from '../../views/shared/dialect.ts';
import type { PlainView, ViewName, ViewOf } from '../../views/shared/views.ts';
import { cartAnswer, cartHeaders, currentCart } from './cart-answer.ts';

/** The cart after a request, and the lines that the request changed. */
export interface CartOutcome {
  readonly cart: Cart;
  /** Keys of the lines that the command changed, in the order of the command. Removed lines are included. */
  readonly lineKeys: readonly string[];
  /** Whether an earlier request with the same idempotency key made the change. */
  readonly replayed: boolean;
  readonly rate: WriteRate | null;
}

/** The functions of a cart route that a batch calls to get the route's command and to present the outcome. */
export interface BatchFunctions {
  command(call: Call): CartCommand | null;
  notices(call: Call): readonly Notice[];
  view(outcome: CartOutcome, dialect: Dialect): PlainView;
  /**
   * Returns the given error. If the route replaces the code of this error, returns the error with the new
   * code.
   */
  refusal(thrown: unknown): unknown;
}

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
  Kind extends CartCommand['kind'],
> {
  readonly method: Route['method'];
  readonly path: string;
  readonly summary: string;
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
  readonly makesGuestCart?: boolean;
  /** Maps error codes to the codes of this route. Errors with a replaced code have no data. */
  readonly renamed?: Partial<Record<ErrorCode, ErrorCode>>;
  /**
   * Returns the cart key in the path of the request. A route without this function uses the caller's cart.
   *
   * @throws ServiceError if the caller may not read the cart
   */
  cartKey?(input: Input<P, Q, B>): string;
  /** Returns the command for the cart service. If it returns null or is absent, the route only reads the cart. */
  command?(input: Input<P, Q, B>, call: Call): CommandOf<NoInfer<Kind>> | null;
  /** Returns notices that the gateway adds to the notices of the cart service. */
  notices?(input: Input<P, Q, B>, call: Call): readonly Notice[];
  /** Returns the view of the outcome. @throws ServiceError if the cart does not contain the requested data */
  view(outcome: CartOutcome, input: Input<P, Q, B>, dialect: Dialect): ViewOf<NoInfer<Name>>;
}

const none = z.object({});

/** Returns the outcome of a request that only reads the cart. */
const read = (cart: Cart): CartOutcome => ({ cart, lineKeys: [], replayed: false, rate: null });

/**
 * Sends the command to the cart service and returns the outcome. If `command` is null, only reads the cart.
 * Adds `notices` to the cart's notices.
 */
async function outcomeOf(
  command: CartCommand | null,
  notices: readonly Notice[],
  call: Call,
): Promise<CartOutcome> {
  const outcome = command
    ? await call.ask(changeCart, { ...call.writeConditions, command })
    : read(await currentCart(call));
  if (notices.length === 0) return outcome;
  return { ...outcome, cart: { ...outcome.cart, notices: [...outcome.cart.notices, ...notices] } };
}

/** Replaces the code of an error by the code in `renamed`. Returns errors with other codes unchanged. */
function renamedError(thrown: unknown, renamed: Partial<Record<ErrorCode, ErrorCode>>): unknown {
  const code = thrown instanceof ServiceError ? renamed[thrown.code] : undefined;
  return code ? new ServiceError(code, {}, { cause: thrown }) : thrown;
}

/** Error codes that are common to all routes which change a cart. */
export const writeErrors = [
  'service_cart_limit_exceeded',
  'service_revision_mismatch',
  'service_idempotency_key_reused',
  'service_rate_limit_exceeded',
] as const satisfies readonly ErrorCode[];

/** A route about a cart. The route sends one command or reads the cart, and presents the outcome. */
export type CartRoute = Omit<Route, 'prepare'> & {
  prepare(...sources: Parameters<Route['prepare']>): Prepared & { readonly batchFunctions: BatchFunctions };
};

/** Returns the functions that a batch calls. Returns null if the route cannot be part of a batch. */
export function batchFunctionsOf(prepared: Prepared): BatchFunctions | null {
  return 'batchFunctions' in prepared ? (prepared.batchFunctions as BatchFunctions) : null;
}

/** Returns a route about a cart. */
export function cartRoute<
  P extends z.ZodObject = typeof none,
  Q extends z.ZodObject = typeof none,
  B extends z.ZodObject = typeof none,
  Name extends ViewName = ViewName,
  Kind extends CartCommand['kind'] = never,
>(definition: Definition<P, Q, B, Name, Kind>): CartRoute {
  const { method, path, summary, params, body, answers, pictures = true } = definition;
  const { sends = [], errors = [], command = () => null } = definition;
  // The type system cannot derive that the function returns one of the declared views.
  const view = definition.view as (
    outcome: CartOutcome,
    input: Input<P, Q, B>,
    dialect: Dialect,
  ) => PlainView;
  const { notices, writes = method !== 'GET', renamed = {}, cartKey } = definition;
  const { makesGuestCart = false } = definition;
  const query = cartQuery(pictures).extend((definition.query ?? none).shape);
  const base = route({
    method,
    path,
    summary,
    kind: 'cart',
    query,
    ...(params && { params }),
    ...(body && { body }),
    answers: { 200: answers as { readonly [One in ViewName]?: string } },
    errors: [
      'service_cart_error',
      ...errors,
      ...sends.flatMap((kind): readonly ErrorCode[] => commandErrors[kind]),
      ...(writes ? writeErrors : []),
    ],
    async handle(checked, call): Promise<Answer> {
      // The cast is correct, because each of the three schemas comes from the definition or is empty.
      const input = checked as unknown as Input<P, Q, B>;
      const { fields, _fields } = checked.query as { readonly fields?: string; readonly _fields?: string };
      const cartCommand = command(input, call);
      try {
        if (cartCommand === null && !writes && !notices) {
          return await cartAnswer(call, {
            name: `${path} ${JSON.stringify(input)}`,
            fields: readFields(fields, _fields),
            view: (cart) => view(read(cart), input, call.dialect),
          });
        }
        const outcome = await outcomeOf(cartCommand, notices?.(input, call) ?? [], call);
        return { view: view(outcome, input, call.dialect), headers: cartHeaders(outcome) };
      } catch (thrown) {
        throw renamedError(thrown, renamed);
      }
    },
  });
  return {
    ...base,
    writes,
    makesGuestCart,
    prepare(sources) {
      const prepared = base.prepare(sources);
      const input = prepared.declared as Input<P, Q, B>;
      const batchFunctions = {
        command: (call: Call) => command(input, call),
        notices: (call: Call) => notices?.(input, call) ?? [],
        view: (outcome: CartOutcome, dialect: Dialect) => view(outcome, input, dialect),
        refusal: (thrown: unknown) => renamedError(thrown, renamed),
      };
      return { ...prepared, batchFunctions, ...(cartKey && { cartKey: () => cartKey(input) }) };
    },
  };
}
