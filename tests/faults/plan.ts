import { Seeded } from '#platform/util/seeded.ts';
import { issuedKey } from '#testing/gateway/issued-key.ts';
import { type Command, couponCodes, type Pieces, type Planned, type SingleCommand } from './commands.ts';

/** Options of the random writes during a fault. */
export interface PlanOptions {
  readonly seed: number;
  readonly carts: number;
  readonly products: readonly number[];
  /** `all`: all kinds of commands, in the percentages of `shares`. `adds`: only `add` commands for one product. */
  readonly mix: 'all' | 'adds';
  /** Number of writes; unlimited if absent. */
  readonly writes?: number;
  /**
   * `twice`: the share of writes that are sent twice at the same time. `again`: the share of writes that are
   * repeated after 5 s.
   */
  readonly twice?: number;
  readonly again?: number;
}

/** Percentage of each command; the sum is 100. */
const shares: Readonly<Record<Command['kind'], number>> = {
  add: 20,
  set: 13,
  remove: 10,
  restore: 10,
  clear: 6,
  update: 9,
  'add-items': 9,
  'apply-coupon': 7,
  'remove-coupon': 6,
  batch: 10,
};
const againAfterMs = 5_000;

/** Chooses random commands. The same seed gives the same commands. */
class Choice {
  readonly #random: Seeded;
  readonly #products: readonly number[];

  constructor(random: Seeded, products: readonly number[]) {
    this.#random = random;
    this.#products = products;
  }

  /** Returns a random product with a quantity from `least` to 3. */
  pieces(least: number): Pieces {
    return { product: this.#random.pick(this.#products), quantity: least + this.#random.below(4 - least) };
  }

  #several(least: number): Pieces[] {
    return Array.from({ length: 2 + this.#random.below(2) }, () => this.pieces(least));
  }

  /** Returns quantities of several products. No product occurs twice. */
  #quantities(): Pieces[] {
    return [...new Map(this.#several(0).map((pieces) => [pieces.product, pieces])).values()];
  }

  #single(kind: SingleCommand['kind']): SingleCommand {
    switch (kind) {
      case 'add':
        return { kind, ...this.pieces(1) };
      case 'set':
        return { kind, ...this.pieces(0) };
      case 'remove':
      case 'restore':
        return { kind, product: this.#random.pick(this.#products) };
      case 'clear':
        return { kind, keepRemoved: this.#random.below(2) === 0 };
      case 'update':
        return { kind, quantities: this.#quantities() };
      case 'add-items':
        return { kind, items: this.#several(1) };
      case 'apply-coupon':
      case 'remove-coupon':
        return { kind, code: this.#random.pick(couponCodes) };
    }
  }

  #kind(): Command['kind'] {
    let left = this.#random.below(100);
    for (const [kind, share] of Object.entries(shares) as [Command['kind'], number][]) {
      left -= share;
      if (left < 0) return kind;
    }
    return 'add';
  }

  command(): Command {
    const kind = this.#kind();
    if (kind !== 'batch') return this.#single(kind);
    const inside = ['add', 'set', 'remove', 'restore', 'update', 'apply-coupon'] as const;
    const commands = Array.from({ length: 2 + this.#random.below(2) }, () =>
      this.#single(this.#random.pick(inside)),
    );
    return { kind, allOrNone: this.#random.below(2) === 0, commands };
  }
}

/** Returns unused cart keys. The same seed gives the same keys. */
export function cartKeys(seed: number, count: number): string[] {
  const random = new Seeded(seed);
  return Array.from({ length: count }, () => issuedKey(random.word(30)));
}

/** Yields random writes to some carts. The same seed gives the same writes. */
export function* plan({
  seed,
  carts,
  products,
  mix,
  twice = 0,
  again = 0,
  ...rest
}: PlanOptions): Generator<Planned> {
  const random = new Seeded(seed + 1);
  const keys = cartKeys(seed, carts);
  const choice = new Choice(random, mix === 'all' ? products : products.slice(0, 1));
  for (let number = 0; number < (rest.writes ?? Number.POSITIVE_INFINITY); number += 1) {
    const cart = random.pick(keys);
    const command: Command = mix === 'all' ? choice.command() : { kind: 'add', ...choice.pieces(1) };
    const isAgain = random.next() < again;
    yield {
      cart,
      key: `${cart}-${number}`,
      command,
      twice: random.next() < twice,
      ...(isAgain ? { againAfterMs } : {}),
    };
  }
}
