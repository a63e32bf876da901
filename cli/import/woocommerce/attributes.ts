import type { ChosenAttribute, ProductAttribute } from '#contracts/product.ts';
import type { WooAttribute, WooChosen, WooTerm } from './schemas.ts';
import { plainText, slugOf } from './text.ts';

interface Option {
  readonly slug: string;
  readonly label: string;
}

/** Terms of the shop's attributes, by name and by slug. */
export class TermsOfAttributes {
  readonly #options = new Map<number, { byLabel: Map<string, Option>; bySlug: Map<string, Option> }>();

  /** `terms` are the terms of each attribute by its id. */
  constructor(terms: Iterable<readonly [number, readonly Pick<WooTerm, 'name' | 'slug'>[]]> = []) {
    for (const [attributeId, list] of terms) {
      const options = list.map(({ name, slug }) => ({ slug, label: plainText(name) })).reverse();
      this.#options.set(attributeId, {
        // The first of several terms with one name wins.
        byLabel: new Map(options.map((one) => [one.label, one])),
        bySlug: new Map(options.map((one) => [one.slug, one])),
      });
    }
  }

  /**
   * Returns an option as slug and label. WooCommerce uses the term's name on products and its slug in defaults, so
   * both are looked up. A custom attribute has no terms: its options are their own slugs.
   */
  option(attributeId: number, given: string): Option {
    const label = plainText(given);
    if (given === '' || attributeId === 0) return { slug: label, label };
    const known = this.#options.get(attributeId);
    const option = known?.byLabel.get(label) ?? known?.bySlug.get(given);
    return option ? { ...option } : { slug: slugOf(given), label };
  }
}

/** Slug of an attribute: `pa_colour` for the shop's, `material` for a custom one named Material. */
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

/** The fixed options of a variation, in the product's order. An open option has an empty slug. */
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

/** The default options of a product. */
export function defaultsOf(
  product: readonly ProductAttribute[],
  given: readonly WooChosen[],
  terms: TermsOfAttributes,
): ChosenAttribute[] {
  return chosenBy(product, given, terms).filter(({ slug }) => slug !== '');
}
