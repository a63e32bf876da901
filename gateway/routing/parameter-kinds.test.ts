import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ServiceError } from '#platform/errors/errors.ts';
import { publicBody } from '#platform/sentences/errors.ts';
import { noParameters, urlParameters } from '../http/body.ts';
import { checkedParameters, checker } from './check.ts';
import {
  amount,
  attributeFilters,
  dateTime,
  direction,
  email,
  integerList,
  memberNames,
  pathId,
  termOperator,
  textList,
  wholeNumber,
  wordList,
} from './parameters.ts';
import { schemasOf } from './route.ts';

const check = checker(
  z.object({
    number: wholeNumber(1, 100).optional(),
    ids: integerList(3).optional(),
    stars: integerList(5, 1, 5).optional(),
    texts: textList(3, 5).optional(),
    words: wordList(['red', 'teal']).optional(),
    order: direction().optional(),
    operator: termOperator().optional(),
    after: dateTime().optional(),
    price: amount(),
    mail: email().optional(),
    members: memberNames(20),
    attributes: attributeFilters().optional(),
  }),
);

const checked = (members: Record<string, unknown>) => check((name) => members[name]);

/** Returns the error of the only invalid parameter. */
function fault(members: Record<string, unknown>): unknown {
  try {
    checked(members);
  } catch (error) {
    if (error instanceof ServiceError)
      return Object.values((publicBody(error).body.data as { readonly details?: object }).details ?? {})[0];
  }
  throw new Error('was not refused');
}

test.each([
  [{ number: '23' }, { number: 23 }],
  [{ number: 23 }, { number: 23 }],
  [{ number: ' 100 ' }, { number: 100 }],
  [{ ids: '1,2' }, { ids: [1, 2] }],
  [{ ids: ' 1, 2 3 ' }, { ids: [1, 2, 3] }],
  [{ ids: ['1', 2] }, { ids: [1, 2] }],
  [{ ids: 7 }, { ids: [7] }],
  [{ ids: '' }, { ids: [] }],
  [{ ids: '-4' }, { ids: [-4] }],
  [{ members: 'id,name' }, { members: 'id,name' }],
  [{ members: ['id', 'totals.total'] }, { members: 'id,totals.total' }],
  [{ texts: 'A b, c' }, { texts: ['A b', 'c'] }],
  [{ texts: ['A,b', 7] }, { texts: ['A,b', '7'] }],
  [{ texts: 7 }, { texts: ['7'] }],
  [{ texts: '' }, { texts: [] }],
  [{ words: 'teal,red,teal' }, { words: ['teal', 'red'] }],
  [{ order: 'DESC' }, { order: 'desc' }],
  [{ order: 'Asc' }, { order: 'asc' }],
  [{ operator: 'not in' }, { operator: 'not_in' }],
  [{ operator: 'NOT_IN' }, { operator: 'not_in' }],
  [{ operator: 'and' }, { operator: 'and' }],
  [{ price: '10' }, { price: '10' }],
  [{ price: 10.5 }, { price: '10.5' }],
  [{ price: '' }, {}],
  [{ mail: ' a@b.example ' }, { mail: 'a@b.example' }],
  [{ attributes: '' }, { attributes: [] }],
])('%j is accepted', (members, meant) => {
  expect(checked(members)).toEqual(meant);
});

