import { refusal } from '#platform/errors/errors.ts';
import type { GatewayMiddleware } from '../edge/request-state.ts';
import { folded, type Mounts } from './mounts.ts';

const supportedVersions = ['1.0', '2.0'];
const servedSegments = new Set(['v1', 'v2']);

/**
 * Refuses unsupported versions (docs/reference/README.md#addresses-and-versions). `inside` is a path inside a
 * mount.
 *
 * @throws ServiceError `service_unsupported_version` for `/v3` and the like
 */
export function requireServedVersion(inside: string): void {
  const [, segment = ''] = inside.split('/', 2);
  if (/^v\d+(\.\d+)*$/.test(segment) && !servedSegments.has(segment)) {
    throw refusal('service_unsupported_version', {
      requested_version: segment,
      supported_versions: supportedVersions,
    });
  }
}

/**
 * Finds the mount and the path inside it.
 *
 * @throws ServiceError `rest_no_route` outside every mount, `service_unsupported_version`
 */
export function enterMount(mounts: Mounts): GatewayMiddleware {
  return (ctx, next) => {
    const { mount, inside } = mounts.of(folded(ctx.path));
    ctx.state.mount = mount;
    if (inside === null) throw refusal('rest_no_route', {});
    requireServedVersion(inside);
    ctx.state.inside = inside;
    // @koa/router matches this instead of `ctx.path`; its types do not declare it.
    Object.assign(ctx, { newRouterPath: inside });
    return next();
  };
}
