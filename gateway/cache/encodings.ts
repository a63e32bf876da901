import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Encoding, Entry, ResponseCache } from './response-cache.ts';

/** Smaller bodies are not compressed. Bytes. */
const leastBytes = 1_024;
/** An answer is compressed after it was sent this many times. */
const leastHits = 2;
/** Maximum number of concurrent compressions; the thread pool has four threads. */
const mostAtOnce = 2;
/** Maximum length of `Accept-Encoding` headers whose result is cached. */
const longestHeader = 128;
const mostHeaders = 100;

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

/** Returns the encoding to use: `br` or `gzip`, as the client prefers; null if it accepts neither. */
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

const remembered = new LRUCache<string, { readonly encoding: Encoding | null }>({ max: mostHeaders });

/** Returns the encoding for an `Accept-Encoding` header; null to send a body as it is. */
export function encodingFor(acceptEncoding: string | undefined): Encoding | null {
  if (acceptEncoding === undefined || acceptEncoding.length > longestHeader) return null;
  let known = remembered.get(acceptEncoding);
  if (!known) {
    known = { encoding: preferred(acceptEncoding) };
    remembered.set(acceptEncoding, known);
  }
  return known.encoding;
}

/**
 * Compresses cached answers that are requested repeatedly, off the event loop, and stores the result in the response
 * cache.
 */
export class Encodings {
  readonly #cache: Pick<ResponseCache, 'addEncoded'>;
  readonly #hits = new WeakMap<Entry, number>();
  readonly #running = new Set<Entry>();

  constructor(cache: Pick<ResponseCache, 'addEncoded'>) {
    this.#cache = cache;
  }

  /** Returns the compressed body, or null if there is none yet. */
  of(target: string, entry: Entry, encoding: Encoding): Buffer | null {
    const ready = entry.encoded[encoding];
    if (ready) return ready;
    if (entry.bytes.length < leastBytes || entry.age > 0) return null;
    const hits = (this.#hits.get(entry) ?? 0) + 1;
    this.#hits.set(entry, hits);
    if (hits >= leastHits && this.#running.size < mostAtOnce && !this.#running.has(entry))
      void this.#make(target, entry, encoding);
    return null;
  }

  async #make(target: string, entry: Entry, encoding: Encoding): Promise<void> {
    this.#running.add(entry);
    try {
      this.#cache.addEncoded(target, entry, {
        ...entry.encoded,
        [encoding]: await compress[encoding](entry.bytes),
      });
    } catch {
      // Without a compressed form, the uncompressed body is sent.
    } finally {
      this.#running.delete(entry);
    }
  }
}
