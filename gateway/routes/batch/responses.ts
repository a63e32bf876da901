import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cart, Notice } from '#contracts/cart.ts';
import type { CommandResult } from '#contracts/cart-commands.ts';
import { isErrorCode, refusal, ServiceError } from '#platform/errors/errors.ts';
import type { PlainAnswer } from '../../http/answer.ts';
import { ReadyJson } from '../../http/answer.ts';
import { errorAnswer } from '../../http/errors.ts';
import { type Fields, pickFields } from '../../http/fields.ts';
import { bodyOf } from '../../routing/answer.ts';
import type { Call } from '../../routing/call.ts';
import type { View } from '../../views/shared/views.ts';
import type { CartRequest, Changed, CheckedRequest } from './requests.ts';

/**
 * The result of a cart request: its view or its error. Null if the request was dropped because another request
 * failed.
 */
type CartResult = { readonly view: View } | { readonly error: ServiceError } | null;

/** A request of a batch with its result. */
export type Done =
  | Exclude<CheckedRequest, CartRequest>
  | { readonly kind: 'cart'; readonly request: CartRequest; readonly shown: CartResult };

function errorOf({ code, message, data }: CommandResult & { ok: false }): ServiceError {
  return isErrorCode(code) ? new ServiceError(code, data, { message }) : refusal('service_internal', {});
}

function isSame(one: Notice): (other: Notice) => boolean {
  return (other) => other.kind === one.kind && other.text === one.text;
}

/** Returns the cart's notices that belong to no command, such as notices about low stock. */
function commonNotices({ outcome: { cart }, results }: Changed): readonly Notice[] {
  const own = results.flatMap((result) => (result?.ok ? result.notices : []));
  return cart.notices.filter((notice) => !own.some(isSame(notice)));
}

function shownOf(
  request: CartRequest,
  changed: Changed,
  at: number,
  common: readonly Notice[],
  { dialect }: Call,
): CartResult {
  const { outcome, results } = changed;
  const result = results[at];
  if (!result) return null;
  try {
    if (!result.ok) throw errorOf(result);
    const notices = [...result.notices, ...request.notices, ...common];
    const cart: Cart = { ...outcome.cart, notices };
    return { view: request.batchFunctions.view({ ...outcome, cart, lineKeys: result.lineKeys }, dialect) };
  } catch (thrown) {
    const error = request.batchFunctions.refusal(thrown);
    if (error instanceof ServiceError) return { error };
    throw error;
  }
}

/**
 * Returns the requests with their results. The result of a cart request is the saved cart with the
 * notices of that request.
 */
export function doneOf(
  requests: readonly CheckedRequest[],
  changed: Changed | null,
  call: Call,
): readonly Done[] {
  const common = changed ? commonNotices(changed) : [];
  let at = -1;
  return requests.map((request): Done => {
    if (request.kind !== 'cart') return request;
    at += 1;
    return { kind: 'cart', request, shown: changed && shownOf(request, changed, at, common, call) };
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
function answerOf(done: Exclude<Done, { kind: 'catalogue' }>, call: Call): PlainAnswer | null {
  if (done.kind === 'refused') return errorAnswer(done.error, call.dialect, call.requestId);
  const { shown, request } = done;
  if (shown === null) return null;
  if ('error' in shown) return errorAnswer(shown.error, call.dialect, call.requestId);
  return { status: 200, headers: {}, body: bodyOf(shown, request.rendered) };
}

/** Returns the answer of a request as JSON. The JSON of a catalogue answer already exists. */
function jsonOf(done: Done, call: Call): readonly Buffer[] {
  if (done.kind !== 'catalogue') return [Buffer.from(JSON.stringify(answerOf(done, call)))];
  const headers = JSON.stringify(Object.fromEntries(done.entry.headers));
  return [Buffer.from(`{"status":200,"headers":${headers},"body":`), done.entry.bytes, Buffer.from('}')];
}

/**
 * Returns the JSON of `{...before, responses: […]}` with one response for each entry of `all`. The response is null
 * if the entry is null, or if the request was dropped because another request failed.
 */
export async function responsesOf(
  all: readonly (Done | null)[],
  call: Call,
  before: object = {},
): Promise<ReadyJson> {
  const responses: Buffer[] = [];
  for (const [index, done] of all.entries()) {
    if (index > 0) {
      responses.push(Buffer.from(','));
      await nextTurn();
    }
    responses.push(...(done ? jsonOf(done, call) : [Buffer.from('null')]));
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
  const { shown, request } = last;
  const { view } = shown;
  if (view.name !== 'cartV2' || !all.every(isOfCartV2) || all.some(hasFailed)) return null;
  const others = all.flatMap((one) => (one.kind === 'cart' ? one.request.notices : []));
  const cart = { ...view.data.cart, notices: [...outcome.cart.notices, ...others] };
  const body = bodyOf({ view: { name: 'cartV2', data: { ...view.data, cart } } }, request.rendered);
  return fields ? pickFields(body, fields) : body;
}

function isOfCartV2(done: Done): boolean {
  return done.kind === 'cart' && /^\/v2\/cart(\/|$)/.test(done.request.rendered.route.path);
}
