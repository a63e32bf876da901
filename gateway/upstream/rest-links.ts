import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Dispatcher } from 'undici';

/** A link of the header `Link` whose target always is an address of the server that sends the header. */
const ownLink = /<([^<>]*)>\s*;\s*rel="?(?:next|prev|https:\/\/api\.w\.org\/)"?/g;
/** A link of the member `_links` whose target always is an address of the server that sends the body. */
const ownHref = /"(?:self|collection|up)":\s*\[\s*\{\s*"href":\s*("(?:[^"\\]|\\.)*")/g;
/** An address of the member `_links`. No other member of WordPress's answers has this name. */
const href = /("href":\s*)("(?:[^"\\]|\\.)*")/g;
/** The headers of an answer inside an answer: in a batch, or with the parameter `_envelope`. */
const innerHeaders = /"headers":\s*\{[^{}]*\}/g;
const innerLink = /("(?:Link|Location)":\s*)("(?:[^"\\]|\\.)*")/gi;

/**
 * Returns the parts of an address of a REST API: host and folder of the WordPress, and the path from `/wp-json` on.
 * Returns null for another address.
 */
function restAddressOf(address: string): { place: string; path: string } | null {
  const [scheme = ''] = /^https?:\/\//i.exec(address) ?? [];
  const at = address.indexOf('/wp-json', scheme.length);
  const [place, path] = [address.slice(scheme.length, at).toLowerCase(), address.slice(at)];
  const isRest = scheme !== '' && at > 0 && /^\/wp-json(?:[/?#]|$)/.test(path) && !/[?#\s]/.test(place);
  return isRest ? { place, path } : null;
}

const textOf = (json: string): string => JSON.parse(json);

/** Returns a text as JSON. Slashes are escaped as in `like`, because PHP escapes them by default. */
function jsonOf(text: string, like: string): string {
  const json = JSON.stringify(text);
  return like.includes('\\/') ? json.replaceAll('/', '\\/') : json;
}

/** Addresses that `RestLinks` needs. */
interface Places {
  /** Address of WordPress for the gateway, without a trailing slash. */
  readonly url: string;
  /** Address of the gateway for clients, without a trailing slash. */
  readonly publicUrl: string;
  /** Returns whether the gateway serves a path below `/wp-json` or forwards it. */
  readonly isServed: (path: string) => boolean;
}

/**
 * Replaces WordPress's own REST addresses in an answer by the gateway's, in the headers `Link` and `Location` and in the
 * member `_links`. Other members are data of the shop, which a client may send back.
 *
 * WordPress names itself by the address that its settings have, which may differ from UPSTREAM_URL. So the answer
 * itself says it: WordPress links a page to the next page on its own host only.
 */
export class RestLinks {
  readonly #places: Places;
  /** Host and folder of each known address of WordPress. */
  readonly #own: Set<string>;
  readonly #headers: IncomingHttpHeaders;
  readonly #isCreated: boolean;

  constructor(
    places: Places,
    { headers, statusCode }: Pick<Dispatcher.ResponseData, 'headers' | 'statusCode'>,
  ) {
    this.#places = places;
    this.#headers = headers;
    this.#isCreated = statusCode === 201;
    this.#own = new Set([places.url.replace(/^https?:\/\//, '').toLowerCase()]);
    for (const value of [headers.link ?? []].flat())
      for (const [, target = ''] of value.matchAll(ownLink)) this.#learn(target);
    if (this.#isCreated) this.#learn(String(headers.location ?? ''));
  }

  #learn(address: string): void {
    const rest = restAddressOf(address);
    if (rest) this.#own.add(rest.place);
  }

  /** Returns an address of the gateway for an address of WordPress's REST API. Returns other addresses unchanged. */
  #at(address: string): string {
    const { publicUrl, isServed } = this.#places;
    const rest = restAddressOf(address);
    const isOwn = rest && this.#own.has(rest.place) && isServed(rest.path.split(/[?#]/, 1)[0] ?? '');
    return isOwn ? publicUrl + rest.path : address;
  }

  #linkHeader(value: string): string {
    return value.replaceAll(/<([^<>]*)>/g, (_, target: string) => `<${this.#at(target)}>`);
  }

  /** Returns a JSON body with the gateway's addresses. Call it before `headers`: the body may name WordPress too. */
  body(json: string): string {
    for (const [, address = '""'] of json.matchAll(ownHref)) this.#learn(textOf(address));
    const inHeaders = (part: string) =>
      part.replaceAll(innerLink, (_, name: string, value: string) => {
        const text = textOf(value);
        return name + jsonOf(text.startsWith('<') ? this.#linkHeader(text) : this.#at(text), value);
      });
    return json
      .replaceAll(href, (_, name: string, value: string) => name + jsonOf(this.#at(textOf(value)), value))
      .replaceAll(innerHeaders, inHeaders);
  }

  /**
   * Returns the headers that replace those of WordPress. A redirect to any address at the host of UPSTREAM_URL becomes
   * a path, so that it leads to the host that the client has asked.
   */
  headers(): Record<string, string | string[]> {
    const { link, location } = this.#headers;
    return {
      ...(link !== undefined && { link: [link].flat().map((one) => this.#linkHeader(one)) }),
      ...(location !== undefined && {
        location: this.#redirect(this.#isCreated ? this.#at(location) : location),
      }),
    };
  }

  #redirect(location: string): string {
    const { url } = this.#places;
    const { origin, pathname } = new URL(url);
    const target = URL.parse(location, url);
    // `//host` is an address of another host, which WordPress writes by mistake only. `URL` reads it as browsers do, who
    // ignore tabs and read `\` as `/`.
    const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(location);
    if (target === null || (!hasScheme && target.origin !== origin)) return '/';
    if (target.origin !== origin || location.startsWith('/')) return location;
    const inside = target.pathname.startsWith(`${pathname}/`)
      ? target.pathname.slice(pathname.length)
      : target.pathname;
    return inside.replace(/^\/+/, '/') + target.search + target.hash;
  }
}

/**
 * Reads the body of an answer if it is JSON of at most `maxBytes`, also after decompression. Returns the body as
 * WordPress sent it, and `replaced`: the body with the gateway's addresses, null if nothing in it is replaced.
 */
export async function linkedBody(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  links: RestLinks,
  maxBytes: number,
): Promise<{ body: AsyncIterable<Buffer>; replaced: Buffer | null }> {
  const coding = String(headers['content-encoding'] ?? 'identity');
  const isReadable =
    statusCode !== 206 &&
    /^application\/(?:[\w.-]+\+)?json\b/i.test(String(headers['content-type'])) &&
    ['identity', 'gzip'].includes(coding) &&
    Number(headers['content-length'] ?? 0) <= maxBytes;
  if (!isReadable) return { body, replaced: null };
  const { begun, rest } = await beginningOf(body, maxBytes);
  const unchanged = (async function* () {
    yield begun;
    if (rest !== null) yield* rest;
  })();
  if (rest !== null) return { body: unchanged, replaced: null };
  const plain = coding === 'gzip' ? await unzipped(begun, maxBytes) : begun;
  const text = plain?.toString() ?? '';
  const linked = links.body(text);
  if (linked === text) return { body: unchanged, replaced: null };
  const bytes = Buffer.from(linked);
  return { body: unchanged, replaced: coding === 'gzip' ? await promisify(gzip)(bytes) : bytes };
}

/** Reads a body until it ends or exceeds `maxBytes`. `rest` is null if the body ended. */
async function beginningOf(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<{ begun: Buffer; rest: AsyncIterable<Buffer> | null }> {
  const iterator = body[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let bytes = 0;
  while (bytes <= maxBytes) {
    const { done, value } = await iterator.next();
    if (done) return { begun: Buffer.concat(chunks), rest: null };
    chunks.push(value);
    bytes += value.length;
  }
  return { begun: Buffer.concat(chunks), rest: { [Symbol.asyncIterator]: () => iterator } };
}

/** Returns the decompressed bytes; null if they are invalid or more than `maxBytes`. */
function unzipped(bytes: Buffer, maxBytes: number): Promise<Buffer | null> {
  return promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)(bytes, {
    maxOutputLength: maxBytes,
  }).catch(() => null);
}
