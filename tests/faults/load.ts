import type { Verdict } from './checker.ts';
import type { Planned } from './commands.ts';
import type { Attempt } from './history.ts';
import type { Stock } from './model.ts';
import type { Rig, Victim } from './rig.ts';
import { verdictOf } from './verdict.ts';
import { Writer } from './writer.ts';

/** What is written: one write after the other over all sockets, or groups of writes that race each other. */
export type Script =
  | { readonly planned: Iterable<Planned> }
  | { readonly groups: readonly (readonly Planned[])[] };

interface LoadOptions {
  readonly script: Script;
  readonly sockets: number;
  /** Products that run out; none when not said. */
  readonly stock?: Stock;
}

/** Writers at work on a rig, and what became of their writes. */
export class Load implements AsyncDisposable {
  readonly writer: Writer;
  readonly #rig: Rig;
  readonly #stock: Stock;

  constructor(rig: Rig, { script, sockets, stock = new Map() }: LoadOptions) {
    this.#rig = rig;
    this.#stock = stock;
    this.writer = new Writer({ url: rig.url, sockets });
    if ('planned' in script) this.writer.start(script.planned);
    else this.writer.startTogether(script.groups);
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

  /** Ends the load, waits until nothing is open, reads every cart and its events, and checks the histories. */
  async finish(): Promise<Verdict> {
    await this.writer.stop();
    return this.#verdict();
  }

  /** The same for a load with an end of its own: waits for that end. */
  async complete(): Promise<Verdict> {
    await this.writer.finished();
    return this.#verdict();
  }

  /** Leaves no socket behind when a test ends early. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.writer.abandon();
  }

  #verdict(): Promise<Verdict> {
    return verdictOf(this.#rig, this.writer.writes, this.#stock);
  }
}
