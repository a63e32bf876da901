import { refusal } from '#platform/errors/errors.ts';
import type { GatewayMiddleware } from '../edge/request-state.ts';
import { type Mounts, normalizedPath } from './mounts.ts';

const supportedVersions = ['1.0', '2.0'];
const servedSegments = new Set(['v1', 'v2']);

/** Returns whether the first segment of a path is a version, such as `v2` or `v2.1`. */
export function isVersion(segment: string): boolean {
  return /^v\d+(\.\d+)*$/.test(segment);
}

/**
 * Checks the version at the start of a path (docs/reference/README.md#addresses-and-versions). `inside` is
 * the path without the prefix of the mount.
 *
 * @throws ServiceError `service_unsupported_version` for versions that are not served, such as `/v3`
 */
export function requireServedVersion(inside: string): void {
  const [, segment = ''] = inside.split('/', 2);
  if (isVersion(segment) && !servedSegments.has(segment)) {
    throw refusal('service_unsupported_version', {
      requested_version: segment,
      supported_versions: supportedVersions,
    });
  }
}

/**
 * Returns middleware that stores the mount of a request, and the path inside the mount, in `ctx.state`.
 *
 * @throws ServiceError `rest_no_route` for a path outside every mount, `service_unsupported_version` for a
 * version that is not served
 */
export function enterMount(mounts: Mounts): GatewayMiddleware {
  return (ctx, next) => {
    const { mount, inside } = mounts.of(normalizedPath(ctx.path));
    ctx.state.mount = mount;
    if (inside === null) throw refusal('rest_no_route', {});
    requireServedVersion(inside);
    ctx.state.inside = inside;
    // @koa/router reads this property instead of `ctx.path`. The types of Koa do not declare the property.
    Object.assign(ctx, { newRouterPath: inside });
    return next();
  };
}
