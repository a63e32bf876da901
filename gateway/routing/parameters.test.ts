import { expect, test } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '#platform/errors/errors.ts';
import { publicBody } from '#platform/sentences/errors.ts';
import { growthOf } from '#testing/linear.ts';
import { urlParameters } from '../http/body.ts';
import { checker } from './check.ts';
import { anyText, flag, jsonMap, list, map, memberNames, parsedJson, text } from './parameters.ts';

const check = checker(
  z.object({
    id: text(5),
    colour: z.enum(['red', 'teal']).optional(),
    on: flag().default(false),
    size: z.int().min(1).max(10).optional(),
    data: map(parsedJson, 2).optional(),
    any: jsonMap(2).optional(),
    list: list(z.object({ a: text(3), b: text(3) }), 3).optional(),
  }),
);
const source = (members: Record<string, unknown>) => (name: string) => members[name];

function refused(members: Record<string, unknown>): ServiceError {
  try {
    check(source(members));
  } catch (error) {
    if (error instanceof ServiceError) return error;
  }
  throw new Error('was not refused');
}

test('an error for a missing parameter names only that parameter', () => {
  const { code, data } = refused({ colour: 'blue' });
  expect([code, data]).toEqual(['rest_missing_callback_param', { params: ['id'] }]);
});

test.each([
  [{ id: 7 }, 'id', 'rest_invalid_type', 'id is not of type string.'],
  [{ id: null }, 'id', 'rest_invalid_type', 'id is not of type string.'],
  [{ id: '123456' }, 'id', 'rest_too_long', 'id must be at most 5 characters long.'],
  [{ id: '1', colour: 'blue' }, 'colour', 'rest_not_in_enum', 'colour is not one of red, teal.'],
  [{ id: '1', on: 'yes' }, 'on', 'rest_invalid_type', 'on is not of type boolean.'],
  [{ id: '1', on: 2 }, 'on', 'rest_invalid_type', 'on is not of type boolean.'],
  [{ id: '1', size: 11 }, 'size', 'rest_out_of_bounds', 'size must be less than or equal to 10'],
  [{ id: '1', size: 0 }, 'size', 'rest_out_of_bounds', 'size must be greater than or equal to 1'],
  [{ id: '1', size: 1.5 }, 'size', 'rest_invalid_type', 'size is not of type integer.'],
  [{ id: '1', data: 'x' }, 'data', 'rest_invalid_type', 'data is not of type object.'],
  [{ id: '1', data: [1] }, 'data', 'rest_invalid_type', 'data is not of type object.'],
  [{ id: '1', data: { a: 1, b: 2, c: 3 } }, 'data', 'rest_invalid_param', 'data has more than 2 members.'],
  [{ id: '1', any: [1] }, 'any', 'rest_invalid_type', 'any is not of type object.'],
  [{ id: '1', any: { a: 1, b: 2, c: 3 } }, 'any', 'rest_invalid_param', 'any has more than 2 members.'],
  [
    { id: '1', any: { ['a'.repeat(201)]: 1 } },
    'any',
    'rest_invalid_param',
    'any has a name of more than 200 characters.',
  ],
  [
    { id: '1', list: [{ a: '', b: '' }, { a: 1 }, {}] },
    'list',
    'rest_invalid_type',
    'list[1][a] is not of type string.',
  ],
  [{ id: '1', list: [1, 1, 1, 1] }, 'list', 'rest_too_many_items', 'list must contain at most 3 items.'],
])('%j is refused with the code and message of WordPress', (members, name, code, message) => {
  const { code: whole, data } = publicBody(refused(members)).body;
  expect([whole, data]).toEqual([
    'rest_invalid_param',
    { status: 400, params: { [name]: message }, details: { [name]: { code, message, data: null } } },
  ]);
});

test('an error names every invalid parameter', () => {
  expect(Object.keys(refused({ id: 1, on: 'x' }).data.faults as object)).toEqual(['id', 'on']);
});

test.each([
  ['true', true],
  ['TRUE', true],
  ['1', true],
  [1, true],
  [true, true],
  ['false', false],
  ['0', false],
  [0, false],
  [false, false],
])('%j is accepted as a boolean', (given, meant) => {
  expect(check(source({ id: 'a', on: given }))).toEqual({ id: 'a', on: meant });
});

test('texts are trimmed, an empty PHP list is an empty map, undeclared members are dropped', () => {
  expect(check(source({ id: ' 13 ', data: [], other: 1 }))).toEqual({ id: '13', on: false, data: {} });
});

test('the last value of a repeated name counts, and brackets make objects', () => {
  const query = urlParameters('id=1&id=2&data[a]=1&data%5Bb%5D=2');
  expect(check(query)).toEqual({ id: '2', on: false, data: { a: '1', b: '2' } });
});

test('a parameter is read from the first source that has it', () => {
  expect(check(source({ id: 'body' }), source({ id: 'query', on: '1' }))).toEqual({ id: 'body', on: true });
});

