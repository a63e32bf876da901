import type { Mounts } from '../http/mounts.ts';
import { escaped, pageOf } from './html.ts';

/**
 * Returns the page with the interactive reference of the mount with the prefix `requested`. If no mount has
 * this prefix, the page shows the first mount.
 */
export function referencePage({ all }: Mounts, requested: string | null): string {
  const prefixes = all.map(({ prefix }) => prefix).sort();
  const [first = ''] = prefixes;
  const shown = prefixes.find((prefix) => prefix === requested) ?? first;
  const links = prefixes.map((prefix) => {
    const here = prefix === shown ? ' aria-current="page"' : '';
    return `<a href="/docs?mount=${encodeURIComponent(prefix)}"${here}>${escaped(prefix || '/')}</a>`;
  });
  return pageOf({
    title: 'Reference',
    head: `<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<script src="/docs/assets/swagger-ui-bundle.js" defer></script>
<script src="/docs/assets/reference.js" defer></script>
`,
    body: `<main class="reference">
<h1>Reference</h1>
<p>Interface at ${links.join(' ')} · <a href="${escaped(shown)}/openapi.json">OpenAPI document</a></p>
<div id="reference" data-document="${escaped(shown)}/openapi.json"></div>
</main>`,
  });
}
