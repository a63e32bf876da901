import { expect, test } from 'vitest';
import { ownBytes } from './own-bytes.ts';

test.each(['', 'plain', 'Köln – 10 €', '\u{1F375}'])(
  '%j has the bytes of UTF-8, in memory of their own',
  (text) => {
    const bytes = ownBytes(text);
    expect(bytes).toEqual(Buffer.from(text));
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  },
);
