/** A text that may cost a parser more than linear time. */
export interface HostileShape {
  readonly name: string;
  /** Whether HTTP allows all characters of the text in a header. */
  readonly inHeaders: boolean;
  text(length: number): string;
}

/** Caches the results of `make`, so that a measurement of a parser does not include the time to make the text. */
export function remembered(make: (size: number) => string): (size: number) => string {
  const made = new Map<number, string>();
  return (size) => {
    const text = made.get(size) ?? make(size);
    made.set(size, text);
    return text;
  };
}

function repeated(name: string, unit: string, before = '', after = ''): HostileShape {
  return {
    name,
    inHeaders: /^[\t -~]*$/.test(before + unit + after),
    text: remembered((length) => before + unit.repeat(Math.max(1, Math.floor(length / unit.length))) + after),
  };
}

/** Hostile texts for bodies, queries, paths, headers and NATS messages. */
export const hostileTexts: readonly HostileShape[] = [
  repeated('brackets', '['),
  repeated('brackets and a line end', '[', '', '%0A'),
  repeated('pairs of brackets', '[]'),
  repeated('names with brackets', 'a[0][b][]&'),
  repeated('braces', '{'),
  repeated('blanks', ' ', 'a', 'b'),
  repeated('tabs', '\t', 'a', 'b'),
  repeated('line ends', '\n ', 'a', 'b'),
  repeated('carriage returns', '\r\n', 'a', 'b'),
  repeated('a long name', 'a'),
  repeated('capitals and digits', 'A1'),
  repeated('digits', '9'),
  repeated('noughts', '0', '1', '.5'),
  repeated('huge exponents', '1e999,'),
  repeated('pairs of surrogates', '😀'),
  repeated('combining marks', '\u0301', 'e'),
  repeated('letters that fold', 'İß'),
  repeated('beginnings of tags', '<a '),
  repeated('tags', '<b>'),
  repeated('entities', '&amp;'),
  repeated('ampersands', '&'),
  repeated('percent signs', '%'),
  repeated('escaped blanks', '%20', 'a', 'b'),
  repeated('quotes', '"'),
  repeated('backslashes', '\\'),
  repeated('commas', ','),
  repeated('numbers with commas', '1,'),
  repeated('equals signs', '='),
  repeated('slashes', '/'),
  repeated('dots', '.'),
  repeated('dots between letters', 'a.'),
  repeated('at signs', '@'),
  repeated('letters around at signs', 'a@'),
  repeated('dashes', '-', '0'),
  repeated('colons', ':'),
  repeated('semicolons', 'a;'),
  repeated('stars', '*'),
  repeated('dollar signs', '$'),
];

interface HostileValue {
  readonly name: string;
  readonly json: (size: number) => string;
}

/** Hostile JSON values. `json` returns a value of about `size` characters. */
export const hostileValues: readonly HostileValue[] = (
  [
    { name: 'a deep list', json: (size) => '['.repeat(size / 2) + ']'.repeat(size / 2) },
    { name: 'a deep object', json: (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}` },
    { name: 'a wide list', json: (size) => `[${'1,'.repeat(size / 2)}1]` },
    { name: 'a wide list of texts', json: (size) => `[${'"a",'.repeat(size / 4)}"a"]` },
    { name: 'a wide list of objects', json: (size) => `[${'{},'.repeat(size / 3)}{}]` },
    {
      name: 'a wide object',
      json: (size) => `{${Array.from({ length: size / 12 }, (_, at) => `"m${at}":1,`).join('')}"z":1}`,
    },
    { name: 'repeated members', json: (size) => `{${'"id":"1",'.repeat(size / 9)}"id":"1"}` },
    { name: 'a long name', json: (size) => `{"${'a'.repeat(size)}":1}` },
    { name: 'a long number', json: (size) => '9'.repeat(size) },
    { name: 'a long fraction', json: (size) => `0.${'9'.repeat(size)}` },
    { name: 'a huge exponent', json: (size) => `1e${'9'.repeat(size)}` },
    { name: 'lone surrogates', json: (size) => `"${'\\ud83d'.repeat(size / 6)}"` },
    { name: 'escapes', json: (size) => `"${'\\u0000'.repeat(size / 6)}"` },
  ] satisfies HostileValue[]
).map(({ name, json }) => ({ name, json: remembered(json) }));
