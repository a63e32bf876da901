import { hash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import { isConsumerKey } from '#contracts/api-keys.ts';
import { tokenIssuer } from '#contracts/tokens.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { CredentialForm } from '../identity/credential-forms.ts';
import type { Asking, Identities } from '../identity/identities.ts';

/** Maximum number of remembered key pairs of WooCommerce. */
const mostRemembered = 1_000;

/** Decides whether credentials were issued here. Tokens and key pairs that were issued here are never forwarded. */
export class OwnCredentials {
  readonly #identities: Pick<Identities, 'of'>;
  /** Digests of foreign key pairs. A random pair never becomes ours later. */
  readonly #foreign = new LRUCache<string, true>({ max: mostRemembered });

  constructor(identities: Pick<Identities, 'of'>) {
    this.#identities = identities;
  }

  /**
   * Returns whether a bearer token or key pair was issued here; an expired token counts too. Passwords do not count,
   * because their owner is unknown.
   *
   * @throws ServiceError `service_rate_limited` after many unknown key pairs, `service_unavailable`
   */
  async has(form: CredentialForm, asking: Omit<Asking, 'request' | 'audiences'>): Promise<boolean> {
    if (form.kind === 'bearer') return isOwnToken(form.token);
    if (form.kind === 'none' || !isConsumerKey(form.identifier)) return false;
    const digest = hash('sha256', `${form.identifier}:${form.secret}`, 'base64url');
    if (this.#foreign.has(digest)) return false;
    try {
      await this.#identities.of(form, { ...asking, request: null, audiences: [] });
      return true;
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'service_authentication_error')) throw error;
      this.#foreign.set(digest, true);
      return false;
    }
  }
}

function isOwnToken(token: string): boolean {
  try {
    return decodeJwt(token).iss === tokenIssuer;
  } catch {
    return false;
  }
}
