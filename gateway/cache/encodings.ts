import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Encoding, Entry, ResponseCache } from './response-cache.ts';

/** Smallest size in bytes at which a body is compressed. */
const minBytes = 1_024;
/** Number of requests for an answer at which the gateway starts to compress the body. */
const minHits = 2;
/**
 * Maximum number of simultaneous compressions. Node's thread pool has four threads, which other work needs too.
 */
const maxRunning = 2;
/** Maximum length of an `Accept-Encoding` header. The answer to a longer header is not compressed. */
const maxHeaderLength = 128;
/** Maximum number of `Accept-Encoding` headers whose preferred encoding is stored. */
const maxHeaders = 100;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const quality = {
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};
const compress: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => brotli(bytes, { params: { ...quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gzip: (bytes) => gzipped(bytes, { level: 6 }),
};

/**
 * Returns the encoding that the client prefers, `br` or `gzip`; null if the client prefers an uncompressed
 * body.
 */
function preferred(acceptEncoding: string): Encoding | null {
  const quality = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((one) => one.startsWith('q='));
    quality.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  const of = (name: string) => quality.get(name) ?? 0;
  const [best, weight] =
    of('br') >= of('gzip') ? (['br', of('br')] as const) : (['gzip', of('gzip')] as const);
  return weight > 0 && weight >= of('identity') ? best : null;
}

/** The preferred encoding for each `Accept-Encoding` header, so that equal headers are parsed only once. */
const remembered = new LRUCache<string, { readonly encoding: Encoding | null }>({ max: maxHeaders });

/** Returns the encoding for an `Accept-Encoding` header; null if the body is sent uncompressed. */
export function encodingFor(acceptEncoding: string | undefined): Encoding | null {
  if (acceptEncoding === undefined || acceptEncoding.length > maxHeaderLength) return null;
  let known = remembered.get(acceptEncoding);
  if (!known) {
    known = { encoding: preferred(acceptEncoding) };
    remembered.set(acceptEncoding, known);
  }
  return known.encoding;
}

/**
 * Compresses cached answers that are requested repeatedly, and stores the compressed bodies in the response
 * cache. The compression runs in Node's thread pool.
 */
export class Encodings {
  readonly #cache: Pick<ResponseCache, 'addEncoded'>;
  readonly #hits = new WeakMap<Entry, number>();
  readonly #running = new Set<Entry>();

  constructor(cache: Pick<ResponseCache, 'addEncoded'>) {
    this.#cache = cache;
  }

  /**
   * Returns the compressed body of a cached answer; null if no compressed body is ready. May start a
   * compression for later requests.
   */
  of(target: string, entry: Entry, encoding: Encoding): Buffer | null {
    const ready = entry.encoded[encoding];
    if (ready) return ready;
    if (entry.bytes.length < minBytes || entry.age > 0) return null;
    const hits = (this.#hits.get(entry) ?? 0) + 1;
    this.#hits.set(entry, hits);
    if (hits >= minHits && this.#running.size < maxRunning && !this.#running.has(entry))
      void this.#compress(target, entry, encoding);
    return null;
  }

  async #compress(target: string, entry: Entry, encoding: Encoding): Promise<void> {
    this.#running.add(entry);
    try {
      this.#cache.addEncoded(target, entry, {
        ...entry.encoded,
        [encoding]: await compress[encoding](entry.bytes),
      });
    } catch {
      // If the compression fails, requests get the uncompressed body.
    } finally {
      this.#running.delete(entry);
    }
  }
}
