import type { webcrypto } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { type Model, Schema } from 'mongoose';
import { PublicKey, type SigningKey, tokenAlgorithm } from '#contracts/tokens.ts';
import { unavailable } from '#platform/errors/errors.ts';
import { type Engine, isDuplicate, type Session, withQueryTimeout } from '#platform/mongodb/engine.ts';
import { Seal } from './secrets.ts';

/** A signing key as stored. `publicKey` is a JWK. `sealedPrivateKey` is an encrypted JWK (`Seal`). */
interface SigningKeyDocument {
  readonly _id: string;
  readonly state: 'next' | 'signing' | 'old';
  readonly publicKey: Readonly<Record<string, string>>;
  readonly sealedPrivateKey: string;
  readonly createdAt: number;
  /** For an old key: the time after which none of its tokens is valid. MongoDB then removes the key. */
  readonly expiresAt?: Date;
}

const schema = new Schema<SigningKeyDocument>(
  {
    _id: { type: String, required: true },
    state: { type: String, required: true },
    publicKey: { type: Schema.Types.Mixed, required: true },
    sealedPrivateKey: { type: String, required: true },
    createdAt: { type: Number, required: true },
    expiresAt: Date,
  },
  { collection: 'signing_keys', versionKey: false, autoIndex: false },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// At most one key has the state `signing`, and at most one key has the state `next`.
schema.index(
  { state: 1 },
  { unique: true, partialFilterExpression: { state: { $in: ['next', 'signing'] } } },
);

/** The current signing key. */
interface Signer {
  readonly kid: string;
  readonly key: webcrypto.CryptoKey;
}

/** Milliseconds for which a replica caches the signing key. */
const rereadMs = 2_000;

/** The signing keys in MongoDB. Creates the keys, encrypts their private halves with the service's secret, and caches the key that signs. */
export class SigningKeys {
  readonly #keys: Model<SigningKeyDocument>;
  readonly #seal: Seal;
  #signer: Signer | null = null;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(engine: Engine, secret: string) {
    this.#keys = engine.connection.model<SigningKeyDocument>('signing_key', schema);
    this.#seal = new Seal(secret, 'signing keys');
  }

  /** Creates the collection, its indexes and the first two keys, if they are missing. */
  async prepare(): Promise<void> {
    await this.#keys.createCollection();
    await this.#keys.createIndexes();
    for (const state of ['signing', 'next'] as const) {
      if (await this.#keys.exists({ state })) continue;
      try {
        await this.#keys.create(await this.#make(state));
      } catch (error) {
        // A duplicate means that another replica has created the key at the same moment.
        if (!isDuplicate(error)) throw error;
      }
    }
  }

  /** Returns the key that signs. @throws ServiceError `service_unavailable` if no key exists yet */
  async signer(): Promise<Signer> {
    const begun = performance.now();
    if (this.#signer && begun - this.#readAt < rereadMs) return this.#signer;
    const found = (await this.#all()).find(({ state }) => state === 'signing');
    if (!found) throw unavailable('there is no signing key');
    this.#readAt = begun;
    if (this.#signer?.kid === found._id) return this.#signer;
    const key = await importJWK(JSON.parse(this.#seal.opened(found.sealedPrivateKey)) as JWK, tokenAlgorithm);
    this.#signer = { kid: found._id, key: key as webcrypto.CryptoKey };
    return this.#signer;
  }

  /** Returns whether the secret opens the stored key that signs. Also returns true if no key is stored. */
  async opensStored(): Promise<boolean> {
    const found = (await this.#all()).find(({ state }) => state === 'signing');
    try {
      if (found) this.#seal.opened(found.sealedPrivateKey);
      return true;
    } catch {
      return false;
    }
  }

  /** Returns the public half of every key whose tokens may still be valid. */
  async publicKeys(): Promise<PublicKey[]> {
    const keys = (await this.#all()).map(({ publicKey }) => PublicKey.parse(publicKey));
    if (keys.length === 0) throw unavailable('there is no signing key');
    return keys;
  }

  /** Returns all keys in the form for operators, oldest first. */
  async list(): Promise<SigningKey[]> {
    const keys = await this.#all();
    return keys.map(({ _id: kid, state, createdAt }) => ({ kid, state, createdAt }));
  }

  /**
   * Returns the step of a transaction that makes the `next` key the signing key. Gateways already have the
   * public half of the `next` key. A new key becomes the `next` key. The old signing key signs no more tokens, but verifies
   * tokens until `expiresAt`.
   */
  async rotation(expiresAt: Date): Promise<(session: Session) => Promise<void>> {
    const next = await this.#make('next');
    return async (session) => {
      const steps = [
        [{ state: 'signing' }, { $set: { state: 'old', expiresAt } }],
        [{ state: 'next' }, { $set: { state: 'signing' } }],
      ] as const;
      for (const [filter, change] of steps) await this.#keys.updateOne(filter, change, { session }).exec();
      await this.#keys.create([next], { session });
    };
  }

  /** Makes the next call of `signer` read the key again. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  #all(): Promise<SigningKeyDocument[]> {
    return withQueryTimeout(this.#keys.find().sort({ createdAt: 1 }).lean<SigningKeyDocument[]>().exec());
  }

  async #make(state: SigningKeyDocument['state']): Promise<SigningKeyDocument> {
    const { publicKey, privateKey } = await generateKeyPair(tokenAlgorithm, { extractable: true });
    const jwk = await exportJWK(publicKey);
    const kid = await calculateJwkThumbprint(jwk);
    return {
      _id: kid,
      state,
      publicKey: PublicKey.parse({ ...jwk, kid, alg: tokenAlgorithm, use: 'sig' }),
      sealedPrivateKey: this.#seal.sealed(JSON.stringify(await exportJWK(privateKey))),
      createdAt: Date.now(),
    };
  }
}
