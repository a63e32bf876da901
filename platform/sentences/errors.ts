import { z } from 'zod';
import { ExtensionRefusal } from '#platform/errors/codes/accounts.ts';
import { isErrorCode, ServiceError, statusOf } from '#platform/errors/errors.ts';
import { ParameterFault, RequestFault } from '#platform/errors/faults.ts';
import type { ErrorCode } from '#platform/errors/registry.ts';
import { isKey, isTechnical, type Key, say, type Values } from './say.ts';

/** The variant of a code's sentence; undefined for the code's general sentence. */
type Variant = string | undefined;

/**
 * The errors whose sentence depends on other members of `data` than `reason` and `name`: with a `reason`, the sentence is
 * `code.reason`; with a `name`, it is `code.named`.
 */
const variants: Readonly<Partial<Record<ErrorCode, (data: Values) => Variant>>> = {
  rest_missing_callback_param: ({ params }) => (params ? 'named' : undefined),
  service_quantity_invalid_amount: ({ name }) => (name === undefined ? 'limits' : 'named'),
  service_missing_variation_data: ({ missing }) => (missing ? 'named' : undefined),
  service_no_variation_found: ({ missing }) => (missing ? 'missing' : undefined),
  service_invalid_variation_data: ({ allowed }) =>
    Array.isArray(allowed) && allowed.length === 0 ? 'none' : 'allowed',
  service_update_cart_namespace_error: ({ namespaces }) => (namespaces ? 'known' : undefined),
  service_update_cart_no_namespace_error: ({ namespaces }) => (namespaces ? 'known' : undefined),
  service_item_restored_to_cart: ({ status }) => (status === 405 ? 'in_cart' : undefined),
  service_cart_limit_exceeded: ({ limit }) => String(limit),
};

/** Returns the key of an error's sentence. */
function keyOf(code: ErrorCode, data: Values): Key {
  if (code === 'service_coupon_not_exist' && data.coupon !== undefined) return 'coupon.not_exist';
  if (code === 'service_coupon_failed_to_apply') {
    const key = `coupon.${data.reason}`;
    return isKey(key) ? key : code;
  }
  const variant = variants[code]?.(data) ?? data.reason ?? (typeof data.name === 'string' ? 'named' : '');
  const key = `${code}.${variant}`;
  return isKey(key) ? key : code;
}

/** Returns the number of pieces that a shopper would have, of a product with too few in stock. */
function wantedIn(code: ErrorCode, { requested, in_cart: held }: Values): number {
  return Number(requested) + (code === 'service_not_enough_stock_remaining' ? Number(held) : 0);
}

/** A fault inside the value of a fault: of the name in a map. */
const Inner = z.array(ParameterFault.pick({ rule: true, values: true }));

/** The prefixes of fields in forms. */
const formPrefix = /^(?:account_|billing_|shipping_|calc_shipping_|requested_|reviewer_|s_)/;

/** Returns the label of a parameter that shoppers fill in, or the path itself. */
export function fieldLabel(path: string): string {
  // The last name in a path such as `billing_address[email]`.
  const name = path.split(/\W/).findLast((one) => one !== '') ?? '';
  const key = `field.${name.replace(formPrefix, '')}`;
  return isKey(key) ? say(key) : path;
}

function parameterSentence({ rule, values }: Pick<ParameterFault, 'rule' | 'values'>): string {
  const inner = Inner.safeParse(values.fault).data?.map(parameterSentence);
  const count = Number(values.bound ?? values.maximum ?? 1);
  const key = `parameter.${rule}` as const;
  const field = isTechnical(key) ? values.path : fieldLabel(values.path);
  return say(key, { ...values, field, fault: inner }, count);
}

/** Returns a text as a sentence. WordPress ends some of its messages without a full stop. */
function ended(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

const ParameterData = z.object({ faults: z.record(z.string(), ParameterFault) });
const RequestData = z.object({ faults: z.array(RequestFault) });

/** Returns the message and the data of an error about invalid parameters: a sentence for each parameter. */
function ofParameters({ faults }: z.infer<typeof ParameterData>) {
  const told = Object.entries(faults).map(([name, fault]) => {
    return { name, code: fault.code, message: parameterSentence(fault), given: fault.given };
  });
  const params = Object.fromEntries(told.map(({ name, message }) => [name, message]));
  const details = Object.fromEntries(
    told.map(({ name, code, message }) => [name, { code, message, data: null }]),
  );
  const sentences = told.map(({ message, given }) =>
    given === undefined ? ended(message) : say('parameter.given', { sentence: ended(message), given }),
  );
  return { message: sentences.join(' '), data: { params, details } };
}

/** Returns the message and the data of an error about a request of an operator. */
function ofRequest({ faults }: z.infer<typeof RequestData>) {
  const issues = faults.map(({ path, rule, values }) => ({ path, message: say(`request.${rule}`, values) }));
  return { message: issues.map(({ message }) => message).join(' '), data: { issues } };
}

/** Returns the labels of missing parameters, for `rest_missing_callback_param`. */
function labelsOf(names: unknown): unknown {
  return Array.isArray(names) ? names.map((name) => fieldLabel(String(name))) : names;
}

/** Returns the code, the sentence and the data that clients see. A refusal by a login extension may have its own code. */
function refusalOf({ code, data, text }: ServiceError): ExtensionRefusal {
  if (code === 'service_login_extension_refusal') return ExtensionRefusal.parse(data.refusal);
  if (text !== null) return { code, message: text, data: { ...data } };
  if (code === 'rest_invalid_param') {
    const parsed = ParameterData.safeParse(data);
    if (parsed.success) return { code, ...ofParameters(parsed.data) };
  }
  if (code === 'service_invalid_request') {
    const parsed = RequestData.safeParse(data);
    if (parsed.success) return { code, ...ofRequest(parsed.data) };
  }
  const values = { ...data, wanted: wantedIn(code, data), params: labelsOf(data.params) };
  const message = say(keyOf(code, data), values, Number(data.maximum ?? 1));
  return { code, message, data: { ...data } };
}

/** Returns the sentence of an error with this code and data, as in a notice about a refused item. */
export function codedSentence(code: string, data: Values): string {
  return isErrorCode(code) ? errorSentence(new ServiceError(code, { ...data })) : code;
}

/** Returns the sentence of an error. */
export function errorSentence(error: ServiceError): string {
  return refusalOf(error).message;
}

/**
 * Returns the public body of an error (docs/reference/README.md#errors): the status, and `{ code, message,
 * data: { status, …members } }`.
 */
export function publicBody(error: ServiceError) {
  const status = statusOf(error);
  const { code, message, data } = refusalOf(error);
  return { status, body: { code, message, data: { status, ...data } } };
}
