import { audienceOfMount, tokenAudience } from '#contracts/token-audience.ts';
import type { Dialect } from '../dialects/shared/dialect.ts';
import { Links } from '../dialects/shared/links.ts';

/** A path that serves the interface, and its dialect. */
export interface Mount {
  /** `/wp-json/cocart`; empty for the root. */
  readonly prefix: string;
  readonly dialect: Dialect;
  readonly links: Links;
  /** The audience of tokens that it issues, and those that it accepts (docs/reference/login.md#tokens). */
  readonly audience: string;
  readonly audiences: readonly string[];
}

function mountOf({ prefix, dialect }: Pick<Mount, 'prefix' | 'dialect'>, publicUrl: string): Mount {
  const audience = dialect.tokens === 'own' ? audienceOfMount(prefix) : tokenAudience;
  const audiences = [...new Set([audience, tokenAudience])];
  return { prefix, dialect, links: new Links(publicUrl, prefix), audience, audiences };
}

/** The mounts of a gateway. The longest matching one serves a path. */
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

  /** Returns the mount of a path; the shortest one if none matches, since the error needs a dialect. */
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
 * Returns the path with single slashes; some SDKs send `//cocart/v2/…`
 * (docs/reference/README.md#addresses-and-versions).
 */
export function folded(path: string): string {
  return path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path;
}
