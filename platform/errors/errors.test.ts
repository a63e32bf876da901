import { expect, test } from 'vitest';
import { invalidParameter } from './errors.ts';

test('an error about one parameter has its sentence as the message, and data in the form for several parameters', () => {
  const text = 'state is no state of the country.';
  const { code, message, data } = invalidParameter('state', 'is no state of the country.');
  expect([code, message]).toEqual(['rest_invalid_param', text]);
  expect(data).toEqual({
    params: { state: text },
    details: { state: { code: 'rest_invalid_param', message: text, data: null } },
  });
});
