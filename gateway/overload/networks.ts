import { networkOf } from '#platform/util/networks.ts';

/** Maximum number of networks that are counted separately. All further networks share one count. */
const maxNetworks = 10_000;
/** The key of the count that all further networks share. */
const others = '';
/** Length of a counting period in milliseconds. Counts cover the current and the previous period. */
const periodMs = 1_000;
/** Minimum number of bad requests in two periods. A network with fewer is never a flood. */
const minBad = 4;

/** The number of answers to one network in a period, and how many of these answered bad requests. */
interface Count {
  answers: number;
  bad: number;
}

const nothing: Readonly<Count> = { answers: 0, bad: 0 };

/** Counts the answers to each client network in the last one to two seconds. */
export class Networks {
  readonly #now: () => number;
  #began: number;
  #current = new Map<string, Count>();
  #past = new Map<string, Count>();
  #answers = 0;
  #pastAnswers = 0;

  /** `now`: a monotonic clock in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#began = now();
  }

  /** Counts an answer to the network of an address. `isBad`: whether the request was refused as bad. */
  answered(address: string, isBad: boolean): void {
    this.#turnOver();
    const network = networkOf(address);
    const count = this.#current.get(network) ?? this.#newCount(network);
    count.answers += 1;
    if (isBad) count.bad += 1;
    this.#answers += 1;
  }

  /**
   * Returns whether the network of an address floods: most of its requests are bad, and other networks send requests
   * too. A network that is alone takes nothing from others.
   */
  isFlood(address: string): boolean {
    this.#turnOver();
    const network = networkOf(address);
    const [current, past] = [this.#current.get(network) ?? nothing, this.#past.get(network) ?? nothing];
    const [answers, bad] = [current.answers + past.answers, current.bad + past.bad];
    return bad >= minBad && bad * 2 > answers && answers < this.#answers + this.#pastAnswers;
  }

  #newCount(network: string): Count {
    const name = this.#current.size < maxNetworks ? network : others;
    const count = this.#current.get(name) ?? { ...nothing };
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
