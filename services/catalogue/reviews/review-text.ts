import sanitizeHtml from 'sanitize-html';

/** The HTML that WordPress allows in a comment: inline tags and quotations. */
const rules: sanitizeHtml.IOptions = {
  allowedTags: ['a', 'abbr', 'b', 'blockquote', 'br', 'cite', 'code', 'del', 'em', 'i', 'p', 'q', 'strong'],
  allowedAttributes: { a: ['href', 'rel'], abbr: ['title'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: 10,
  // Removes elements without content.
  exclusiveFilter: ({ tag, text }) => tag !== 'br' && text.trim() === '',
  transformTags: {
    a: (tagName, { href = '' }) => {
      const attribs: sanitizeHtml.Attributes = /^(https?|mailto):/i.test(href)
        ? { href, rel: 'nofollow ugc' }
        : {};
      return { tagName, attribs };
    },
  },
};

/**
 * Returns a text as HTML paragraphs. The text must not contain `<blockquote>`. Empty lines separate paragraphs; other
 * line ends become `<br />`.
 */
function paragraphs(text: string): string {
  const all: string[][] = [[]];
  // Works line by line, because a regular expression for spaces around line ends would take quadratic time.
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '') all.push([]);
    else all.at(-1)?.push(trimmed);
  }
  return all
    .filter((lines) => lines.length > 0)
    .map((lines) => `<p>${lines.join('<br />\n')}</p>\n`)
    .join('');
}

/** The maximum number of characters of a review, as in WordPress (docs/reference/reviews.md#write-a-review). */
export const maxReview = 65_525;
/**
 * How often `cleanReview` cleans a text at most. A tag that spans two paragraphs needs two rounds: the first
 * round closes the tag, the second round removes the tag.
 */
const maxRounds = 5;

/**
 * Returns a review as safe HTML. Paragraphs are `<p>…</p>` with a line feed, as in WordPress. Clean text does
 * not change.
 *
 * The running time is linear in the length of the text, and in the number of its lines and tags.
 */
export function cleanReview(html: string): string {
  let text = html.replace(/\r\n?/g, '\n');
  for (let round = 0; round < maxRounds; round += 1) {
    const clean = inParagraphs(sanitizeHtml(text, rules));
    if (clean === text) return clean;
    text = clean;
  }
  return sanitizeHtml(text, rules);
}

/** Divides clean HTML into paragraphs. A tag may then span two paragraphs; `cleanReview` closes the tag. */
function inParagraphs(clean: string): string {
  const text = clean.replace(/<br \/>\n?/g, '\n').replace(/<\/?p>/g, '\n\n');
  return text
    .split(/(<\/?blockquote>)/)
    .map((part) => (/^<\/?blockquote>$/.test(part) ? `${part}\n` : paragraphs(part)))
    .join('');
}

/** Returns a name as plain text: without tags, angle brackets and repeated spaces. */
export function plainName(html: string): string {
  const clean = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} });
  return clean
    .replace(/&(lt|gt);/g, '')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
