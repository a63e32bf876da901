import type { Parameters } from '../edge/body.ts';
import { claimOf } from '../identity/claim.ts';
import { guest, type Identity } from '../identity/identity.ts';
import { type Call, canonical, type SharedDeps } from '../routing/call.ts';
import { bodyOf, headersOf, type Rendered } from '../routing/render.ts';
import type { CachedAnswer } from '../routing/send.ts';

/** A catalogue read and its caller. */
interface CatalogueQuestion extends Rendered {
  readonly query: Parameters;
  readonly identity: Identity;
  readonly address: () => string;
}

/**
 * Returns the claim for a catalogue read, and whether its answer is private. Roles may see other prices and
 * products, and managers see drafts.
 */
function askedBy({ identity, address }: CatalogueQuestion, { prices }: SharedDeps) {
  if (identity === guest) return { audience: 'public', reserved: false };
  const { audience, manages } = claimOf(identity, prices, address);
  return { audience, reserved: audience !== 'public' || manages === 'read' || manages === 'read_write' };
}

/** The answer of a catalogue read, shared by all equal requests if it is cacheable. */
export class SharedAnswer {
  readonly #question: CatalogueQuestion;
  readonly #deps: SharedDeps;
  readonly #reserved: boolean;
  /** Cache key; null if no cached answer may be used. */
  readonly key: string | null;

  constructor(question: CatalogueQuestion, deps: SharedDeps) {
    this.#question = question;
    this.#deps = deps;
    const { audience, reserved } = askedBy(question, deps);
    this.#reserved = reserved;
    const skip = ['true', '1'].includes(String(question.query('_skip_cache')));
    const { route, prepared, request } = question;
    const { dialect, prefix } = request.mount;
    const asked = () => canonical([prepared.declared, prepared.given]);
    this.key = reserved || skip ? null : `${audience} ${dialect.name} ${prefix} ${route.path} ${asked()}`;
  }

  /** Whether the answer is in the cache. */
  get isKept(): boolean {
    return this.key !== null && this.#deps.cache.keeps(this.key);
  }

  /** Returns the answer, cached or new. @throws ServiceError of the route */
  async get(call: () => Call): Promise<CachedAnswer> {
    const { cache, metrics } = this.#deps;
    const { route } = this.#question;
    const make = () => this.#make(call());
    if (this.key === null) {
      metrics.cached('SKIP');
      const entry = await cache.uncached(route.path, make);
      return { entry, outcome: 'SKIP', ...(this.#reserved && { reserved: true }) };
    }
    const { entry, hit } = await cache.through(this.key, route.path, make);
    const outcome = hit ? 'HIT' : 'MISS';
    metrics.cached(outcome);
    return { entry, outcome };
  }

  async #make(call: Call) {
    const answer = await this.#question.prepared.answer(call);
    return {
      body: bodyOf(answer, this.#question),
      headers: headersOf(answer, this.#question),
      holdsUntil: answer.holdsUntil ?? null,
      products: answer.products ?? [],
      asOf: answer.asOf ?? null,
    };
  }
}
