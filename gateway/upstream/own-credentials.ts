import { hash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import { isConsumerKey } from '#contracts/api-keys.ts';
import { tokenIssuer } from '#contracts/tokens.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { CredentialForm } from '../identity/credential-forms.ts';
import type { IdentificationRequest, Identities } from '../identity/identities.ts';

/** Maximum number of key pairs of WooCommerce whose digests are stored. */
const maxRemembered = 1_000;

/**
 * Determines whether this service issued a token or key pair. The gateway never forwards tokens and key pairs
 * of this service to WordPress.
 */
export class OwnCredentials {
  readonly #identities: Pick<Identities, 'of'>;
  /**
   * Digests of key pairs that this service did not issue. New key pairs of the service are random, so no new
   * key pair ever has a stored digest.
   */
  readonly #foreign = new LRUCache<string, true>({ max: maxRemembered });

  constructor(identities: Pick<Identities, 'of'>) {
    this.#identities = identities;
  }

  /**
   * Returns whether this service issued the bearer token or key pair. An expired token counts as issued. Returns
   * false for passwords, because WordPress may have an account with the same name.
   *
   * @throws ServiceError `service_rate_limited` after many unknown key pairs, `service_unavailable`
   */
  async has(
    form: CredentialForm,
    details: Omit<IdentificationRequest, 'request' | 'audiences'>,
  ): Promise<boolean> {
    if (form.kind === 'bearer') return isOwnToken(form.token);
    if (form.kind === 'none' || !isConsumerKey(form.identifier)) return false;
    const digest = hash('sha256', `${form.identifier}:${form.secret}`, 'base64url');
    if (this.#foreign.has(digest)) return false;
    try {
      await this.#identities.of(form, { ...details, request: null, audiences: [] });
      return true;
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'service_authentication_error')) throw error;
      this.#foreign.set(digest, true);
      return false;
    }
  }
}

/** Returns whether this service issued a token, according to the token itself. */
export function isOwnToken(token: string): boolean {
  try {
    return decodeJwt(token).iss === tokenIssuer;
  } catch {
    return false;
  }
}
