import { expect, test } from 'vitest';
import type { DeclaredParameter } from './extension.ts';
import { readParameters } from './parameters.ts';

/**
 * Reads the parameter `code` from a body, and returns all parameters. If `code` is refused, returns a text with the
 * code and data of the refusal.
 */
function read(code: unknown, more: Partial<DeclaredParameter> = {}): unknown {
  const declared: DeclaredParameter = { name: 'code', description: 'A code', type: 'string', ...more };
  try {
    return readParameters([declared], { code });
  } catch (error) {
    const { code: refused, data } = error as { code: string; data: unknown };
    return `${refused} ${JSON.stringify(data)}`;
  }
}

test('a text that is too long is refused before its pattern is tested, which could take very long', () => {
  const pattern = '^a+$';
  expect(read(`${'a'.repeat(8_192)}!`, { pattern })).toMatch(
    /^rest_invalid_param .*"rule":"too_long","values":\{"bound":8192/,
  );
  expect(read('a'.repeat(8_192), { pattern })).toEqual({ code: 'a'.repeat(8_192) });
});

test('a pattern is tested on the text as sent; only a match is sanitised', () => {
  const sanitize = (value: unknown) => String(value).trim();
  expect(read(' 123 ', { sanitize })).toEqual({ code: '123' });
  expect(read(' 123 ', { sanitize, pattern: '^ *[0-9]+ *$' })).toEqual({ code: '123' });
  expect(read(' 123 ', { sanitize, pattern: '^[0-9]+$' })).toMatch(/^rest_invalid_param /);
});

test('null counts as missing', () => {
  expect(read(null)).toEqual({});
  expect(read(null, { required: true })).toMatch(/^rest_missing_callback_param /);
  expect(read('', { required: true })).toEqual({ code: '' });
});
