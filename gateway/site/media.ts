import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { matchingTag } from '../http/answer.ts';
import type { GatewayMiddleware } from '../http/request-state.ts';
import type { Page } from './page.ts';

/** A picture in one size, with its ETag. */
interface Picture {
  readonly bytes: Buffer;
  readonly etag: string;
}

/**
 * Width and height of the sizes in pixels (docs/reference/products.md#the-product). `full` is the original
 * size.
 */
const sizes = { thumbnail: 150, medium: 300, large: 1_024, full: null };
const cacheControl = 'public, max-age=86400';
const opening = /^\s*<svg\b[^>]*>/;

/**
 * Returns a drawing with `edge` pixels as width and height. The attribute `viewBox` scales the content of the
 * drawing. If `edge` is null, the drawing is unchanged.
 */
function resized(drawing: string, edge: number | null): string {
  if (edge === null) return drawing;
  return drawing.replace(opening, (tag) =>
    tag
      .replaceAll(/\s(?:width|height)="[^"]*"/g, '')
      .replace('<svg', `<svg width="${edge}" height="${edge}"`),
  );
}

function pictureOf(text: string): Picture {
  const bytes = Buffer.from(text);
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"` };
}

/**
 * Returns every picture of a folder in every size, by path.
 *
 * @throws Error with the name of a file that is not a drawing
 */
async function picturesOf(folder: string): Promise<ReadonlyMap<string, Picture>> {
  const pictures = new Map<string, Picture>();
  for (const file of await readdir(folder)) {
    const [, name] = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.svg$/.exec(file) ?? [];
    const drawing = await readFile(join(folder, file), 'utf8');
    if (name === undefined || !opening.exec(drawing)?.[0].includes('viewBox=')) {
      throw new Error(`${file} in ${folder} is no drawing with a viewBox and a plain name`);
    }
    for (const [size, edge] of Object.entries(sizes)) {
      pictures.set(`/media/${name}-${size}.svg`, pictureOf(resized(drawing, edge)));
    }
  }
  return pictures;
}

/**
 * Returns the middleware that serves the drawings of a folder at `GET /media/{name}-{size}.svg`. The
 * gateway reads all pictures at the start, so no request path reaches the file system.
 */
export async function media(folder: string): Promise<GatewayMiddleware> {
  const pictures = await picturesOf(folder);
  return (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const picture = pictures.get(ctx.path);
    if (!picture) return next();
    ctx.state.route = '/media/:picture';
    ctx.set('Cache-Control', cacheControl);
    ctx.set('ETag', picture.etag);
    if (matchingTag(ctx.req, picture.etag) !== null) {
      ctx.status = 304;
      return;
    }
    ctx.type = 'image/svg+xml';
    ctx.body = picture.bytes;
  };
}

const noPicture = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" role="img" aria-label="No picture"><path fill="#eee" d="M0 0h300v300H0z"/><path fill="none" stroke="#bbb" stroke-width="8" d="M75 90h150v120H75zM75 190l50-50 35 35 25-25 40 40"/><circle cx="190" cy="120" r="12" fill="#bbb"/></svg>\n`,
);

/** The picture of products without a picture (docs/reference/cart.md#the-item). */
export const placeholder: Page = {
  path: '/placeholder.svg',
  answer(ctx) {
    ctx.set('Cache-Control', cacheControl);
    ctx.type = 'image/svg+xml';
    ctx.body = noPicture;
  },
};
