import { z } from 'zod';
import { operation } from './operation.ts';

/**
 * What the log of security tells.
 *
 * `login.failed` and `login.granted` are of credentials; `management.refused` is of a request for what only managers may,
 * `access.refused` of one for somebody else's cart, for a price or a fee; `cart.read` and `cart.deleted` are of other
 * people's carts.
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
  'account.created',
  'account.deleted',
  'accounts.imported',
  'tokens.revoked',
  'signing-keys.rotated',
  'cart.read',
  'cart.deleted',
]);
export type SecurityEventName = z.infer<typeof SecurityEventName>;

/** One line of the log. Nothing in it opens anything: no password, token, consumer key or cart key. */
export const SecurityEvent = z.object({
  id: z.uuid(),
  /** Unix milliseconds. */
  at: z.int().min(0),
  event: SecurityEventName,
  /** `account:17`, `pair:3`, `name:DIGEST` for a name that no account has, `guest`, or `operator` for a command. */
  who: z.string().max(64),
  /** The client's address, as the gateway sees it; empty for a command. */
  from: z.string().max(64),
  requestId: z.string().max(100),
  /** What it was done to: `account:17`, `pair:3`, `cart:DIGEST`; empty for nothing of its own. */
  about: z.string().max(64),
  /** A word or two: the login's method and the code of the refusal, the new role, the route. */
  detail: z.string().max(200),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

/** Most events in one message. */
export const mostNoted = 100;

/** Writes events down that a gateway has seen. One that comes again by the same id is written once. */
export const noteSecurityEvents = operation('auth.note-security-events', {
  summary: 'Writes events into the log of security',
  access: 'caller',
  effect: 'write',
  request: z.object({ events: z.array(SecurityEvent).max(mostNoted) }),
  reply: z.object({ noted: z.int().min(0) }),
});

/** Events, the newest first. */
export const readSecurityLog = operation('auth.read-security-log', {
  summary: 'The log of security, the newest first',
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
