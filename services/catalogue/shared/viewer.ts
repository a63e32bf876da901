import type { Context } from '#platform/bus/context.ts';
import type { Viewer } from '../domain/audiences.ts';

/** Returns the viewer of a request, taken from its signed claim and never from its body. */
export function viewerOf({ claim }: Pick<Context, 'claim'>): Viewer {
  return claim?.audience ?? 'public';
}

/**
 * Returns whether the caller may read unpublished products. These callers are managers, and key pairs with the
 * permission to read (docs/reference/catalogue.md#who-sees-what).
 */
export function seesUnpublished({ claim }: Pick<Context, 'claim'>): boolean {
  return claim?.manages === 'read' || claim?.manages === 'read_write';
}
