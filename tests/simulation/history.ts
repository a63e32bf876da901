import type { Cart } from '#contracts/cart.ts';
import { asServiceError } from '#platform/errors/errors.ts';
import type { WriteResult } from '../../services/cart/carts/writes.ts';
import type { ChangeResult } from '../../services/cart/model/outcome.ts';
import { type CartState, decodeState } from '../../services/cart/model/state.ts';
import { type CommandRequest, inWords } from './commands.ts';
import { cartText } from './reference-text.ts';

/** The result of one of several commands: its lines or its refusal as text; null if the command was not run. */
export type AnsweredStep = string | null;

/** An answer to a client. */
export type Answer =
  | {
      readonly ok: true;
      readonly revision: number;
      readonly replayed: boolean;
      /**
       * The lines that the command changed, or the results of several commands, as `outcomeText` returns them.
       */
      readonly outcome: string;
      /** The cart in the answer, as `shownText` returns it. */
      readonly cart: string;
    }
  | { readonly ok: false; readonly code: string; readonly data: Readonly<Record<string, unknown>> };

/** One request of an operation, and its answer; null without an answer. */
export interface Request {
  readonly sentAt: number;
  endedAt: number;
  answer: Answer | null;
}

/**
 * An operation of a client; a read if `asked` is null. All requests of an operation have the same idempotency
 * key.
 */
export interface Operation {
  readonly name: string;
  readonly cart: string;
  readonly asked: CommandRequest | null;
  readonly once: string;
  readonly ifRevision: number | null;
  readonly requests: Request[];
  /** For each delivery: the replica, the time, and the deadline of the commit. */
  readonly deliveries: { readonly host: number; readonly at: number; readonly deadline: number }[];
}

/**
 * A commit of the replica `host`, made between `begun` and `ended`. The commit made `count` revisions;
 * `revision` is the last of these revisions.
 */
export interface Committed {
  readonly cart: string;
  readonly host: number;
  readonly begun: number;
  readonly ended: number;
  readonly from: number;
  readonly revision: number;
  readonly count: number;
  /** The stored cart, as `keptText` returns it. */
  readonly kept: string;
  /** Idempotency keys of the committed operations, in order. */
  readonly once: readonly string[];
}

/** Returns an outcome as text: its lines, and for several commands the lines or refusal of each command. */
export function outcomeText(lineKeys: readonly string[], results: readonly AnsweredStep[] | null): string {
  return JSON.stringify([lineKeys, results]);
}

/** Members of a refusal that only its sentence needs. The reference cart knows no names. */
const mentioned: ReadonlySet<string> = new Set(['name', 'coupon', 'amount']);

/** Returns a refusal as text, without the names that it mentions. */
export function refusalText(code: string, data: object): string {
  return `${code} ${JSON.stringify(data, (name, value) => (mentioned.has(name) ? undefined : value))}`;
}

function partText(part: ChangeResult): AnsweredStep {
  if (!part) return null;
  return part.ok ? part.lineKeys.join() : refusalText(part.error.code, part.error.data);
}

function shownOf({ lines, removed, customer, coupons, shipping }: Cart): string {
  const entries = (some: Cart['lines']) =>
    some.map(({ key, quantity, unitPrice }) => [key, quantity, unitPrice] as const);
  return cartText({
    lines: entries(lines),
    removed: entries(removed),
    email: customer.billing.email,
    coupons: coupons.map(({ code }) => code),
    rate: shipping.packages.map(({ chosenRate }) => chosenRate).join(),
    city: customer.shipping.city,
  });
}

/** Returns the text of a stored cart, in the form of `keptText`. */
export function keptOf(state: string): string {
  const { lines, removed, customer, coupons, chosenRates } = decodeState(state);
  const entries = (some: CartState['lines']) =>
    some.map(({ key, quantity }) => [key, quantity, null] as const);
  return cartText({
    lines: entries(lines),
    removed: entries(removed),
    email: customer.billing.email,
    coupons,
    rate: Object.values(chosenRates).join(),
    city: customer.shipping.city,
  });
}

export function answerOfChange({ cart, lineKeys, results, replayed }: WriteResult): Answer {
  const outcome = outcomeText(lineKeys, results?.map(partText) ?? null);
  return { ok: true, revision: cart.revision, replayed, outcome, cart: shownOf(cart) };
}

export function answerOfRead(cart: Cart): Answer {
  return {
    ok: true,
    revision: cart.revision,
    replayed: false,
    outcome: outcomeText([], null),
    cart: shownOf(cart),
  };
}

export function answerOfError(error: unknown): Answer {
  const { code, data, cause } = asServiceError(error);
  // The code `service_internal` means an error in the code of the service. The reference cart never has this code, so
  // the checker reports the answer as unexplained. The data contain the cause, so that this report shows the cause.
  return { ok: false, code, data: code === 'service_internal' ? { cause: String(cause) } : data };
}

/** Returns whether an answer does not tell whether the operation succeeded. */
export function isOpen(answer: Answer | null): boolean {
  return !answer || (!answer.ok && answer.code === 'service_unavailable');
}

function answerInWords(answer: Answer | null): string {
  if (!answer) return 'nothing';
  if (!answer.ok) return refusalText(answer.code, answer.data);
  return `revision ${answer.revision}${answer.replayed ? ' (replayed)' : ''}: ${answer.cart}`;
}

/** Returns an operation with its answers as text. */
export function operationInWords({ name, cart, asked, ifRevision, requests }: Operation): string {
  const condition = ifRevision === null ? '' : ` if revision ${ifRevision}`;
  const what = `${name} on ${cart}: ${asked ? inWords(asked) : 'read'}${condition}`;
  const answers = requests.map(
    ({ sentAt, endedAt, answer }) =>
      `\n    ${sentAt.toFixed(1)} … ${endedAt.toFixed(1)}: ${answerInWords(answer)}`,
  );
  return what + answers.join('');
}
