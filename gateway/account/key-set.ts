import type { PublicKey } from '#contracts/tokens.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { GatewayMiddleware } from '../http/state.ts';

const path = '/.well-known/jwks.json';

/**
 * `GET /.well-known/jwks.json`: the keys that access tokens are verified by (RFC 7517). The next one is among them long
 * before it signs, so that whoever keeps the answer for a minute knows it.
 */
export function keySet(publicKeys: () => readonly PublicKey[]): GatewayMiddleware {
  return (ctx, next) => {
    if (ctx.path !== path || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.state.route = path;
    const keys = publicKeys();
    if (keys.length === 0) throw unavailable('the keys of tokens are not known yet');
    ctx.set('Cache-Control', 'public, max-age=60');
    ctx.body = { keys };
    return Promise.resolve();
  };
}
