import { type Claim, nobody } from '#contracts/claim.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { usualDeadlineMs, usualTryMs } from '#platform/bus/tries.ts';
import { asServiceError, statusOf } from '#platform/errors/errors.ts';
import { Seeded } from '#platform/util/seeded.ts';
import type { CartWrite } from '../../services/cart/domain/commands.ts';
import { anItem } from '../../services/cart/model/context.fixture.ts';
import { shardOf } from '../../services/cart/store/keys.ts';
import { type Mutation, type Replica, Shop } from './shop.ts';

const guest = 't_0123456789abcdef';
const customers = ['7', '8'];

/**
 * An addition to a cart. Quantities are powers of three, so that the ternary digits of the total show how often
 * each addition was done. `endedAt` is null until the client gets a success.
 */
interface Addition {
  readonly power: number;
  readonly cart: string;
  readonly fresh: string;
  endedAt: number | null;
}

/** A customer's request with the guest's cart key, which transfers the guest's cart. */
interface TransferRequest {
  readonly sentAt: number;
  isDone: boolean;
}

/** The result of one random simulation of transfers. */
export interface TransferResult {
  readonly faults: readonly string[];
  readonly wasBrought: boolean;
  readonly wasFresh: boolean;
}

class TransferSchedule {
  readonly #shop: Shop;
  readonly #random: Seeded;
  readonly #additions: Addition[] = [];
  readonly #transferRequests: TransferRequest[] = [];

  constructor(random: Seeded, shop: Shop) {
    this.#random = random;
    this.#shop = shop;
  }

