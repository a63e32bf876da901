import { listTerms, readTerm, type TermList, type TermQuery } from '#contracts/terms.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import { type KnownSettings, settingsWithFreshness, withPart } from '../caches/freshness.ts';
import type { ProductCache } from '../caches/product-cache.ts';
import type { TermCache, Terms } from '../caches/term-cache.ts';
import type { Viewer } from '../model/audiences.ts';
import { viewerOf } from '../model/audiences.ts';
import {
  attributeNamed,
  type ListedTerm,
  matchingTerms,
  type ProductTerms,
  pageOfTerms,
  type RequestedProduct,
  sortedTerms,
  termByReference,
} from '../model/terms.ts';

interface TermDeps {
  readonly termCache: Pick<TermCache, 'current'>;
  readonly products: Pick<ProductCache, 'freshness'>;
  settings(): Promise<KnownSettings>;
  /**
   * Returns the terms of a published product or variation; null if the viewer sees no product or variation with this
   * id.
   */
  productTerms(id: number, viewer: Viewer): Promise<ProductTerms | null>;
}

type PublicKind = TermQuery['kind'];

/** The records to which a request refers, sorted by name: all records of one kind, or all terms of one attribute. */
interface RequestedTerms {
  readonly records: readonly ListedTerm[];
  /** The id of the attribute for the kind `terms`; otherwise 0. */
  readonly attributeId: number;
}

/** Returns the operations that read terms (docs/reference/terms.md#lists-of-terms). */
export function termOperations(deps: TermDeps): ImplementedOperation[] {
  return [
    implement(listTerms, (query, context) => termsAnswer(deps, query, viewerOf(context))),
    implement(readTerm, ({ kind, attribute, reference }) => termAnswer(deps, kind, attribute, reference)),
  ];
}

async function termsAnswer(deps: TermDeps, query: TermQuery, viewer: Viewer) {
  const [terms, { asOf }] = await Promise.all([deps.termCache.current(), settingsWithFreshness(deps)]);
  const { records, attributeId } = requestedTerms(terms, query.kind, query.attribute);
  const of: RequestedProduct =
    query.product === null ? null : { product: await deps.productTerms(query.product, viewer), attributeId };
  const found = sortedTerms(matchingTerms(records, query, of), query);
  return {
    found: listOf(query.kind, pageOfTerms(found, query)),
    total: found.length,
    // The answer is only as fresh as its older part: the products or the terms.
    asOf: withPart(asOf, terms),
  };
}

async function termAnswer(deps: TermDeps, kind: PublicKind, attribute: string, reference: string) {
  const [terms, { asOf }] = await Promise.all([deps.termCache.current(), settingsWithFreshness(deps)]);
  const found =
    kind === 'attributes'
      ? attributeNamed(terms.records.attributes, reference)
      : termByReference(requestedTerms(terms, kind, attribute).records, reference);
  if (!found) throw refusal(kind === 'attributes' ? 'service_attribute_invalid' : 'service_term_invalid', {});
  return { found: listOf(kind, [found]), asOf: withPart(asOf, terms) };
}

/**
 * Returns all records of the requested kind, or all terms of an attribute.
 *
 * @throws ServiceError `service_taxonomy_invalid` for an unknown attribute
 */
function requestedTerms({ records }: Terms, kind: PublicKind, reference: string): RequestedTerms {
  if (kind !== 'terms') return { records: records[kind], attributeId: 0 };
  const attribute = attributeNamed(records.attributes, reference);
  if (!attribute) throw refusal('service_taxonomy_invalid', {});
  const { id } = attribute;
  return { records: records.terms.filter(({ attributeId }) => attributeId === id), attributeId: id };
}

/** Returns records together with the name of their kind. */
function listOf(kind: PublicKind, records: readonly ListedTerm[]): TermList {
  return { kind, records } as TermList;
}
