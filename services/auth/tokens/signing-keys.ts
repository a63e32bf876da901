import type { webcrypto } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { PublicKey, type SigningKey, tokenAlgorithm } from '#contracts/tokens.ts';
import { unavailable } from '#platform/errors/errors.ts';
import type { Session } from '#platform/mongodb/engine.ts';
import { Seal } from '../seal.ts';
import type { SigningKeyDocument, SigningKeyStore } from './store/signing-key-store.ts';

/** The current signing key. */
interface Signer {
  readonly kid: string;
  readonly key: webcrypto.CryptoKey;
}

/** Milliseconds for which a replica caches the signing key. */
const rereadMs = 2_000;

/** Creates signing keys, encrypts their private halves with the service's secret, and caches the key that signs. */
export class SigningKeys {
  readonly #store: SigningKeyStore;
  readonly #seal: Seal;
  #signer: Signer | null = null;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(store: SigningKeyStore, secret: string) {
    this.#store = store;
    this.#seal = new Seal(secret, 'signing keys');
  }

  prepare(): Promise<void> {
    return this.#store.prepare((state) => this.#make(state));
  }

  /** Returns the key that signs. @throws ServiceError `service_unavailable` if no key exists yet */
  async signer(): Promise<Signer> {
    const begun = performance.now();
    if (this.#signer && begun - this.#readAt < rereadMs) return this.#signer;
    const found = (await this.#store.all()).find(({ state }) => state === 'signing');
    if (!found) throw unavailable('there is no signing key');
    this.#readAt = begun;
    if (this.#signer?.kid === found._id) return this.#signer;
    const key = await importJWK(JSON.parse(this.#seal.opened(found.sealedPrivateKey)) as JWK, tokenAlgorithm);
    this.#signer = { kid: found._id, key: key as webcrypto.CryptoKey };
    return this.#signer;
  }

  /** Returns whether the secret opens the stored key that signs. Also returns true if no key is stored. */
  async opensStored(): Promise<boolean> {
    const found = (await this.#store.all()).find(({ state }) => state === 'signing');
    try {
      if (found) this.#seal.opened(found.sealedPrivateKey);
      return true;
    } catch {
      return false;
    }
  }

  /** Returns the public half of every key whose tokens may still be valid. */
  async publicKeys(): Promise<PublicKey[]> {
    const keys = (await this.#store.all()).map(({ publicKey }) => PublicKey.parse(publicKey));
    if (keys.length === 0) throw unavailable('there is no signing key');
    return keys;
  }

  /** Returns all keys in the form for operators, oldest first. */
  async list(): Promise<SigningKey[]> {
    const keys = await this.#store.all();
    return keys.map(({ _id: kid, state, createdAt }) => ({ kid, state, createdAt }));
  }

  /**
   * Returns the step of a transaction that makes the `next` key the signing key. Gateways already have the
   * public half of the `next` key. The old signing key verifies tokens until `expiresAt`.
   */
  async rotation(expiresAt: Date): Promise<(session: Session) => Promise<void>> {
    const next = await this.#make('next');
    return (session) => this.#store.rotate(session, next, expiresAt);
  }

  /** Makes the next call of `signer` read the key again. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
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
