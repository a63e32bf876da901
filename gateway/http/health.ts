import type { GatewayMiddleware } from './state.ts';

/** `GET /health/live` and `/health/ready`: one word, nothing about what stands behind. */
export function health(ready: () => Promise<boolean>): GatewayMiddleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/health/') || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    if (ctx.path !== '/health/live' && ctx.path !== '/health/ready') return next();
    const well = ctx.path === '/health/live' || (await ready());
    ctx.state.route = ctx.path;
    ctx.set('Cache-Control', 'no-store');
    ctx.status = well ? 200 : 503;
    ctx.body = { status: well ? ctx.path.slice('/health/'.length) : 'not ready' };
  };
}
