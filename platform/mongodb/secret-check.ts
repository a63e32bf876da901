import { createHmac } from 'node:crypto';
import { type Model, Schema } from 'mongoose';
import { unavailable } from '#platform/errors/errors.ts';
import { SettingsError } from '#platform/service/settings.ts';
import { type Engine, isDuplicate, withQueryTimeout } from './engine.ts';

/** The one document of the collection. The digest shows nothing about the secret, which has at least 32 characters. */
interface CheckDocument {
  readonly _id: 'secret';
  readonly digest: string;
}

const id = 'secret';

/** A secret that protects stored data, and where its digest is stored. */
interface Checked {
  /** The name of the setting, such as `AUTH_SECRET`. */
  readonly name: string;
  readonly secret: string;
  readonly collection: string;
  /**
   * Returns whether the secret opens what is stored. Called if no digest is stored: for a new shop, where the answer is
   * true, and for a shop of a release without digests.
   */
  readonly opensStored?: () => Promise<boolean>;
}

/**
 * Finds at the start of a process that its secret is not the one of the stored data. Otherwise the process would run, and
 * fail when it uses these data.
 */
export class SecretCheck {
  readonly #checks: Model<CheckDocument>;
  readonly #checked: Checked;
  readonly #digest: string;

  constructor(engine: Engine, checked: Checked) {
    const { collection, name, secret } = checked;
    const schema = new Schema<CheckDocument>(
      { _id: { type: String, required: true }, digest: { type: String, required: true } },
      { collection, versionKey: false, autoIndex: false },
    );
    this.#checks = engine.connection.model<CheckDocument>(collection, schema);
    this.#checked = checked;
    this.#digest = createHmac('sha256', secret).update(`check of ${name}`).digest('base64url');
  }

  /**
   * Compares the secret with the stored digest. Stores the digest if there is none. Replicas that start at once store one
   * digest.
   *
   * @throws SettingsError if the secret is not the one of the stored data
   */
  async prepare(): Promise<void> {
    await this.#checks.createCollection();
    const stored = (await this.#stored()) ?? (await this.#store());
    if (stored !== this.#digest) throw this.#wrong();
  }

  async #stored(): Promise<string | null> {
    const found = await withQueryTimeout(this.#checks.findById(id).lean<CheckDocument>().exec());
    return found?.digest ?? null;
  }

  /** Stores the digest. Returns the digest that is stored, which may be that of another replica. */
  async #store(): Promise<string> {
    const { opensStored } = this.#checked;
    if (opensStored && !(await opensStored())) throw this.#wrong();
    try {
      await withQueryTimeout(this.#checks.create({ _id: id, digest: this.#digest }));
      return this.#digest;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    const stored = await this.#stored();
    // The other replica's write may not be on the majority of servers yet. The caller tries again.
    if (stored === null) throw unavailable('the digest of a secret is being stored');
    return stored;
  }

  #wrong(): SettingsError {
    return new SettingsError(
      `${this.#checked.name} is not the one with which the data in MongoDB were made: put the old value back, or see ` +
        'docs/security.md#a-lost-secret',
    );
  }
}
