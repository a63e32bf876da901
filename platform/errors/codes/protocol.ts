import { z } from 'zod';
import { type DeclaredErrors, noData } from './declared-errors.ts';

/** Errors of HTTP requests, authentication, operations between processes, limits and batches. */
export const protocolErrors = {
  // HTTP requests.
  rest_no_route: {
    status: 404,
    message: 'No route was found matching the URL and request method.',
    data: noData,
  },
  rest_invalid_json: {
    status: 400,
    message: 'Invalid JSON body passed.',
    data: z.object({ json_error_code: z.int(), json_error_message: z.string() }),
  },
  rest_invalid_param: {
    status: 400,
    message: 'Invalid parameter(s).',
    data: z.object({
      params: z.record(z.string(), z.string()),
      details: z.record(z.string(), z.object({ code: z.string(), message: z.string(), data: z.unknown() })),
    }),
  },
  rest_missing_callback_param: {
    status: 400,
    message: 'Missing parameter(s).',
    data: z.object({ params: z.array(z.string()) }),
  },
  service_unsupported_version: {
    status: 400,
    message: 'This version of the interface is not supported.',
    data: z.object({ requested_version: z.string(), supported_versions: z.array(z.string()) }),
  },
  service_request_too_large: {
    status: 413,
    message: 'The request body is too large.',
    data: z.object({ maximum_bytes: z.int() }),
  },
  service_request_headers_too_large: {
    status: 431,
    message: 'The address and the headers of the request are too large.',
    data: z.object({ maximum_bytes: z.int() }),
  },
  service_too_many_parameters: {
    status: 400,
    message: 'The request has too many parameters.',
    data: z.object({ maximum: z.int() }),
  },
  service_invalid_form: {
    status: 400,
    message: 'The form could not be parsed.',
    data: noData,
  },
  service_unsupported_media_type: {
    status: 415,
    message: 'The request body must be sent as JSON or as a form, without a content encoding.',
    data: noData,
  },
  service_https_required: {
    status: 403,
    message: 'Credentials are accepted over HTTPS only.',
    data: noData,
  },
  service_foreign_origin: {
    status: 403,
    message: 'Pages of other sites may not change anything with a password or key pair.',
    data: noData,
  },
  service_authentication_error: { status: 401, message: 'Authentication failed.', data: noData },
  service_revision_mismatch: {
    status: 412,
    message: 'The cart has changed since the revision given in If-Match.',
    data: z.object({ revision: z.int() }),
    byState: true,
  },
  service_idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request.',
    data: noData,
  },
  service_unavailable: {
    status: 503,
    message: 'The service is not available at the moment. Please try again.',
    data: z.object({ retry_after: z.int() }),
  },
  service_upstream_timeout: {
    status: 504,
    // The message names what may have happened to a read, a change or an order (gateway/upstream/upstream.ts).
    message: 'The request may have been carried out. Look at its result before you try again.',
    data: noData,
  },
  service_internal: { status: 500, message: 'Something went wrong. It has been logged.', data: noData },

  // Operations, over NATS and the private HTTP port.
  service_invalid_request: {
    status: 400,
    message: 'The request does not match the schema of the operation.',
    data: z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) }),
  },
  service_unknown_operation: { status: 404, message: 'There is no such operation here.', data: noData },
  service_not_allowed: { status: 403, message: 'The caller may not do this.', data: noData },

  // Limits and batches.
  service_rate_limit_exceeded: {
    status: 429,
    message: 'Too many changes in a short time. Please wait a moment.',
    data: z.object({ retry_after: z.int(), limit: z.int(), window: z.int() }),
  },
  service_stream_limit_exceeded: {
    status: 429,
    message: 'Too many event streams are open.',
    data: z.object({ retry_after: z.int(), limit: z.int() }),
  },
  rest_invalid_path: { status: 400, message: 'The path of a request is not valid.', data: noData },
  rest_batch_not_allowed: { status: 400, message: 'This request cannot be part of a batch.', data: noData },

  service_batch_too_many_reads: {
    status: 400,
    message: 'The batch has too many reads.',
    data: z.object({ maximum: z.int() }),
  },
  service_cart_limit_exceeded: {
    status: 400,
    message: 'The cart cannot hold more than this.',
    data: z.object({ limit: z.string(), maximum: z.int() }),
  },
} as const satisfies DeclaredErrors;
