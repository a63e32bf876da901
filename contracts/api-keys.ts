import { z } from 'zod';
import { operation } from './operation.ts';

export const Permissions = z.enum(['read', 'write', 'read_write']);
export type Permissions = z.infer<typeof Permissions>;

/** Returns whether a text has the form of a consumer key: `ck_` and 40 hexadecimal digits. */
export function isConsumerKey(text: string): boolean {
  return /^ck_[0-9a-f]{40}$/.test(text);
}

/**
 * A key pair of the REST API, as lists show it. Only digests of the key and the secret are stored. Times
 * are Unix milliseconds.
 */
export const ApiKey = z.object({
  id: z.int().positive(),
  description: z.string().max(200),
  permissions: Permissions,
  /** The last seven characters of the consumer key, with which an operator recognises the pair. */
  ending: z.string().length(7),
  /** The account that the pair acts for; null for the shop itself. */
  account: z.object({ id: z.int().positive(), username: z.string(), role: z.string() }).nullable(),
  createdAt: z.int(),
  /** Time of the last use, to the minute; null if the pair was never used. */
  lastUsedAt: z.int().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/**
 * Creates a key pair. Only this reply contains the key and the secret. Refusals:
 * `service_account_not_found`.
 */
export const createApiKey = operation('auth.create-api-key', {
  summary: 'Creates a key pair',
  access: 'operator',
  effect: 'write',
  request: z.object({
    permissions: Permissions,
    description: z.string().trim().min(1).max(200),
    /** Id, user name, e-mail or phone of the account that the pair acts for. Null for the shop itself. */
    user: z.string().trim().min(1).max(320).nullable().default(null),
  }),
  reply: z.object({ key: ApiKey, consumerKey: z.string(), consumerSecret: z.string() }),
});

export const listApiKeys = operation('auth.list-api-keys', {
  summary: 'Key pairs, newest first',
  access: 'operator',
  effect: 'read',
  request: z.object({
    page: z.int().min(1).max(1_000_000).default(1),
    perPage: z.int().min(1).max(100).default(20),
  }),
  reply: z.object({ keys: z.array(ApiKey), total: z.int().min(0) }),
});

/** Revokes a key pair at once. Refusals: `service_api_key_not_found`. */
export const revokeApiKey = operation('auth.revoke-api-key', {
  summary: 'Revokes a key pair',
  access: 'operator',
  effect: 'write',
  request: z.object({
    /** Id of the key pair, or its consumer key. */
    reference: z.string().trim().min(1).max(100),
  }),
  reply: z.object({ key: ApiKey }),
});
