import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns whether a delivery of a webhook has been signed with the secret within the last five minutes. */
export function isGenuine(header: string, body: string, secret: string): boolean {
  const { t = '', v1 = '' } = Object.fromEntries(header.split(',').map((part) => part.split('=')));
  const expected = createHmac('sha256', secret).update(`${t}.${body}`).digest();
  const given = Buffer.from(v1, 'hex');
  return (
    secret !== '' &&
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    Math.abs(Date.now() / 1000 - Number(t)) < 300
  );
}
