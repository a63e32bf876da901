import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { Claim } from '#contracts/claim.ts';
import { type Operation, serviceOf } from '#contracts/operation.ts';

/** Milliseconds for which a claim stays valid after its deadline, because clocks of machines differ. */
const skewMs = 2_000;
/**
 * The expiry of a claim for reads is rounded up to a multiple of this many milliseconds, so that several requests
 * of a client have equal claims, which are signed only once.
 */
const roundMs = 5_000;
/** Maximum number of cached claims for reads, signed or verified. */
const maxCached = 2_000;

/**
 * The signed value: a claim for one operation, with its expiry in Unix milliseconds. `body` is the digest of
 * the body of a write; empty for a read.
 */
const Signed = z.object({ claim: Claim, operation: z.string(), until: z.number(), body: z.string() });
type Signed = z.infer<typeof Signed>;

/** The keys that sign and verify claims, as DER in base64url. */
interface ClaimKeys {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Returns a new Ed25519 key pair for claims. */
export function newClaimKeys(): ClaimKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
  };
}

function ed25519(make: () => KeyObject): KeyObject {
  const key = make();
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key');
  return key;
}

function privateKeyOf(text: string): KeyObject {
  return ed25519(() =>
    createPrivateKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'pkcs8' }),
  );
}

