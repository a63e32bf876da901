import { expect, test } from 'vitest';
import { invalidParameter } from './errors.ts';

test('one invalid parameter is named in the message and the data, in the form for several parameters', () => {
  const text = 'state is no state of the country.';
  const { code, message, data } = invalidParameter('state', 'is no state of the country.');
  expect([code, message]).toEqual(['rest_invalid_param', 'Invalid parameter(s): state']);
  expect(data).toEqual({
    params: { state: text },
    details: { state: { code: 'rest_invalid_param', message: text, data: null } },
  });
});
