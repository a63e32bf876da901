import type { Context } from '#platform/bus/context.ts';
import type { Viewer } from './domain/audiences.ts';

/** Whom an answer is for: whoever the signed claim of the request says, never what stands in its body. */
export function viewerOf({ claim }: Pick<Context, 'claim'>): Viewer {
  return claim?.audience ?? 'public';
}

/**
 * Whether somebody may look at what is not published: a manager, or a key pair that may read
 * (docs/reference/catalogue.md#who-sees-what).
 */
export function seesUnpublished({ claim }: Pick<Context, 'claim'>): boolean {
  return claim?.manages === 'read' || claim?.manages === 'read_write';
}
