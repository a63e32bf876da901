import { z } from 'zod';
import { Collection } from './catalogue-import.ts';
import { operation } from './operation.ts';
import { ShopCustomer, ShopCustomerId } from './shop-customers.ts';

/**
 * What is kept in step with the shop: the collections of the catalogue, the settings as one record, customers, and their
 * passwords, of which only a change is known.
 */
export const ShopKind = z.enum([...Collection.options, 'settings', 'customers', 'passwords']);
export type ShopKind = z.infer<typeof ShopKind>;

/**
 * How changes of the shop are found. `journal`: the shop's plugin tells them. `reading`: the shop is read by date and by
 * whole lists. `unknown`: the shop has not answered yet.
 */
export const ConnectMode = z.enum(['journal', 'reading', 'unknown']);
export type ConnectMode = z.infer<typeof ConnectMode>;

/** Records that are waiting to be read again, because reading them or handing them on failed. */
const Trouble = z.object({
  kind: ShopKind,
  id: z.int(),
  /** Time of the first failure, in Unix milliseconds. */
  since: z.number(),
  tries: z.int(),
  reason: z.string(),
});

/** The number of records of a kind that a comparison has come to. `of` is null while it lists the ids of the records. */
const Progress = z.object({ kind: ShopKind, done: z.int(), of: z.int().nullable() });

/** A comparison of the whole shop. Times are Unix milliseconds. */
export const Comparison = z.object({
  begun: z.number(),
  /** Null while the comparison runs. */
  ended: z.number().nullable(),
  /** How far the comparison is; null before it has begun with a kind, and at its end. */
  progress: Progress.nullable(),
  /** For each kind, the number of records that differed and were mended. */
  mended: z.partialRecord(ShopKind, z.int()),
  /**
   * For each kind, the number of records that the shop no longer lists and that stay here, because they are more than a
   * fifth. `connect compare --apply` removes them.
   */
  held: z.partialRecord(ShopKind, z.int()),
  /** What cannot be in step, and why. */
  leftOut: z.array(z.string()),
  /** Whether a list of the shop could not be read, so that its records were not compared. */
  isIncomplete: z.boolean(),
  /** Why lists and records could not be read, or were refused here. */
  failures: z.array(z.string()),
});
export type Comparison = z.infer<typeof Comparison>;

/** The state of the connection. */
export const ConnectStatus = z.object({
  url: z.string(),
  mode: ConnectMode,
  /** Time since which the connection is paused, in Unix milliseconds; null if it is not paused. */
  pausedSince: z.number().nullable(),
  /** For each kind, the seconds since the shop and this system were last in step; null if they never were. */
  behindSeconds: z.record(ShopKind, z.number().nullable()),
  /** Why the shop could not be asked the last time; empty if it answered. */
  failure: z.string(),
  /** Number of records that wait to be read again. */
  waiting: z.int(),
  /** The oldest of these records, at most 20. */
  troubles: z.array(Trouble),
  comparison: Comparison.nullable(),
});
export type ConnectStatus = z.infer<typeof ConnectStatus>;

export const readConnectStatus = operation('connect.read-status', {
  summary: 'How far the shop and this system are in step',
  access: 'operator',
  effect: 'read',
  request: z.object({}),
  reply: z.object({ status: ConnectStatus }),
});

/** A finding about the connection. `state` as in the command `doctor`. */
const ConnectFinding = z.object({
  check: z.string(),
  state: z.enum(['ok', 'warning', 'problem']),
  found: z.string(),
});
export type ConnectFinding = z.infer<typeof ConnectFinding>;

/** Asks the shop now whether it can be followed, and what will not be in step. Changes nothing. */
export const checkConnection = operation('connect.check', {
  summary: 'Whether the shop can be followed',
  access: 'operator',
  // As a write, because the questions to the shop may take longer than a read.
  effect: 'write',
  request: z.object({}),
  reply: z.object({ findings: z.array(ConnectFinding) }),
});

/**
 * Requests a comparison of the whole shop, which the leading replica begins within seconds. With `apply`, it also removes
 * the records that the shop no longer lists, however many these are.
 */
export const compareShop = operation('connect.compare', {
  summary: 'Compares the whole shop, and mends what differs',
  access: 'operator',
  effect: 'write',
  request: z.object({ apply: z.boolean() }),
  reply: z.object({ asked: z.number() }),
});

/** Stops reading the shop until `resumeConnection`. Meanwhile operators may change what belongs to the shop. */
export const pauseConnection = operation('connect.pause', {
  summary: 'Stops following the shop',
  access: 'operator',
  effect: 'write',
  request: z.object({}),
  reply: z.object({ pausedSince: z.number() }),
});

/** Follows the shop again, and begins with a comparison. */
export const resumeConnection = operation('connect.resume', {
  summary: 'Follows the shop again',
  access: 'operator',
  effect: 'write',
  request: z.object({}),
  reply: z.object({}),
});

/**
 * Milliseconds for which a shop may think about a password. A page of a usual shop takes one to three seconds, so such a
 * question has more time than the request of which it is a part.
 */
export const shopPasswordMs = 10_000;

/**
 * Asks the shop whether a password is that of a customer. `id` is the customer; null if the password is wrong, or if the
 * shop has no plugin that could tell. `row` is the last row of the journal about this password, 0 if none is known.
 * `customer` is the customer's record if `withRecord` asks for it. The caller limits the attempts.
 *
 * Refusals: `service_unavailable` if the shop does not answer in time
 */
export const checkShopPassword = operation('connect.check-password', {
  summary: 'Whether a password is that of a customer of the shop',
  access: 'caller',
  askedBy: ['auth'],
  effect: 'read',
  // The bus must not repeat this operation, because each repetition is one more attempt at the shop.
  resentOnlyIfUnreceived: true,
  request: z.object({
    /** The user name or e-mail address, as it was typed. */
    login: z.string().min(1).max(320),
    password: z.string().min(1).max(320),
    withRecord: z.boolean(),
  }),
  reply: z.object({
    id: ShopCustomerId.nullable(),
    row: z.int().min(0),
    customer: ShopCustomer.nullable(),
  }),
});
