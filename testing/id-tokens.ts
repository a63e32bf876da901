import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** An issuer of ID tokens for tests, which signs tokens and serves the public key. */
export interface IdTokens extends AsyncDisposable {
  readonly issuer: string;
  readonly keysUrl: string;
  /**
   * Returns a token with these claims. By default, the token was issued at the current time. The token is valid for a
   * minute from the current time.
   */
  token(claims: Readonly<Record<string, unknown>>, audience?: string): Promise<string>;
}

/** Makes a key pair and serves the public key on this machine. By default, the audience of tokens is `shop`. */
export async function idTokens(): Promise<IdTokens> {
  const issuer = 'https://id.example';
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' };
  const server = createServer((_request, response) => response.end(JSON.stringify({ keys: [jwk] })));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    issuer,
    keysUrl: `http://127.0.0.1:${port}/jwks`,
    token: (claims, audience = 'shop') =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(claims.iat as number | undefined)
        .setExpirationTime('1m')
        .sign(privateKey),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
