/** Returns the name of a term as WordPress stores it: `Books & Maps` becomes `Books &amp; Maps`. */
export function termName(name: string): string {
  if (!/[&<>]/.test(name)) return name;
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns a sentence whose outer quotation marks are HTML entities: `“Lamp”` → `&ldquo;Lamp&rdquo;`. */
export function withEntities(sentence: string): string {
  return sentence.replace('“', '&ldquo;').replace(/”(?!.*”)/s, '&rdquo;');
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
