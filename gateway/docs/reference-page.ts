import type { Mounts } from '../routing/mounts.ts';
import { escaped, pageOf } from './html.ts';

/** What RapiDoc may do: everything from this shop, nothing from elsewhere, and no credentials kept. */
const attributes = `render-style="read" show-header="false" load-fonts="false" theme="light" primary-color="#1f5f4a"
  allow-spec-url-load="false" allow-spec-file-load="false" allow-server-selection="false" allow-search="true"
  allow-try="true" allow-authentication="true" persist-auth="false" fetch-credentials="omit" show-curl-before-try="true"
  schema-style="table" sort-tags="false" use-path-in-nav-bar="true" regular-font="system-ui, sans-serif"
  mono-font="ui-monospace, monospace"`;

/** Returns the page with the reference of a mount, to read and to try. */
export function referencePage({ all }: Mounts, asked: string | null): string {
  const prefixes = all.map(({ prefix }) => prefix).sort();
  const [first = ''] = prefixes;
  const shown = prefixes.find((prefix) => prefix === asked) ?? first;
  const links = prefixes.map((prefix) => {
    const here = prefix === shown ? ' aria-current="page"' : '';
    return `<a href="/docs?mount=${encodeURIComponent(prefix)}"${here}>${escaped(prefix || '/')}</a>`;
  });
  return pageOf({
    title: 'Reference',
    head: '<script src="/docs/assets/rapidoc-min.js" defer></script>\n',
    body: `<p class="mounts">Interface at ${links.join(' ')} · <a href="${escaped(shown)}/openapi.json">OpenAPI document</a></p>
<main class="reference"><rapi-doc spec-url="${escaped(shown)}/openapi.json" ${attributes}></rapi-doc></main>`,
  });
}
