import { refusal } from '#platform/errors/errors.ts';
import type { Seal } from '../seal.ts';
import type { VerificationStore } from './store/verification-store.ts';

/** What verification by codes stands on. */
interface VerificationParts {
  readonly store: VerificationStore;
  readonly seal: Seal;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const periodSeconds = 30;
/** How many periods the clock of an authenticator may be off. */
const window = 1;
const issuer = 'Cartwright';

/** Codes by the clock (TOTP, RFC 6238: six digits, 30 s, SHA-1, which every authenticator knows). */
export class Verification {
  readonly #parts: VerificationParts;

  constructor(parts: VerificationParts) {
    this.#parts = parts;
  }

  /** A new secret for an account, to be confirmed. @throws ServiceError `service_verification_exists` */
  async enrol(account: number, label: string): Promise<{ uri: string; secret: string }> {
    const { Secret } = await import('otpauth');
    const secret = new Secret({ size: 20 }).base32;
    const kept = await this.#parts.store.enrol(account, this.#parts.seal.sealed(secret));
    if (!kept) throw refusal('service_verification_exists', {});
    const totp = await this.#totp(secret, label);
    return { uri: totp.toString(), secret };
  }

  /**
   * From now on codes are asked for.
   *
   * @throws ServiceError `service_verification_not_found`, `service_admin_verification_invalid`
   */
  async confirm(account: number, code: string): Promise<void> {
    const found = await this.#parts.store.find(account);
    if (!found) throw refusal('service_verification_not_found', {});
    const counter = await this.#counterOf(found.sealedSecret, code);
    const isGood =
      counter !== null && (await this.#parts.store.confirm(account, found.sealedSecret, counter));
    if (!isGood) throw refusal('service_admin_verification_invalid', {});
  }

  /** Whether a code is good; it is not from then on, nor are those before it. */
  async spend(account: number, code: string): Promise<boolean> {
    const found = await this.#parts.store.find(account);
    if (!found?.confirmed || !/^\d{6}$/.test(code)) return false;
    const counter = await this.#counterOf(found.sealedSecret, code);
    return counter !== null && (await this.#parts.store.spend(account, found.sealedSecret, counter));
  }

  /** The period that a code belongs to; null for one that is wrong now. */
  async #counterOf(sealedSecret: string, code: string): Promise<number | null> {
    const totp = await this.#totp(this.#parts.seal.opened(sealedSecret), '');
    const timestamp = this.#parts.now();
    const delta = totp.validate({ token: code, timestamp, window });
    return delta === null ? null : Math.floor(timestamp / 1_000 / periodSeconds) + delta;
  }

  async #totp(secret: string, label: string) {
    // Loaded only where somebody verifies by codes.
    const { TOTP, Secret } = await import('otpauth');
    return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodSeconds, digits: 6 });
  }
}
