import { z } from 'zod';

/** Returns the schema of an error (docs/reference/README.md#errors): code, message, and data with the status. */
function refusal<Code extends string, Data extends z.ZodRawShape>(code: Code, status: number, data: Data) {
  return z.strictObject({
    code: z.literal(code),
    message: z.string().min(1),
    data: z.strictObject({ status: z.literal(status), ...data }),
  });
}

/**
 * Returns the schema of a refusal whose data may have any members beside the status. docs/errors.md lists these
 * codes and members.
 */
export function otherRefusal(code: string, status: number) {
  return z.strictObject({
    code: z.literal(code),
    message: z.string().min(1),
    data: z.object({ status: z.literal(status) }).catchall(z.json()),
  });
}

/**
 * Returns the schema of the refusal of a version (docs/reference/README.md#addresses-and-versions). The refusal
 * lists a 1.x and a 2.x version.
 */
export function unsupportedVersion(requested: string) {
  return refusal('service_unsupported_version', 400, {
    requested_version: z.literal(requested),
    supported_versions: z
      .array(z.string().regex(/^\d+\.\d+$/))
      .refine((list) => ['1.', '2.'].every((major) => list.some((version) => version.startsWith(major)))),
  });
}

/** The error for invalid parameters. `params` has a sentence for each parameter, by name. */
export const InvalidParam = refusal('rest_invalid_param', 400, {
  params: z.record(z.string(), z.string().min(1)),
  details: z
    .record(z.string(), z.strictObject({ code: z.string(), message: z.string(), data: z.json() }))
    .optional(),
});
/** The error for missing parameters. `params` has their names. */
export const MissingParam = refusal('rest_missing_callback_param', 400, { params: z.array(z.string()) });
/** The error for malformed JSON. */
export const InvalidJson = refusal('rest_invalid_json', 400, {
  json_error_code: z.int(),
  json_error_message: z.string(),
});
/** Returns the schema of a refusal for lack of stock. The data contain quantities. */
export function stockRefusal(code: string) {
  return refusal(code, 404, {
    requested: z.int(),
    in_cart: z.int(),
    available: z.int(),
    name: z.string(),
  });
}
