import { expect, test } from 'vitest';
import { isAllowed, isOriginPattern } from './origins.ts';

const allowed = [
  'https://shop.example',
  'https://*.example.com',
  'http://localhost:*',
  'http://*.web.test:3000',
];

test.each([
  'https://shop.example',
  'https://www.example.com',
  'https://a.b.example.com',
  'http://localhost',
  'http://localhost:3000',
  'http://a.web.test:3000',
])('%s is allowed', (origin) => {
  expect(isAllowed(origin, allowed)).toBe(true);
});

test.each([
  '',
  'null',
  'https://example.com',
  'https://evilexample.com',
  'https://www.example.com.evil.example',
  'https://www.example.com:8443',
  'http://www.example.com',
  'https://www.example.com@evil.example',
  'https://evil.example/.example.com',
  'https://*.example.com',
  'https://localhost:3000',
  'http://localhost:*',
  'http://localhost:3000.evil.example',
  'http://localhost.evil.example',
  'HTTPS://SHOP.EXAMPLE',
  `https://${'a.'.repeat(200)}example.com`,
])('%j is not allowed', (origin) => {
  expect(isAllowed(origin, allowed)).toBe(false);
});

test.each([
  ['https://shop.example', true],
  ['https://shop.example:8443', true],
  ['https://*.example.com', true],
  ['https://*.example.com:*', true],
  ['http://localhost:*', true],
  ['http://[::1]:*', true],
  ['*', false],
  ['null', false],
  ['https://*', false],
  ['https://*.com', false],
  ['https://*.*.com', false],
  ['https://a.*.com', false],
  ['https://shop.example/', false],
  ['https://shop.example:443', false],
  ['https://shop.example:99999', false],
  ['https://Shop.example', false],
  ['ftp://shop.example', false],
])('the setting %j is valid: %s', (text, good) => {
  expect(isOriginPattern(text)).toBe(good);
});
