import { type Cart, CartKey, readCart } from '#contracts/cart.ts';
import { readShippingRates, validateCoupons } from '#contracts/cart-charges.ts';
import {
  type CartCommand,
  type CommandResult,
  changeCart,
  changeCartTogether,
} from '#contracts/cart-commands.ts';
import { cartExists } from '#contracts/cart-owners.ts';
import type { Notice } from '#contracts/notices.ts';
import { deleteSession, listSessions, readSession } from '#contracts/sessions.ts';
import type { IdempotencyRecord } from '#contracts/write.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Carts } from './carts/carts.ts';
import type { Charges } from './carts/charges.ts';
import type { Transfers } from './carts/transfers.ts';
import type { CouponGuesses, WriteLimit } from './limits/write-limits.ts';
import type { ChangeResult } from './model/outcome.ts';
import { ownerOf } from './model/state.ts';
import type { Sessions } from './sessions/sessions.ts';

/**
 * Returns the cart key in the caller's claim. A customer's claim must have the key of the account's own cart.
 *
 * @throws ServiceError `service_not_allowed` for a claim without a valid key
 */
function claimedKey({ claim }: Context): string {
  const key = CartKey.safeParse(claim?.cart);
  if (!key.success || ownerOf(key.data) !== claim?.kind) throw refusal('service_not_allowed', {});
  if (claim.kind === 'customer' && String(claim.account) !== key.data) {
    throw refusal('service_not_allowed', {});
  }
  return key.data;
}

/** Returns the cart with the notices of a transfer before the cart's own notices. */
function withNotices(cart: Cart, notices: readonly Notice[]): Cart {
  return notices.length === 0 ? cart : { ...cart, notices: [...notices, ...cart.notices] };
}

/**
 * Transfers the guest's cart that the caller names, and then runs `reply` with the notices of the transfer. If the reply
 * is an error, the notices are kept for the next reply.
 */
async function afterTransfer<Reply>(
  transfers: CartDeps['transfers'],
  context: Context,
  reply: (notices: readonly Notice[]) => Promise<Reply>,
): Promise<Reply> {
  const notices = await transfers.transferCarried(context);
  try {
    return await reply(notices);
  } catch (error) {
    transfers.keepNotices(notices, context);
    throw error;
  }
}

/** Checks that the caller may set the prices in a command. @throws ServiceError `service_price_override_not_allowed` */
function requirePriceRight(command: CartCommand, { claim }: Context): void {
  const items =
    command.kind === 'add-item' ? [command.item] : command.kind === 'add-items' ? command.items : [];
  if (!claim?.setsPrices && items.some(({ price }) => price !== null)) {
    throw refusal('service_price_override_not_allowed', {});
  }
}

/** Checks that the caller may send a command about fees. @throws ServiceError `service_not_allowed` if not */
function requireFeeRight({ kind }: CartCommand, { claim }: Context): void {
  const isAboutFees = kind === 'add-fee' || kind === 'remove-fees';
  if (isAboutFees && !claim?.setsFees) throw refusal('service_not_allowed', {});
}

/** Checks that the caller may send a command. @throws ServiceError if not */
function requireRights(command: CartCommand, context: Context): void {
  requirePriceRight(command, context);
  requireFeeRight(command, context);
}

function resultOf(part: ChangeResult): CommandResult | null {
  if (!part) return null;
  if (part.ok) return { ok: true, lineKeys: [...part.lineKeys], notices: [...part.notices] };
  const { code, data, text } = part.error;
  return { ok: false, code, data, ...(text !== null && { message: text }) };
}

interface CartDeps {
  readonly carts: Carts;
  readonly transfers: Pick<Transfers, 'transferCarried' | 'keepNotices'>;
  readonly charges: Charges;
  readonly sessions: Sessions;
  /** The limit on writes of a client. Null if writes are not limited. */
  readonly limit: Pick<WriteLimit, 'count'> | null;
  /** The limit on wrong coupon codes. Null if wrong codes are not limited. */
  readonly guesses: Pick<CouponGuesses, 'during'> | null;
}

