import { networkOf } from '#platform/networks/networks.ts';

/** Maximum number of networks that are counted separately; further ones share one count. */
const mostNetworks = 10_000;
const everybodyElse = '';
/** Milliseconds of a period; the counts of the last one stay available. */
const periodMs = 1_000;
/** With fewer answers in two periods, a network is never a flood; with fewer bad requests, not because of these. */
const few = 20;
const fewBad = 4;
/** How many times the average of all networks is more than a fair share. */
const unfair = 1.5;

/** The kind of an answer: served, refused as a bad request, or refused because its network floods. */
export type Answered = 'good' | 'bad' | 'shed';

/** The answers to one network in a period. */
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

/** Counts the work that each client network makes, over the last one to two seconds. */
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
   * Whether the network of an address takes much more than its share of the work, or mostly sends requests
   * that are refused.
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

  /** Whether most requests of the network of an address are bad ones, and other networks send requests too. */
  isHostile(address: string): boolean {
    this.#turnOver();
    const { answers, bad } = this.#countOf(address);
    return isMost(bad, answers) && answers < this.#answers + this.#pastAnswers;
  }

  /** Returns the number of requests that the network of an address sent lately; a refused one counts for five. */
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
