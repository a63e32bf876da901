import { networkOf } from '#platform/networks/networks.ts';

/** Maximum number of networks that are counted separately; all further networks share one count. */
const mostNetworks = 10_000;
const everybodyElse = '';
/** Milliseconds of a period. The counts of the current and the previous period are used. */
const periodMs = 1_000;
/**
 * A network with fewer answers in two periods does not flood, and one with fewer refusals does not
 * flood because of refusals.
 */
const few = 20;
const fewBad = 4;
/** A network floods if it gets more than this multiple of the average number of answers per network. */
const unfair = 1.5;

/**
 * The kind of an answer: served, refused because the request was bad, or refused because its network
 * floods.
 */
export type Answered = 'good' | 'bad' | 'shed';

/** Number of answers to one network in a period. */
interface Count {
  answers: number;
  bad: number;
  shed: number;
}

const nothing: Readonly<Count> = { answers: 0, bad: 0, shed: 0 };

type Period = Map<string, Count>;

function isMost(refusals: number, answers: number): boolean {
  return refusals >= fewBad && refusals * 2 > answers;
}

/** Counts the answers to each client network, over the last one to two seconds. */
export class NetworkLoads {
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

  /** Counts an answer to an address. */
  answered(address: string, how: Answered): void {
    this.#turnOver();
    const network = networkOf(address);
    const known = this.#current.get(network);
    const count = known ?? this.#newCount(network);
    count.answers += 1;
    if (how !== 'good') count[how] += 1;
    this.#answers += 1;
  }

  /**
   * Returns whether the network of an address gets much more than the average number of answers, or
   * mostly sends requests that are refused.
   */
  isFlood(address: string): boolean {
    this.#turnOver();
    const { answers, bad, shed } = this.#countOf(address);
    if (isMost(bad + shed, answers)) return true;
    if (answers < few) return false;
    const networks = Math.max(this.#current.size, this.#past.size);
    const average = (this.#answers + this.#pastAnswers) / networks;
    return answers > unfair * average;
  }

  /**
   * Returns whether most requests of the network of an address are bad, while other networks send
   * requests too.
   */
  isHostile(address: string): boolean {
    this.#turnOver();
    const { answers, bad } = this.#countOf(address);
    return isMost(bad, answers) && answers < this.#answers + this.#pastAnswers;
  }

  /** Returns the number of recent requests of the network of an address; a refused request counts as five. */
  recent(address: string): number {
    this.#turnOver();
    const { answers, bad, shed } = this.#countOf(address);
    return answers + 4 * (bad + shed);
  }

  #countOf(address: string): Readonly<Count> {
    const network = networkOf(address);
    const [current, past] = [this.#current.get(network) ?? nothing, this.#past.get(network) ?? nothing];
    return {
      answers: current.answers + past.answers,
      bad: current.bad + past.bad,
      shed: current.shed + past.shed,
    };
  }

  #newCount(network: string): Count {
    const name = this.#current.size < mostNetworks ? network : everybodyElse;
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
