import { Seeded } from '#platform/random/seeded.ts';
import { check, type Verdict } from './checker.ts';
import type { Attempt, CartHistory, CartState } from './history.ts';
import type { Rig, Victim } from './rig.ts';
import { type Planned, Writer } from './writer.ts';

/** What is written while a fault happens. */
interface LoadOptions {
  readonly seed: number;
  readonly carts: number;
  readonly sockets: number;
  /** Each add's quantity is at random from 1 to this. */
  readonly largestAdd: number;
  /** How many adds; without end until `finish` when absent. */
  readonly adds?: number;
}

/** Adds to some carts in turn and at random, the same for the same seed. */
function* plan({
  seed,
  carts,
  largestAdd,
  adds = Number.POSITIVE_INFINITY,
}: LoadOptions): Generator<Planned> {
  const random = new Seeded(seed);
  const keys = Array.from({ length: carts }, () => random.word(30));
  for (let number = 0; number < adds; number += 1) {
    const cart = random.pick(keys);
    const command = { kind: 'add' as const, quantity: 1 + random.below(largestAdd) };
    yield { cart, key: `${cart}-${number}`, command };
  }
}

/** Writers at work on a rig, and what became of their writes. */
export class Load implements AsyncDisposable {
  readonly writer: Writer;
  readonly #rig: Rig;

  constructor(rig: Rig, options: LoadOptions) {
    this.#rig = rig;
    this.writer = new Writer({ url: rig.url, productId: rig.productId, sockets: options.sockets });
    this.writer.start(plan(options));
  }

  /** Resolves when so many more writes have been acknowledged than now. */
  async more(acknowledged: number): Promise<void> {
    const enough = this.writer.acknowledged + acknowledged;
    await this.writer.until(() => this.writer.acknowledged >= enough);
  }

  /** Kills at a moment when at least `least` requests are in flight, and says how many were. */
  async killBusy(victim: Victim, least: number): Promise<number> {
    await this.writer.until(() => this.writer.inFlight >= least);
    const { inFlight } = this.writer;
    victim.kill();
    return inFlight;
  }

  /** All attempts so far. */
  attempts(): Attempt[] {
    return this.writer.writes.flatMap((write) => write.attempts);
  }

  /** Ends the load, waits until nothing is open, reads every cart, and runs the histories through the model. */
  async finish(): Promise<Verdict> {
    await this.writer.stop();
    return check(await this.#histories());
  }

  /** The same for a load with an end of its own: lets it come there. */
  async complete(): Promise<Verdict> {
    await this.writer.finished();
    return check(await this.#histories());
  }

  /** Leaves no socket behind when a test ends early. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.writer.abandon();
  }

  async #histories(): Promise<CartHistory[]> {
    const byCart = Map.groupBy(this.writer.writes, (write) => write.cart);
    const histories: CartHistory[] = [];
    for (const [cart, writes] of byCart) {
      const final: CartState = await this.#rig.readCart(cart);
      histories.push({ cart, writes, final });
    }
    return histories;
  }
}
