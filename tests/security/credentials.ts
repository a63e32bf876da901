import { randomBytes } from 'node:crypto';
import { basic } from './client.ts';
import { unique } from './people.ts';
import type { Callers } from './stage.ts';

/** The properties of a caller that the rules of routes need. */
export interface Who {
  /** Whether the caller has all rights of an account, as after a login. */
  readonly wholly: boolean;
  readonly pair: boolean;
  readonly token: boolean;
  readonly reads: boolean;
  readonly writes: boolean;
}

/** Credentials in a request, and the caller that they identify. */
export interface Way {
  readonly name: string;
  /** The identified caller; null for an anonymous caller, `bad` if the credentials must be refused. */
  readonly who: Who | null | 'bad';
  readonly headers: Readonly<Record<string, string>>;
  /** Parameters of the query. */
  readonly query: Readonly<Record<string, string>>;
  /** Whether the request is sent over HTTP without TLS. */
  readonly plain: boolean;
  /** True if each request checks a password, which is slow. Each route is tried with only one of the costly ways. */
  readonly costly?: true;
}

const customer: Who = { wholly: true, pair: false, token: false, reads: false, writes: false };
const manager: Who = { ...customer, reads: true, writes: true };
const byToken = (who: Who): Who => ({ ...who, token: true });
const pairOf = (rights: string): Who => ({
  ...{ wholly: false, pair: true, token: false },
  reads: rights.startsWith('read'),
  writes: rights.endsWith('write'),
});

type More = Partial<Pick<Way, 'query' | 'plain' | 'costly'>>;

/** Returns credentials that a request sends in the header `Authorization`. */
function byHeader(name: string, who: Way['who'], authorization: string, more: More = {}): Way {
  return { name, who, headers: { authorization }, query: {}, plain: false, ...more };
}

/** Returns credentials that a request sends in the query. */
function byQuery(name: string, who: Way['who'], query: Record<string, string>, plain = false): Way {
  return { name, who, headers: {}, query, plain };
}

/** Returns all kinds of valid credentials. */
function goodWays(stage: Callers): Way[] {
  const { customer: one, other, shopManager, administrator, pairs } = stage;
  return [
    { ...byQuery('nobody', null, {}) },
    { ...byQuery('nobody over plain HTTP', null, {}, true) },
    byHeader('an empty header', null, ''),
    byHeader('customer by user name', customer, basic(one.username, one.password)),
    byHeader('customer by e-mail', customer, basic(one.email.toUpperCase(), one.password)),
    byHeader('customer by token', byToken(customer), `Bearer ${one.token}`),
    byHeader('customer by token from this machine', byToken(customer), `Bearer ${one.token}`, {
      plain: true,
    }),
    byQuery('customer by query', customer, { username: one.username, password: one.password }),
    byHeader('another customer by token', byToken(customer), `bearer ${other.token}`),
    byHeader('shop manager', manager, basic(shopManager.username, shopManager.password)),
    byHeader('administrator', manager, basic(administrator.username, administrator.password)),
    byHeader('administrator by token', byToken(manager), `Bearer ${administrator.token}`),
    ...(['read', 'write', 'read_write'] as const).map((rights) =>
      byHeader(`key pair that may ${rights}`, pairOf(rights), basic(pairs[rights].key, pairs[rights].secret)),
    ),
    byQuery('key pair by query', pairOf('read_write'), {
      consumer_key: pairs.read_write.key,
      consumer_secret: pairs.read_write.secret,
    }),
    ...(['read', 'write', 'read_write'] as const).map((rights) => {
      const { key, secret } = pairs[`customers_${rights}`];
      const who = { ...customer, pair: true, wholly: rights === 'read_write' };
      return byHeader(`a customer's key pair that may ${rights}`, who, basic(key, secret));
    }),
  ];
}

/** Returns all kinds of invalid credentials. `spent` has tokens that were valid earlier. */
function badWays({ customer: one, pairs }: Callers, spent: Readonly<Record<string, string>>): Way[] {
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
export function waysOf(stage: Callers, spent: Readonly<Record<string, string>>): Way[] {
  const ways = [...goodWays(stage), ...badWays(stage, spent)];
  const open = ways.filter(({ plain, who, headers, query }) => {
    const secret = !/^bearer/i.test(headers.authorization ?? '') && (headers.authorization || query.password);
    return !plain && who !== null && secret;
  });
  const hardened = open.map(({ costly: _none, ...way }) => ({
    ...way,
    name: `${way.name}, over plain HTTP`,
    plain: true,
  }));
  const deadToken = byHeader('a token that is none, over plain HTTP', 'bad', 'Bearer garbage', {
    plain: true,
  });
  return [...ways, ...hardened, deadToken];
}