  /**
   * Adds an item to a cart. Repeats the request while its outcome is unknown. If the service must make a new
   * cart, every repeat names the same new cart key, `fresh`.
   */
  async add(cart: string): Promise<void> {
    const power = this.#additions.length;
    const fresh = `t_fresh-after-a-while-${power}`;
    const addition: Addition = { power, cart, fresh, endedAt: null };
    this.#additions.push(addition);
    const item = anItem({ reference: '11', quantity: String(3 ** power) });
    const once = { key: `addition ${power}`, origin: 'gateway', digest: 'd' } as const;
    const write: CartWrite = {
      conditions: { once, ifRevision: null },
      changes: [{ kind: 'add-item', item, email: null, phone: null }],
      together: null,
    };
    const claim = { ...this.#claimOf(cart), fresh };
    const isDone = await this.#ask(claim, ({ carts }, context) => carts.change(cart, write, context));
    if (isDone) addition.endedAt = this.#shop.clock.exact;
  }

  async bring(cart: string): Promise<void> {
    const request = { sentAt: this.#shop.clock.exact, isDone: false };
    this.#transferRequests.push(request);
    const claim = { ...this.#claimOf(cart), carried: guest };
    request.isDone = await this.#ask(claim, ({ transfers }, context) => transfers.transferCarried(context));
  }

  /** Finishes all transfers, reads the final carts, and returns the faults in them. */
  async check(): Promise<TransferResult> {
    const { clock } = this.#shop;
    await clock.pause(60_000);
    for (let round = 0; round < 2; round += 1) {
      for (const cart of [guest, ...customers]) {
        await this.#untilSuccess(nobody, ({ transfers }) => transfers.finish(shardOf(cart)));
      }
      await clock.pause(1_000);
    }
    const customersSum = await this.#sumOf(customers);
    const all = customersSum + (await this.#sumOf([guest, ...this.#additions.map(({ fresh }) => fresh)]));
    const fresh = all - customersSum;
    return { faults: this.#faults(all, customersSum), wasBrought: customersSum > 0, wasFresh: fresh > 0 };
  }

  #faults(all: number, customersSum: number): string[] {
    const faults: string[] = [];
    const transferredAt = Math.min(
      ...this.#transferRequests.filter(({ isDone }) => isDone).map(({ sentAt }) => sentAt),
      Number.POSITIVE_INFINITY,
    );
    for (const { power, endedAt } of this.#additions) {
      const times = digit(all, power);
      if (times > 1) faults.push(`addition ${power} was done twice`);
      if (times === 0 && endedAt !== null) faults.push(`addition ${power} is lost`);
      if (endedAt !== null && endedAt < transferredAt && transferredAt < Number.POSITIVE_INFINITY) {
        if (digit(customersSum, power) !== 1) faults.push(`addition ${power} was not brought along`);
      }
    }
    if (all >= 3 ** this.#additions.length) faults.push('more was done than was asked for');
    return faults;
  }

  async #sumOf(carts: readonly string[]): Promise<number> {
    const counts = new Map<string, number>();
    for (const cart of carts) {
      const claim = { ...this.#claimOf(cart), fresh: 't_nobody-ever-wrote' };
      await this.#untilSuccess(claim, async (replica, context) => {
        const { lines } = await replica.carts.read(cart, context);
        counts.set(
          cart,
          lines.reduce((all, { quantity }) => all + quantity, 0),
        );
      });
    }
    return [...counts.values()].reduce((all, count) => all + count, 0);
  }

  #claimOf(cart: string): Claim {
    if (!customers.includes(cart)) return { ...nobody, cart };
    return { ...nobody, kind: 'customer', account: Number(cart), cart };
  }

  /** Repeats a request until it succeeds. */
  async #untilSuccess(
    claim: Claim,
    what: (replica: Replica, context: Context) => Promise<unknown>,
  ): Promise<void> {
    for (let tries = 0; tries < 1_000; tries += 1) if (await this.#ask(claim, what)) return;
    throw new Error('nobody answers');
  }

  /** Sends a request to the replicas in turn, until it succeeds. Returns false after the deadline. */
  async #ask(claim: Claim, what: (replica: Replica, context: Context) => Promise<unknown>): Promise<boolean> {
    const { clock, replicas } = this.#shop;
    const context = { requestId: 'simulated', deadline: clock.now() + usualDeadlineMs, claim };
    for (; clock.now() < context.deadline; ) {
      const replica = replicas.length > 0 ? this.#random.pick(replicas) : null;
      const succeeded = replica
        ? what(replica, context).then(
            () => true,
            (error: unknown) => {
              if (statusOf(asServiceError(error)) !== 503) throw error;
              return false;
            },
          )
        : false;
      const isDone = await Promise.race([succeeded, clock.pause(usualTryMs).then(() => false)]);
      if (isDone) return true;
      await clock.pause(20);
    }
    return false;
  }
}

const digit = (sum: number, power: number) => Math.floor(sum / 3 ** power) % 3;

/** Schedules pauses of replicas, and pauses and crashes of Redis. */
function scheduleFaults(random: Seeded, shop: Shop): void {
  for (let count = random.below(3); count > 0; count -= 1) {
    shop.clock.after(random.next() * 60, () => {
      const { engine, replicas } = shop;
      const kind = random.below(4);
      if (kind === 0) engine.stall(50 + random.below(1_500));
      else if (kind === 1) engine.kill(20 + random.below(900));
      else if (kind === 2 && replicas.length > 0) random.pick(replicas).host.stop(50 + random.below(40_000));
    });
  }
}

/**
 * Runs one schedule. A guest fills a cart, customers transfer the cart while additions continue, and replicas
 * die before commands of Redis. The same seed gives the same schedule.
 */
export async function runTransferSchedule(seed: number, mutation: Mutation = {}): Promise<TransferResult> {
  const random = new Seeded(seed);
  // Number of commands until the next crash of a replica.
  let left = 4 + random.below(60);
  const served = (replica: Replica | undefined) => {
    left -= 1;
    if (left > 0 || !replica) return;
    left = 8 + random.below(60);
    shop.kill(replica, 100 + random.below(500));
  };
  const shop = new Shop(random, { ...mutation, served });
  for (let count = 0; count < 3; count += 1) shop.start();
  const schedule = new TransferSchedule(random, shop);
  const start = async () => {
    await schedule.add(guest);
    if (random.below(2) === 0) await schedule.add('7');
    const [first, other] = random.below(4) === 0 ? customers : ['7', '7'];
    const requests = [schedule.bring(String(first)), schedule.bring(String(other)), schedule.add(guest)];
    if (random.below(2) === 0) requests.push(schedule.add('7'));
    await shop.clock.pause(random.next() * 8);
    requests.push(schedule.add(guest), schedule.bring('7'));
    await Promise.all(requests);
  };
  scheduleFaults(random, shop);
  let result: TransferResult | null = null;
  const all = start().then(async () => {
    left = Number.POSITIVE_INFINITY;
    result = await schedule.check();
  });
  await shop.clock.run();
  await all;
  if (!result) throw new Error('the schedule did not end');
  return result;
}
