import { healthAnswer } from '#platform/service/health.ts';
import type { GatewayMiddleware } from './request-state.ts';

/**
 * Returns the middleware that answers `GET /health`, `/health/live` and `/health/ready`. The answers reveal
 * nothing about services and engines.
 */
export function health(ready: () => Promise<boolean>): GatewayMiddleware {
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const answer = await healthAnswer(ctx.path, ready);
    if (!answer) return next();
    ctx.state.route = ctx.path;
    ctx.set('Cache-Control', 'no-store');
    ctx.status = answer.status;
    ctx.body = answer.body;
  };
}
