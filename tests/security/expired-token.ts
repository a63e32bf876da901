import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { tokenAudience } from '#contracts/token-audience.ts';
import { Engine } from '#platform/mongodb/engine.ts';
import type { RunningSystem } from '#testing/system.ts';
import { SigningKeys } from '../../services/auth/store/signing-keys.ts';
import { Issuer } from '../../services/auth/tokens/tokens.ts';

const SystemFile = z.object({ dataUrls: z.object({ AUTH_MONGODB_URL: z.string() }) });
const SecretsFile = z.object({ own: z.object({ AUTH_SECRET: z.string() }) });

/** Returns an expired token of an account. The token has a valid signature. */
export async function expiredToken({ dataDir }: RunningSystem, account: number): Promise<string> {
  const read = async (name: string) => JSON.parse(await readFile(join(dataDir, name), 'utf8'));
  const { dataUrls } = SystemFile.parse(await read('run/system.json'));
  const { own } = SecretsFile.parse(await read('secrets.json'));
  const engine = new Engine(dataUrls.AUTH_MONGODB_URL, pino({ level: 'silent' }));
  try {
    await engine.start(async () => undefined);
    const expiry = { everywhere: -3_600, cocart: -3_600 };
    const issuer = new Issuer(new SigningKeys(engine, own.AUTH_SECRET), expiry);
    const bearer = { account, role: 'customer', generation: 0, family: 'f'.repeat(32) };
    return await issuer.accessToken({ ...bearer, audience: tokenAudience, notAfter: Infinity });
  } finally {
    await engine.close();
  }
}
