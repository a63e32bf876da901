import type { Product, Variation } from '#contracts/product.ts';

/** The name of a term as WordPress keeps it: `Books & Maps` is `Books &amp; Maps`. */
function termName(name: string): string {
  if (!/[&<>]/.test(name)) return name;
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Terms with their names as WordPress keeps them. */
export function named<Term extends { readonly name: string }>(all: readonly Term[]): Term[] {
  return all.map((one) => ({ ...one, name: termName(one.name) }));
}

/** An option with its label. Only options of attributes that the whole shop has, with an ID, are terms. */
function labelled<Option extends { readonly label: string }>(id: number, option: Option): Option {
  return id === 0 ? option : { ...option, label: termName(option.label) };
}

/** The words of a button, whose sentence has quotation marks as entities. */
export function entities<Words extends { readonly description: string }>(words: Words): Words {
  const description = words.description.replace('“', '&ldquo;').replace(/”(?!.*”)/s, '&rdquo;');
  return { ...words, description };
}

/**
 * The description of a variation as it was typed, without the paragraphs that WooCommerce's REST interface puts around
 * lines. What has other blocks stays as it is.
 */
export function typed(description: string): string {
  const inner = /^\s*<p>(.*)<\/p>\s*$/s.exec(description)?.[1] ?? '<p';
  const lines = inner.replaceAll(/<\/p>\s*<p>/g, '\n\n').replaceAll(/<br\s*\/?>\n?/g, '\n');
  return /<\/?p\b/.test(lines) ? description : lines;
}

/** The options of a variation with their labels as WordPress keeps them. */
export function labels(all: Variation['attributes']) {
  return all.map((chosen) => labelled(chosen.id, chosen));
}

/** A variation with its texts as WordPress keeps them. */
export function variationTexts(one: Variation): Variation {
  return { ...one, description: typed(one.description), attributes: labels(one.attributes) };
}

/** A product with its texts as WordPress keeps them. */
export function productTexts(product: Product): Product {
  const { type, description, categories, tags, attributes, variations } = product;
  return {
    ...product,
    description: type === 'variation' ? typed(description) : description,
    categories: named(categories),
    tags: named(tags),
    attributes: attributes.map((one) => ({
      ...one,
      options: one.options.map((option) => labelled(one.id, option)),
    })),
    variations: variations.map(variationTexts),
  };
}
