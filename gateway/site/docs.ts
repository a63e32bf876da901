import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Mounts, normalizedPath } from '../http/mounts.ts';
import type { GatewayContext, GatewayMiddleware } from '../http/request-state.ts';
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

/** Serves the documentation. The first request for a page reads all pages into memory. */
class DocsSite {
  readonly #mounts: Mounts;
  /** Whether a storefront is served at `/shop`. */
  readonly #hasShop: boolean;
  readonly #assets = new Map<string, Promise<Buffer>>();
  #pages: Promise<Pages> | undefined;

  constructor(mounts: Mounts, hasShop: boolean) {
    this.#mounts = mounts;
    this.#hasShop = hasShop;
  }

  /**
   * Answers the request if the site has a page or file for the path. Returns whether the request was answered.
   */
  async answers(ctx: GatewayContext, path: string): Promise<boolean> {
    if (path === '') return this.#home(ctx);
    if (path === '/docs')
      return page(ctx, referencePage(this.#mounts, parameterOf(ctx, 'mount')), referencePolicy);
    if (!path.startsWith('/docs/')) return false;
    const name = path.slice('/docs/'.length);
    if (name.startsWith('assets/')) return this.#asset(ctx, name.slice('assets/'.length));
    this.#pages ??= Pages.read();
    const pages = await this.#pages;
    if (name === 'search')
      return page(ctx, pages.search((parameterOf(ctx, 'q') ?? '').slice(0, maxQueryLength)));
    const html = pages.page(name);
    if (html !== null) return page(ctx, html);
    ctx.vary('Accept');
    if (ctx.accepts('json', 'html') !== 'html') return false;
    ctx.status = 404;
    return page(ctx, missingPage);
  }

  #home(ctx: GatewayContext): boolean {
    ctx.vary('Accept');
    if (ctx.accepts('json', 'html') === 'html') return page(ctx, homePage(this.#hasShop));
    ctx.type = 'json';
    ctx.body = JSON.stringify(introduction(this.#mounts, this.#hasShop));
    return true;
  }

  async #asset(ctx: GatewayContext, name: string): Promise<boolean> {
    if (!Object.hasOwn(assets, name)) return false;
    const [type, file] = assets[name] as (typeof assets)[string];
    const bytes = this.#assets.get(name) ?? readFile(file()).then((plain) => promisify(gzip)(plain));
    this.#assets.set(name, bytes);
    ctx.set('Content-Encoding', 'gzip');
    ctx.type = type;
    ctx.body = await bytes;
    return true;
  }
}

/** Returns a parameter of the query. Returns null if the query does not have the parameter. */
function parameterOf({ querystring }: GatewayContext, name: string): string | null {
  return new URLSearchParams(querystring).get(name);
}

function page(ctx: GatewayContext, html: string, policy = guidePolicy): boolean {
  ctx.set('Content-Security-Policy', policy);
  ctx.type = 'html';
  ctx.body = html;
  return true;
}

/**
 * Returns the middleware that serves the overview at `GET /`, and the interactive reference and the
 * guides below `GET /docs` (docs/reference/README.md#openapi).
 */
export function docsSite(mounts: Mounts, hasShop: boolean): GatewayMiddleware {
  const site = new DocsSite(mounts, hasShop);
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const path = normalizedPath(ctx.path).replace(/\/$/, '');
    if (!(await site.answers(ctx, path))) return next();
    ctx.state.route = '/docs';
    ctx.set('Cache-Control', ctx.status === 404 ? 'no-store' : 'public, max-age=300');
  };
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
