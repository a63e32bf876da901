import type { ChosenAttribute, ProductAttribute } from '#contracts/product.ts';
import type { WooAttribute, WooChosen, WooTerm } from './schemas.ts';
import { plainText, slugOf } from './text.ts';

interface Option {
  readonly slug: string;
  readonly label: string;
}

/** The terms of the shop's attributes, to be found by name and by slug. */
export class TermsOfAttributes {
  readonly #options = new Map<number, { byLabel: Map<string, Option>; bySlug: Map<string, Option> }>();

  /** `terms` are those of each attribute by its id. */
  constructor(terms: Iterable<readonly [number, readonly Pick<WooTerm, 'name' | 'slug'>[]]> = []) {
    for (const [attributeId, list] of terms) {
      const options = list.map(({ name, slug }) => ({ slug, label: plainText(name) })).reverse();
      this.#options.set(attributeId, {
        // The first of two terms of one name is found.
        byLabel: new Map(options.map((one) => [one.label, one])),
        bySlug: new Map(options.map((one) => [one.slug, one])),
      });
    }
  }

  /**
   * An option as its slug and label. WooCommerce names it by the term's name on products and by its slug in defaults,
   * so both are looked for. A product's own attribute has no terms: its options are their own slugs.
   */
  option(attributeId: number, given: string): Option {
    const label = plainText(given);
    if (given === '' || attributeId === 0) return { slug: label, label };
    const known = this.#options.get(attributeId);
    const option = known?.byLabel.get(label) ?? known?.bySlug.get(given);
    return option ? { ...option } : { slug: slugOf(given), label };
  }
}

/** Slug of an attribute: `pa_colour` for the shop's, `material` for a product's own one called Material. */
function keyOf({ id, name, slug }: Pick<WooAttribute, 'id' | 'name' | 'slug'>): string {
  return id === 0 ? slugOf(plainText(name)) : slug || `pa_${slugOf(name)}`;
}

/** An attribute of a product with its options. */
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

/** The options that a variation fixes, in the product's order. One that it does not name is open: an empty slug. */
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

/** The options that are chosen when the page opens. */
export function defaultsOf(
  product: readonly ProductAttribute[],
  given: readonly WooChosen[],
  terms: TermsOfAttributes,
): ChosenAttribute[] {
  return chosenBy(product, given, terms).filter(({ slug }) => slug !== '');
}
