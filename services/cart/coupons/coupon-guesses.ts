import type { CartCommand } from '#contracts/cart-commands.ts';
import type { Once } from '#contracts/write.ts';
import type { Context } from '#platform/bus/context.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { WriteLimit } from '../store/write-limit.ts';

type Limit = Pick<WriteLimit, 'count' | 'takeBack' | 'limit'>;

/** How many wrong codes are counted by: those of one cart, and those of one network or customer. */
interface GuessLimits {
  readonly cart: Limit;
  readonly client: Limit;
}

/** A write that may have coupons in it. */
interface Guessing {
  readonly key: string;
  readonly once: Once;
  readonly commands: readonly CartCommand[];
}

/** What one of several commands came to. */
type Result = { readonly ok: boolean; readonly code?: string } | null;

function isWrong(code: string | undefined): boolean {
  return code === 'service_coupon_not_exist';
}

/**
 * Bounds codes of coupons that do not exist, so that nobody finds the ones that do. Codes are counted before they are
 * tried, so that many at once are as many as one after another; those that exist are taken back.
 */
export class CouponGuesses {
  readonly #limits: GuessLimits;

  constructor(limits: GuessLimits) {
    this.#limits = limits;
  }

  /**
   * Does a write, unless its codes would be too many. `resultsOf` gives what several commands came to. Those who act for
   * the shop are not counted.
   *
   * @throws ServiceError `service_rate_limit_exceeded`, and what the write throws
   */
  async during<Changed>(
    guessing: Guessing,
    { claim }: Context,
    write: () => Promise<Changed>,
    resultsOf: (changed: Changed) => readonly Result[] = () => [],
  ): Promise<Changed> {
    const codes = guessing.commands.filter(({ kind }) => kind === 'apply-coupon').length;
    if (codes === 0 || !claim || claim.manages !== 'nothing') return write();
    const counted = Math.min(codes, this.#limits.cart.limit);
    const takeBack = await this.#count(guessing, claim.client, counted);
    let wrong = 0;
    try {
      const result = await write();
      wrong = resultsOf(result).filter((one) => one && isWrong(one.code)).length;
      return result;
    } catch (error) {
      wrong = error instanceof ServiceError && isWrong(error.code) ? 1 : 0;
      throw error;
    } finally {
      // What cannot be taken back ends by itself.
      if (wrong < counted) await takeBack(wrong).catch(() => {});
    }
  }

  /** Counts codes; gives what takes back all but some of them. */
  async #count({ key, once }: Guessing, client: string, codes: number) {
    const { cart, client: ofClient } = this.#limits;
    await ofClient.count(client, key, once, codes);
    const takeBack = (limit: Limit, subject: string, keep: number) =>
      limit.takeBack(subject, key, once, { commands: codes, keep });
    try {
      await cart.count(key, key, once, codes);
    } catch (error) {
      await takeBack(ofClient, client, 0);
      throw error;
    }
    return async (keep: number) => {
      await Promise.all([takeBack(ofClient, client, keep), takeBack(cart, key, keep)]);
    };
  }
}
