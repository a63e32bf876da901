import { audienceOfMount, tokenAudience } from '#contracts/token-audience.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { Dialect } from '../views/shared/dialect.ts';
import { Links } from '../views/shared/links.ts';

/** A path under which the gateway serves its routes in one dialect. */
export interface Mount {
  /** Path prefix, such as `/wp-json/cocart`; empty for the root. */
  readonly prefix: string;
  readonly dialect: Dialect;
  readonly links: Links;
  /** The claim `aud` of the tokens that the mount issues (docs/reference/login.md#tokens). */
  readonly audience: string;
  /** The values of the claim `aud` in tokens that the mount accepts. */
  readonly audiences: readonly string[];
}

function mountOf({ prefix, dialect }: Pick<Mount, 'prefix' | 'dialect'>, publicUrl: string): Mount {
  const audience = dialect.tokens === 'own' ? audienceOfMount(prefix) : tokenAudience;
  const audiences = [...new Set([audience, tokenAudience])];
  return { prefix, dialect, links: new Links(publicUrl, prefix), audience, audiences };
}

/** The mounts of a gateway. If several mounts match a path, the mount with the longest prefix serves the path. */
export class Mounts {
  readonly #mounts: readonly Mount[];

  constructor(all: readonly Pick<Mount, 'prefix' | 'dialect'>[], publicUrl: string) {
    this.#mounts = all
      .map((one) => mountOf(one, publicUrl))
      .sort((one, other) => other.prefix.length - one.prefix.length);
  }

  /** All mounts, the longest prefix first. */
  get all(): readonly Mount[] {
    return this.#mounts;
  }

  /**
   * Returns the mount of a path, and the path without the prefix of the mount (`inside`). If no mount matches,
   * `inside` is null, and `mount` is the mount with the shortest prefix, whose dialect the error answer uses.
   */
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

/**
 * Returns the path with each run of slashes replaced by one slash, because some SDKs send `//cocart/v2/…`
 * (docs/reference/README.md#addresses-and-versions).
 */
export function normalizedPath(path: string): string {
  return path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path;
}

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
