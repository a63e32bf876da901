import type { Verdict } from './checker.ts';
import type { Planned } from './commands.ts';
import type { DamagedSystem, Victim } from './damaged-system.ts';
import type { Attempt } from './history.ts';
import type { Stock } from './model.ts';
import { verdictOf } from './verdict.ts';
import { Writer } from './writer.ts';

/** Planned writes: a sequence that all sockets share, or groups of simultaneous writes. */
export type Script =
  | { readonly planned: Iterable<Planned> }
  | { readonly groups: readonly (readonly Planned[])[] };

interface LoadOptions {
  readonly script: Script;
  readonly sockets: number;
  /** Products with limited stock; empty if absent. */
  readonly stock?: Stock;
}

/** Sends planned writes to a system that a test damages, and checks their results. */
export class Load implements AsyncDisposable {
  readonly writer: Writer;
  readonly #system: DamagedSystem;
  readonly #stock: Stock;

  constructor(system: DamagedSystem, { script, sockets, stock = new Map() }: LoadOptions) {
    this.#system = system;
    this.#stock = stock;
    this.writer = new Writer({ url: system.url, sockets });
    if ('planned' in script) this.writer.start(script.planned);
    else this.writer.startTogether(script.groups);
  }

  /** Resolves when this many more writes are acknowledged. */
  async more(acknowledged: number): Promise<void> {
    const enough = this.writer.acknowledged + acknowledged;
    await this.writer.until(() => this.writer.acknowledged >= enough);
  }

  /** Kills a process when at least `least` requests are in flight. Returns the number of requests in flight. */
  async killBusy(victim: Victim, least: number): Promise<number> {
    await this.writer.until(() => this.writer.inFlight >= least);
    const { inFlight } = this.writer;
    victim.kill();
    return inFlight;
  }

  /** Returns all attempts so far. */
  attempts(): Attempt[] {
    return this.writer.writes.flatMap((write) => write.attempts);
  }

  /** Stops the load, waits for all answers, reads every cart and its events, and checks the histories. */
  async finish(): Promise<Verdict> {
    await this.writer.stop();
    return this.#verdict();
  }

  /** Waits until all planned writes are done, reads every cart and its events, and checks the histories. */
  async complete(): Promise<Verdict> {
    await this.writer.finished();
    return this.#verdict();
  }

  /** Closes all sockets, for tests that end early. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.writer.abandon();
  }

  #verdict(): Promise<Verdict> {
    return verdictOf(this.#system, this.writer.writes, this.#stock);
  }
}
