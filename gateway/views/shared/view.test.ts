import { expect, test } from 'vitest';
import { z } from 'zod';
import { pickFields, readFields } from './fields.ts';
import { flag, text, whole } from './kinds.ts';
import {
  embeddable,
  from,
  kind,
  list,
  mapOf,
  object,
  optional,
  orNull,
  part,
  phpMap,
  type View,
} from './view.ts';

interface Line {
  readonly key: string;
  readonly name: string;
  readonly note: string | null;
  readonly options: Readonly<Record<string, string>>;
}

interface Scope {
  readonly context: 'view' | 'embed';
  readonly currency: string;
}

const line = object<Line, Scope>(
  {
    item_key: text('The key.', ({ key }) => key),
    name: text('The name.', ({ name }) => name),
    totals: part(
      'The totals.',
      object<Line, Scope>({ currency: text('The currency.', (_, { currency }) => currency) }),
      (one) => one,
    ),
    note: optional(
      text('The note.', ({ note }) => note ?? ''),
      ({ note }) => note !== null,
    ),
    data: kind(z.json())('Data of the client.', () => ({ gift: { from: 'Ann', to: 'Bo' } })),
  },
  'Line',
);
const items = mapOf(z.string(), line, { selectsInEach: true });
const options = phpMap(mapOf(z.string(), object<string, Scope>({ slug: text('The slug.', (slug) => slug) })));

const cart = object<readonly Line[], Scope>({
  count: whole('The number of lines.', ({ length }) => length),
  empty: flag('Whether it is empty.', ({ length }) => length === 0),
  items: part('The lines by key.', items, (lines) => lines.map((one) => [one.key, one] as const)),
  lines: list('The lines.', line, (lines) => lines),
  options: part('The options.', options, (lines) => lines.flatMap((one) => Object.entries(one.options))),
  first: part('The first line.', orNull(line), ([first]) => first ?? null),
});

const scope: Scope = { context: 'view', currency: 'EUR' };
const lines: readonly Line[] = [
  { key: 'a', name: 'Hat', note: null, options: { size: 'm' } },
  { key: 'b', name: 'Cap', note: 'soft', options: {} },
];

test('a view writes what its schema describes', () => {
  expect(cart.schema.parse(cart.present(lines, scope, null))).toMatchObject({
    count: 2,
    items: { a: { name: 'Hat' }, b: { note: 'soft' } },
    options: { size: { slug: 'm' } },
    first: { totals: { currency: 'EUR' } },
  });
  expect(cart.schema.parse(cart.present([], scope, null))).toMatchObject({
    options: [],
    first: null,
    lines: [],
  });
});

test('an optional member without a value is left out', () => {
  expect(line.present(lines[0] as Line, scope, null)).not.toHaveProperty('note');
  expect(Object.keys(line.present(lines[1] as Line, scope, null) as object)).toEqual([
    'item_key',
    'name',
    'totals',
    'note',
    'data',
  ]);
});

test.each([
  'count',
  'items.name',
  'items.a',
  'items.a.totals.currency',
  'lines:name-note',
  'first.data.gift.to',
  'options.size,empty',
  'options.colour',
  'none',
  'count.more',
])('the selection %s has the members that a selection of the whole body would have', (names) => {
  const fields = readFields(names);
  const selected = cart.present(lines, scope, fields);
  expect(JSON.parse(JSON.stringify(selected))).toEqual(
    JSON.parse(
      JSON.stringify(pickFields(cart.present(lines, scope, null), fields as NonNullable<typeof fields>)),
    ),
  );
});

test('members that are not selected are not read', () => {
  const one: View<null, Scope> = object<null, Scope>({
    good: text('Read.', () => 'yes'),
    bad: text('Not read.', () => {
      throw new Error('read');
    }),
  });
  expect(one.present(null, scope, readFields('good'))).toEqual({ good: 'yes' });
});

test('with context=embed a resource has only the named members', () => {
  const view = embeddable(line, ['name', 'missing', 'item_key']);
  expect(view.present(lines[0] as Line, { ...scope, context: 'embed' }, null)).toEqual({
    name: 'Hat',
    item_key: 'a',
  });
  expect(view.present(lines[0] as Line, scope, readFields('name'))).toEqual({ name: 'Hat' });
  expect(view.schema.safeParse({ name: 'Hat', item_key: 'a' }).success).toBe(true);
  expect(view.schema.safeParse({ name: 'Hat' }).success).toBe(false);
});

test('a view of other data and of another scope', () => {
  const view = from(line, (data: { one: Line }, links: { euro: string }) => ({
    data: data.one,
    scope: { context: 'view' as const, currency: links.euro },
  }));
  expect(view.present({ one: lines[0] as Line }, { euro: '€' }, readFields('totals'))).toEqual({
    totals: { currency: '€' },
  });
});
