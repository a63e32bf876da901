import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Cart } from '#contracts/cart.ts';
import type { CommandResult } from '#contracts/cart-commands.ts';
import type { Notice } from '#contracts/notices.ts';
import { isErrorCode, refusal, ServiceError } from '#platform/errors/errors.ts';
import type { PlainAnswer } from '../../http/answer.ts';
import { ReadyJson } from '../../http/answer.ts';
import { errorAnswer } from '../../http/errors.ts';
import { presented } from '../../routing/answer.ts';
import { renamedError, viewOf } from '../../routing/carts.ts';
import type { Request } from '../../routing/request.ts';
import { type Fields, pickFields } from '../../views/shared/fields.ts';
import type { PlainView } from '../../views/shared/views.ts';
import type { CartPart, Changed, CheckedRequest } from './requests.ts';

/**
 * The result of a cart request: its view or its error. Null if the request was dropped because another request
 * failed.
 */
type CartResult = { readonly view: PlainView } | { readonly error: ServiceError } | null;

/** A request of a batch with its result. */
export type Done =
  | Exclude<CheckedRequest, CartPart>
  | { readonly kind: 'cart'; readonly part: CartPart; readonly shown: CartResult };

function errorOf({ code, message, data }: CommandResult & { ok: false }): ServiceError {
  return isErrorCode(code)
    ? new ServiceError(code, data, { text: message })
    : refusal('service_internal', {});
}

/** Returns the cart's notices that belong to no command, such as notices about low stock. */
function commonNotices({ outcome: { cart }, results }: Changed): readonly Notice[] {
  const own = results.flatMap((result) => (result?.ok ? result.notices : []));
  return cart.notices.filter((notice) => !own.some((one) => isDeepStrictEqual(one, notice)));
}

/** Returns the notices of the gateway for a request. */
function noticesOf({ route, request }: CartPart): readonly Notice[] {
  return route.notices?.(request) ?? [];
}

function shownOf(
  part: CartPart,
  { outcome, results }: Changed,
  at: number,
  common: readonly Notice[],
): CartResult {
  const { route, request } = part;
  const result = results[at];
  if (!result) return null;
  try {
    if (!result.ok) throw errorOf(result);
    const notices = [...result.notices, ...noticesOf(part), ...common];
    const cart: Cart = { ...outcome.cart, notices };
    return { view: viewOf(route, { ...outcome, cart, lineKeys: result.lineKeys }, request) };
  } catch (thrown) {
    const error = renamedError(thrown, route);
    if (error instanceof ServiceError) return { error };
    throw error;
  }
}

/**
 * Returns the requests with their results. The result of a cart request is the saved cart with the
 * notices of that request.
 */
export function doneOf(requests: readonly CheckedRequest[], changed: Changed | null): readonly Done[] {
  const common = changed ? commonNotices(changed) : [];
  let at = -1;
  return requests.map((part): Done => {
    if (part.kind !== 'cart') return part;
    at += 1;
    return { kind: 'cart', part, shown: changed && shownOf(part, changed, at, common) };
  });
}

/**
 * Returns whether the answer to a request is an error. Server faults do not occur here, because a server
 * fault fails the whole batch.
 */
export function hasFailed(done: Done): boolean {
  if (done.kind === 'cart') return done.shown !== null && 'error' in done.shown;
  return done.kind === 'refused';
}

/**
 * Returns the answer that the request would get outside a batch. Returns null if the request was dropped because
 * another request failed.
 */
function answerOf(done: Exclude<Done, { kind: 'catalogue' }>, batch: Request): PlainAnswer | null {
  if (done.kind === 'refused') return errorAnswer(done.error, batch.dialect, batch.id);
  const { shown, part } = done;
  if (shown === null) return null;
  if ('error' in shown) return errorAnswer(shown.error, batch.dialect, batch.id);
  return { status: 200, headers: {}, body: presented(shown.view, part.request) };
}

/** Returns the answer of a request as JSON. The JSON of a catalogue answer already exists. */
function jsonOf(done: Done, batch: Request): readonly Buffer[] {
  if (done.kind !== 'catalogue') return [Buffer.from(JSON.stringify(answerOf(done, batch)))];
  const headers = JSON.stringify(Object.fromEntries(done.entry.headers));
  return [Buffer.from(`{"status":200,"headers":${headers},"body":`), done.entry.bytes, Buffer.from('}')];
}

/**
 * Returns the JSON of `{...before, responses: […]}` with one response for each entry of `all`. The response is null
 * if the entry is null, or if the request was dropped because another request failed.
 */
export async function responsesOf(
  all: readonly (Done | null)[],
  batch: Request,
  before: object = {},
): Promise<ReadyJson> {
  const responses: Buffer[] = [];
  for (const [index, done] of all.entries()) {
    if (index > 0) {
      responses.push(Buffer.from(','));
      await nextTurn();
    }
    responses.push(...(done ? jsonOf(done, batch) : [Buffer.from('null')]));
  }
  const start = JSON.stringify({ ...before, responses: [] }).slice(0, -2);
  return new ReadyJson(Buffer.concat([Buffer.from(start), ...responses, Buffer.from(']}')]));
}

/**
 * Returns the saved cart if one cart can answer the whole batch
 * (docs/reference/batch.md#one-cart-as-the-answer), else null. The cart has the notices of all requests, but
 * only the given `fields`.
 */
export function oneCartOf(all: readonly Done[], { outcome }: Changed, fields: Fields | null): unknown {
  const last = all.at(-1);
  if (last?.kind !== 'cart' || !last.shown || !('view' in last.shown)) return null;
  const { shown, part } = last;
  const { view } = shown;
  if (view.name !== 'cartV2' || !all.every(isOfCartV2) || all.some(hasFailed)) return null;
  const others = all.flatMap((one) => (one.kind === 'cart' ? noticesOf(one.part) : []));
  const cart = { ...view.data.cart, notices: [...outcome.cart.notices, ...others] };
  const body = presented({ name: 'cartV2', data: { ...view.data, cart } }, part.request);
  return fields ? pickFields(body, fields) : body;
}

function isOfCartV2(done: Done): boolean {
  return done.kind === 'cart' && /^\/v2\/cart(\/|$)/.test(done.part.route.path);
}
