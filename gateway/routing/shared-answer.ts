import { claimOf } from '../caller/claim.ts';
import type { Parameters } from '../http/body.ts';
import { guest, type Identity } from '../http/request-state.ts';
import type { CachedAnswer } from './answer.ts';
import { bodyOf, headersOf, type Rendered } from './answer.ts';
import { type Call, canonical, type SharedDeps } from './call.ts';

/** A catalogue read, its query and its caller. */
interface CatalogueRead extends Rendered {
  readonly query: Parameters;
  readonly identity: Identity;
  readonly address: () => string;
}

/**
 * Returns the audience of a catalogue read, and whether the answer is reserved. A reserved answer is not cached,
 * because it may differ from the answer to a guest: a customer role may have its own prices and products, and
 * managers also see drafts.
 */
function readerOf({ identity, address }: CatalogueRead, { prices }: SharedDeps) {
  if (identity === guest) return { audience: 'public', reserved: false };
  const { audience, manages } = claimOf(identity, prices, address);
  return { audience, reserved: audience !== 'public' || manages === 'read' || manages === 'read_write' };
}

/**
 * Finds the answer of a catalogue read in the cache, or makes the answer. Equal requests share a public answer.
 */
export class SharedAnswer {
  readonly #read: CatalogueRead;
  readonly #deps: SharedDeps;
  readonly #reserved: boolean;
  /** Key of the answer in the response cache; null if the cache must not be used. */
  readonly key: string | null;

  constructor(read: CatalogueRead, deps: SharedDeps) {
    this.#read = read;
    this.#deps = deps;
    const { audience, reserved } = readerOf(read, deps);
    this.#reserved = reserved;
    const skip = ['true', '1'].includes(String(read.query('_skip_cache')));
    const { route, prepared, request } = read;
    const { dialect, prefix } = request.mount;
    const parameters = () => canonical([prepared.declared, prepared.given]);
    this.key =
      reserved || skip ? null : `${audience} ${dialect.name} ${prefix} ${route.path} ${parameters()}`;
  }

  /** Whether the response cache has an answer that may be served. */
  get isCached(): boolean {
    return this.key !== null && this.#deps.cache.has(this.key);
  }

  /** Returns the cached answer, or a new answer. @throws ServiceError the errors of the route */
  async get(call: () => Call): Promise<CachedAnswer> {
    const { cache, metrics } = this.#deps;
    const { route } = this.#read;
    const make = () => this.#make(call());
    if (this.key === null) {
      metrics.cached('SKIP');
      const entry = await cache.uncached(route.path, make);
      return { entry, outcome: 'SKIP', ...(this.#reserved && { reserved: true }) };
    }
    const { entry, hit } = await cache.getOrMake(this.key, route.path, make);
    const outcome = hit ? 'HIT' : 'MISS';
    metrics.cached(outcome);
    return { entry, outcome };
  }

  async #make(call: Call) {
    const answer = await this.#read.prepared.answer(call);
    return {
      body: bodyOf(answer, this.#read),
      headers: headersOf(answer, this.#read),
      holdsUntil: answer.expiresAt ?? null,
      products: answer.products ?? [],
      asOf: answer.asOf ?? null,
    };
  }
}
