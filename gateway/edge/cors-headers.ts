/**
 * Request headers that every answer of the CoCart mount lists in `Access-Control-Allow-Headers`, as in
 * WordPress. The answer to a pre-flight request instead allows all headers that the browser asks for
 * (`cors.ts`).
 */
export const listedRequestHeaders = [
  'Accept',
  'Authorization',
  'Cart-Key',
  'CoCart-API-Cart-Key',
  'Content-Disposition',
  'Content-MD5',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Prefer',
  // SDKs set `User-Agent`. Some browsers then ask in the pre-flight request whether scripts may set this
  // header.
  'User-Agent',
  'X-HTTP-Method-Override',
  'X-Request-Id',
  'X-Requested-With',
];
/**
 * Response headers that scripts of other origins may read (`Access-Control-Expose-Headers`). Some come only from the
 * WordPress behind the shop (docs/moving.md#the-rest-of-wordpress).
 */
export const exposedHeaders = [
  'Cart-Expiration',
  'Cart-Expiring',
  'Cart-Hash',
  'Cart-Key',
  'Cart-Token',
  'CoCart-API-Cart-Key',
  'CoCart-API-Cart-Expiration',
  'CoCart-API-Cart-Expiring',
  'CoCart-Cache',
  'CoCart-Timestamp',
  'CoCart-Version',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Nonce',
  'Nonce-Timestamp',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Limit',
  'RateLimit-Policy',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Retry-After',
  'Retry-After',
  'Search-Match',
  'X-CoCart-API',
  'X-Request-Id',
  'X-WP-Nonce',
  'X-WP-Total',
  'X-WP-TotalPages',
];
