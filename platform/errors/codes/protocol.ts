import { z } from 'zod';
import { type DeclaredErrors, noData } from './declared-errors.ts';

/** Errors of HTTP requests, authentication, operations between processes, limits and batches. */
export const protocolErrors = {
  // HTTP requests.
  rest_no_route: {
    status: 404,
    data: z.object({ reason: z.literal('checkout').optional() }),
  },
  rest_invalid_json: {
    status: 400,
    data: z.object({ json_error_code: z.int(), json_error_message: z.string() }),
  },
  rest_invalid_param: {
    status: 400,
    data: z.object({
      params: z.record(z.string(), z.string()),
      details: z.record(z.string(), z.object({ code: z.string(), message: z.string(), data: z.unknown() })),
    }),
  },
  rest_missing_callback_param: {
    status: 400,
    data: z.object({ params: z.array(z.string()) }),
  },
  service_unsupported_version: {
    status: 400,
    data: z.object({ requested_version: z.string(), supported_versions: z.array(z.string()) }),
  },
  service_request_too_large: {
    status: 413,
    data: z.object({ maximum_bytes: z.int(), reason: z.literal('pieces').optional() }),
  },
  service_request_headers_too_large: {
    status: 431,
    data: z.object({ maximum_bytes: z.int() }),
  },
  service_too_many_parameters: {
    status: 400,
    data: z.object({ maximum: z.int() }),
  },
  service_invalid_form: {
    status: 400,
    data: noData,
  },
  service_unsupported_media_type: {
    status: 415,
    data: z.object({ reason: z.literal('files').optional() }),
  },
  service_https_required: {
    status: 403,
    data: noData,
  },
  service_foreign_origin: {
    status: 403,
    data: noData,
  },
  service_authentication_error: { status: 401, data: noData },
  service_revision_mismatch: {
    status: 412,
    data: z.object({ revision: z.int() }),
    byState: true,
  },
  service_idempotency_key_reused: {
    status: 422,
    data: noData,
  },
  service_unavailable: {
    status: 503,
    data: z.object({ retry_after: z.int(), reason: z.enum(['unconfirmed', 'shop']).optional() }),
  },
  service_upstream_timeout: {
    status: 504,
    data: z.object({ reason: z.enum(['none', 'order']).optional() }),
  },
  service_internal: { status: 500, data: noData },

  // Operations, over NATS and the private HTTP port.
  service_invalid_request: {
    status: 400,
    data: z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
  service_unknown_operation: { status: 404, data: noData },
  service_not_allowed: { status: 403, data: z.object({ reason: z.literal('fees').optional() }) },

  // Limits and batches.
  service_rate_limit_exceeded: {
    status: 429,
    data: z.object({
      retry_after: z.int(),
      limit: z.int(),
      window: z.int(),
      reason: z.enum(['coupon_codes', 'new_carts']).optional(),
    }),
  },
  service_stream_limit_exceeded: {
    status: 429,
    data: z.object({ retry_after: z.int(), limit: z.int() }),
  },
  rest_invalid_path: { status: 400, data: noData },
  rest_batch_not_allowed: { status: 400, data: noData },

  service_batch_too_many_reads: {
    status: 400,
    data: z.object({ maximum: z.int() }),
  },
  service_cart_limit_exceeded: {
    status: 400,
    data: z.object({ limit: z.string(), maximum: z.int() }),
  },
} as const satisfies DeclaredErrors;
