// A file of its own, because what a tag must cover is decided here, apart from how carts are read.
import { hash } from 'node:crypto';
import { version } from '#platform/service/health.ts';
import { memo } from '#platform/util/memo.ts';
import type { CommandContext } from '../model/command.ts';

/** Returns the digest of a product, of a coupon or of settings. Unchanged data keep the same object. */
const digestOf = memo((record: object) => hash('sha256', JSON.stringify(record), 'base64url'));

/**
 * Returns a tag of the cart's view. When the view changes, the tag changes too, unless only the revision or the times
 * in the view change. The tag is a digest of the data from which the view is calculated, so the view itself need not
 * be calculated. `state` is the encoded state.
 */
export function tagOf(
  key: string,
  state: string,
  { facts, coupons, settings }: Pick<CommandContext, 'facts' | 'coupons' | 'settings'>,
): string {
  const parts = [version, key, state, digestOf(settings)];
  for (const [id, one] of facts) parts.push(`${id} ${one && digestOf(one)}`);
  for (const [code, one] of coupons) parts.push(`${JSON.stringify(code)} ${one && digestOf(one)}`);
  return hash('sha256', parts.join('\n'), 'base64url');
}
