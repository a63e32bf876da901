import { expect, test } from 'vitest';
import type { CommandOf } from '#contracts/cart-commands.ts';
import { commandContextOf, factsOf } from '../../model/context.fixture.ts';
import { decodeState, encodeState } from '../../model/state.ts';
import { annotate } from './annotate.ts';
import { cartWith, keyAt, refusalOf } from './cart-with.fixture.ts';
import { clear } from './change-items.ts';

const mug = factsOf({ id: 1 });
const context = commandContextOf([mug]);
const nothing: CommandOf<'annotate'> = { kind: 'annotate', note: null, given: null, lines: [] };

test('a note and attributes of the cart and of a line are stored, and an empty text removes them', () => {
  const cart = cartWith([mug, 1]);
  const lines = [{ lineKey: keyAt(cart), given: { Engraving: ' For\n Ann ', Empty: '' } }];
  const { state } = annotate.apply(
    cart,
    { ...nothing, note: ' Ring twice.\r\nThanks\u0007 ', given: { Gift: 'yes' }, lines },
    context,
  );
  expect(state).toMatchObject({ note: 'Ring twice.\nThanks', given: { Gift: 'yes' } });
  expect(state.lines[0]?.given).toEqual({ Engraving: 'For Ann' });
  expect(decodeState(encodeState(state))).toEqual(state);

  const other = annotate.apply(state, { ...nothing, given: {} }, context).state;
  expect([other.note, other.given]).toEqual(['Ring twice.\nThanks', undefined]);
  expect(annotate.apply(other, { ...nothing, note: '' }, context).state.note).toBeUndefined();
});

test('a change of nothing writes nothing, also to a cart that was stored without a note', () => {
  const cart = cartWith([mug, 1]);
  expect(annotate.apply(cart, nothing, context).state).toBe(cart);
  expect(annotate.apply(cart, { ...nothing, note: '', given: {} }, context).state).toBe(cart);
});

test('an unknown line is refused', () => {
  const lines = [{ lineKey: 'f'.repeat(32), given: { a: 'b' } }];
  expect(refusalOf(() => annotate.apply(cartWith([mug, 1]), { ...nothing, lines }, context)).code).toBe(
    'service_item_not_in_cart',
  );
});

test('a cart that is emptied loses its note', () => {
  const { state } = annotate.apply(
    cartWith(),
    { ...nothing, note: 'Ring twice.', given: { Gift: 'yes' } },
    context,
  );
  const cleared = clear.apply(state, { kind: 'clear', keepRemoved: false }, context).state;
  expect([cleared.note, cleared.given]).toEqual([undefined, undefined]);
});