test.each([
  [{ number: '1.5' }, 'rest_invalid_type', 'number is not of type integer.'],
  [{ number: 1.5 }, 'rest_invalid_type', 'number is not of type integer.'],
  [{ number: '' }, 'rest_invalid_type', 'number is not of type integer.'],
  [{ number: '0x10' }, 'rest_invalid_type', 'number is not of type integer.'],
  [{ number: '12345678901234567890' }, 'rest_invalid_type', 'number is not of type integer.'],
  [{ number: { $gt: 1 } }, 'rest_invalid_type', 'number is not of type integer.'],
  [{ number: '0' }, 'rest_out_of_bounds', 'number must be between 1 (inclusive) and 100 (inclusive)'],
  [{ number: '101' }, 'rest_out_of_bounds', 'number must be between 1 (inclusive) and 100 (inclusive)'],
  [{ ids: '1,x' }, 'rest_invalid_type', 'ids[1] is not of type integer.'],
  [{ ids: [{}] }, 'rest_invalid_type', 'ids[0] is not of type integer.'],
  [{ ids: {} }, 'rest_invalid_type', 'ids is not of type array.'],
  [{ ids: '1,2,3,4' }, 'rest_too_many_items', 'ids must contain at most 3 items.'],
  [{ ids: '9999999999' }, 'rest_out_of_bounds', 'ids[0] must be less than or equal to 2147483647'],
  [{ stars: '6' }, 'rest_out_of_bounds', 'stars[0] must be between 1 (inclusive) and 5 (inclusive)'],
  [{ texts: 'a,b,c,d' }, 'rest_too_many_items', 'texts must contain at most 3 items.'],
  [{ texts: 'abcdef' }, 'rest_too_long', 'texts[0] must be at most 5 characters long.'],
  [{ texts: [{ a: 1 }] }, 'rest_invalid_type', 'texts[0] is not of type string.'],
  [{ words: 'red,blue' }, 'rest_not_in_enum', 'words[1] is not one of red, teal.'],
  [{ order: 'up' }, 'rest_not_in_enum', 'order is not one of asc, desc.'],
  [{ operator: 'or' }, 'rest_not_in_enum', 'operator is not one of in, not_in, and.'],
  [
    { after: 'notadate' },
    'rest_invalid_date',
    'after must be a date and time, such as 2031-02-03T04:05:06Z.',
  ],
  [{ price: 'abc' }, 'rest_invalid_pattern', 'price must be an amount in major units, such as 12.50.'],
  [{ price: '.' }, 'rest_invalid_pattern', 'price must be an amount in major units, such as 12.50.'],
  [{ price: '-1' }, 'rest_invalid_pattern', 'price must be an amount in major units, such as 12.50.'],
  [{ price: '1e3' }, 'rest_invalid_pattern', 'price must be an amount in major units, such as 12.50.'],
  [{ mail: 'nobody' }, 'rest_invalid_email', 'Please enter a valid e-mail address.'],
  [
    { attributes: 'x' },
    'rest_invalid_type',
    'attributes must be filters like attributes[0][attribute]=pa_colour&attributes[0][slug][]=red.',
  ],
  [{ attributes: [{}] }, 'rest_invalid_type', 'attributes[0][attribute] is not of type string.'],
  [
    { attributes: [{ attribute: 'pa_colour', operator: 'or' }] },
    'rest_not_in_enum',
    'attributes[0][operator] is not one of in, not_in, and.',
  ],
])('%j is refused with the code and message of WordPress', (members, code, message) => {
  expect(fault(members)).toEqual({ code, message, data: null });
});

test.each([
  ['2031-02-03T04:05:06', { at: '2031-02-03T04:05:06', utc: false }],
  ['2031-02-03 04:05:06', { at: '2031-02-03T04:05:06', utc: false }],
  ['2031-02-03t04:05:06.789z', { at: '2031-02-03T04:05:06', utc: true }],
  ['2031-02-03T04:05:06+02:00', { at: '2031-02-03T02:05:06', utc: true }],
  ['2031-02-03T04:05:06 02:00', { at: '2031-02-03T02:05:06', utc: true }],
  ['2031-12-31T23:05:06-0330', { at: '2032-01-01T02:35:06', utc: true }],
  ['2032-02-29T00:00:00Z', { at: '2032-02-29T00:00:00', utc: true }],
])('the date %s is converted to UTC if it has an offset', (after, meant) => {
  expect(checked({ after })).toEqual({ after: meant });
});

