import { z } from 'zod';
import { ServiceError } from './errors.ts';

/** What can be wrong with a parameter. `platform/sentences` has a sentence for each rule. */
const ParameterRule = z.enum([
  'type',
  'one_of',
  'too_short',
  'too_long',
  'too_few',
  'too_many',
  'too_small',
  'too_big',
  'between',
  'name',
  'email',
  'date_time',
  'pattern',
  'unknown',
  'unknown_near',
  'number',
  'long_name',
  'members',
  'one_line',
  'amount',
  'signed_amount',
  'items',
  'filters',
  'one_cart',
  'brackets',
  'cart_key',
  'key_length',
  'return_url',
  'revision',
  'repeated_password',
  'same_password',
  'user_name',
  'foreign_user_name',
  'no_country',
  'no_state',
  'long_text',
  'other',
]);
export type ParameterRule = z.infer<typeof ParameterRule>;

export function isParameterRule(text: string): text is ParameterRule {
  return ParameterRule.safeParse(text).success;
}

/** What is wrong with one parameter. */
export const ParameterFault = z.object({
  /** WordPress's code of the fault. */
  code: z.string(),
  rule: ParameterRule,
  /** What the sentence mentions: `path` is the parameter or the place in it, such as `include[1]`. */
  values: z.looseObject({ path: z.string() }),
  /** The received value, if the sentence may repeat it. It is never logged. */
  given: z.string().optional(),
});
export type ParameterFault = z.infer<typeof ParameterFault>;

/** Returns the error for invalid parameters, by name. */
export function invalidParameters(faults: Readonly<Record<string, ParameterFault>>): ServiceError {
  return new ServiceError('rest_invalid_param', { faults });
}

/** Returns the error for one invalid parameter. `values` are what the sentence mentions beside the name. */
export function invalidParameter(
  name: string,
  rule: ParameterRule,
  values: Readonly<Record<string, unknown>> = {},
): ServiceError {
  const fault = { code: 'rest_invalid_param', rule, values: { ...values, path: name } };
  return invalidParameters({ [name]: fault });
}

/** What a service can refuse in the request of an operator. `platform/sentences` has a sentence for each rule. */
const RequestRule = z.enum([
  'price_of_parts',
  'sale_price',
  'no_sale_price',
  'sale_without_regular',
  'regular_price',
  'sale_dates',
  'role',
  'no_stock',
  'no_slug',
  'slug_taken',
  'no_parts',
  'no_address',
  'full_category',
  'sku_taken',
  'code_taken',
  'same_id',
  'same_id_or_sku',
  'same_id_or_code',
  'no_amount',
  'no_json',
]);
export type RequestRule = z.infer<typeof RequestRule>;

/** What is wrong with one member of a request. */
export const RequestFault = z.object({
  path: z.string(),
  rule: RequestRule,
  values: z.record(z.string(), z.unknown()),
});
type RequestFault = z.infer<typeof RequestFault>;

/** Returns the error `service_invalid_request` for one member of a request. */
export function invalidRequest(
  path: string,
  rule: RequestRule,
  values: Readonly<Record<string, unknown>> = {},
  cause?: unknown,
): ServiceError {
  const fault: RequestFault = { path, rule, values };
  return new ServiceError('service_invalid_request', { faults: [fault] }, { cause });
}
