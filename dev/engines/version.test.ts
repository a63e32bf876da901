import { expect, test } from 'vitest';
import { tooOld, versionIn } from './version.ts';

test.each([
  ['nats-server: v2.10.0', '2.10.0'],
  ['db version v6.0.5\nBuild Info: {\n    "version": "6.0.5"', '6.0.5'],
  ['Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64', '7.0.15'],
  ['2.10', '2.10'],
])('the version in %j', (text, version) => {
  expect(versionIn(text)).toBe(version);
});

test('versions are compared as numbers: 2.9 is older than 2.10, and 10.0 is newer', () => {
  expect(tooOld('2.9.30', [2, 10])).toBe('is version 2.9.30, and 2.10 or later is needed');
  expect(tooOld('1.99', [2, 10])).not.toBe(null);
  expect(['2.10', '2.10.0', '2.11.1', '3.0.0', '10.0'].map((version) => tooOld(version, [2, 10]))).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

test('a text without a version is refused', () => {
  expect(() => versionIn('not found')).toThrow('it prints none');
});
