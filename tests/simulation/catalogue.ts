import { unavailable } from '#platform/errors/errors.ts';
import type {
  KnownCoupons,
  KnownProducts,
  WantedProducts,
} from '../../services/cart/facts/command-contexts.ts';
import type { Clock } from './clock.ts';
import type { Delay } from './connection.ts';
import { type CatalogueState, coupons, firstState } from './goods.ts';
import type { Host } from './host.ts';

/** The state of the catalogue from the time `at` until the next version. */
export interface Version {
  readonly at: number;
  readonly state: CatalogueState;
}

/** Milliseconds that a replica waits for an answer of the silent catalogue. */
const patienceMs = 300;

/** Products that change while carts contain them, and a catalogue that is sometimes silent. */
export class Catalogue {
  readonly versions: Version[];
  readonly #clock: Clock;
  #silentFrom = Number.POSITIVE_INFINITY;
  #silentUntil = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.versions = [{ at: clock.exact, state: firstState }];
  }

  change(state: CatalogueState): void {
    this.versions.push({ at: this.#clock.exact, state });
  }

  /** Makes the catalogue silent for some milliseconds. */
  silence(milliseconds: number): void {
    this.#silentFrom = Math.min(this.#silentFrom, this.#clock.exact);
    this.#silentUntil = this.#clock.exact + milliseconds;
  }

  /** Returns the states that answers between `from` and `to` may show, including stale states during a silence. */
  between(from: number, to: number): CatalogueState[] {
    const start = Math.min(from, this.#silentFrom);
    const end = (index: number) => this.versions[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    return this.versions.filter(({ at }, index) => at <= to && end(index) >= start).map(({ state }) => state);
  }

  /** Returns the products at the start of the silence, which replicas still have in their caches. */
  #lastKnown(): CatalogueState {
    const { state } = this.versions.findLast(({ at }) => at <= this.#silentFrom) as Version;
    return state;
  }

  /**
   * Returns the current answer for a replica. During a silence, returns the stale answer if `evenStale`.
   * @throws ServiceError during a silence if the answer must be current
   */
  #answer<Answer>(
    { host, delay }: Requester,
    evenStale: boolean,
    answer: (state: CatalogueState, stale: boolean) => Answer,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#clock.after(delay(), () => {
        const { state } = this.versions.at(-1) as Version;
        if (this.#clock.exact >= this.#silentUntil) {
          this.#clock.after(delay(), () => host.do(() => resolve(answer(state, false))));
          return;
        }
        this.#clock.after(patienceMs, () =>
          host.do(() => {
            if (evenStale) resolve(answer(this.#lastKnown(), true));
            else reject(unavailable('the catalogue is silent'));
          }),
        );
      });
    });
  }

  /** Returns the source of facts for one replica. */
  factsFor(host: Host, delay: Delay) {
    return {
      lookUp: (wanted: WantedProducts, _context: unknown, evenStale: boolean): Promise<KnownProducts> =>
        this.#answer({ host, delay }, evenStale, (state, stale) => knownOf(wanted, state, stale)),
    };
  }

  /** Returns the source of coupons for one replica. Coupons never change. */
  couponsFor(host: Host, delay: Delay) {
    return {
      lookUp: (codes: readonly string[], _context: unknown, evenStale: boolean): Promise<KnownCoupons> =>
        this.#answer({ host, delay }, evenStale, (_state, stale) => knownCoupons(codes, stale)),
    };
  }
}

/** The process of a replica that sends a request, and the delays of its messages. */
interface Requester {
  readonly host: Host;
  readonly delay: Delay;
}

/** Returns coupons of the tests by code, in the form of the catalogue's answer. */
export function knownCoupons(codes: readonly string[], stale: boolean): KnownCoupons {
  return { coupons: new Map(codes.map((code) => [code, coupons.get(code) ?? null])), stale };
}

function knownOf(
  { ids, references }: WantedProducts,
  { facts: all }: CatalogueState,
  stale: boolean,
): KnownProducts {
  const facts = new Map(ids.map((id) => [id, all.get(id) ?? null]));
  const named = new Map<string, number | null>();
  for (const reference of references) {
    const one = all.get(Number(reference)) ?? null;
    named.set(reference, one?.id ?? null);
    if (one) facts.set(one.id, one);
  }
  return { facts, named, stale };
}
