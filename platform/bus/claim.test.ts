import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { nobody } from '#contracts/claim.ts';
import { operation } from '#contracts/operation.ts';
import {
  ClaimPrivateKey,
  ClaimPublicKey,
  ClaimSigner,
  ClaimVerifier,
  newClaimKeys,
  TurnSigner,
  TurnVerifier,
} from './claim.ts';

const keys = newClaimKeys();
const signer = new ClaimSigner(keys.privateKey);
let now = 1_000_000;
const verifier = new ClaimVerifier(keys.publicKey, () => now);
const declared = { summary: '', access: 'caller', request: z.object({}), reply: z.object({}) } as const;
const read = operation('cart.read', { ...declared, effect: 'read' });
const change = operation('cart.change', { ...declared, effect: 'write' });
const addresses = operation('auth.read-addresses', { ...declared, effect: 'read', forwardedBy: 'cart' });
const identify = operation('auth.identify', { ...declared, effect: 'read' });
const claim = { ...nobody, kind: 'customer' as const, account: 42, cart: '42' };
const body = Buffer.from('{"once":{"key":"one"}}');
const other = Buffer.from('{"once":{"key":"two"}}');

type Signs = ClaimSigner['sign'] | ClaimSigner['signInTurn'];
const alone: Signs = (...given) => signer.sign(...given);
const inTurn: Signs = (...given) => signer.signInTurn(...given);

test.each([
  [read, alone],
  [change, alone],
  [read, inTurn],
  [change, inTurn],
])('a claim for $name holds for that request until its deadline and two seconds', async (one, signs) => {
  const text = await signs(claim, one, body, now + 1_000);
  expect(verifier.verify(text, one, body)).toEqual(claim);
  now += 3_000;
  expect(verifier.verify(text, one, body)).toEqual(claim);
  now += 5_001;
  expect(verifier.verify(text, one, body)).toBeNull();
});

test.each([alone, inTurn])('a claim for one operation is invalid for another', async (signs) => {
  const [forRead, forChange] = await Promise.all([
    signs(claim, read, body, now),
    signs(claim, change, body, now),
  ]);
  expect(verifier.verify(forRead, change, body)).toBeNull();
  expect(verifier.verify(forChange, read, body)).toBeNull();
  expect(verifier.verify(forChange, identify, body)).toBeNull();
});

test.each([alone, inTurn])('a claim for a write is valid only for its signed body', async (signs) => {
  const text = await signs(claim, change, body, now);
  expect(verifier.verify(text, change, other)).toBeNull();
  expect(verifier.verify(text, change, body)).toEqual(claim);
});

test.each([alone, inTurn])(
  'a forwarded claim is valid only for operations that accept it from the service it was signed for',
  async (signs) => {
    for (const one of [read, change]) {
      expect(verifier.verify(await signs(claim, one, body, now), addresses, other)).toEqual(claim);
    }
    expect(verifier.verify(await signs(claim, identify, body, now), addresses, other)).toBeNull();
  },
);

test('a claim with changed content or signature is invalid every time', () => {
  const text = signer.sign(claim, read, body, now);
  const [payload = '', signature = ''] = text.split('.');
  const changed = Buffer.from(payload, 'base64url').toString().replace('"account":42', '"account":43');
  const forged = [
    `${Buffer.from(changed).toString('base64url')}.${signature}`,
    `${payload}.${Buffer.alloc(64).toString('base64url')}`,
    ...[`${payload}.`, payload, `.${signature}`, '', '.', `${'x'.repeat(9_999)}.y`],
  ];
  expect(changed).toContain('43');
  for (const each of [...forged, ...forged]) expect(verifier.verify(each, read, body)).toBeNull();
  expect(verifier.verify(text, read, body)).toEqual(claim);
});

test('a claim of a turn is invalid with the payload, salt or digests of another claim, every time', async () => {
  const texts = await Promise.all([
    signer.signInTurn(claim, change, body, now),
    signer.signInTurn({ ...claim, manages: 'read_write' }, change, body, now),
  ]);
  const [[payload = '', salt = '', digests = '', signature = ''], [otherPayload = '']] = texts.map((text) =>
    text.split('.'),
  ) as [string[], string[]];
  const forged = [
    `${otherPayload}.${salt}.${digests}.${signature}`,
    `${payload}.${digests}.${signature}`,
    `${digests}.${signature}`,
    `${payload}.${salt}.${digests}.${signature}.`,
    `${payload}.${salt}.${digests}.`,
    `${payload}.${salt}..${signature}`,
  ];
  for (const each of [...forged, ...forged]) expect(verifier.verify(each, change, body)).toBeNull();
  for (const text of texts) expect(verifier.verify(text, change, body)).not.toBeNull();
});

