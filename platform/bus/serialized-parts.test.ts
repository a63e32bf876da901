import { describe, expect, test } from 'vitest';
import type { ListedProduct } from '#contracts/listing.ts';
import type { Variation } from '#contracts/product.ts';
import {
  entriesOf,
  type Part,
  type PartsKind,
  SerializedJson,
  serializedReplyOf,
  withMembers,
  withParts,
} from './serialized-parts.ts';
import { decodeReply, encodeReply } from './wire.ts';

const names = ['A “round” mug\n', 'Köln', ''];
const entries = names.map((name) => ({
  product: { id: 1, name },
  reviews: [],
})) as unknown as ListedProduct[];
const variations = names.map((name) => ({ id: 2, name })) as Variation[];
const others = { left: [4, 5], total: 7, units: { name: '€\n' } };

/** The parts of a reply of each kind, and the members that the reply must have. */
const replies: [PartsKind, object[], object][] = [
  ['entries', entries, { entries }],
  ['product', entries.slice(0, 1), { ...entries[0] }],
  ['variations', variations, { variations }],
  ['variation', variations.slice(0, 1), { variation: variations[0] }],
];
const bytesOf = (reply: object) =>
  serializedReplyOf(reply)?.parts.map(({ bytes, digest }) => [bytes.toString(), digest]);

describe.each(replies)('a reply of the kind %s', (kind, values, members) => {
  const parts = values.map((one) => SerializedJson.of(one));
  const replyOf = (some: readonly Part<object>[]) => withParts(kind, some as Part<never>[], others);
  const sent = (reply: object, acceptsParts = true) =>
    decodeReply(encodeReply(reply, acceptsParts)) as object;

  test('arrives as the same bytes with the same digests, and its members can be read', () => {
    const reply = sent(replyOf(parts));
    expect(bytesOf(reply)).toEqual(parts.map(({ bytes, digest }) => [bytes.toString(), digest]));
    expect({ ...reply }).toEqual({ ...others, ...members });
  });

  test('has the same bytes when it gets more members', () => {
    const reply = withMembers(sent(replyOf(parts)), { total: 8, context: 'view' });
    expect(bytesOf(reply)).toEqual(bytesOf(replyOf(parts)));
    expect({ ...reply }).toEqual({ ...others, ...members, total: 8, context: 'view' });
    expect({ ...sent(reply) }).toEqual({ ...reply });
  });

  test('is plain JSON for a caller without support for separate parts, or if a part is not serialized', () => {
    const received = [
      sent(replyOf(parts), false),
      sent(replyOf(values)),
      sent(replyOf([...parts.slice(1), ...values.slice(0, 1)].reverse())),
    ];
    for (const one of received) expect(serializedReplyOf(one)).toBeUndefined();
    expect(received.slice(0, 2)).toEqual([
      { ...others, ...members },
      { ...others, ...members },
    ]);
    expect(withMembers(received[1] ?? {}, { total: 8 })).toEqual({ ...others, ...members, total: 8 });
  });

  test('does not store the parsed values in its parts', () => {
    const reply = replyOf(parts);
    const [name = ''] = Object.keys(members);
    const read = () => (reply as Record<string, unknown>)[name];
    expect(read()).toBe(read());
    expect(parts[0]?.toJSON()).not.toBe(parts[0]?.toJSON());
  });
});

test('the products of a list stay serialized, and are plain if they came as plain JSON', () => {
  const parts = entries.map((one) => SerializedJson.of(one));
  expect(entriesOf(withParts('entries', parts, others))).toEqual(parts);
  expect(entriesOf(withParts('entries', entries, others))).toEqual(entries);
});

test('a message of an earlier version has no kind, or only says that it has one product', () => {
  const [part] = entries.map((one) => SerializedJson.of(one)) as [SerializedJson<ListedProduct>];
  const message = (head: object) => {
    const written = [[part.digest, part.bytes.length]];
    return Buffer.concat([
      Buffer.from(`${JSON.stringify({ written, reply: others, ...head })}\n`),
      part.bytes,
    ]);
  };
  expect(decodeReply(message({}))).toEqual({ ...others, entries: entries.slice(0, 1) });
  expect(decodeReply(message({ isOne: true }))).toEqual({ ...others, ...entries[0] });
});

test.each([[{ entries: [] }], [{ entries }], [withParts('entries', [], others)], [null], [7]])(
  'a reply without serialized parts is plain JSON for every caller: %#',
  (reply) => {
    expect(JSON.parse(Buffer.from(encodeReply(reply, true)).toString())).toMatchObject({ ok: true });
    expect(decodeReply(encodeReply(reply, true))).toEqual(JSON.parse(JSON.stringify(reply)));
  },
);
