import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Mounts } from '../http/mounts.ts';
import type { GatewayContext } from '../http/request-state.ts';
import type { Page } from './page.ts';
import { escaped, Pages, pageOf } from './pages.ts';

/** Maximum length of a search query. */
const maxQueryLength = 100;
const shared =
  "default-src 'none'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";
/** Content security policy of the guides. */
const guidePolicy = `${shared}; style-src 'self'`;
/**
 * Content security policy of the reference. Swagger UI sets inline styles, so the policy allows inline styles.
 */
const referencePolicy = `${shared}; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'`;

const require = createRequire(import.meta.url);
const [css, script] = ['text/css; charset=utf-8', 'text/javascript; charset=utf-8'];
const assets: Readonly<Record<string, readonly [type: string, file: () => string | URL]>> = {
  'site.css': [css, () => new URL('site.css', import.meta.url)],
  'reference.js': [script, () => new URL('reference.js', import.meta.url)],
  'swagger-ui.css': [css, () => require.resolve('swagger-ui-dist/swagger-ui.css')],
  'swagger-ui-bundle.js': [script, () => require.resolve('swagger-ui-dist/swagger-ui-bundle.js')],
};

const about = 'A headless commerce service: product catalogue, carts, customer login and administration.';

/** Returns the JSON answer of `GET /`. */
function introduction({ all }: Mounts, hasShop: boolean): object {
  return {
    name: 'Cartwright',
    description: about,
    documentation: '/docs',
    ...(hasShop && { shop: '/shop' }),
    openapi: all.map(({ prefix }) => `${prefix}/openapi.json`).sort(),
  };
}

const homePage = (hasShop: boolean) =>
  pageOf({
    title: 'A headless shop',
    body: `<main><h1>Cartwright</h1><p>${about}</p>${hasShop ? '<p><a href="/shop">The example storefront</a></p>' : ''}
<p>This is the address for storefronts. <a href="/docs">Read and try the interface</a>, or begin with the
<a href="/docs/first-cart">first cart in five minutes</a>, with the <a href="/docs/typed-client">typed client</a>, or
with a <a href="/docs/from-cocart">storefront for CoCart</a>.</p></main>`,
  });

const missingPage = pageOf({
  title: 'Not found',
  body: '<main><h1>Not found</h1><p>There is no such page. <a href="/docs">All pages</a></p></main>',
});

/**
 * Returns the pages of the documentation: the overview at `/`, and the interactive reference and the guides below
 * `/docs` (docs/reference/README.md#openapi). The first request for a guide reads all guides into memory.
 */
export function docsPages(mounts: Mounts, hasShop: boolean): readonly Page[] {
  const files = new Map<string, Promise<Buffer>>();
  let guides: Promise<Pages> | undefined;
  const read = () => {
    guides ??= Pages.read();
    return guides;
  };
  return [
    docsPage('/', (ctx) => {
      ctx.vary('Accept');
      if (ctx.accepts('json', 'html') === 'html') return html(ctx, homePage(hasShop));
      ctx.type = 'json';
      ctx.body = JSON.stringify(introduction(mounts, hasShop));
    }),
    docsPage('/docs{/}', (ctx) =>
      html(ctx, referencePage(mounts, parameterOf(ctx, 'mount')), referencePolicy),
    ),
    docsPage('/docs/search{/}', async (ctx) => {
      const words = (parameterOf(ctx, 'q') ?? '').slice(0, maxQueryLength);
      html(ctx, (await read()).search(words));
    }),
    docsPage('/docs/assets/:name{/}', async (ctx, { name = '' }) => {
      const asset = Object.hasOwn(assets, name) ? assets[name] : undefined;
      if (!asset) return false;
      const [type, file] = asset;
      const bytes = files.get(name) ?? readFile(file()).then((plain) => promisify(gzip)(plain));
      files.set(name, bytes);
      ctx.set('Content-Encoding', 'gzip');
      ctx.type = type;
      ctx.body = await bytes;
    }),
    docsPage('/docs/*name', async (ctx, { name = '' }) => {
      const guide = (await read()).page(name.replace(/\/$/, ''));
      if (guide !== null) return html(ctx, guide);
      ctx.vary('Accept');
      if (ctx.accepts('json', 'html') !== 'html') return false;
      ctx.status = 404;
      html(ctx, missingPage);
    }),
  ];
}

function docsPage(path: string, answer: Page['answer']): Page {
  return {
    path,
    name: '/docs',
    async answer(ctx, params) {
      if ((await answer(ctx, params)) === false) return false;
      ctx.set('Cache-Control', ctx.status === 404 ? 'no-store' : 'public, max-age=300');
    },
  };
}

/** Returns a parameter of the query. Returns null if the query does not have the parameter. */
function parameterOf({ querystring }: GatewayContext, name: string): string | null {
  return new URLSearchParams(querystring).get(name);
}

function html(ctx: GatewayContext, text: string, policy = guidePolicy): void {
  ctx.set('Content-Security-Policy', policy);
  ctx.type = 'html';
  ctx.body = text;
}

/**
 * Returns the page with the interactive reference of the mount with the prefix `requested`. If no mount has
 * this prefix, the page shows the first mount.
 */
function referencePage({ all }: Mounts, requested: string | null): string {
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
