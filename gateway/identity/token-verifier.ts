import { jwtVerify } from 'jose';
import { TokenClaims, tokenAlgorithm, tokenAudience, tokenIssuer, tokenType } from '#contracts/tokens.ts';
import { refusal } from '#platform/errors/errors.ts';
import type { TokenState } from './token-state.ts';

const options = {
  algorithms: [tokenAlgorithm],
  issuer: tokenIssuer,
  audience: tokenAudience,
  typ: tokenType,
  requiredClaims: ['exp', 'iat', 'sub', 'jti'],
  clockTolerance: '5s',
};

/** Verifies access tokens here, without a question to the auth service (reliability 2.4). */
export class TokenVerifier {
  readonly #state: TokenState;

  constructor(state: TokenState) {
    this.#state = state;
  }

  /** What a good token says. @throws ServiceError `service_authentication_error` for any other */
  async verify(token: string): Promise<TokenClaims> {
    const verified = await jwtVerify(token, this.#state.keySet, options).catch((cause: unknown) => {
      throw refusal('service_authentication_error', {}, { cause });
    });
    const claims = TokenClaims.safeParse(verified.payload);
    if (!claims.success || this.#state.revoked(claims.data))
      throw refusal('service_authentication_error', {});
    return claims.data;
  }
}
