import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { matchingTag } from '../http/answer.ts';
import type { GatewayMiddleware } from '../http/request-state.ts';

/** The folder of a built storefront, and settings for its pages. */
export interface StorefrontDeps {
  /** The folder of the built files, with an `index.html`. */
  readonly folder: string;
  /** Public address of the gateway, which every page contains in a `<meta>` element. */
  readonly publicUrl: string;
  /**
   * The HTTPS port, if passwords are accepted on that port only. Null if passwords are also accepted at the
   * address of the pages.
   */
  readonly httpsPort: number | null;
}

/** A file of the storefront and its headers. */
interface File {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly cacheControl: string;
}

const root = '/shop';
const page = 'index.html';
/** Folder of files whose names contain a hash of their content, as Vite builds them. These files never change. */
const hashed = 'assets/';

/**
 * Content security policy of the pages. The pages run only scripts of their own origin. Pictures may be on
 * other hosts, because the pictures of imported products are on other hosts.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Returns the page with two settings as `<meta>` elements: the public address and the HTTPS port. */
function filled(html: string, { publicUrl, httpsPort }: StorefrontDeps): string {
  const metas = [
    ['public-url', publicUrl],
    ...(httpsPort === null ? [] : [['https-port', String(httpsPort)]]),
  ].map(([name = '', content = '']) => `<meta name="${name}" content="${escaped(content)}">`);
  return html.replace(/<head>/i, (tag) => tag + metas.join(''));
}

/**
 * Returns all files of a built storefront by their paths in the folder. @throws Error if there is no
 * `index.html`
 */
async function filesOf(deps: StorefrontDeps): Promise<ReadonlyMap<string, File>> {
  const files = new Map<string, File>();
  for (const entry of await readdir(deps.folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(join(deps.folder, '/').length).replaceAll('\\', '/');
    const content = await readFile(path);
    const bytes = name === page ? Buffer.from(filled(content.toString(), deps)) : content;
    const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
    const cacheControl = name.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'no-cache';
    files.set(name, { bytes, etag, cacheControl });
  }
  if (!files.has(page)) throw new Error(`SHOP names a folder without ${page}: ${deps.folder}`);
  return files;
}

/**
 * Returns the name of the file for a request's path; null for a path outside the storefront. A path without
 * a file extension is a page of the storefront, so its file is `index.html`.
 */
function nameOf(path: string): string | null {
  if (path !== root && !path.startsWith(`${root}/`)) return null;
  const name = path.slice(root.length + 1);
  return name.startsWith(hashed) || extname(name) !== '' ? name : page;
}

/**
 * Returns the middleware that serves a built storefront at `GET /shop` and below. All files are read when
 * the gateway starts, so no request can read other files.
 *
 * @throws Error if the folder has no `index.html`
 */
export async function storefront(deps: StorefrontDeps): Promise<GatewayMiddleware> {
  const files = await filesOf(deps);
  return (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const name = nameOf(ctx.path);
    const file = name === null ? undefined : files.get(name);
    if (name === null || !file) return next();
    ctx.state.route = `${root}/:file`;
    ctx.set('Content-Security-Policy', policy);
    ctx.set('Cache-Control', file.cacheControl);
    ctx.set('ETag', file.etag);
    if (matchingTag(ctx.req, file.etag) !== null) {
      ctx.status = 304;
      return;
    }
    ctx.type = extname(name);
    ctx.body = file.bytes;
  };
}
