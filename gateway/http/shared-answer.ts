import { guest, type Identity } from '../identity/identity.ts';
import type { Parameters } from './body.ts';
import { type Call, canonical, type SharedParts } from './call.ts';
import { claimOf } from './claim.ts';
import { bodyOf, headersOf, type Rendered } from './render.ts';
import type { CachedAnswer } from './send.ts';

/** A question to the catalogue, and who asks it. */
interface CatalogueQuestion extends Rendered {
  readonly query: Parameters;
  readonly identity: Identity;
  readonly address: () => string;
}

/**
 * As whom somebody asks about the catalogue, and whether the answer is theirs alone: with a role they may see prices and
 * products that others do not, and a manager who may read sees what is not published.
 */
function askedBy({ identity, address }: CatalogueQuestion, { prices }: SharedParts) {
  if (identity === guest) return { audience: 'public', reserved: false };
  const { audience, manages } = claimOf(identity, prices, address);
  return { audience, reserved: audience !== 'public' || manages === 'read' || manages === 'read_write' };
}

/** The answer to a question to the catalogue: one that is kept for all who ask the same, where it may be. */
export class SharedAnswer {
  readonly #question: CatalogueQuestion;
  readonly #parts: SharedParts;
  readonly #reserved: boolean;
  /** By what the kept answer is found; null where none may be used. */
  readonly key: string | null;

  constructor(question: CatalogueQuestion, parts: SharedParts) {
    this.#question = question;
    this.#parts = parts;
    const { audience, reserved } = askedBy(question, parts);
    this.#reserved = reserved;
    const skip = ['true', '1'].includes(String(question.query('_skip_cache')));
    const { route, prepared, request } = question;
    const { dialect, prefix } = request.mount;
    const asked = () => canonical([prepared.declared, prepared.given]);
    this.key = reserved || skip ? null : `${audience} ${dialect.name} ${prefix} ${route.path} ${asked()}`;
  }

  /** Whether it is there already. */
  get isKept(): boolean {
    return this.key !== null && this.#parts.cache.keeps(this.key);
  }

  /** The answer, kept or made with a call. @throws ServiceError what the route refuses */
  async get(call: () => Call): Promise<CachedAnswer> {
    const { cache, metrics } = this.#parts;
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
