import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { networkOf } from '#platform/util/networks.ts';
import type { Identity } from '../http/request-state.ts';

/** Maximum number of remembered credentials and cart keys. */
const maxKnown = 20_000;
/** Milliseconds for which they are remembered. */
const rememberedMs = 15 * 60_000;

const digestOf = (secret: string) => hash('sha256', secret, 'base64url');

/** Returns the cart key in the headers or the query of a request; undefined without a key there. */
function cartKeyOf({ headers, url = '' }: IncomingMessage): string | undefined {
  const inHeader = headers['cart-key'] ?? headers['cocart-api-cart-key'];
  if (typeof inHeader === 'string') return inHeader;
  return url.includes('cart_key=') ? (/[?&]cart_key=([^&]*)/.exec(url)?.[1] ?? undefined) : undefined;
}

/**
 * Remembers digests of credentials that were valid, and of cart keys that a cart answered to. Under load, requests with
 * them begin before those of new guests. A digest grants no access.
 */
export class KnownCallers {
  readonly #known = new LRUCache<string, true>({ max: maxKnown, ttl: rememberedMs });

  /** Remembers the valid credentials of a request. */
  learn({ headers: { authorization = '' } }: IncomingMessage, identity: Identity): void {
    if (authorization !== '' && identity.method !== null) this.#known.set(digestOf(authorization), true);
  }

  /** Remembers the cart key of a request that succeeded, or the key that the answer gave to a guest. */
  learnCart(request: IncomingMessage, response: ServerResponse): void {
    if (response.statusCode >= 300) return;
    const issued = response.getHeader('Cart-Key');
    const key = typeof issued === 'string' ? issued : cartKeyOf(request);
    if (key) this.#known.set(digestOf(key), true);
  }

  /** Returns whether the request has credentials or a cart key that are remembered. */
  has(request: IncomingMessage): boolean {
    const { authorization = '' } = request.headers;
    if (authorization !== '') return this.#known.has(digestOf(authorization));
    const key = cartKeyOf(request);
    return key !== undefined && this.#known.has(digestOf(key));
  }
}

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
