import { describe, expect, test } from 'vitest';
import type { ListedProduct } from '#contracts/listing.ts';
import { SerializedEntry, serializedEntryOf, withEntry } from './serialized-entry.ts';
import { decodeReply, encodeReply } from './wire.ts';

const entryOf = (name: string) => ({ product: { id: 1, name }, reviews: [] }) as unknown as ListedProduct;
const plain = [entryOf('A “round” mug\n'), entryOf('Köln'), entryOf('')];
const rest = { left: [4, 5], total: 7, units: { name: '€\n' } };
const written = { ...rest, entries: plain.map((entry) => SerializedEntry.of(entry)) };

test('serialized entries arrive as the same bytes with the same digests, beside the rest of the reply', () => {
  const reply = decodeReply(encodeReply(written, true)) as typeof written;
  expect(reply).toMatchObject(rest);
  expect(reply.entries.map(({ bytes, digest }) => [bytes.toString(), digest])).toEqual(
    written.entries.map(({ bytes, digest }) => [bytes.toString(), digest]),
  );
  expect(reply.entries.map(({ product, reviews }) => ({ product, reviews }))).toEqual(plain);
});

test('a caller without support for serialized entries gets plain JSON', () => {
  const bytes = encodeReply(written);
  expect(JSON.parse(Buffer.from(bytes).toString())).toEqual({ ok: true, reply: { ...rest, entries: plain } });
});

describe('a reply about one product', () => {
  const [entry] = written.entries as [SerializedEntry];
  const [product] = plain as [ListedProduct];

  test('arrives as the same bytes, and its members can be read', () => {
    const reply = decodeReply(encodeReply(withEntry(entry, rest), true)) as typeof rest & ListedProduct;
    const { bytes, digest } = serializedEntryOf(reply) ?? {};
    expect([bytes?.toString(), digest]).toEqual([entry.bytes.toString(), entry.digest]);
    expect({ ...reply }).toEqual({ ...rest, ...product });
  });

  test('is plain JSON for a caller without support for serialized entries, or without bytes', () => {
    const bytes = [
      encodeReply(withEntry(entry, rest)),
      encodeReply(withEntry(product, rest)),
      encodeReply(withEntry(product, rest), true),
    ];
    for (const one of bytes) {
      expect(decodeReply(one)).toEqual({ ...rest, ...product });
      expect(serializedEntryOf(decodeReply(one) as object)).toBeUndefined();
    }
  });
});

test.each([
  [{ entries: [] }],
  [{ entries: plain }],
  [{ entries: [...written.entries, plain[0]] }],
  [null],
  [7],
])('a reply without serialized entries is plain JSON for every caller: %#', (reply) => {
  expect(JSON.parse(Buffer.from(encodeReply(reply, true)).toString())).toMatchObject({ ok: true });
  expect(decodeReply(encodeReply(reply, true))).toEqual(JSON.parse(JSON.stringify(reply)));
});
