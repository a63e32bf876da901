import type { ProductRecord } from '#contracts/catalogue-import.ts';
import type { Attribute, AttributeTerm, Brand, Category, Tag, TermKind } from '#contracts/terms.ts';
import { slugOf } from '#platform/util/slug.ts';
import { imageOf, type Media } from './media.ts';
import type { WooAttributeDefinition, WooBrand, WooCategory, WooTag, WooTerm } from './schemas.ts';
import { plainText } from './text.ts';
import { oneOf } from './values.ts';

export function categoryRecord(given: WooCategory, media?: Media): Category {
  return {
    ...brandRecord(given, media),
    display: oneOf(['default', 'products', 'subcategories', 'both'], given.display),
  };
}

export function brandRecord(given: WooBrand, media?: Media): Brand {
  return {
    ...tagRecord(given),
    parentId: given.parent,
    image: given.image?.src ? imageOf(given.image, media) : null,
    menuOrder: given.menu_order,
  };
}

export function tagRecord({ id, name, slug, description, count }: WooTag): Tag {
  const plain = plainText(name);
  return { id, name: plain, slug: slug || slugOf(plain), description, count: Math.max(0, count ?? 0) };
}

export function attributeRecord(given: WooAttributeDefinition): Attribute {
  const { id, name, slug, type, order_by, has_archives } = given;
  const plain = plainText(name);
  const orderBy = oneOf(['menu_order', 'name', 'name_num', 'id'], order_by);
  return {
    id,
    name: plain,
    slug: slug || `pa_${slugOf(plain)}`,
    type: type || 'select',
    orderBy,
    hasArchives: has_archives,
  };
}

export function termRecord(attributeId: number, given: WooTerm): AttributeTerm {
  return { ...tagRecord(given), attributeId, menuOrder: given.menu_order };
}

/** A term of any kind, as far as `TermCounts` needs it. */
interface CountedTerm {
  readonly id: number;
  readonly slug?: string;
  readonly parentId?: number;
  readonly attributeId?: number;
}

/** Counts the products of terms for shops whose files have no counts. */
export class TermCounts {
  /** The number of products by kind, attribute and id, or by slug for terms of attributes. */
  readonly #counts = new Map<string, number>();
  /** The parent of each category and brand, by kind and id. */
  readonly #parents = new Map<string, number>();

  /** Remembers the parent of a term. All terms must be added before the first product. */
  addTerm(kind: TermKind, { id, parentId = 0 }: CountedTerm): void {
    if (parentId !== 0) this.#parents.set(`${kind}/${id}`, parentId);
  }

  /** Counts a product. As in WooCommerce, a category also has the products of the categories below it. */
  addProduct(product: ProductRecord): void {
    if (product.status !== 'publish' || !['visible', 'catalog'].includes(product.catalogVisibility)) return;
    const terms = new Set<string>();
    for (const kind of ['categories', 'tags', 'brands'] as const) {
      for (const { id } of product[kind]) this.#addWithAbove(terms, kind, id);
    }
    for (const { id, options } of product.attributes.filter((one) => one.id !== 0)) {
      for (const { slug } of options) terms.add(`terms/${id}/${slug}`);
    }
    for (const term of terms) this.#counts.set(term, (this.#counts.get(term) ?? 0) + 1);
  }

  #addWithAbove(terms: Set<string>, kind: TermKind, id: number): void {
    let above: number | undefined = id;
    // A circle of parents ends at the first term that is there already.
    while (above !== undefined && !terms.has(`${kind}/${above}`)) {
      terms.add(`${kind}/${above}`);
      above = this.#parents.get(`${kind}/${above}`);
    }
  }

  /** Returns the number of products with a term. */
  of(kind: TermKind, { id, slug, attributeId }: CountedTerm): number {
    return this.#counts.get(kind === 'terms' ? `terms/${attributeId}/${slug}` : `${kind}/${id}`) ?? 0;
  }
}
