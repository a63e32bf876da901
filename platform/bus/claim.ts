import { createHmac, timingSafeEqual } from 'node:crypto';
import { Claim } from '#contracts/claim.ts';

function signature(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(payload).digest('base64url');
}

/** The claim as text that only a holder of the secret can make: `payload.signature`. */
export function signClaim(claim: Claim, secret: string): string {
  const payload = Buffer.from(JSON.stringify(claim)).toString('base64url');
  return `${payload}.${signature(payload, secret)}`;
}

/** The claim in a text made by `signClaim` with the same secret; null for anything else. */
export function verifyClaim(text: string, secret: string): Claim | null {
  const [payload = '', given = ''] = text.split('.', 2);
  const expected = Buffer.from(signature(payload, secret));
  const received = Buffer.from(given);
  if (expected.length !== received.length || !timingSafeEqual(expected, received)) return null;
  const parsed = Claim.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return parsed.success ? parsed.data : null;
}
