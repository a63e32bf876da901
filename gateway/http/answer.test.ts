import { expect, test } from 'vitest';
import { refusal } from '#platform/errors/errors.ts';
import { service } from '../views/service.ts';
import { errorAnswer } from './errors.ts';

test.each([
  ['service_rate_limited', 'logins'],
  ['service_rate_limit_exceeded', 'cart-writes'],
] as const)('%s shows the limit and the seconds until its reset', (code, policy) => {
  const error = refusal(code, { retry_after: 42, limit: 5, window: 60 });
  const { status, headers, body } = errorAnswer(error, service, 'a-request');
  expect([status, body]).toMatchObject([429, { code, data: { status: 429, retry_after: 42 } }]);
  const { 'RateLimit-Reset': reset, ...others } = headers;
  expect(others).toEqual({
    'Cache-Control': 'no-store',
    'Retry-After': '42',
    'RateLimit-Limit': '5',
    'RateLimit-Remaining': '0',
    'RateLimit-Retry-After': '42',
    RateLimit: `"${policy}";r=0;t=42`,
    'RateLimit-Policy': `"${policy}";q=5;w=60`,
  });
  const inSeconds = Number(reset) - Date.now() / 1_000;
  expect(inSeconds).toBeGreaterThan(41);
  expect(inSeconds).toBeLessThanOrEqual(43);
});
