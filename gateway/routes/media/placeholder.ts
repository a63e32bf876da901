import type { GatewayMiddleware } from '../../http/request-state.ts';

const picture = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" role="img" aria-label="No picture"><path fill="#eee" d="M0 0h300v300H0z"/><path fill="none" stroke="#bbb" stroke-width="8" d="M75 90h150v120H75zM75 190l50-50 35 35 25-25 40 40"/><circle cx="190" cy="120" r="12" fill="#bbb"/></svg>\n`,
);

/**
 * Serves `GET /placeholder.svg`, the picture of products without a picture
 * (docs/reference/cart.md#the-item).
 */
export const placeholder: GatewayMiddleware = (ctx, next) => {
  if (ctx.path !== '/placeholder.svg' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
  ctx.state.route = ctx.path;
  ctx.set('Cache-Control', 'public, max-age=86400');
  ctx.type = 'image/svg+xml';
  ctx.body = picture;
};