test.each([
  '9999-12-31T23:59:59-00:01',
  '0000-01-01T00:00:00+00:01',
  '2031-02-29T00:00:00',
  '2031-13-01T00:00:00',
  '2031-01-01T25:00:00',
  '2031-01-01',
  '1',
  '',
])('the date %j is refused', (after) => {
  expect(fault({ after })).toMatchObject({ code: 'rest_invalid_date' });
});

test('a date-time means the same moment with any offset', () => {
  const moments = fc.date({
    min: new Date('1970-01-02T00:00:00Z'),
    max: new Date('2099-12-30T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moments, fc.integer({ min: -14 * 60, max: 14 * 60 }), (moment, minutes) => {
      const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, 19);
      const two = (number: number) => String(Math.trunc(Math.abs(number))).padStart(2, '0');
      const after = `${local}${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
      expect(checked({ after })).toEqual({ after: { at: moment.toISOString().slice(0, 19), utc: true } });
    }),
  );
});

test.each([
  'ids=3,1,2',
  'ids[]=3&ids[]=1&ids[]=2',
  'ids[0]=3&ids[1]=1&ids[2]=2',
  'ids%5B%5D=3&ids%5B%5D=1&ids%5B%5D=2',
  'ids=3%201%202',
])('the list %s has the same entries in every form', (query) => {
  expect(check(urlParameters(query))).toEqual({ ids: [3, 1, 2] });
});

test.each([
  ['attributes[0][attribute]=pa_colour&attributes[0][slug]=red,teal', { slug: ['red', 'teal'] }],
  [
    'attributes[0][attribute]=pa_colour&attributes[0][slug][]=red&attributes[0][slug][]=teal',
    { slug: ['red', 'teal'] },
  ],
  ['attributes[0][attribute]=pa_colour&attributes[0][slug][0]=red', { slug: ['red'] }],
  ['attributes[0][attribute]=pa_colour&attributes[0][term_id]=5', { term_id: [5] }],
  [
    'attributes[0][attribute]=pa_colour&attributes[0][term_id][]=5&attributes[0][operator]=NOT+IN',
    { term_id: [5], operator: 'not_in' },
  ],
])('%s is parsed to a filter by an attribute', (query, filter) => {
  const whole = { attribute: 'pa_colour', term_id: [], slug: [], operator: 'in', ...filter };
  expect(check(urlParameters(query))).toEqual({ attributes: [whole] });
});

test('undeclared members of a filter are ignored', () => {
  const query =
    'attributes[0][attribute]=a&attributes[0][slug]=b&attributes[0][other]=1&attributes[0][__proto__]=1';
  expect(check(urlParameters(query))).toEqual({
    attributes: [{ attribute: 'a', term_id: [], slug: ['b'], operator: 'in' }],
  });
});

test('any query is either refused with the name of a parameter, or gives values within their bounds', () => {
  const names = [
    'number',
    'ids',
    'texts',
    'words',
    'order',
    'operator',
    'after',
    'price',
    'mail',
    'attributes',
  ];
  const value = fc.oneof(fc.string(), fc.stringMatching(/^[\w,.:+ -]{0,30}$/), fc.integer().map(String));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (members) => {
      try {
        const { number = 1, ids = [] } = checked(members);
        expect([number >= 1 && number <= 100, ids.length <= 3]).toEqual([true, true]);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const wrong = Object.keys(error.data.faults as object);
        expect([error.code, wrong.every((name) => name in members)]).toEqual(['rest_invalid_param', true]);
      }
    }),
  );
});

test.each(['abc', '', '-1', '1.5', '1 ', '1234567890123456'])('the path id %j matches no route', (id) => {
  const schemas = schemasOf({ params: z.object({ id: pathId() }) });
  const check = (given: string) => {
    const sent = { path: { id: given }, query: noParameters, body: noParameters };
    return checkedParameters({ schemas }, sent, { isLenient: false, isStrict: false }).params;
  };
  expect(() => check(id)).toThrow(expect.objectContaining({ code: 'rest_no_route' }));
  expect(check('007')).toEqual({ id: 7 });
});
