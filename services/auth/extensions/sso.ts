import { hash } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { denied, type ExtensionDeps, loginExtension, ParameterName, textOf } from './extension.ts';

/** The time limit in milliseconds for fetching the provider's keys. */
const keysMs = 700;
/** The number of seconds by which the clocks of the provider and of this machine may differ. */
const clockSeconds = 5;
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** A URL with HTTPS, or with HTTP on this machine. */
const KeysUrl = z.url().refine((text) => {
  const { protocol, hostname } = new URL(text);
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}, 'must be an https:// URL');

const Settings = z.strictObject({
  issuer: z.string().min(1),
  audience: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  /** The URL of the provider's key set (`jwks_uri`). */
  keys_url: KeysUrl,
  /** Whether a login without a token is refused. A token that is sent must always be valid. */
  required: z.boolean().default(false),
  /**
   * Whether the client must send the token's nonce. If false, the nonce is checked only if the client sends a
   * nonce.
   */
  nonce_required: z.boolean().default(false),
  /** The maximum age of a token in seconds. */
  max_age: z.int().min(30).max(3_600).default(300),
  parameter: ParameterName.default('sso_token'),
  nonce_parameter: ParameterName.default('sso_nonce'),
});

type Deps = ExtensionDeps & {
  /** Returns whether nobody has spent the token with this digest in the last `keptMs` milliseconds. Spends the token. */
  readonly spendIdToken: (digest: string, keptMs: number) => Promise<boolean>;
};

/**
 * Returns a digest of the signed part of a token. The digest omits the signature, because one token can have several
 * valid signatures.
 */
function digestOf(token: string): string {
  return hash('sha256', token.slice(0, token.lastIndexOf('.')), 'base64url');
}

/** Returns true if an invalid token caused the error; false if the provider's keys or Redis did not answer. */
function isInvalidToken(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout) return false;
  return !(error instanceof errors.JWKSInvalid) && error.code !== 'ERR_JOSE_GENERIC';
}

/** Returns whether the token names an email address, which must be a text and not a list. */
function isFor(email: string, { email: named }: JWTPayload): boolean {
  return typeof named === 'string' && named.toLowerCase() === email.toLowerCase();
}

/**
 * Returns whether the provider has verified the email address. Some providers send `email_verified` as text,
 * and some omit `email_verified` for verified users.
 */
function isVerified({ email_verified: verified }: JWTPayload): boolean {
  return verified === undefined || verified === true || verified === 'true';
}

/** Returns whether the token's `azp` is absent or names one of the clients (OpenID Connect Core 3.1.3.7). */
function isIssuedTo(clients: string | readonly string[], { azp }: JWTPayload): boolean {
  return azp === undefined || [clients].flat().some((client) => client === azp);
}

/**
 * Checks the ID token that the client sends. The token comes from an OpenID Connect provider and must name the
 * account's email address. A token can be used once, in the minutes after its issue.
 */
export default loginExtension({
  name: 'sso',
  settings: Settings,
  // A login that another extension refuses does not spend the token.
  runsLast: true,
  create(settings: z.infer<typeof Settings>, { logger, spendIdToken }: Deps) {
    const { issuer, audience, parameter, required, max_age: maxSeconds } = settings;
    const { nonce_parameter: nonceParameter, nonce_required: nonceRequired } = settings;
    const keys = createRemoteJWKSet(new URL(settings.keys_url), { timeoutDuration: keysMs });
    const options = {
      issuer,
      audience,
      algorithms,
      requiredClaims: ['exp', 'iat', 'email'],
      clockTolerance: clockSeconds,
      maxTokenAge: maxSeconds,
    };
    return {
      service_login_collection_params: (others) => [
        ...others,
        { name: parameter, description: 'ID token of the single sign-on', type: 'string', required },
        { name: nonceParameter, description: 'The nonce in the ID token', type: 'string' },
      ],
      async service_login_permission_callback(permission, { email }, request) {
        const token = textOf(request, parameter);
        if (permission !== true || (token === '' && !required)) return permission;
        const invalid = denied('service_sso_invalid', {});
        try {
          const { payload } = await jwtVerify(token, keys, options);
          const nonce = textOf(request, nonceParameter);
          const isRightNonce = nonce === '' ? !nonceRequired : payload.nonce === nonce;
          const isRight =
            isFor(email, payload) && isVerified(payload) && isRightNonce && isIssuedTo(audience, payload);
          const keptMs = 1_000 * (maxSeconds + 2 * clockSeconds);
          return isRight && (await spendIdToken(digestOf(token), keptMs)) ? true : invalid;
        } catch (error) {
          if (isInvalidToken(error)) return invalid;
          logger.warn({ err: error }, 'the ID token of a login cannot be checked');
          return denied('service_unavailable', { retry_after: 5 });
        }
      },
    };
  },
});