function publicKeyOf(text: string): KeyObject {
  return ed25519(() => createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' }));
}

function parses(parse: (text: string) => unknown) {
  return (text: string) => {
    try {
      parse(text);
      return true;
    } catch {
      return false;
    }
  };
}

const wrong = 'must be an Ed25519 key as `npm run secrets` makes it';
/** Schema of the setting with the private key that signs claims. */
export const ClaimPrivateKey = z.string().refine(parses(privateKeyOf), wrong);
/** Schema of the setting with the public key that verifies claims. */
export const ClaimPublicKey = z.string().refine(parses(publicKeyOf), wrong);

/** Returns whether two valid keys are no pair, so that the public one does not verify what the private one signs. */
export function areOfTwoPairs(privateKey: string, publicKey: string): boolean {
  try {
    return !createPublicKey(privateKeyOf(privateKey)).equals(publicKeyOf(publicKey));
  } catch {
    return false;
  }
}

function digestOf({ effect }: Operation, body: Uint8Array): string {
  return effect === 'write' ? hash('sha256', body, 'base64url') : '';
}

function payloadOf(claim: Claim, operation: Operation, body: Uint8Array, deadline: number): string {
  const end = deadline + skewMs;
  const until = operation.effect === 'read' ? Math.ceil(end / roundMs) * roundMs : end;
  const signed: Signed = { claim, operation: operation.name, until, body: digestOf(operation, body) };
  return Buffer.from(JSON.stringify(signed)).toString('base64url');
}

/** Returns whether the signature of a claim covers several claims (`signInTurn`). */
export function hasSharedSignature(text: string): boolean {
  return text.split('.', 3).length === 3;
}

/** Signs claims. Only the gateway signs. */
export class ClaimSigner {
  readonly #key: KeyObject;
  readonly #turn: TurnSigner;
  readonly #cache = new LRUCache<string, string>({ max: maxCached });

  constructor(privateKey: string) {
    this.#key = privateKeyOf(privateKey);
    this.#turn = new TurnSigner(this.#key);
  }

  /** Returns the signed claim for one request, as `payload.signature`. `deadline` is in Unix milliseconds. */
  sign(claim: Claim, operation: Operation, body: Uint8Array, deadline: number): string {
    const payload = payloadOf(claim, operation, body, deadline);
    return `${payload}.${sign(null, Buffer.from(payload), this.#key).toString('base64url')}`;
  }

  /**
   * Returns the signed claim at the end of the turn of the event loop. One signature covers up to 16 claims of
   * the turn.
   */
  async signInTurn(claim: Claim, operation: Operation, body: Uint8Array, deadline: number): Promise<string> {
    const payload = payloadOf(claim, operation, body, deadline);
    const cached = this.#cache.get(payload);
    if (cached !== undefined) return cached;
    const text = await this.#turn.sign(payload);
    if (operation.effect === 'read') this.#cache.set(payload, text);
    return text;
  }
}

/** Verifies claims with the gateway's public key. */
export class ClaimVerifier {
  readonly #key: KeyObject;
  readonly #turn: TurnVerifier;
  readonly #now: () => number;
  readonly #cache = new LRUCache<string, Signed>({ max: maxCached });

  constructor(publicKey: string, now: () => number = Date.now) {
    this.#key = publicKeyOf(publicKey);
    this.#turn = new TurnVerifier(this.#key);
    this.#now = now;
  }

  /**
   * Returns the claim of a signed text; null if invalid or expired. The text must be signed for this request,
   * or for an operation whose service forwards claims to `operation` (`forwardedBy`).
   */
  verify(text: string, operation: Operation, body: Uint8Array): Claim | null {
    const signed = this.#signed(text, operation.effect === 'read');
    if (!signed || signed.until < this.#now()) return null;
    if (signed.operation === operation.name) {
      return signed.body === digestOf(operation, body) ? signed.claim : null;
    }
    const { forwardedBy } = operation;
    return forwardedBy && serviceOf({ name: signed.operation }) === forwardedBy ? signed.claim : null;
  }

  #signed(text: string, isRead: boolean): Signed | null {
    const cached = this.#cache.get(text);
    if (cached) return cached;
    const [payload = '', ...rest] = text.split('.', 5);
    if (!this.#isSigned(payload, rest)) return null;
    const parsed = Signed.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    if (!parsed.success) return null;
    if (isRead) this.#cache.set(text, parsed.data);
    return parsed.data;
  }

  /**
   * Returns whether the signature of a payload is valid. `rest` contains only the signature. For a signature that
   * several payloads share (`TurnSigner`), `rest` contains salt, digests and signature.
   */
  #isSigned(payload: string, rest: readonly string[]): boolean {
    const [first = '', digests, signature] = rest;
    if (rest.length === 1)
      return verify(null, Buffer.from(payload), this.#key, Buffer.from(first, 'base64url'));
    if (rest.length !== 3 || digests === undefined || signature === undefined) return false;
    return this.#turn.verify(`${payload}.${first}`, digests, signature);
  }
}

/**
 * Maximum number of texts that share a signature. Each text is sent with the digests of all these texts, so
 * the number is low.
 */
const maxTogether = 16;
/** Length of a SHA-256 digest in base64url. */
const digestLength = 43;
/** Maximum number of cached signatures. */
const maxSignatures = 1_000;

/** A text that is signed at the end of the event loop's turn. */
interface Queued {
  readonly text: string;
  readonly digest: string;
  readonly resolve: (signed: string) => void;
}

/** Returns the bytes to sign. The prefix `turn:` distinguishes the bytes from a separately signed payload. */
function signedBytes(digests: string): Buffer {
  return Buffer.from(`turn:${digests}`);
}

/** Signs the texts of one turn of the event loop together: docs/decisions/claims-of-a-turn.md. */
export class TurnSigner {
  readonly #key: KeyObject;
  #queue: Queued[] = [];

  constructor(key: KeyObject) {
    this.#key = key;
  }

  /**
   * Returns `payload.salt.digests.signature` at the end of the turn of the event loop. Up to `maxTogether` payloads
   * of the turn share digests and signature.
   */
  sign(payload: string): Promise<string> {
    // A receiver also gets the digests of texts for other receivers. The salt prevents guessing these texts.
    const text = `${payload}.${randomUUID()}`;
    const { promise, resolve } = Promise.withResolvers<string>();
    if (this.#queue.length === 0) setImmediate(() => this.#signAll());
    this.#queue.push({ text, digest: hash('sha256', text, 'base64url'), resolve });
    return promise;
  }

  #signAll(): void {
    const all = this.#queue;
    this.#queue = [];
    for (let from = 0; from < all.length; from += maxTogether) {
      const together = all.slice(from, from + maxTogether);
      const digests = together.map(({ digest }) => digest).join('');
      const signature = sign(null, signedBytes(digests), this.#key).toString('base64url');
      for (const { text, resolve } of together) resolve(`${text}.${digests}.${signature}`);
    }
  }
}

/** Verifies texts that share a signature. Each signature is verified only once. */
export class TurnVerifier {
  readonly #key: KeyObject;
  readonly #cache = new LRUCache<string, true>({ max: maxSignatures });

  constructor(key: KeyObject) {
    this.#key = key;
  }

  /** Returns whether the signature is valid and the digest of this text is among the signed digests. */
  verify(text: string, digests: string, signature: string): boolean {
    const isWhole = digests.length % digestLength === 0 && digests.length <= maxTogether * digestLength;
    if (!isWhole || !this.#isSigned(digests, signature)) return false;
    const at = digests.indexOf(hash('sha256', text, 'base64url'));
    return at >= 0 && at % digestLength === 0;
  }

  #isSigned(digests: string, signature: string): boolean {
    const name = `${digests}.${signature}`;
    if (this.#cache.has(name)) return true;
    if (!verify(null, signedBytes(digests), this.#key, Buffer.from(signature, 'base64url'))) return false;
    this.#cache.set(name, true);
    return true;
  }
}
