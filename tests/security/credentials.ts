import { randomBytes } from 'node:crypto';
import { basic } from '#testing/client.ts';
import { unique } from './people.ts';
import type { Callers } from './system-with-callers.ts';

/** What the rules of routes need to know about a caller. */
export interface CallerRights {
  /** Whether the caller has all rights of an account, as after a login. */
  readonly wholly: boolean;
  readonly pair: boolean;
  readonly token: boolean;
  readonly reads: boolean;
  readonly writes: boolean;
}

/** Credentials in a request, and the caller that they identify. */
export interface Credentials {
  readonly name: string;
  /** The identified caller; null for an anonymous caller, `bad` if the credentials must be refused. */
  readonly caller: CallerRights | null | 'bad';
  readonly headers: Readonly<Record<string, string>>;
  /** Parameters of the query. */
  readonly query: Readonly<Record<string, string>>;
  /** Whether the request is sent over HTTP without TLS. */
  readonly plain: boolean;
  /** True if each request checks a password, which is slow. Each route is tried with only one such entry. */
  readonly costly?: true;
}

const customer: CallerRights = { wholly: true, pair: false, token: false, reads: false, writes: false };
const manager: CallerRights = { ...customer, reads: true, writes: true };
const withToken = (caller: CallerRights): CallerRights => ({ ...caller, token: true });
const pairOf = (rights: string): CallerRights => ({
  ...{ wholly: false, pair: true, token: false },
  reads: rights.startsWith('read'),
  writes: rights.endsWith('write'),
});

type More = Partial<Pick<Credentials, 'query' | 'plain' | 'costly'>>;

/** Returns credentials that a request sends in the header `Authorization`. */
function byHeader(
  name: string,
  caller: Credentials['caller'],
  authorization: string,
  more: More = {},
): Credentials {
  return { name, caller, headers: { authorization }, query: {}, plain: false, ...more };
}

/** Returns credentials that a request sends in the query. */
function byQuery(
  name: string,
  caller: Credentials['caller'],
  query: Record<string, string>,
  plain = false,
): Credentials {
  return { name, caller, headers: {}, query, plain };
}

/** Returns all kinds of valid credentials. */
function validCredentials(callers: Callers): Credentials[] {
  const { customer: one, other, shopManager, administrator, pairs } = callers;
  return [
    { ...byQuery('nobody', null, {}) },
    { ...byQuery('nobody over plain HTTP', null, {}, true) },
    byHeader('an empty header', null, ''),
    byHeader('customer by user name', customer, basic(one.username, one.password)),
    byHeader('customer by e-mail', customer, basic(one.email.toUpperCase(), one.password)),
    byHeader('customer by token', withToken(customer), `Bearer ${one.token}`),
    byHeader('customer by token from this machine', withToken(customer), `Bearer ${one.token}`, {
      plain: true,
    }),
    byQuery('customer by query', customer, { username: one.username, password: one.password }),
    byHeader('another customer by token', withToken(customer), `bearer ${other.token}`),
    byHeader('shop manager', manager, basic(shopManager.username, shopManager.password)),
    byHeader('administrator', manager, basic(administrator.username, administrator.password)),
    byHeader('administrator by token', withToken(manager), `Bearer ${administrator.token}`),
    ...(['read', 'write', 'read_write'] as const).map((rights) =>
      byHeader(`key pair that may ${rights}`, pairOf(rights), basic(pairs[rights].key, pairs[rights].secret)),
    ),
    byQuery('key pair by query', pairOf('read_write'), {
      consumer_key: pairs.read_write.key,
      consumer_secret: pairs.read_write.secret,
    }),
    ...(['read', 'write', 'read_write'] as const).map((rights) => {
      const { key, secret } = pairs[`customers_${rights}`];
      const caller = { ...customer, pair: true, wholly: rights === 'read_write' };
      return byHeader(`a customer's key pair that may ${rights}`, caller, basic(key, secret));
    }),
  ];
}

/** Returns all kinds of invalid credentials. `spent` has tokens that were valid earlier. */
function invalidCredentials(
  { customer: one, pairs }: Callers,
  spent: Readonly<Record<string, string>>,
): Credentials[] {
  const [header = '', claims = '', signature = ''] = one.token.split('.');
  const bad = (name: string, authorization: string, more: More = {}) =>
    byHeader(name, 'bad', authorization, more);
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
  return [
    bad('a wrong password', basic(one.username, `${one.password}x`), { costly: true }),
    bad('an unknown user', basic(`nobody-${unique()}`, one.password), { costly: true }),
    bad('no password', basic(one.username, '')),
    bad('no name', basic('', one.password)),
    bad('Basic and nothing', 'Basic'),
    bad('Basic that is no Base64', 'Basic ???'),
    bad('Basic without a colon', `Basic ${Buffer.from(one.username).toString('base64')}`),
    bad('another scheme', `Digest username="${one.username}"`),
    bad('a pair with the secret of another', basic(pairs.read_write.key, pairs.read.secret)),
    bad('an unknown key', basic(`ck_${randomBytes(20).toString('hex')}`, pairs.read.secret)),
    bad('a key as a user name', basic(pairs.read_write.key, one.password)),
    bad('Bearer and nothing', 'Bearer'),
    bad('a token that is none', 'Bearer garbage'),
    bad('a tampered token', `Bearer ${header}.${claims.slice(0, -2)}AA.${signature}`),
    bad('a token without a signature', `Bearer ${none}.${claims}.`),
    bad('a refresh token as a token', `Bearer ${one.refreshToken}`),
    ...Object.entries(spent).map(([name, token]) => bad(name, `Bearer ${token}`)),
    {
      ...byQuery('a wrong password in the query', 'bad', { username: one.username, password: unique() }),
      costly: true,
    },
    byQuery('half of a pair in the query', 'bad', { consumer_key: pairs.read_write.key }),
    // A bad header is refused even with valid credentials in the query.
    byHeader('a bad header beside a good query', 'bad', 'Bearer garbage', {
      query: { username: one.username, password: one.password },
    }),
  ];
}

/** Returns all kinds of credentials: valid and invalid, over TLS and over plain HTTP. */
export function credentialsOf(callers: Callers, spent: Readonly<Record<string, string>>): Credentials[] {
  const all = [...validCredentials(callers), ...invalidCredentials(callers, spent)];
  const open = all.filter(({ plain, caller, headers, query }) => {
    const secret = !/^bearer/i.test(headers.authorization ?? '') && (headers.authorization || query.password);
    return !plain && caller !== null && secret;
  });
  const hardened = open.map(({ costly: _none, ...credentials }) => ({
    ...credentials,
    name: `${credentials.name}, over plain HTTP`,
    plain: true,
  }));
  const deadToken = byHeader('a token that is none, over plain HTTP', 'bad', 'Bearer garbage', {
    plain: true,
  });
  return [...all, ...hardened, deadToken];
}
