import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { tokenAudience } from '#contracts/token-audience.ts';
import { tokenAlgorithm, tokenIssuer, tokenType } from '#contracts/tokens.ts';
import { type LimitCheck, most } from '#testing/limit-checks.ts';
import { TokenVerifier } from '../gateway/caller/tokens.ts';

export const bearerName = 'bearer token verified, and remembered';

/** Number of tokens in a run, and number of runs. */
const times = { inARun: 1_000, runs: 7 };

/** Returns tokens of different accounts. */
async function tokensOf(key: Awaited<ReturnType<typeof importJWK>>): Promise<string[]> {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    role: 'customer',
    gen: 0,
    fam: 'a-family-of-tokens',
    iss: tokenIssuer,
    aud: tokenAudience,
  };
  const made = Array.from({ length: times.inARun }, (_, index) =>
    new SignJWT({ ...claims, sub: String(index + 1), jti: `a-token-of-its-own-${index}` })
      .setProtectedHeader({ alg: tokenAlgorithm, typ: tokenType, kid: 'a-key' })
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + 3_600)
      .sign(key),
  );
  return Promise.all(made);
}

/** Returns the CPU milliseconds per verification of a token. */
async function timeOf(tokens: readonly string[], verifier: TokenVerifier): Promise<number> {
  const before = process.cpuUsage();
  for (const token of tokens) await verifier.verify(token, [tokenAudience]);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / tokens.length;
}

const median = (figures: readonly number[]) =>
  figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? 0;

/**
 * Measures the CPU time of the first verification of a token and of a repeated verification. A repeated verification
 * uses the cache, but checks expiry and revocation again.
 */
export async function bearer(): Promise<readonly [first: LimitCheck, remembered: LimitCheck]> {
  const { publicKey, privateKey } = await generateKeyPair(tokenAlgorithm, { extractable: true });
  const key = await importJWK(await exportJWK(publicKey), tokenAlgorithm);
  const tokens = await tokensOf(privateKey);
  const state = { key: async () => key, has: () => true, revoked: () => false };
  const [first, remembered]: [number[], number[]] = [[], []];
  for (let run = 0; run < times.runs; run += 1) {
    const verifier = new TokenVerifier(state);
    first.push(await timeOf(tokens, verifier));
    remembered.push(await timeOf(tokens, verifier));
  }
  return [most('CPU-ms, first', median(first), 0.3), most('CPU-ms, remembered', median(remembered), 0.05)];
}
