import { expect, test } from 'vitest';
import type { CommandOf } from '#contracts/cart-commands.ts';
import { commandContextOf, factsOf, store } from '../../model/context.fixture.ts';
import type { CartExtension } from '../../model/extension.ts';
import { type CartState, emptyState } from '../../model/state.ts';
import { cartWith, keyAt, refusalOf } from './cart-with.fixture.ts';
import { removeLine } from './change-items.ts';
import { extend } from './update.ts';

type Data = CommandOf<'extend'>['data'];

/**
 * An extension that stores the member `keep` of the data. Other members make the extension return a notice,
 * refuse or fail.
 */
const keeper: CartExtension = {
  namespace: 'keeper',
  update({ keep = null, notice, refusal, fail }, kept) {
    if (fail) throw new Error('a fault of the extension');
    if (typeof refusal === 'string') return { refusal };
    if (keep === 'again') return { value: kept };
    return { value: keep, ...(typeof notice === 'string' && { notice }) };
  },
};

const cart = cartWith([factsOf(), 1]);
const applied = (state: CartState, data: Data, namespace = 'keeper', extension = keeper) =>
  extend.apply(state, { kind: 'extend', namespace, data }, commandContextOf([factsOf()], store, [extension]));
const success = [{ kind: 'success', code: 'cart_updated', data: {} }];

test('the value that an extension returns is stored under its namespace, with a notice', () => {
  expect(applied(cart, { keep: { to: 'Ana' } })).toEqual({
    state: { ...cart, extensions: { keeper: { to: 'Ana' } } },
    lineKeys: [],
    notices: success,
  });
  expect(applied(cart, { keep: 1, notice: 'Noted.' }).notices).toEqual([{ kind: 'success', text: 'Noted.' }]);
});

test('a namespace with the name of an inherited property starts empty, like any other', () => {
  const { state } = applied(cart, { keep: 'again' }, 'constructor', { ...keeper, namespace: 'constructor' });
  expect(state).toBe(cart);
});

test('an extension gets its stored value, and null removes it', () => {
  const held = { ...applied(cart, { keep: 'this' }).state, extensions: { other: [1], keeper: 'this' } };
  expect(applied(held, { keep: 'again' })).toEqual({ state: held, lineKeys: [], notices: success });
  expect(applied(held, { keep: 'again' }).state).toBe(held);
  expect(applied(held, { keep: null }).state.extensions).toEqual({ other: [1] });
  expect(applied(cart, { keep: null }).state).toBe(cart);
});

test('an extension cannot change the cart through its arguments', () => {
  const spoiler: CartExtension = {
    namespace: 'keeper',
    update(_data, kept) {
      (kept as string[]).push('more');
      return { value: 'new' };
    },
  };
  const held = { ...cart, extensions: { keeper: ['one'] } };
  applied(held, {}, 'keeper', spoiler);
  expect(held.extensions.keeper).toEqual(['one']);
});

test.each([
  ['', 'service_update_cart_namespace_error'],
  ['nope', 'service_update_cart_no_namespace_error'],
  ['constructor', 'service_update_cart_no_namespace_error'],
])('the namespace %j is refused with the known namespaces', (namespace, code) => {
  for (const state of [cart, emptyState(0)]) {
    expect(refusalOf(() => applied(state, {}, namespace))).toEqual({
      code,
      data: { namespaces: ['update-cart', 'update-customer', 'keeper'] },
    });
  }
});

test('a cart that holds nothing is refused unless a line was removed', () => {
  expect(refusalOf(() => applied(emptyState(0), { keep: 1 })).code).toBe('service_cart_empty');
  const emptied = removeLine.apply(
    cart,
    { kind: 'remove-line', lineKey: keyAt(cart) },
    commandContextOf([]),
  ).state;
  expect(applied(emptied, { keep: 1 }).state.extensions).toEqual({ keeper: 1 });
});

test('a refusal of an extension is returned with its message', () => {
  expect(() => applied(cart, { refusal: 'A message needs a text.' })).toThrow(
    expect.objectContaining({
      code: 'service_update_cart_invalid_callback_error',
      data: {},
      text: 'A message needs a text.',
    }),
  );
});

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

test.each([
  ['nothing', undefined],
  ['a promise', Promise.resolve({ value: 1 })],
  ['no value', { notice: 'Noted.' }],
  ['a date', { value: new Date(0) }],
  ['no JSON', { value: { a: undefined } }],
  ['not a number', { value: Number.NaN }],
  ['a circle', { value: cyclic }],
  ['both', { value: 1, refusal: 'No.' }],
  ['an empty sentence', { refusal: '' }],
])('an extension that answers with %s has failed', (_, answer) => {
  const broken = { namespace: 'keeper', update: () => answer } as unknown as CartExtension;
  expect(refusalOf(() => applied(cart, {}, 'keeper', broken))).toEqual({
    code: 'service_update_cart_invalid_callback_error',
    data: {},
  });
});

test('an extension that throws has failed, and its error is not shown to clients', () => {
  expect(() => applied(cart, { fail: true })).toThrow(
    expect.objectContaining({ code: 'service_update_cart_invalid_callback_error', data: {}, text: null }),
  );
});

test.each([
  ['extensionBytes', 8_192, 'x'.repeat(8_191)],
  ['extensionDepth', 5, [[[[[[]]]]]]],
])('an extension stores no more than %s allows', (limit, maximum, keep) => {
  const { code, data } = refusalOf(() => applied(cart, { keep }));
  expect({ code, data }).toEqual({ code: 'service_cart_limit_exceeded', data: { limit, maximum } });
});
