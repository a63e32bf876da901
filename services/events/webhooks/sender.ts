import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { request as http } from 'node:http';
import { request as https } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { TryResult } from './store/delivery-store.ts';

/** Milliseconds within which a receiver must answer. */
const defaultAnswerMs = 10_000;

/** A body to send, the receiver's URL, and the headers that sign the body. */
interface Sending {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the addresses of a host name. @throws Error for a host name that does not resolve */
type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** The error for a host name without an address to which the sender may connect. */
class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/**
 * Sends bodies to receivers, and does not follow redirects. If private addresses are not allowed, the sender
 * connects only to public addresses. The sender checks the address on connecting, because a name can get
 * another address after an earlier check.
 */
export class Sender {
  readonly #allowsPrivate: boolean;
  readonly #resolve: Resolve;
  readonly #answerMs: number;
  /**
   * Running lookups by host name. Concurrent requests share a lookup, so that a host name with slow DNS does
   * not occupy all resolver threads.
   */
  readonly #resolving = new Map<string, Promise<readonly LookupAddress[]>>();

  constructor(
    allowsPrivate: boolean,
    resolve: Resolve = (name) => lookup(name, { all: true }),
    answerMs = defaultAnswerMs,
  ) {
    this.#allowsPrivate = allowsPrivate;
    this.#resolve = resolve;
    this.#answerMs = answerMs;
  }

  /**
   * Returns whether a URL is allowed. This check does not resolve host names, because the sender checks the
   * addresses on connecting.
   */
  mayGoTo(url: string): boolean {
    if (this.#allowsPrivate) return true;
    const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0) return isPublicAddress(host);
    return /\.[^.]/.test(host) && !/(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host);
  }

  /** Sends a body once and returns the result. Never throws. */
  async send(sending: Sending): Promise<TryResult> {
    if (!this.mayGoTo(sending.url)) return { status: null, problem: 'the address is not a public one' };
    try {
      const status = await this.#post(sending);
      return { status, problem: problemOfStatus(status) };
    } catch (error) {
      return { status: null, problem: problemOf(error as Error) };
    }
  }

  /** Sends the body and returns the status code of the receiver's response. */
  async #post({ url, body, headers }: Sending): Promise<number> {
    const request = new URL(url).protocol === 'https:' ? https : http;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const outgoing = request(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Cartwright-Webhooks/1',
        ...headers,
      },
      lookup: this.#lookup,
      agent: false,
      signal: AbortSignal.timeout(this.#answerMs),
    });
    outgoing.on('error', reject);
    // A protocol upgrade causes neither a response nor an error, so the closed connection counts as a failure.
    outgoing.on('close', () => reject(new Error('no answer')));
    outgoing.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      // The sender does not read the response's body, which may have any length.
      response.destroy();
    });
    outgoing.end(body);
    return promise;
  }

  readonly #lookup: LookupFunction = (name, options, callback) => {
    this.#addresses(name).then(
      (addresses) => {
        const usable = addresses.filter(({ address }) => this.#allowsPrivate || isPublicAddress(address));
        const [first] = usable;
        if (!first) callback(new RefusedAddress('the name leads to no public address'), '', 0);
        else if (options.all) callback(null, usable);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };

  #addresses(name: string): Promise<readonly LookupAddress[]> {
    const running = this.#resolving.get(name);
    if (running) return running;
    const begun = this.#resolve(name).finally(() => this.#resolving.delete(name));
    this.#resolving.set(name, begun);
    return begun;
  }
}

function problemOfStatus(status: number): string {
  if (status >= 200 && status < 300) return '';
  const redirect = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
  return `the receiver answered ${status}${redirect}`;
}

/** Returns why a try failed, in a few words that contain no text from the receiver. */
function problemOf(error: Error): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return 'the receiver did not answer in time';
  if (error instanceof RefusedAddress) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return `the receiver could not be reached${code ? ` (${code})` : ''}`;
}

/** Addresses of this machine, of private networks and of reserved ranges (IANA's special-purpose registries). */
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special.addSubnet(network, bits, 'ipv4');
}
/** The range of IPv6 that contains all public addresses. */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, bits, 'ipv6');
}

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
