import { networkOf } from '#platform/networks/networks.ts';

/** Maximum number of networks that are counted separately. All further networks share one count. */
const maxNetworks = 10_000;
/** The key of the count that all further networks share. */
const everybodyElse = '';
/** Length of a counting period in milliseconds. Counts cover the current and the previous period. */
const periodMs = 1_000;
/**
 * Minimum number of refused requests in two periods. Fewer refusals never make a network a flood network or a
 * hostile network.
 */
const minRefused = 4;
/** A network with more answers than `floodFactor` times the average plus `byChance` is a flood network. */
const floodFactor = 1.5;
/** Number of answers by which networks with equal load may differ by chance. */
const byChance = 8;
/** A network is quiet if its number of answers is less than this share of the average. */
const quietShare = 0.25;
/** Minimum average number of answers per network. While the average is lower, no network counts as quiet. */
const minAverage = 4;

/**
 * How a request was answered: `good` if the gateway served the request, or refused it because of the state of the
 * shop; `bad` if the gateway refused a bad request; `shed` if the gateway refused the request because its network
 * floods.
 */
export type AnswerKind = 'good' | 'bad' | 'shed';

/**
 * The number of answers to one network in a counting period, and how many of these answers were of the kinds
 * `bad` and `shed`.
 */
interface Count {
  answers: number;
  bad: number;
  shed: number;
}

const nothing: Readonly<Count> = { answers: 0, bad: 0, shed: 0 };

type Period = Map<string, Count>;

function isMost(refusals: number, answers: number): boolean {
  return refusals >= minRefused && refusals * 2 > answers;
}

/** Counts the answers to each client network in the last one to two seconds. */
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

  /** Counts an answer to the client network that contains `address`. */
  answered(address: string, how: AnswerKind): void {
    this.#turnOver();
    const network = networkOf(address);
    const known = this.#current.get(network);
    const count = known ?? this.#newCount(network);
    count.answers += 1;
    if (how !== 'good') count[how] += 1;
    this.#answers += 1;
  }

  /**
   * Returns whether the network of an address floods: the network gets much more than the average number of
   * answers, or most of its requests are refused. Bad requests count only while other networks send requests too,
   * because they take nothing from others.
   */
  isFlood(address: string): boolean {
    this.#turnOver();
    const { answers, bad, shed } = this.#countOf(address);
    if (isMost(this.#isAll(answers) ? shed : bad + shed, answers)) return true;
    return answers > floodFactor * this.#average + byChance;
  }

  /**
   * Returns whether the network of an address is quiet: the network gets much less than the average number of
   * answers.
   */
  isQuiet(address: string): boolean {
    this.#turnOver();
    const average = this.#average;
    return average >= minAverage && this.#countOf(address).answers < quietShare * average;
  }

  /**
   * Returns whether the network of an address is hostile: most of its requests are bad, and other networks
   * send requests too.
   */
  isHostile(address: string): boolean {
    this.#turnOver();
    const { answers, bad } = this.#countOf(address);
    return isMost(bad, answers) && !this.#isAll(answers);
  }

  /** Returns the number of recent requests of the network of an address; a refused request counts as five. */
  recent(address: string): number {
    this.#turnOver();
    const { answers, bad, shed } = this.#countOf(address);
    return answers + 4 * (bad + shed);
  }

  /** Returns whether one network got all answers. */
  #isAll(answers: number): boolean {
    return answers === this.#answers + this.#pastAnswers;
  }

  /** The average number of answers per network. */
  get #average(): number {
    const networks = Math.max(this.#current.size, this.#past.size, 1);
    return (this.#answers + this.#pastAnswers) / networks;
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
    const name = this.#current.size < maxNetworks ? network : everybodyElse;
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
