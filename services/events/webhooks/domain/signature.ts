import { createHmac } from 'node:crypto';

/**
 * Returns the secret of a webhook. The secret is derived from the service's own secret, so that no webhook's secret is
 * stored.
 */
export function secretOf(webhook: string, ownSecret: string): string {
  return `whsec_${createHmac('sha256', ownSecret).update(`webhook ${webhook}`).digest('base64url')}`;
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
