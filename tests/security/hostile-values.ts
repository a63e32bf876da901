/** An invalid value for a parameter. `name` describes the value in test results. */
export type Hostile = readonly [name: string, value: unknown];

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let left = depth; left > 0; left -= 1) value = left % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Values for a member of a JSON body (docs/reference/rules.md#limits). */
export const hostileValues: readonly Hostile[] = [
  ['an operator that is always true', { $gt: '' }],
  ['an operator that is never true', { $ne: null }],
  ['code', { $where: 'sleep(2000) || true' }],
  ['a pattern as an operator', { $regex: '^(a+)+$', $options: 'i' }],
  ['operators in a list', [{ $ne: 1 }, { $in: [] }]],
  ['an empty list', []],
  ['an empty object', {}],
  ['null', null],
  ['true', true],
  ['a fraction', 0.1],
  ['less than nothing', -1],
  ['a number beyond the safe ones', 2 ** 53 + 2],
  ['a number beyond all', 1e308],
  ['a text of many digits', '9'.repeat(400)],
  ['a number in another form', '1e3'],
  ['a number with a sign and blanks', ' +13 '],
  ['a hexadecimal number', '0x0d'],
  ['NUL', 'a\u0000b'],
  ['a lone surrogate', 'a\ud800b'],
  ['a lone low surrogate', '\udc00'],
  ['combining marks', 'Zoë'.normalize('NFD') + '\u0301'.repeat(500)],
  ['text from right to left', '\u202Eabc\u202C \u2066x\u2069'],
  ['a byte order mark', '\ufeff13'],
  ['control characters', '\u0001\u0008\u001b[31m'],
  ['a new line and a header', 'x\r\nSet-Cookie: a=b'],
  ['a pattern', '^(a+)+$'],
  ['a long text', 'a'.repeat(20_000)],
  ['a path', '../../etc/passwd'],
  ['a path, encoded', '%2e%2e%2f%2e%2e%2f'],
  ['markup', '<script>alert(1)</script>'],
  ['a template', '{{7*7}}<%= 7*7 %>'],
  ['SQL', "' OR '1'='1"],
  ['a name of every object', 'constructor'],
  ['its prototype', '__proto__'],
  ['what is nested deep', nested(30)],
  ['what is nested deep enough', nested(15)],
];

/** Hostile values for a query or a path. `suffix` is appended to the name of the parameter. */
export const hostileSuffixes: readonly (readonly [suffix: string, value: string])[] = [
  ...hostileValues.flatMap(([, value]): [string, string][] =>
    typeof value === 'string' ? [['', value.slice(0, 2_000)]] : [],
  ),
  ['[$ne]', ''],
  ['[$gt]', ''],
  ['[$where]', 'sleep(2000)'],
  ['[__proto__]', 'x'],
  ['[0][__proto__]', 'x'],
  ['[0][$ne]', 'x'],
  ['[]', '13'],
  ['[9999999]', '13'],
  ['[a][b][c][d]', '1'],
];

/** Hostile bodies with their content type. */
export const hostileBodies: readonly (readonly [name: string, type: string, body: string | Buffer])[] = [
  ['no JSON', 'application/json', '{"id":'],
  ['a list', 'application/json', '[1,2,3]'],
  ['a number', 'application/json', '13'],
  ['null', 'application/json', 'null'],
  ['a text', 'application/json', '"13"'],
  ['bad UTF-8', 'application/json', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', 'application/json', Buffer.from('{"id":"13"}', 'utf16le')],
  ['a byte order mark', 'application/json', '\ufeff{"id":"13"}'],
  ['depth without end', 'application/json', '['.repeat(100_000)],
  ['depth that ends', 'application/json', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['a prototype', 'application/json', '{"__proto__":{"id":"13"},"constructor":{"prototype":{"x":1}}}'],
  ['a prototype, escaped', 'application/json', '{"\\u005f_proto__":{"id":"13"}}'],
  ['a member twice', 'application/json', '{"id":"13","id":{"$gt":""}}'],
  ['many members', 'application/json', JSON.stringify(Object.fromEntries(manyNames()))],
  ['operators at the top', 'application/json', '{"$where":"1","$gt":""}'],
  ['a form', 'application/x-www-form-urlencoded', 'id[$gt]=&id[__proto__]=1&quantity[]=1&a=%00%ff%zz'],
  ['a form with many members', 'application/x-www-form-urlencoded', 'a[]=1&'.repeat(20_000)],
  ['XML', 'text/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  [
    'parts',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n13\r\n--x--',
  ],
  ['a type that is none', 'application/json; charset=utf-7; charset="\u00e9', '{"id":"13"}'],
];

function manyNames(): [string, number][] {
  return Array.from({ length: 20_000 }, (_, index) => [`m${index}`, index]);
}

/** Paths that try to reach data of another user or files outside the routes. */
export const hostilePaths: readonly string[] = [
  '/%2e%2e/%2e%2e/etc/passwd',
  '/v2/products/..%2f..%2fcart',
  '/v2/../../v2/cart',
  '//v2//cart',
  '/v2/cart/',
  '/v2/cart;a=b',
  '/v2/cart%00',
  '/v2/cart%0d%0aX-Injected:%20yes',
  '/v2/%63art',
  '/V2/CART',
  '/v2/products/%',
  '/v2/products/%zz',
  '/v2/products/%ff%fe',
  '/v2/products/%ed%a0%80',
  '/v2/products/%2f',
  '/v2/products/13%2fvariations',
  '/v2/products/__proto__',
  '/v2/products/constructor',
  '/v2/products/13.0',
  '/v2/products/-0',
  '/v2/products/99999999999999999999',
  `/v2/products/${'a'.repeat(10_000)}`,
  `/${'a/'.repeat(5_000)}`,
  '/v2/session/%7B%22$gt%22%3A%22%22%7D',
  '/v2/sessions/%2e%2e',
  '/v1/get-cart/%7B%22$ne%22%3A1%7D',
  '/wp-json/cocart/..%2f..%2foperations',
  '/media/..%2f..%2fpackage.json',
  '/media/%2e%2e/%2e%2e/package.json',
  '/operations/auth.create-account',
  '/metrics',
  '/.env',
  '/.git/config',
];
