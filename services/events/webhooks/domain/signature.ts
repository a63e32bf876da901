import { createHmac } from 'node:crypto';

/** Returns the secret of a webhook. It is derived from the service's own secret, so that it need not be stored. */
export function secretOf(webhook: string, ownSecret: string): string {
  return `whsec_${createHmac('sha256', ownSecret).update(`webhook ${webhook}`).digest('base64url')}`;
}

/**
 * Returns the value of the header `Cartwright-Signature` of a delivery, `t=SECONDS,v1=HEX`: an HMAC-SHA-256 with the
 * webhook's secret over the seconds, a dot and the body. Receivers must also reject old seconds, which prevents
 * replays.
 */
export function signature(body: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
