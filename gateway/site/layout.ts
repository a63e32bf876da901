// The frame of every page at `/` and below `/docs`.

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const characters = Object.entries(entities);

/** Returns text with HTML's special characters escaped. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Tags inside a sentence. */
const inline = /<\/?(?:a|code|em|strong|del)\b[^<>]*>/g;

/** Returns the text of rendered HTML, without tags and with its special characters. */
export function textOf(html: string): string {
  const text = html
    .replaceAll(inline, '')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return characters.reduceRight((all, [character, entity]) => all.replaceAll(entity, character), text);
}

/** A kind of reader: the text of its link, and the place of its section on the page `/docs`. */
interface Reader {
  readonly id: string;
  readonly name: string;
}

/** Parts of a page. `title`, `query` and the names of readers are plain text; `body` and `head` are HTML. */
interface Parts {
  readonly title: string;
  readonly body: string;
  readonly head?: string;
  readonly readers: readonly Reader[];
  /** The `id` of the reader for whom the page is, or the address of the page in the header. */
  readonly current?: string;
  /** The search query, which the search field shows again. */
  readonly query?: string;
}

/** Returns a whole page. Its header has a link for each kind of reader, and a search field. */
export function pageOf({ title, body, head = '', readers, current = '', query = '' }: Parts): string {
  const mark = (name: string) => (name === current ? ' aria-current="true"' : '');
  const links = readers.map(({ id, name }) => `<a href="/docs#${id}"${mark(id)}>${escaped(name)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Cartwright</title>
<link rel="stylesheet" href="/docs/assets/site.css">
<link rel="icon" href="data:,">
${head}</head>
<body>
<header>
<a class="home" href="/">Cartwright</a>
<nav aria-label="Documents">
<a href="/docs"${mark('/docs')}>Documents</a>
${links.join('\n')}
<a href="/docs/api"${mark('/docs/api')}>Try the interface</a>
</nav>
<form action="/docs/search" role="search">
<input type="search" name="q" value="${escaped(query)}" aria-label="Search the documents" placeholder="Search the documents" maxlength="100">
</form>
</header>
${body}
</body>
</html>
`;
}
