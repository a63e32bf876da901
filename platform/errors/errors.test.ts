import { expect, test } from 'vitest';
import { invalidParameter } from './errors.ts';

test('one parameter that has no meaning is named in the sentence and in the data, as several are', () => {
  const text = 'state is no state of the country.';
  const { code, message, data } = invalidParameter('state', 'is no state of the country.');
  expect([code, message]).toEqual(['rest_invalid_param', 'Invalid parameter(s): state']);
  expect(data).toEqual({
    params: { state: text },
    details: { state: { code: 'rest_invalid_param', message: text, data: null } },
  });
});
