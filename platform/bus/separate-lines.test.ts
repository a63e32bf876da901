import { expect, test } from 'vitest';
import type { Cart, CartLine } from '#contracts/cart.ts';
import { separateLinesOf } from './separate-lines.ts';
import { decodeReply, encodeReply } from './wire.ts';

const line = (name: string) =>
  ({ key: name, name, itemData: { note: `${name}\n"} {"` } }) as unknown as CartLine;
const cartOf = (count: number) => {
  const names = Array.from({ length: count }, (_, at) => `Köln ${at} €\u2028`);
  return { key: 't_1', hash: 'h', notices: [], lines: names.map(line) } as unknown as Cart;
};
const reply = { replayed: false, cart: cartOf(10), lineKeys: ['a\nb'] };

test('the lines of a large cart arrive as separate JSON, beside the rest of the reply', () => {
  const read = decodeReply(encodeReply(reply, true)) as typeof reply;
  const separate = separateLinesOf(read.cart);
  expect(separate?.texts).toEqual(reply.cart.lines.map((one) => JSON.stringify(one)));
  expect(separate?.rest).toEqual({ key: 't_1', hash: 'h', notices: [] });
  expect(read).toEqual(reply);
  expect(JSON.stringify(read)).toBe(
    JSON.stringify({
      replayed: false,
      lineKeys: ['a\nb'],
      cart: { ...separate?.rest, lines: reply.cart.lines },
    }),
  );
});

test('the lines are parsed once, and a copy of the cart has them', () => {
  const { cart } = decodeReply(encodeReply(reply, true)) as typeof reply;
  expect(cart.lines).toBe(cart.lines);
  const copy = { ...cart, notices: [{ kind: 'info', text: 'x' }] };
  expect(copy.lines).toEqual(reply.cart.lines);
  expect(separateLinesOf(copy as Cart)).toBeUndefined();
});

test('a caller without support for separate parts gets plain JSON', () => {
  expect(JSON.parse(Buffer.from(encodeReply(reply)).toString())).toEqual({ ok: true, reply });
});

test.each([
  [{ ...reply, cart: cartOf(9) }],
  [{ ...reply, cart: cartOf(0) }],
  [{ cart: null }],
  [{ unchanged: { key: 't_1' } }],
])('other replies are plain JSON for every caller: %#', (other) => {
  expect(JSON.parse(Buffer.from(encodeReply(other, true)).toString())).toMatchObject({ ok: true });
  expect(decodeReply(encodeReply(other, true))).toEqual(other);
});