export function cartOperations(deps: CartDeps): readonly ImplementedOperation[] {
  return [...shopperOperations(deps), ...chargeOperations(deps), ...sessionOperations(deps)];
}

function shopperOperations({ carts, transfers, limit, guesses }: CartDeps): ImplementedOperation[] {
  /** Counts a write, if writes are limited. Commands that only read do not count. @throws ServiceError */
  const counted = async (
    key: string,
    once: IdempotencyRecord,
    commands: readonly CartCommand[],
    { claim }: Context,
  ) => {
    const writes = commands.filter(({ kind }) => kind !== 'look').length;
    return limit && claim && writes > 0 ? limit.count(claim.client, key, once, writes) : null;
  };
  const guarded: CouponGuesses['during'] = (guessing, context, write, resultsOf) =>
    guesses ? guesses.during(guessing, context, write, resultsOf) : write();

  return [
    implement(readCart, async ({ known, keepNotices = false }, context) => {
      const key = claimedKey(context);
      return afterTransfer(transfers, context, async (notices) => {
        const reading = await carts.reading(key, context);
        if (keepNotices) transfers.keepNotices(notices, context);
        const tag = notices.length === 0 ? reading.tag() : null;
        if (tag !== null && tag === known) return { unchanged: reading.standing };
        return { cart: withNotices(reading.view(), notices), ...(tag !== null && { tag }) };
      });
    }),

    implement(cartExists, async ({ key }) => ({ exists: await carts.exists(key) })),

    implement(changeCart, async ({ once, ifRevision, command }, context) => {
      const key = claimedKey(context);
      requireRights(command, context);
      const rate = await counted(key, once, [command], context);
      return afterTransfer(transfers, context, async (notices) => {
        const cartWrite = { conditions: { once, ifRevision }, changes: [command], together: null };
        const change = () => carts.change(key, cartWrite, context);
        const changed = await guarded({ key, once, commands: [command] }, context, change);
        const { cart, lineKeys, replayed } = changed;
        return { cart: withNotices(cart, notices), lineKeys: [...lineKeys], replayed, rate };
      });
    }),

    implement(changeCartTogether, async ({ once, ifRevision, commands, allOrNone }, context) => {
      const key = claimedKey(context);
      for (const command of commands) requireRights(command, context);
      const rate = await counted(key, once, commands, context);
      return afterTransfer(transfers, context, async (notices) => {
        const together = allOrNone ? 'all-or-none' : 'each';
        const cartWrite = { conditions: { once, ifRevision }, changes: commands, together } as const;
        const change = async () => {
          const { results, ...changed } = await carts.change(key, cartWrite, context);
          return { ...changed, results: (results ?? []).map(resultOf) };
        };
        const { cart, results, replayed } = await guarded(
          { key, once, commands },
          context,
          change,
          (changed) => changed.results,
        );
        return { cart: withNotices(cart, notices), results, replayed, rate };
      });
    }),
  ];
}

function chargeOperations({ transfers, charges }: CartDeps): ImplementedOperation[] {
  return [
    implement(validateCoupons, async ({ email }, context) => {
      const key = claimedKey(context);
      transfers.keepNotices(await transfers.transferCarried(context), context);
      return charges.coupons(key, email, context);
    }),

    implement(readShippingRates, (request, context) =>
      charges.rates(context.claim && claimedKey(context), request, context),
    ),
  ];
}

function sessionOperations({ sessions }: CartDeps): ImplementedOperation[] {
  return [
    implement(listSessions, (query, context) => sessions.list(query, context)),

    implement(readSession, async ({ key }, context) => ({ session: await sessions.read(key, context) })),

    implement(deleteSession, async ({ key }) => {
      await sessions.delete(key);
      return { deleted: true as const };
    }),
  ];
}
