/** The name of the page with the README of the typed client: the only page whose file is not in `docs/`. */
export const clientPage = 'typed-client';
const clientFile = 'clients/typescript/README.md';

/** Returns the file of a page, relative to the root of the project. */
export function fileOf(page: string): string {
  return page === clientPage ? clientFile : `docs/${page}.md`;
}

/** Returns the name of the page that shows a file. Returns null if the file is not served. */
export function pageWith(file: string): string | null {
  if (file === clientFile) return clientPage;
  const [, page = null] = /^docs\/(.+)\.md$/.exec(file) ?? [];
  return page;
}
