import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { isConsumerKey } from '#contracts/api-keys.ts';
import { tokenIssuer } from '#contracts/tokens.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import type { IdentificationRequest, Identities } from '../caller/caller.ts';

/** Maximum number of key pairs of WooCommerce whose digests are stored. */
const maxRemembered = 1_000;
/** Maximum number of combinations of a consumer key and a secret in one request. A usual request has one. */
const maxPairs = 4;
/** Names of parameters, headers and cookies that contain a cart key, as `plainName` returns them. */
const cartKeyNames = new Set(['cart_key', 'cocart_api_cart_key', 'cocart_load_cart']);
const issuedCartKey = /(?<![0-9a-z])t_[0-9a-v]{40}(?![0-9a-z])/i;
const consumerKeys = /(?<![0-9a-z])ck_[0-9a-f]{40}(?![0-9a-z])/g;
const consumerSecrets = /(?<![0-9a-z])cs_[0-9a-f]{40}(?![0-9a-z])/g;
const secretNames = ['consumer_secret', 'password'];

/** A query and headers, which may contain credentials. */
interface Parts {
  readonly headers: IncomingHttpHeaders;
  readonly query: string;
}

type Details = Omit<IdentificationRequest, 'request' | 'audiences'>;

/**
 * Removes the credentials of this service from requests, wherever they are in the query and headers. The gateway never
 * forwards these credentials to WordPress. Passwords stay, because WordPress may have an account with the same name.
 */
export class OwnCredentials {
  readonly #identities: Pick<Identities, 'of'>;
  /**
   * Digests of key pairs that this service did not issue. New key pairs of the service are random, so no new
   * key pair ever has a stored digest.
   */
  readonly #foreign = new LRUCache<string, true>({ max: maxRemembered });

  constructor(identities: Pick<Identities, 'of'>) {
    this.#identities = identities;
  }

  /**
   * Returns the query and headers without tokens, key pairs and cart keys of this service. An expired token counts too.
   *
   * @throws ServiceError `service_authentication_error` for so many keys or secrets that it is unclear which belong
   * together, `service_rate_limited` after many unknown key pairs, `service_unavailable`
   */
  async removedFrom({ headers, query }: Parts, details: Details): Promise<Parts> {
    const pairs = await this.#ownPairsIn({ headers, query }, details);
    const isOwn = (text: string) =>
      formsOf(text).some((form) => isOwnSecret(form) || pairs.some((part) => form.includes(part)));
    const kept = Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined || cartKeyNames.has(plainName(name))) return [];
      const text = [value].flat().join(', ');
      if (name === 'cookie') return [[name, withoutPairs(text, ';', isOwn)]];
      return isOwn(text) || (name === 'referer' && namesCartKey(text)) ? [] : [[name, value]];
    });
    return { headers: Object.fromEntries(kept), query: withoutPairs(query, '&', isOwn) };
  }

  /** Returns the keys and secrets of all own key pairs in a request. */
  async #ownPairsIn({ headers, query }: Parts, details: Details): Promise<string[]> {
    const texts = [query, ...Object.values(headers).flat()].flatMap((text) => formsOf(text ?? ''));
    const keys = new Set(texts.flatMap((text) => text.match(consumerKeys) ?? []));
    if (keys.size === 0) return [];
    const given = [...new URLSearchParams(query)].filter(([name]) => secretNames.includes(plainName(name)));
    const inBasic = texts.flatMap((text) => /^ck_[^:]*:(.+)$/s.exec(text)?.[1] ?? []);
    const secrets = new Set([
      ...texts.flatMap((text) => text.match(consumerSecrets) ?? []),
      ...given.map(([, value]) => value).filter((value) => value !== '' && !isConsumerKey(value)),
      ...inBasic,
    ]);
    if (keys.size * secrets.size > maxPairs) throw refusal('service_authentication_error', {});
    const own: string[] = [];
    for (const key of keys)
      for (const secret of secrets) if (await this.#isOwnPair(key, secret, details)) own.push(key, secret);
    return own;
  }

  async #isOwnPair(identifier: string, secret: string, details: Details): Promise<boolean> {
    const digest = hash('sha256', `${identifier}:${secret}`, 'base64url');
    if (this.#foreign.has(digest)) return false;
    try {
      const form = { kind: 'secret', identifier, secret } as const;
      await this.#identities.of(form, { ...details, request: null, audiences: [] });
      return true;
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'service_authentication_error')) throw error;
      this.#foreign.set(digest, true);
      return false;
    }
  }
}

/** Returns whether this service issued a token, according to the token itself. */
export function isOwnToken(token: string): boolean {
  // A token of this service has exactly this text. An earlier check of the text costs less than to parse it.
  return token
    .split(/[^\w-]+/)
    .some(
      (part) =>
        part.startsWith('eyJ') &&
        Buffer.from(part, 'base64url').includes(`"iss":${JSON.stringify(tokenIssuer)}`),
    );
}

function isOwnSecret(text: string): boolean {
  return issuedCartKey.test(text) || isOwnToken(text);
}

function unescaped(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** Returns a text as it is, without percent encoding (also if it was encoded twice), and as Basic credentials. */
function formsOf(text: string): string[] {
  const once = unescaped(text);
  const [, base64] = /^\s*\S+\s+([\w+/=-]+)\s*$/.exec(text) ?? [];
  const basic = base64 === undefined ? [] : [Buffer.from(base64, 'base64').toString()];
  return [...new Set([text, once, unescaped(once), ...basic])];
}

/** Returns the name of a parameter as PHP reads it, in lower case: a space, `.`, `-` or a single `[` counts as `_`. */
function plainName(name: string): string {
  const before = name.includes(']') ? (name.split('[', 1)[0] ?? '') : name;
  return before
    .split('\0', 1)
    .join('')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s.[-]/g, '_');
}

/** Returns whether a text has a parameter in its query or fragment that contains a cart key. */
function namesCartKey(address: string): boolean {
  const pairs = address.split(/[?#&]/).flatMap((pair) => [...new URLSearchParams(pair).keys()]);
  return pairs.some((name) => cartKeyNames.has(plainName(name)));
}

/** Returns a query or a cookie header without the pairs that contain credentials. Other pairs are unchanged. */
function withoutPairs(text: string, separator: '&' | ';', isOwn: (text: string) => boolean): string {
  return text
    .split(separator)
    .filter((pair) => {
      const name = [...new URLSearchParams(pair).keys()][0] ?? '';
      return !cartKeyNames.has(plainName(name)) && !isOwn(pair);
    })
    .join(separator);
}
