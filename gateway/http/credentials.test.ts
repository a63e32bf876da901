import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { growthOf } from '#testing/linear.ts';
import { credentialForm, hasCredentials } from './credentials.ts';

const form = (
  authorization: string | undefined,
  query = '',
  missingToken: 'ignored' | 'refused' = 'refused',
) =>
  credentialForm(
    { headers: { authorization }, rawHeaders: [] as string[] } as IncomingMessage,
    query,
    missingToken,
  );
const basic = (bytes: string | Uint8Array) => `Basic ${Buffer.from(bytes as string).toString('base64')}`;
const secret = (identifier: string, text: string) => ({ kind: 'secret', identifier, secret: text });

test.each([
  ['a username', basic('alice:secret'), secret('alice', 'secret')],
  ['an e-mail address', basic('alice@example.com:secret'), secret('alice@example.com', 'secret')],
  ['a phone number', basic('+49 30 123456:secret'), secret('+49 30 123456', 'secret')],
  ['a password with colons and blanks', basic('alice: a:b '), secret('alice', ' a:b ')],
  ['UTF-8', basic('älice:pässwörd €'), secret('älice', 'pässwörd €')],
  ['Latin-1, as btoa encodes it', `basic ${btoa('älice:pässwörd')}`, secret('älice', 'pässwörd')],
  ['a byte order mark', basic('\uFEFFa:b'), secret('\uFEFFa', 'b')],
  ['base64 without padding', 'Basic YTpiYg', secret('a', 'bb')],
  ['no username', basic(':secret'), secret('', 'secret')],
  ['no password', basic('alice:'), secret('alice', '')],
  ['no colon', basic('alice'), secret('', '')],
  ['nothing after the scheme', 'Basic', secret('', '')],
  ['no base64', 'Basic !!!', secret('', '')],
  ['base64 with an invalid character', 'Basic YWxp!Y2U6c2VjcmV0', secret('', '')],
  ['two words', 'Basic YTpi YTpi', secret('', '')],
  ['an unknown scheme', 'Digest abc', secret('', '')],
  ['a bearer token', 'bEARER  abc.def', { kind: 'bearer', token: 'abc.def' }],
  ['an empty bearer token', 'Bearer', { kind: 'bearer', token: '' }],
  ['an empty header', '', { kind: 'none' }],
  ['no header', undefined, { kind: 'none' }],
])('%s in a header is read', (_what, header, expected) => {
  expect(form(header)).toEqual(expected);
});

test.each(['Basic null', 'Basic undefined', 'basic  null ', 'Bearer', 'Bearer null', 'bearer undefined'])(
  '%s counts as no header where a missing token is ignored',
  (header) => {
    expect(form(header, '', 'ignored')).toEqual({ kind: 'none' });
    expect(form(header, 'username=alice&password=secret', 'ignored')).toEqual(secret('alice', 'secret'));
    expect(form(header)).not.toEqual({ kind: 'none' });
  },
);

test.each([
  'Basic',
  'Basic null:null',
  basic('null:null'),
  basic('undefined:undefined'),
  'Basic nullx',
  'Bearer nullx',
  'Bearer null.null.null',
  'Bearer null undefined',
  'Bearernull',
  'Digest null',
  'null',
])('%s counts as bad credentials all the same', (header) => {
  expect(form(header, '', 'ignored')).toEqual(form(header));
  expect(form(header, '', 'ignored')).not.toEqual({ kind: 'none' });
});

test.each([
  ['username=alice&password=s%3Acret', secret('alice', 's:cret')],
  ['%75sername=alice&password=secret', secret('alice', 'secret')],
  ['password=&password=secret', secret('', 'secret')],
  ['consumer_key=ck_1&consumer_secret=cs_1', secret('ck_1', 'cs_1')],
  ['consumer_secret=cs_1', secret('', 'cs_1')],
  ['username=&password=', { kind: 'none' }],
  ['search=%20username', { kind: 'none' }],
  ['myusername=x', { kind: 'none' }],
  ['', { kind: 'none' }],
])('credentials in the query %j are read if there is no header', (query, expected) => {
  expect(form(undefined, query)).toEqual(expected);
  expect(form('', query)).toEqual(expected);
  expect(hasCredentials(query)).toBe(expected.kind === 'secret');
  expect(form('Bearer x', query)).toEqual({ kind: 'bearer', token: 'x' });
});

test.each([
  ['blanks inside', (n: number) => `X a${' '.repeat(n)}b`],
  ['blanks around', (n: number) => `${' '.repeat(n)}X${' '.repeat(n)}`],
  ['a long scheme', (n: number) => 'x'.repeat(n)],
  ['long base64', (n: number) => `Basic ${'YWJj'.repeat(n / 4)}=`],
  ['invalid base64', (n: number) => `Basic ${'YWJj'.repeat(n / 4)}!`],
  ['a bearer token with blanks', (n: number) => `Bearer ${'a '.repeat(n / 2)}`],
  ['a missing token with blanks', (n: number) => `Bearer${' '.repeat(n / 2)}null${' '.repeat(n / 2)}x`],
])('a header with %s is read in linear time', async (_what, made) => {
  expect(await growthOf((n) => form(made(n), '', 'ignored'), 200_000, 1_000)).toMatchObject({ linear: true });
});
