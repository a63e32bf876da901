import { createHmac } from 'node:crypto';
import type { AnyEvent } from '#contracts/events.ts';

/** An event that an operator sends to test whether the receiver answers. */
export interface TestEvent {
  readonly id: string;
  readonly type: 'webhook.test';
  readonly at: number;
  readonly data: { readonly webhook: string };
}

/**
 * Returns an event in the form that receivers get: id, type, time (ISO 8601, UTC) and data. Members of the
 * data have names such as `product_id`.
 */
export function publicEvent({ id, type, at, data }: AnyEvent | TestEvent): Readonly<Record<string, unknown>> {
  // `write` is an internal member and is left out. Receivers identify a change by cart and revision.
  const { write: _write, ...shown } = { write: undefined, ...data };
  return { id, type, created_at: new Date(at).toISOString(), data: publicValue(shown) };
}

function publicValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publicValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [publicName(name), publicValue(one)]));
}

/** Returns a member's name in the style of the public interface: `productId` becomes `product_id`. */
function publicName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Returns the value of the header `Cartwright-Signature` of a delivery, `t=SECONDS,v1=HEX`. HEX is an HMAC-SHA-256 of
 * the seconds, a dot and the body, with the webhook's secret as the key. Receivers must also reject a header whose `t`
 * is too old, to prevent replays.
 */
export function signature(body: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

/**
 * Returns the secret of a webhook. The secret is derived from the service's own secret, so that no webhook's secret is
 * stored.
 */
export function secretOf(webhook: string, ownSecret: string): string {
  return `whsec_${createHmac('sha256', ownSecret).update(`webhook ${webhook}`).digest('base64url')}`;
}

/**
 * The pauses in seconds between the tries of a delivery. The first pauses suit a brief outage of the
 * receiver. All pauses together are about 35 hours, for a long outage.
 */
const pausesSeconds = [1, 5, 15, 30, 60, 120, 300, 900, 1_800, 3_600, 10_800, 21_600, 43_200, 43_200];

/** The maximum number of tries for a delivery. */
export const maxTries = pausesSeconds.length + 1;

/**
 * Returns the pause after a number of tries, in milliseconds; null if no try is left. `spread`, from 0 to 1,
 * changes the pause by up to 10 %, so that a receiver does not get all waiting deliveries at once.
 */
export function pauseAfter(tries: number, spread: number): number | null {
  const pause = pausesSeconds[tries - 1];
  return pause === undefined ? null : Math.round(pause * 1_000 * (0.9 + 0.2 * spread));
}
