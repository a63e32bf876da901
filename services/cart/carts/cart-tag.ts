import { hash } from 'node:crypto';
import { version } from '#platform/service/health.ts';
import type { CommandContext } from '../domain/command-context.ts';

/**
 * Digests by product, coupon or settings object. Unchanged data keep the same object, so each digest is
 * calculated only once.
 */
const digests = new WeakMap<object, string>();

function digestOf(record: object | null): string {
  if (record === null) return '';
  const known = digests.get(record);
  if (known !== undefined) return known;
  const digest = hash('sha256', JSON.stringify(record), 'base64url');
  digests.set(record, digest);
  return digest;
}

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
  for (const [id, one] of facts) parts.push(`${id} ${digestOf(one)}`);
  for (const [code, one] of coupons) parts.push(`${JSON.stringify(code)} ${digestOf(one)}`);
  return hash('sha256', parts.join('\n'), 'base64url');
}
