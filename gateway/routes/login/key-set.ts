import type { PublicKey } from '#contracts/tokens.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { GatewayMiddleware } from '../../http/request-state.ts';

const path = '/.well-known/jwks.json';

/**
 * Returns the middleware that serves `GET /.well-known/jwks.json`: the public keys of access tokens (RFC
 * 7517). Clients may cache the answer for a minute, because the auth service publishes each key long before
 * the first use of the key.
 */
export function keySet(publicKeys: () => readonly PublicKey[]): GatewayMiddleware {
  return (ctx, next) => {
    if (ctx.path !== path || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.state.route = path;
    const keys = publicKeys();
    if (keys.length === 0) throw unavailable('the token keys are not known yet');
    ctx.set('Cache-Control', 'public, max-age=60');
    ctx.body = { keys };
    return Promise.resolve();
  };
}
