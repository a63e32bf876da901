import mongoose, { type ClientSession, type Model, Schema } from 'mongoose';
import { refusal } from '#platform/errors/errors.ts';
import { type Engine, isDuplicate, withQueryTimeout } from '#platform/mongodb/engine.ts';
import { Seal } from './secrets.ts';

/** The authenticator of an account: its encrypted secret, and the time period of the last accepted code. */
interface VerificationDocument {
  readonly _id: number;
  readonly sealedSecret: string;
  readonly confirmed: boolean;
  readonly lastCounter: number;
}

const schema = new Schema<VerificationDocument>(
  {
    _id: { type: Number, required: true },
    sealedSecret: { type: String, required: true },
    confirmed: { type: Boolean, required: true },
    lastCounter: { type: Number, required: true },
  },
  { collection: 'verifications', versionKey: false, autoIndex: false },
);

const before = (counter: number) => mongoose.trusted({ $lt: counter }) as unknown as number;

const periodSeconds = 30;
/** Number of 30-second periods by which an authenticator's clock may be wrong. */
const window = 1;
const issuer = 'Cartwright';

/**
 * The authenticators of accounts: stores their encrypted secrets in MongoDB, and checks the time-based codes of these apps (TOTP, RFC 6238). Codes have
 * six digits, a period of 30 s and SHA-1, because every authenticator app supports these values.
 */
export class Verification {
  readonly #verifications: Model<VerificationDocument>;
  readonly #seal: Seal;
  readonly #now: () => number;

  constructor(engine: Engine, { secret, now }: { readonly secret: string; readonly now: () => number }) {
    this.#verifications = engine.connection.model<VerificationDocument>('verification', schema);
    this.#seal = new Seal(secret, 'verification');
    this.#now = now;
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
    if (!(await this.#keep(account, this.#seal.sealed(secret))))
      throw refusal('service_verification_exists', {});
    const totp = await this.#totp(secret, label);
    return { uri: totp.toString(), secret };
  }

  /**
   * Confirms the enrolment with a code. `spend` accepts only codes of a confirmed secret.
   *
   * @throws ServiceError `service_verification_not_found`, `service_admin_verification_invalid`
   */
  async confirm(account: number, code: string): Promise<void> {
    const found = await this.#find(account);
    if (!found) throw refusal('service_verification_not_found', {});
    const counter = await this.#counterOf(found.sealedSecret, code);
    // Another secret may have replaced this secret meanwhile.
    const of = { _id: account, sealedSecret: found.sealedSecret };
    const isValid = counter !== null && (await this.#move(of, { confirmed: true, lastCounter: counter }));
    if (!isValid) throw refusal('service_admin_verification_invalid', {});
  }

  /**
   * Returns whether a code is valid. A valid code can be used only once: this code and all earlier codes are invalid
   * afterwards.
   */
  async spend(account: number, code: string): Promise<boolean> {
    const found = await this.#find(account);
    if (!found?.confirmed || !/^\d{6}$/.test(code)) return false;
    const counter = await this.#counterOf(found.sealedSecret, code);
    if (counter === null) return false;
    const unspent = {
      _id: account,
      sealedSecret: found.sealedSecret,
      confirmed: true,
      lastCounter: before(counter),
    };
    return this.#move(unspent, { lastCounter: counter });
  }

  /** Removes the secret of an account. Returns false if the account has none. */
  async remove(account: number): Promise<boolean> {
    const { deletedCount } = await withQueryTimeout(this.#verifications.deleteOne({ _id: account }).exec());
    return deletedCount === 1;
  }

  /** Removes the secret of an account. */
  async removeOf(account: number, session: ClientSession): Promise<void> {
    await this.#verifications.deleteOne({ _id: account }, { session });
  }

  /** Returns the time period of a code; null for a code that is not valid now. */
  async #counterOf(sealedSecret: string, code: string): Promise<number | null> {
    const totp = await this.#totp(this.#seal.opened(sealedSecret), '');
    const timestamp = this.#now();
    const delta = totp.validate({ token: code, timestamp, window });
    return delta === null ? null : Math.floor(timestamp / 1_000 / periodSeconds) + delta;
  }

  async #totp(secret: string, label: string) {
    // The library is imported on first use, because most processes check no codes.
    const { TOTP, Secret } = await import('otpauth');
    return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodSeconds, digits: 6 });
  }

  #find(account: number): Promise<VerificationDocument | null> {
    return withQueryTimeout(this.#verifications.findById(account).lean<VerificationDocument>().exec());
  }

  /**
   * Stores an unconfirmed secret, which replaces an earlier unconfirmed secret. Returns false if the account has a
   * confirmed secret.
   */
  async #keep(account: number, sealedSecret: string): Promise<boolean> {
    const unconfirmed = { sealedSecret, confirmed: false, lastCounter: 0 };
    const kept = this.#verifications.updateOne(
      { _id: account, confirmed: false },
      { $set: unconfirmed },
      { upsert: true },
    );
    try {
      await withQueryTimeout(kept.exec());
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async #move(from: Partial<VerificationDocument>, to: Partial<VerificationDocument>): Promise<boolean> {
    const { matchedCount } = await withQueryTimeout(this.#verifications.updateOne(from, { $set: to }).exec());
    return matchedCount === 1;
  }
}
