import type { Product, Variation } from '#contracts/product.ts';

/** Returns the name of a term as WordPress stores it: `Books & Maps` becomes `Books &amp; Maps`. */
export function termName(name: string): string {
  if (!/[&<>]/.test(name)) return name;
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns terms with their names as WordPress stores them. */
function named<Term extends { readonly name: string }>(all: readonly Term[]): Term[] {
  return all.map((one) => ({ ...one, name: termName(one.name) }));
}

/**
 * Returns an option with its label HTML-escaped, as WordPress stores the names of terms. An attribute with the
 * id 0 belongs to one product. Its options are no terms, so their labels are unchanged.
 */
function labelled<Option extends { readonly label: string }>(id: number, option: Option): Option {
  return id === 0 ? option : { ...option, label: termName(option.label) };
}

/** Returns a sentence whose outer quotation marks are HTML entities: `“Lamp”` → `&ldquo;Lamp&rdquo;`. */
export function withEntities(sentence: string): string {
  return sentence.replace('“', '&ldquo;').replace(/”(?!.*”)/s, '&rdquo;');
}

export function buttonWithEntities<Words extends { readonly description: string }>(words: Words): Words {
  return { ...words, description: withEntities(words.description) };
}

/**
 * Returns a variation's description without the `<p>` elements that WooCommerce's REST interface adds around
 * lines of text. A description with block elements other than paragraphs is unchanged.
 */
export function withoutParagraphs(description: string): string {
  const inner = /^\s*<p>(.*)<\/p>\s*$/s.exec(description)?.[1] ?? '<p';
  const lines = inner.replaceAll(/<\/p>\s*<p>/g, '\n\n').replaceAll(/<br\s*\/?>\n?/g, '\n');
  return /<\/?p\b/.test(lines) ? description : lines;
}

/** Returns the options of a variation with their labels as WordPress stores them. */
export function labels(all: Variation['attributes']) {
  return all.map((chosen) => labelled(chosen.id, chosen));
}

/** Returns a variation with its texts as WordPress stores them. */
export function variationTexts(one: Variation): Variation {
  return { ...one, description: withoutParagraphs(one.description), attributes: labels(one.attributes) };
}

/** Returns a product with its texts as WordPress stores them. */
export function productTexts(product: Product): Product {
  const { type, description, categories, tags, attributes, variations } = product;
  return {
    ...product,
    description: type === 'variation' ? withoutParagraphs(description) : description,
    categories: named(categories),
    tags: named(tags),
    attributes: attributes.map((one) => ({
      ...one,
      options: one.options.map((option) => labelled(one.id, option)),
    })),
    variations: variations.map(variationTexts),
  };
}
