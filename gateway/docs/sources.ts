/** The README of the typed client is a page as well, though it is not in `docs/`. */
export const clientPage = 'typed-client';
const clientFile = 'clients/typescript/README.md';

/** Returns the file of a page, relative to the root of the project. */
export function fileOf(page: string): string {
  return page === clientPage ? clientFile : `docs/${page}.md`;
}

/** Returns the page with the content of a file; null if the file is not served. */
export function pageWith(file: string): string | null {
  if (file === clientFile) return clientPage;
  const [, page = null] = /^docs\/(.+)\.md$/.exec(file) ?? [];
  return page;
}
