import { refusal } from '#platform/errors/errors.ts';
import type { Dialect } from '../views/dialect.ts';
import { Links } from '../views/links.ts';
import type { GatewayMiddleware } from './state.ts';

/** A place where the interface is served, and how it speaks there. */
export interface Mount {
  /** `/wp-json/cocart`; empty for the root. */
  readonly prefix: string;
  readonly dialect: Dialect;
  readonly links: Links;
}

const supportedVersions = ['1.0', '2.0'];
const servedSegments = new Set(['v1', 'v2']);

/** The mounts of a gateway. Of two that fit a path, the longer one serves it. */
export class Mounts {
  readonly #mounts: readonly Mount[];

  constructor(all: readonly Pick<Mount, 'prefix' | 'dialect'>[], publicUrl: string) {
    this.#mounts = all
      .map(({ prefix, dialect }) => ({ prefix, dialect, links: new Links(publicUrl, prefix) }))
      .sort((one, other) => other.prefix.length - one.prefix.length);
  }

  /** The mount that serves a path; the shortest where none does, since even that answer has a dialect. */
  of(path: string): { mount: Mount; inside: string | null } {
    for (const mount of this.#mounts) {
      const { prefix } = mount;
      if (path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')) {
        return { mount, inside: path.slice(prefix.length) };
      }
    }
    return { mount: this.#mounts[this.#mounts.length - 1] as Mount, inside: null };
  }
}

/** The path with every run of slashes as one: some SDKs send `//cocart/v2/…` (clients 2). */
export function folded(path: string): string {
  return path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path;
}

/**
 * Finds the mount and the path inside it, and refuses versions that are not served (specification 7 and 9).
 *
 * @throws ServiceError `rest_no_route` outside every mount, `service_unsupported_version` for `/v3` and the like
 */
export function mountOf(mounts: Mounts): GatewayMiddleware {
  return (ctx, next) => {
    const { mount, inside } = mounts.of(folded(ctx.path));
    ctx.state.mount = mount;
    if (inside === null) throw refusal('rest_no_route', {});
    const [, segment = ''] = inside.split('/', 2);
    if (/^v\d+(\.\d+)*$/.test(segment) && !servedSegments.has(segment)) {
      throw refusal('service_unsupported_version', {
        requested_version: segment,
        supported_versions: supportedVersions,
      });
    }
    Object.assign(ctx, { newRouterPath: inside });
    return next();
  };
}
