import { z } from 'zod';

/** docs/reference/README.md#errors: code, message, and data with the status and the members of the code. */
function refusal<Code extends string, Data extends z.ZodRawShape>(code: Code, status: number, data: Data) {
  return z.strictObject({
    code: z.literal(code),
    message: z.string().min(1),
    data: z.strictObject({ status: z.literal(status), ...data }),
  });
}

/**
 * A refusal of the catalogue or the cart. The specification names neither their codes nor their data members
 * (`docs/errors.md` has both), so the members beside the status are free.
 */
export function otherRefusal(code: string, status: number) {
  return z.strictObject({
    code: z.literal(code),
    message: z.string().min(1),
    data: z.object({ status: z.literal(status) }).catchall(z.json()),
  });
}

/** docs/reference/README.md#addresses-and-versions: a 1.x and a 2.x are listed. */
export function unsupportedVersion(requested: string) {
  return refusal('service_unsupported_version', 400, {
    requested_version: z.literal(requested),
    supported_versions: z
      .array(z.string().regex(/^\d+\.\d+$/))
      .refine((list) => ['1.', '2.'].every((major) => list.some((version) => version.startsWith(major)))),
  });
}

/** A name and a sentence for each bad parameter. */
export const InvalidParam = refusal('rest_invalid_param', 400, {
  params: z.record(z.string(), z.string().min(1)),
  details: z
    .record(z.string(), z.strictObject({ code: z.string(), message: z.string(), data: z.json() }))
    .optional(),
});
/** The names of the missing parameters. */
export const MissingParam = refusal('rest_missing_callback_param', 400, { params: z.array(z.string()) });
/** Malformed JSON. */
export const InvalidJson = refusal('rest_invalid_json', 400, {
  json_error_code: z.int(),
  json_error_message: z.string(),
});
/** Refusals because of stock contain quantities. */
export function stockRefusal(code: string) {
  return refusal(code, 404, { requested: z.int(), in_cart: z.int(), available: z.int() });
}
