import { expect, test, vi } from 'vitest';
import { deadlineCheck, refusal, ServiceError } from './errors.ts';

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
