import { refusal } from '#platform/errors/errors.ts';
import type { Seal } from '../seal.ts';
import type { VerificationStore } from './store/verification-store.ts';

/** Dependencies of `Verification`. */
interface VerificationDeps {
  readonly store: VerificationStore;
  readonly seal: Seal;
  /** Returns the current time in Unix milliseconds. */
  readonly now: () => number;
}

const periodSeconds = 30;
/** Number of 30-second periods by which an authenticator's clock may be wrong. */
const window = 1;
const issuer = 'Cartwright';

/**
 * Creates secrets for authenticator apps, and checks the time-based codes of these apps (TOTP, RFC 6238). Codes have
 * six digits, a period of 30 s and SHA-1, because every authenticator app supports these values.
 */
export class Verification {
  readonly #deps: VerificationDeps;

  constructor(deps: VerificationDeps) {
    this.#deps = deps;
  }

  /**
   * Creates an unconfirmed secret for an account. Returns the secret, and a URI with the secret and `label` for
   * authenticator apps.
   *
   * @throws ServiceError `service_verification_exists`
   */
  async enrol(account: number, label: string): Promise<{ uri: string; secret: string }> {
    const { Secret } = await import('otpauth');
    const secret = new Secret({ size: 20 }).base32;
    const isStored = await this.#deps.store.enrol(account, this.#deps.seal.sealed(secret));
    if (!isStored) throw refusal('service_verification_exists', {});
    const totp = await this.#totp(secret, label);
    return { uri: totp.toString(), secret };
  }

  /**
   * Confirms the enrolment with a code. `spend` accepts only codes of a confirmed secret.
   *
   * @throws ServiceError `service_verification_not_found`, `service_admin_verification_invalid`
   */
  async confirm(account: number, code: string): Promise<void> {
    const found = await this.#deps.store.find(account);
    if (!found) throw refusal('service_verification_not_found', {});
    const counter = await this.#counterOf(found.sealedSecret, code);
    const isValid =
      counter !== null && (await this.#deps.store.confirm(account, found.sealedSecret, counter));
    if (!isValid) throw refusal('service_admin_verification_invalid', {});
  }

  /**
   * Returns whether a code is valid. A valid code can be used only once: this code and all earlier codes are invalid
   * afterwards.
   */
  async spend(account: number, code: string): Promise<boolean> {
    const found = await this.#deps.store.find(account);
    if (!found?.confirmed || !/^\d{6}$/.test(code)) return false;
    const counter = await this.#counterOf(found.sealedSecret, code);
    return counter !== null && (await this.#deps.store.spend(account, found.sealedSecret, counter));
  }

  /** Returns the time period of a code; null for a code that is not valid now. */
  async #counterOf(sealedSecret: string, code: string): Promise<number | null> {
    const totp = await this.#totp(this.#deps.seal.opened(sealedSecret), '');
    const timestamp = this.#deps.now();
    const delta = totp.validate({ token: code, timestamp, window });
    return delta === null ? null : Math.floor(timestamp / 1_000 / periodSeconds) + delta;
  }

  async #totp(secret: string, label: string) {
    // The library is imported on first use, because most processes check no codes.
    const { TOTP, Secret } = await import('otpauth');
    return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodSeconds, digits: 6 });
  }
}
