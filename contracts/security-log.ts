import { z } from 'zod';
import { operation } from './operation.ts';

/**
 * Events of the security log.
 *
 * `login.failed` and `login.granted` are about credentials. `management.refused` is a refused manager's request.
 * `access.refused` is a refused request for another person's cart, for a price or a fee. `cart.read` and `cart.deleted`
 * are about other people's carts.
 */
export const SecurityEventName = z.enum([
  'login.failed',
  'login.granted',
  'management.refused',
  'access.refused',
  'key.created',
  'key.revoked',
  'role.changed',
  'password.changed',
  'password.reset-requested',
  'account.created',
  'account.deleted',
  'accounts.imported',
  'tokens.revoked',
  'signing-keys.rotated',
  'cart.read',
  'cart.deleted',
]);
export type SecurityEventName = z.infer<typeof SecurityEventName>;

/** One entry of the log. It contains no secret: no password, token, consumer key or cart key. */
export const SecurityEvent = z.object({
  id: z.uuid(),
  /** Unix milliseconds. */
  at: z.int().min(0),
  event: SecurityEventName,
  /** `account:17`, `pair:3`, `name:DIGEST` for an unknown login name, `guest`, or `operator` for a command. */
  who: z.string().max(64),
  /** The client's address as the gateway sees it; empty for a command. */
  from: z.string().max(64),
  requestId: z.string().max(100),
  /** The target: `account:17`, `pair:3`, `cart:DIGEST`; empty without one. */
  about: z.string().max(64),
  /** A detail: the login's method and the error code, the new role, the route. */
  detail: z.string().max(200),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

/** Maximum number of events in one message. */
export const maxNoted = 100;

/** Stores events from a gateway. An event with a known id is stored once. */
export const noteSecurityEvents = operation('auth.note-security-events', {
  summary: 'Stores events in the security log',
  access: 'caller',
  effect: 'write',
  request: z.object({ events: z.array(SecurityEvent).max(maxNoted) }),
  reply: z.object({ noted: z.int().min(0) }),
});

/** Returns entries of the security log, the newest first. */
export const readSecurityLog = operation('auth.read-security-log', {
  summary: 'The security log, newest first',
  access: 'operator',
  effect: 'read',
  request: z.object({
    /** Unix milliseconds, inclusive. */
    since: z.int().min(0).default(0),
    event: SecurityEventName.nullable().default(null),
    who: z.string().min(1).max(64).nullable().default(null),
    limit: z.int().min(1).max(1_000).default(100),
  }),
  reply: z.object({ events: z.array(SecurityEvent) }),
});