test('an object in place of a text is refused, and inherited names are not members', () => {
  const query = urlParameters('fields[0][a]=x&_skip_cache[0][a]=1');
  expect(memberNames(100).parse(query('fields'))).toBe('[object Object]');
  expect(String(query('_skip_cache'))).toBe('[object Object]');
  expect(query('fields')).toEqual([{ a: 'x' }]);
});

test.each([
  ['a[b]=1', { b: '1' }],
  ['a[30]=1&a[7]=2', { 7: '2', 30: '1' }],
  ['a[]=x&a[]=y', ['x', 'y']],
  ['a[0]=x&a[1]=y', ['x', 'y']],
  ['a[5]=x&a[]=y', { 5: 'x', 6: 'y' }],
  ['a[0][id]=1&a[0][v][k]=2&a[1][id]=3', [{ id: '1', v: { k: '2' } }, { id: '3' }]],
  ['a[b]=1&a=2', '2'],
  ['a=1&a[b]=2', { b: '2' }],
  ['a[b]=1&a[b][c]=2', { b: { c: '2' } }],
  ['a[b]rest=1', { b: '1' }],
  ['a[b]c[d]=1', { b: '1' }],
  ['a[x y]=1', { 'x y': '1' }],
  ['a[toString]=1', { toString: '1' }],
  ['a[__proto__]=1&a[constructor][x]=1', JSON.parse('{"__proto__":"1","constructor":{"x":"1"}}')],
])('%s is parsed as PHP parses it', (query, meant) => {
  expect(urlParameters(query)('a')).toEqual(meant);
});

test('a name may have twenty brackets; more are refused', () => {
  expect(urlParameters(`a${'[b]'.repeat(20)}=1`)('a')).toBeDefined();
  expect(() => urlParameters(`a${'[]'.repeat(100_000)}=1`)).toThrow(
    expect.objectContaining({ code: 'rest_invalid_param' }),
  );
});

test('an unclosed bracket makes no list', () => {
  const query = urlParameters('c[&d]=1&[=1');
  for (const name of ['d', '']) expect(query(name)).toBeUndefined();
  expect([query('d]'), query('c'), query('[')]).toEqual(['1', '', '1']);
});

test('a query may have a thousand pairs; more are refused', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `a[]=${n}`).join('&');
  expect(urlParameters(many(1_000))('a')).toHaveLength(1_000);
  expect(() => urlParameters(many(1_001))).toThrow(
    expect.objectContaining({ code: 'service_too_many_parameters', data: { maximum: 1_000 } }),
  );
});

const fill = (text: string, n: number) => text.repeat(Math.ceil(n / text.length)).slice(0, n);

test.each([
  ['brackets', (n: number) => `${fill('[', n)}%0A`],
  ['closed brackets', (n: number) => fill(`a${'[]'.repeat(20)}=${'x'.repeat(n / 900)}&`, n)],
  ['one long name of a member', (n: number) => `a[0][${fill('b', n)}]=1`],
  ['values of one member', (n: number) => fill(`a[0][b][]=${'x'.repeat(n / 900)}&`, n)],
  ['members of one record', (n: number) => fill(`a[0][b]=${'x'.repeat(n / 900)}&`, n)],
  ['many names and a filler', (n: number) => `${fill('nX[x]=&', n / 100)}${fill('x', n)}`],
  ['percent signs', (n: number) => `a=${fill('%', n)}`],
  ['blanks', (n: number) => `${fill('+', n)}[0]=${fill('+', n)}`],
])('%s are parsed in linear time', async (_what, makeQuery) => {
  const names = Array.from({ length: 40 }, (_, n) => `a${n}`);
  const read = (n: number) => {
    const query = urlParameters(makeQuery(n));
    for (const name of ['a', 'nX', ...names]) query(name);
  };
  expect(await growthOf(read, 128_000, 1_000)).toMatchObject({ linear: true });
});

test('a list is checked up to its first invalid entry', () => {
  const { error } = list(text(3), 10).safeParse(['a', 1, 2, 3]);
  expect(error?.issues.map(({ path }) => path)).toEqual([[1]]);
});

test('a text on several lines keeps them, and blanks around a line are removed', () => {
  const both = checker(z.object({ review: anyText(50), name: text(50) }));
  expect(both(source({ review: ' one\n\ttwo\r\n', name: '\n Ann Ø. \t' }))).toEqual({
    ...{ review: 'one\n\ttwo', name: 'Ann Ø.' },
  });
});

test.each([
  ...['a\r\nb', 'a\u0000', 'a\u001B[', 'a\u009B', 'a\u007F'],
  ...['a\u202Eb', 'a\u2066b', 'a\u200Fb', 'a\u2028b'],
])('%j is no line of text', (id) => {
  const data = { faults: { id: { rule: 'one_line', values: { path: 'id' } } } };
  expect(refused({ id })).toMatchObject({ code: 'rest_invalid_param', data });
});
