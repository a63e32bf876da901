import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Cutter, entryOf, memberOf, NotJson, type Piece } from './json-pieces.ts';

/** Cuts a text that arrives in chunks. Returns the value that its pieces make; null if the text is refused. */
function joined(text: string, chunkBytes: number): unknown {
  const bytes = Buffer.from(text);
  const cutter = new Cutter();
  const pieces: Piece[] = [];
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      pieces.push(...cutter.cut(bytes.subarray(at, at + chunkBytes)));
    }
    cutter.end();
    return cutter.isList ? pieces.map(entryOf) : Object.fromEntries(pieces.map(memberOf));
  } catch (error) {
    expect(error instanceof SyntaxError || error instanceof NotJson).toBe(true);
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

const chunk = fc.integer({ min: 1, max: 40 });
const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
const written = fc.tuple(value, fc.integer({ min: 0, max: 3 })).map(([one, indent]) => ({
  one,
  text: JSON.stringify(one, null, indent),
}));

describe('the pieces of a list or an object', () => {
  test('have the values that JSON.parse returns, in any notation and with any chunks', () => {
    fc.assert(
      fc.property(written, chunk, ({ text }, size) => {
        expect(joined(text, size)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('are refused exactly if JSON.parse refuses the whole text', () => {
    const damage = fc.constantFrom('', ',', '"', '[', ']', '{', '}', ':', '\\', ' ', '1', 'x');
    fc.assert(
      fc.property(written, fc.nat(), damage, fc.nat({ max: 1 }), chunk, ({ text }, at, add, drop, size) => {
        const place = at % (text.length + 1);
        const damaged = text.slice(0, place) + add + text.slice(place + drop);
        expect(joined(damaged, size)).toEqual(parsed(damaged));
      }),
      { numRuns: 1_000 },
    );
  });

  test('have the positions of their bytes', () => {
    fc.assert(
      fc.property(written, chunk, ({ text }, size) => {
        const bytes = Buffer.from(text);
        const cutter = new Cutter();
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        const pieces = chunks.flatMap((one) => [...cutter.cut(one)]);
        expect(pieces.map(({ start, end }) => bytes.toString('utf8', start, end))).toEqual(
          pieces.map((one) => one.text),
        );
      }),
    );
  });

  test('may follow a byte order mark at the start only', () => {
    expect([joined('\uFEFF[1]', 1), joined('[1]\uFEFF', 9), joined('[\uFEFF1]', 9)]).toEqual([
      [1],
      null,
      null,
    ]);
  });

  test.each([
    '',
    ' ',
    '1',
    '"[]"',
    'null',
    '[1',
    '[1]]',
    '[1] [2]',
    '[1}',
    '{"a":1]',
    '[,]',
    '[1,]',
    '{"a":1,}',
  ])('are refused for the text %j', (text) => {
    expect(joined(text, 2)).toBe(null);
  });
});
