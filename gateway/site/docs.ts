import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Mounts } from '../http/mounts.ts';
import type { GatewayContext } from '../http/request-state.ts';
import type { OwnAddress } from './addresses.ts';
import type { Reader } from './contents.ts';
import { homePage, introduction, trialOf } from './home.ts';
import { escaped, pageOf } from './layout.ts';
import type { Page } from './page.ts';
import { Pages } from './pages.ts';

/** Maximum length of a search query. */
const maxQueryLength = 100;
const shared =
  "default-src 'none'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self'";
/** Content security policy of the documents. */
const pagePolicy = `${shared}; style-src 'self'`;
/**
 * Content security policy of the page to try the interface. Swagger UI sets inline styles, so the policy allows them.
 */
const trialPolicy = `${shared}; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'`;

const require = createRequire(import.meta.url);
const [css, script] = ['text/css; charset=utf-8', 'text/javascript; charset=utf-8'];
const assets: Readonly<Record<string, readonly [type: string, file: () => string | URL]>> = {
  'site.css': [css, () => new URL('site.css', import.meta.url)],
  'reference.js': [script, () => new URL('reference.js', import.meta.url)],
  'swagger-ui.css': [css, () => require.resolve('swagger-ui-dist/swagger-ui.css')],
  'swagger-ui-bundle.js': [script, () => require.resolve('swagger-ui-dist/swagger-ui-bundle.js')],
};

const missing = '<main><h1>Not found</h1><p>There is no such page. <a href="/docs">All pages</a></p></main>';

/**
 * Returns the pages of the documentation: what runs here at `/`, the list of documents at `/docs`, and below it the
 * documents, their search, and the page to try the interface (docs/reference/README.md#openapi). The first request reads all
 * documents into memory.
 */
export function docsPages(mounts: Mounts, hasShop: boolean, own: OwnAddress): readonly Page[] {
  const files = new Map<string, Promise<Buffer>>();
  let pages: Promise<Pages> | undefined;
  const read = () => {
    pages ??= Pages.read(own);
    return pages;
  };
  return [
    docsPage('/', async (ctx) => {
      ctx.vary('Accept');
      if (ctx.accepts('json', 'html') === 'html')
        return html(ctx, homePage(mounts, hasShop, (await read()).readers));
      ctx.type = 'json';
      ctx.body = JSON.stringify(introduction(mounts, hasShop));
    }),
    docsPage('/docs{/}', async (ctx) => {
      const mount = parameterOf(ctx, 'mount');
      if (mount === null) return html(ctx, (await read()).contents());
      ctx.status = 302;
      ctx.set('Location', trialOf(mount));
      ctx.body = '';
    }),
    docsPage('/docs/api{/}', async (ctx) => {
      const { readers } = await read();
      html(ctx, trialPage(mounts, parameterOf(ctx, 'mount'), readers), trialPolicy);
    }),
    docsPage('/docs/search{/}', async (ctx) => {
      const query = (parameterOf(ctx, 'q') ?? '').slice(0, maxQueryLength);
      html(ctx, (await read()).search(query, parameterOf(ctx, 'reader')));
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
      const all = await read();
      const page = all.page(name.replace(/\/$/, ''));
      if (page !== null) return html(ctx, page);
      ctx.vary('Accept');
      if (ctx.accepts('json', 'html') !== 'html') return false;
      ctx.status = 404;
      html(ctx, pageOf({ title: 'Not found', body: missing, readers: all.readers }));
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

function html(ctx: GatewayContext, text: string, policy = pagePolicy): void {
  ctx.set('Content-Security-Policy', policy);
  ctx.type = 'html';
  ctx.body = text;
}

/**
 * Returns the page on which the routes of the mount with the prefix `requested` can be tried. If no mount has
 * this prefix, the page shows the first mount.
 */
function trialPage({ all }: Mounts, requested: string | null, readers: readonly Reader[]): string {
  const prefixes = all.map(({ prefix }) => prefix).sort();
  const [first = ''] = prefixes;
  const shown = prefixes.find((prefix) => prefix === requested) ?? first;
  const links = prefixes.map((prefix) => {
    const here = prefix === shown ? ' aria-current="page"' : '';
    return `<a href="${escaped(trialOf(prefix))}"${here}>${escaped(prefix || '/')}</a>`;
  });
  return pageOf({
    title: 'Try the interface',
    readers,
    current: '/docs/api',
    head: `<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<script src="/docs/assets/swagger-ui-bundle.js" defer></script>
<script src="/docs/assets/reference.js" defer></script>
`,
    body: `<main class="reference">
<h1>Try the interface</h1>
<p>Interface at ${links.join(' ')} · <a href="${escaped(shown)}/openapi.json">OpenAPI document</a></p>
<div id="reference" data-document="${escaped(shown)}/openapi.json"></div>
</main>`,
  });
}
