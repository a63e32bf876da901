import type { CartCommand } from '#contracts/cart-commands.ts';
import type { IdempotencyRecord } from '#contracts/write.ts';
import type { Context } from '#platform/bus/context.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { WriteLimit } from '../store/write-limit.ts';

type Limit = Pick<WriteLimit, 'count' | 'takeBack' | 'limit'>;

/** Limits on wrong coupon codes: for each cart, and for each client, which is a network or a customer. */
interface GuessLimits {
  readonly cart: Limit;
  readonly client: Limit;
}

/** A write that may apply coupon codes. Each code counts as a wrong guess until the coupon is found. */
interface Guessing {
  readonly key: string;
  readonly once: IdempotencyRecord;
  readonly commands: readonly CartCommand[];
}

/** Result of one command in a write of several commands. Null if the command was cancelled. */
type Result = { readonly ok: boolean; readonly code?: string } | null;

function isWrong(code: string | undefined): boolean {
  return code === 'service_coupon_not_exist';
}

/**
 * Limits how many unknown coupon codes a client may try, so that nobody can guess valid codes. Codes are counted before
 * the write tries them, so that concurrent requests cannot exceed the limit. After the write, `takeBack` subtracts the
 * codes that exist.
 */
export class CouponGuesses {
  readonly #limits: GuessLimits;

  constructor(limits: GuessLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a write and returns its result. Refuses the write if its cart or client has tried too many unknown
   * codes. `resultsOf` returns the result of each command in a write of several commands. Codes from managers
   * are not counted.
   *
   * @throws ServiceError `service_rate_limit_exceeded`, and the errors of the write
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
      // An error of `takeBack` is ignored, because the count expires by itself.
      if (wrong < counted) await takeBack(wrong).catch(() => {});
    }
  }

  /** Counts all codes as wrong. The returned function reduces the count to a given number of wrong codes. */
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
