import { guides } from './guides.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns text with HTML's special characters escaped. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Parts of a page. `title` and `query` are plain text; `body` and `head` are HTML. */
interface Page {
  readonly title: string;
  readonly body: string;
  readonly head?: string;
  /** The search query, which the search field shows again. */
  readonly query?: string;
}

/** Returns a whole page, with links to the guides and a search field. */
export function pageOf({ title, body, head = '', query = '' }: Page): string {
  const links = guides.map(([path, name]) => `<a href="/docs/${path}">${escaped(name)}</a>`).join('\n');
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
<a class="home" href="/docs">Cartwright</a>
<nav aria-label="Guides">
${links}
</nav>
<form action="/docs/search" role="search">
<input type="search" name="q" value="${escaped(query)}" aria-label="Search the guides" placeholder="Search the guides" maxlength="100">
</form>
</header>
${body}
</body>
</html>
`;
}
