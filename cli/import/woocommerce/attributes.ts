import type { ChosenAttribute, ProductAttribute } from '#contracts/product.ts';
import type { WooAttribute, WooChosen, WooTerm } from './schemas.ts';
import { plainText, slugOf } from './text.ts';

interface Option {
  readonly slug: string;
  readonly label: string;
}

/** Finds options of the shop's attributes by name and by slug. */
export class TermsOfAttributes {
  readonly #options = new Map<number, { byLabel: Map<string, Option>; bySlug: Map<string, Option> }>();

  /** `terms` are pairs of an attribute's id and the terms of this attribute. */
  constructor(terms: Iterable<readonly [number, readonly Pick<WooTerm, 'name' | 'slug'>[]]> = []) {
    for (const [attributeId, list] of terms) {
      const options = list.map(({ name, slug }) => ({ slug, label: plainText(name) })).reverse();
      this.#options.set(attributeId, {
        // `options` is in reverse order, because a `Map` keeps the last of several terms with the same name, but
        // the first term must win.
        byLabel: new Map(options.map((one) => [one.label, one])),
        bySlug: new Map(options.map((one) => [one.slug, one])),
      });
    }
  }

  /**
   * Returns slug and label of an option. `given` can be a name or a slug, because WooCommerce writes the
   * term's name on products, but the term's slug in default options. In a custom attribute, the label is also
   * the slug.
   */
  option(attributeId: number, given: string): Option {
    const label = plainText(given);
    if (given === '' || attributeId === 0) return { slug: label, label };
    const ofAttribute = this.#options.get(attributeId);
    const option = ofAttribute?.byLabel.get(label) ?? ofAttribute?.bySlug.get(given);
    return option ? { ...option } : { slug: slugOf(given), label };
  }
}

/** Returns the slug of an attribute: `pa_colour` for an attribute of the shop, `material` for a custom attribute. */
function keyOf({ id, name, slug }: Pick<WooAttribute, 'id' | 'name' | 'slug'>): string {
  return id === 0 ? slugOf(plainText(name)) : slug || `pa_${slugOf(name)}`;
}

/** Returns an attribute of a product with its options. */
export function attributeOf(given: WooAttribute, terms: TermsOfAttributes): ProductAttribute {
  return {
    id: given.id,
    key: keyOf(given),
    name: plainText(given.name),
    position: given.position,
    visible: given.visible,
    variation: given.variation,
    options: given.options.map((one) => terms.option(given.id, one)),
  };
}

function isOf(attribute: ProductAttribute, { id, name }: WooChosen): boolean {
  return id === 0 ? attribute.id === 0 && attribute.key === slugOf(plainText(name)) : attribute.id === id;
}

/**
 * Returns a variation's option for each attribute in which the variations of the product differ. An empty slug means
 * that every option of the attribute is allowed.
 */
export function chosenBy(
  product: readonly ProductAttribute[],
  given: readonly WooChosen[],
  terms: TermsOfAttributes,
): ChosenAttribute[] {
  return product
    .filter(({ variation }) => variation)
    .map((attribute) => {
      const chosen = given.find((one) => isOf(attribute, one))?.option ?? '';
      const { id, key, name } = attribute;
      return { id, key, name, ...terms.option(id, chosen) };
    });
}

/** Returns the options that a product selects by default. */
export function defaultsOf(
  product: readonly ProductAttribute[],
  given: readonly WooChosen[],
  terms: TermsOfAttributes,
): ChosenAttribute[] {
  return chosenBy(product, given, terms).filter(({ slug }) => slug !== '');
}
