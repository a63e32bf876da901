import { createHmac } from 'node:crypto';

/** The secret of a webhook, out of the service's own: it need not be kept anywhere. */
export function secretOf(webhook: string, ownSecret: string): string {
  return `whsec_${createHmac('sha256', ownSecret).update(`webhook ${webhook}`).digest('base64url')}`;
}

/**
 * The header `Cartwright-Signature` of a delivery, `t=SECONDS,v1=HEX`: HMAC-SHA-256 by the webhook's secret over the
 * seconds, a dot and the body. Who checks it also refuses seconds that are long past, so that nobody can send an old
 * delivery again.
 */
export function signature(body: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
