import { lookup as resolve } from 'node:dns';
import { request as http } from 'node:http';
import { request as https } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import type { Tried } from './store/delivery-store.ts';

/** How long a receiver may take to answer. Milliseconds. */
const answerMs = 10_000;

/** What is sent: a body and what signs it. */
export interface Sending {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Why an address is not gone to. */
class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/**
 * Sends bodies to receivers. A redirect is not followed. Unless private addresses are allowed, only public ones are gone
 * to: looked at when the connection is made, so that a name cannot lead elsewhere than where it was looked at.
 */
export class Sender {
  readonly #allowsPrivate: boolean;

  constructor(allowsPrivate: boolean) {
    this.#allowsPrivate = allowsPrivate;
  }

  /** Whether an address may be gone to at all, as far as can be seen without asking what its name means. */
  mayGoTo(url: string): boolean {
    if (this.#allowsPrivate) return true;
    const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0) return isPublicAddress(host);
    return host.includes('.') && !/(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host);
  }

  /** Sends a body once, and tells how that went. Never throws. */
  async send({ url, body, headers }: Sending): Promise<Tried> {
    if (!this.mayGoTo(url)) return { status: null, problem: 'the address is not a public one' };
    const { promise, resolve: done } = Promise.withResolvers<Tried>();
    const failed = (error: Error) => done({ status: null, problem: problemOf(error) });
    const ask = new URL(url).protocol === 'https:' ? https : http;
    const asked = ask(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Cartwright-Webhooks/1',
        ...headers,
      },
      lookup: this.#lookup,
      agent: false,
      signal: AbortSignal.timeout(answerMs),
    });
    asked.on('error', failed);
    asked.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      // What it says beside that is of no interest, and may be of any length.
      response.destroy();
      done({ status, problem: status >= 200 && status < 300 ? '' : `the receiver answered ${status}` });
    });
    asked.end(body);
    return promise;
  }

  readonly #lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const usable = error
        ? []
        : addresses.filter(({ address }) => this.#allowsPrivate || isPublicAddress(address));
      const [first] = usable;
      if (error || !first)
        callback(error ?? new RefusedAddress('the name leads to no public address'), '', 0);
      else if (options.all) callback(null, usable);
      else callback(null, first.address, first.family);
    });
  };
}

/** Why a try failed, in a few words without anything of the receiver's. */
function problemOf(error: Error): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return 'the receiver did not answer in time';
  if (error instanceof RefusedAddress) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return `the receiver could not be reached${code ? ` (${code})` : ''}`;
}
