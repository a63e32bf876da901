import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Parts, partsReply, SerializedJson } from '#contracts/product-replies.ts';
import { decodeReply, encodeReply, serialized } from './wire.ts';

const values = ['A “round” mug\n', 'Köln', ''].map((name) => ({ id: 1, name }));
const others = { total: 7, units: { name: '€\n' } };

/** Returns the reply that arrives when a reply is sent. */
const sent = (reply: unknown) => decodeReply(encodeReply(reply));

describe('a reply with parts', () => {
  const reply = new Parts(values.map(serialized), others);

  test('arrives as the same bytes with the same digests, and its values can be read', () => {
    const received = sent(reply);
    expect(received).toBeInstanceOf(Parts);
    expect(received).toEqual(reply);
    expect((received as typeof reply).values).toEqual(values);
    expect((received as typeof reply).only).toEqual(values[0]);
  });

  test('has the same parts when it gets more members', () => {
    expect(sent(reply.with({ total: 8, context: 'view' }))).toEqual(
      new Parts(reply.parts, { ...others, total: 8, context: 'view' }),
    );
  });

  test('may have no parts', () => {
    const empty = new Parts<object, object>([], others);
    expect(sent(empty)).toEqual(empty);
    expect(() => empty.only).toThrow('a reply lacks its only part');
  });

  test('has its values as plain JSON', () => {
    expect(JSON.parse(JSON.stringify(reply))).toEqual({ ...others, parts: values });
  });

  test('does not store the parsed values in its parts', () => {
    expect(reply.only).not.toBe(reply.only);
  });
});

test('equal values have equal digests, others have others', () => {
  const [mug, sameMug, köln] = [values[0], { ...values[0] }, values[1]].map(serialized);
  expect(mug?.digest).toBe(sameMug?.digest);
  expect(mug?.digest).not.toBe(köln?.digest);
});

test.each([[{ entries: [] }], [{ parts: [1] }], [null], [7]])(
  'a reply without parts is plain JSON: %j',
  (reply) => {
    expect(JSON.parse(Buffer.from(encodeReply(reply)).toString())).toEqual({ ok: true, reply });
    expect(sent(reply)).toEqual(reply);
  },
);

test('the schema of a reply with parts checks its values and its other members', () => {
  const schema = partsReply(z.object({ id: z.int() }), z.object({ total: z.int() }));
  const reply = (id: unknown, total: unknown) => new Parts([serialized({ id })], { total });
  expect(schema.safeParse(reply(1, 2)).success).toBe(true);
  expect(schema.safeParse(reply('1', 2)).error?.issues[0]?.path).toEqual(['parts', 0, 'id']);
  expect(schema.safeParse(reply(1, '2')).error?.issues[0]?.path).toEqual(['total']);
  expect(schema.safeParse({ parts: [], total: 2 }).success).toBe(false);
  expect(schema.safeParse(new Parts([new SerializedJson(Buffer.from('{}'), '')], { total: 1 })).success).toBe(
    false,
  );
});
