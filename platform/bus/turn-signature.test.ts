import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { TurnSigner, TurnVerifier } from './turn-signature.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const signer = new TurnSigner(privateKey);
const verifier = new TurnVerifier(publicKey);

interface SignedText {
  readonly text: string;
  readonly digests: string;
  readonly signature: string;
}

/** Signs payloads in one turn of the event loop. */
async function signed(...payloads: string[]): Promise<SignedText[]> {
  const all = await Promise.all(payloads.map((payload) => signer.sign(payload)));
  return all.map((one) => {
    const [payload = '', salt = '', digests = '', signature = ''] = one.split('.');
    return { text: `${payload}.${salt}`, digests, signature };
  });
}

const isSigned = ({ text, digests, signature }: SignedText) => verifier.verify(text, digests, signature);

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
