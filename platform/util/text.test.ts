import { expect, test } from 'vitest';
import { asOneLine, forTerminal, isOneLine, ownBytes } from './text.ts';

test.each(['\n', '\u0000', '\u001B', '\u007F', '\u009B', '\u2028', '\u200F', '\u202E', '\u2069', '\u061C'])(
  'a text with %j is not on one line',
  (sign) => {
    expect(isOneLine(`a${sign}b`)).toBe(false);
    expect(asOneLine(`a${sign}b`)).toBe('a b');
  },
);

test('letters, marks and emoji are on one line', () => {
  expect(isOneLine('Zoë שלום عليكم e\u0301 👩\u200D🔧 \u00A0-')).toBe(true);
});

test('what a terminal would obey is written in ASCII; JSON keeps its meaning, and lines stay', () => {
  const value = { name: 'a\u009B2J\u007F\u202Eb\u001B' };
  const shown = forTerminal(`${JSON.stringify(value)}\n`);
  expect(shown).toMatch(/^[\x20-\x7e]+\n$/);
  expect(JSON.parse(shown)).toEqual(value);
  expect(forTerminal('a,"b\nc"\r\n\td\re')).toBe('a,"b\nc"\r\n\td\\u000de');
});

test.each(['', 'plain', 'Köln – 10 €', '\u{1F375}'])(
  '%j has the bytes of UTF-8, in memory of their own',
  (text) => {
    const bytes = ownBytes(text);
    expect(bytes).toEqual(Buffer.from(text));
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  },
);