test('equal claims for reads are signed once in five seconds, claims for writes each time', async () => {
  const at = Math.ceil(now / 5_000) * 5_000;
  expect(signer.sign(claim, read, body, at + 100)).toBe(signer.sign({ ...claim }, read, other, at + 900));
  expect(signer.sign(claim, read, body, at + 100)).not.toBe(signer.sign(claim, read, body, at + 5_100));
  expect(signer.sign(claim, change, body, at)).not.toBe(signer.sign(claim, change, other, at));
  const first = await signer.signInTurn(claim, read, body, at + 100);
  expect(await signer.signInTurn({ ...claim }, read, other, at + 900)).toBe(first);
  expect(await signer.signInTurn(claim, read, body, at + 5_100)).not.toBe(first);
});

test('verifying a claim again costs less than a tenth of the first time', () => {
  const once = (work: () => void) => {
    const before = process.threadCpuUsage();
    for (let round = 0; round < 100; round += 1) work();
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  const cost = (work: () => void) => Math.min(...Array.from({ length: 5 }, () => once(work)));
  const text = signer.sign(claim, read, body, now);
  const unknown = () => new ClaimVerifier(keys.publicKey, () => now).verify(text, read, body);
  const known = () => verifier.verify(text, read, body);
  expect(known()).toEqual(claim);
  unknown();
  expect(cost(known)).toBeLessThan(cost(unknown) / 10);
});

test('each key setting accepts only its own half of an Ed25519 key pair', () => {
  expect(ClaimPublicKey.safeParse(keys.publicKey).success).toBe(true);
  expect(ClaimPrivateKey.safeParse(keys.privateKey).success).toBe(true);
  for (const wrong of ['', 'x'.repeat(60), keys.privateKey]) {
    expect(ClaimPublicKey.safeParse(wrong).success).toBe(false);
  }
  for (const wrong of ['', 'x'.repeat(64), keys.publicKey]) {
    expect(ClaimPrivateKey.safeParse(wrong).success).toBe(false);
  }
});

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const turnSigner = new TurnSigner(privateKey);
const turnVerifier = new TurnVerifier(publicKey);

interface SignedText {
  readonly text: string;
  readonly digests: string;
  readonly signature: string;
}

/** Signs payloads in one turn of the event loop. */
async function signed(...payloads: string[]): Promise<SignedText[]> {
  const all = await Promise.all(payloads.map((payload) => turnSigner.sign(payload)));
  return all.map((one) => {
    const [payload = '', salt = '', digests = '', signature = ''] = one.split('.');
    return { text: `${payload}.${salt}`, digests, signature };
  });
}

const isSigned = ({ text, digests, signature }: SignedText) => turnVerifier.verify(text, digests, signature);

test('payloads of one turn share a signature, at most 16 payloads per signature', async () => {
  const all = await signed(...Array.from({ length: 20 }, (_, at) => `payload-${at}`));
  expect(all.map(isSigned)).toEqual(all.map(() => true));
  expect(new Set(all.map(({ signature }) => signature)).size).toBe(2);
  const [one] = await signed('payload-0');
  expect(one?.signature).not.toBe(all[0]?.signature);
});

test('a text is valid only with the digests and the signature of its own turn', async () => {
  const [first] = await signed('one', 'two');
  const [other] = await signed('one', 'two');
  if (!first || !other) throw new Error('nothing was signed');
  expect(isSigned({ ...first, text: other.text })).toBe(false);
  expect(isSigned({ ...first, digests: other.digests })).toBe(false);
  expect(isSigned({ ...first, signature: other.signature })).toBe(false);
  expect(isSigned({ ...first, text: first.text.replace('one', 'six') })).toBe(false);
  expect(isSigned(first)).toBe(true);
});

test('equal payloads have different digests, so that a receiver cannot guess the texts of others', async () => {
  const [one, same] = await signed('same', 'same');
  expect(one?.text).not.toBe(same?.text);
  expect(one?.digests.slice(0, 43)).not.toBe(one?.digests.slice(43));
});

test('digests that are cut, too many or signed without the prefix are refused', async () => {
  const [one] = await signed('one');
  if (!one) throw new Error('nothing was signed');
  const bare = sign(null, Buffer.from(one.digests), privateKey).toString('base64url');
  expect(isSigned({ ...one, signature: bare })).toBe(false);
  for (const digests of ['', one.digests.slice(1), one.digests.repeat(17)]) {
    const signature = sign(null, Buffer.from(`turn:${digests}`), privateKey).toString('base64url');
    expect(isSigned({ ...one, digests, signature })).toBe(false);
  }
});
