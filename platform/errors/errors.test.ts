import { expect, test, vi } from 'vitest';
import { deadlineCheck, invalidParameter, refusal, ServiceError } from './errors.ts';

test('an error about one parameter has its sentence as the message, and data in the form for several parameters', () => {
  const text = 'state is no state of the country.';
  const { code, message, data } = invalidParameter('state', 'is no state of the country.');
  expect([code, message]).toEqual(['rest_invalid_param', text]);
  expect(data).toEqual({
    params: { state: text },
    details: { state: { code: 'rest_invalid_param', message: text, data: null } },
  });
});

test('errors of another instance of the module are service errors, and other errors are not', async () => {
  vi.resetModules();
  const other = await import('./errors.ts');
  expect(other.ServiceError).not.toBe(ServiceError);
  expect(other.refusal('rest_no_route', {})).toBeInstanceOf(ServiceError);
  expect(refusal('rest_no_route', {})).toBeInstanceOf(ServiceError);
  for (const value of [new Error('other'), { code: 'rest_no_route' }, null, 'text'])
    expect(value).not.toBeInstanceOf(ServiceError);
});

test('a check throws after its deadline, and not before', () => {
  let now = 1_000;
  const inTime = deadlineCheck(1_000, () => now);
  expect(inTime).not.toThrow();
  now += 1;
  expect(inTime).toThrow(expect.objectContaining({ code: 'service_unavailable' }));
});
