import { z } from 'zod';
import { operation } from './operation.ts';

/**
 * Types of events in the security log. Meanings of the less obvious types:
 * - `login.granted`: the credentials of a login or of another request were accepted.
 * - `login.failed`: the credentials were refused, or the login was refused for another reason.
 * - `management.refused`: a request on a route for managers was refused.
 * - `access.refused`: a request to use another person's cart, to set a price or to add a fee was refused.
 * - `cart.read` and `cart.deleted`: a manager read or deleted the cart of another person.
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

/** One entry of the security log, without passwords, tokens, consumer keys and cart keys. */
export const SecurityEvent = z.object({
  id: z.uuid(),
  /** Time of the event in Unix milliseconds. */
  at: z.int().min(0),
  event: SecurityEventName,
  /**
   * Who caused the event: `account:17`, `pair:3`, `name:DIGEST` for an unknown login name, `guest`,
   * `operator` for a command, or `shop` for a change in the connected shop.
   */
  who: z.string().max(64),
  /** IP address of the client; empty if an operator's command caused the event. */
  from: z.string().max(64),
  requestId: z.string().max(100),
  /**
   * The account, key pair or cart that the event is about: `account:17`, `pair:3` or `cart:DIGEST`. Empty for
   * other events.
   */
  about: z.string().max(64),
  /** Further text about the event, such as the login method and the error code, the new role, or the route. */
  detail: z.string().max(200),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

/** Maximum number of events in one call of `noteSecurityEvents`. */
export const maxNoted = 100;

/** Stores events from a gateway. An event whose id is already stored is not stored again. */
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
    /** Time of the oldest entry to return, in Unix milliseconds. */
    since: z.int().min(0).default(0),
    event: SecurityEventName.nullable().default(null),
    who: z.string().min(1).max(64).nullable().default(null),
    limit: z.int().min(1).max(1_000).default(100),
  }),
  reply: z.object({ events: z.array(SecurityEvent) }),
});
