import { networkOf } from '#platform/networks/networks.ts';

/** Maximum number of networks that are counted separately; further ones share one count. */
const mostNetworks = 10_000;
const everybodyElse = '';
/** Milliseconds of a period; the counts of the last one stay available. */
const periodMs = 1_000;
/** With fewer answers in two periods, a network is never a flood; with fewer bad requests, not because of these. */
const few = 20;
const fewBad = 8;
/** How many times the average of all networks is more than a fair share. */
const unfair = 1.5;

/** The answers to one network in a period. */
interface Count {
  answers: number;
  refusals: number;
}

type Period = Map<string, Count>;

/** Counts the work that each client network makes, over the last one to two seconds. */
export class Crowd {
  readonly #now: () => number;
  #began: number;
  #current: Period = new Map();
  #past: Period = new Map();
  #answers = 0;
  #pastAnswers = 0;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#began = now();
  }

  /** Counts an answer to an address. `refused` says whether the request was a bad one. */
  answered(address: string, refused: boolean): void {
    this.#turnOver();
    const network = networkOf(address);
    const known = this.#current.get(network);
    const count = known ?? this.#newCount(network);
    count.answers += 1;
    if (refused) count.refusals += 1;
    this.#answers += 1;
  }

  /**
   * Whether the network of an address takes much more than its share of the work, or mostly sends requests
   * that are refused.
   */
  isFlood(address: string): boolean {
    this.#turnOver();
    const network = networkOf(address);
    const counts = [this.#current.get(network), this.#past.get(network)];
    const answers = counts.reduce((sum, count) => sum + (count?.answers ?? 0), 0);
    const refusals = counts.reduce((sum, count) => sum + (count?.refusals ?? 0), 0);
    if (refusals >= fewBad && refusals * 2 > answers) return true;
    if (answers < few) return false;
    const networks = Math.max(this.#current.size, this.#past.size);
    const average = (this.#answers + this.#pastAnswers) / networks;
    return answers > unfair * average;
  }

  #newCount(network: string): Count {
    const name = this.#current.size < mostNetworks ? network : everybodyElse;
    const count = this.#current.get(name) ?? { answers: 0, refusals: 0 };
    this.#current.set(name, count);
    return count;
  }

  #turnOver(): void {
    const passed = this.#now() - this.#began;
    if (passed < periodMs) return;
    const isLongAgo = passed >= 2 * periodMs;
    this.#past = isLongAgo ? new Map() : this.#current;
    this.#pastAnswers = isLongAgo ? 0 : this.#answers;
    this.#current = new Map();
    this.#answers = 0;
    this.#began = this.#now();
  }
}
